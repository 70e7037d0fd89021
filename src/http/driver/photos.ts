// Photos as proof: uploaded by the driver who holds the order, shown to whoever has the link.

import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { PHOTO_BYTES_MAX } from "../../domain/photos/photo.ts";
import { refuse } from "../../domain/refusal.ts";
import { getPhoto, keepPhoto, type PhotoDeps } from "../../operations/drivers/keep-photo.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { RefusedRequest } from "../base/refused-request.ts";
import { driverOf } from "./driver-callers.ts";

// Boundaries and names of the fields of a form.
const FORM_BYTES_MAX = 16 * 1024;

export type PhotoDoor = PhotoDeps & { readonly publicUrl: string };

export function registerPhotoCalls(app: App, deps: PhotoDoor): void {
  // In a plugin of its own, because here a body is bytes and may be larger than elsewhere.
  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    const bodyLimit = PHOTO_BYTES_MAX + FORM_BYTES_MAX;
    uploads.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => done(null, body));
    (uploads as unknown as App).post(
      "/driver/v1/orders/:order_id/photos",
      {
        bodyLimit,
        schema: {
          tags: ["Driver"],
          operationId: "uploadPhoto",
          summary: "Upload a photo as proof",
          description:
            "The body is a JPEG or PNG of at most 5 MB, or a form (multipart/form-data) with one such file. What it is " +
            "called does not matter: its content is decoded. All photos of an order have at most 10 MB. The answer's url " +
            "belongs into pod_info or por_info.",
          consumes: ["image/jpeg", "image/png", "multipart/form-data"],
          params: Type.Object({ order_id: Type.String() }),
          response: responses(Type.Object({ url: Type.String() })),
        },
      },
      async (request, reply) => {
        const { phone } = driverOf(request);
        const kept = await keepPhoto(deps, phone, request.params.order_id, await fileOf(request));
        return answer(reply, kept, ({ token }) => ({ url: `${deps.publicUrl}/photos/${token}` }));
      },
    );
  });

  app.get(
    "/photos/:token",
    {
      schema: {
        tags: ["Public"],
        operationId: "getPhoto",
        summary: "A photo, by its unguessable link",
        params: Type.Object({ token: Type.String() }),
      },
    },
    async (request, reply) => {
      const photo = await getPhoto(deps, request.params.token);
      if ("refused" in photo) return sendRefusal(reply, photo);
      return (
        reply
          .type(photo.mediaType)
          .header("cache-control", "private, max-age=31536000, immutable")
          // A name for whoever saves it, and not that of the link.
          .header("content-disposition", `inline; filename="photo.${photo.mediaType === "image/png" ? "png" : "jpg"}"`)
          .header("content-security-policy", "default-src 'none'; sandbox")
          .header("referrer-policy", "no-referrer")
          .header("x-robots-tag", "noindex")
          .send(photo.file)
      );
    },
  );
}

async function fileOf(request: FastifyRequest): Promise<Uint8Array> {
  const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
  const contentType = request.headers["content-type"] ?? "";
  return contentType.startsWith("multipart/form-data") ? fileInForm(body, contentType) : body;
}

async function fileInForm(body: Uint8Array, contentType: string): Promise<Uint8Array> {
  try {
    const form = await new Response(Uint8Array.from(body), { headers: { "content-type": contentType } }).formData();
    const file = [...form.values()].find((field) => field instanceof File);
    if (file) return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new RefusedRequest(refuse("INVALID_DATA", "The form cannot be read."));
  }
  throw new RefusedRequest(refuse("INVALID_DATA", "The form holds no file."));
}
