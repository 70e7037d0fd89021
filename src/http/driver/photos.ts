// Photos as proof: uploaded by the driver who holds the order, shown to whoever has the link.

import { Type } from "typebox";
import { PHOTO_BYTES_MAX } from "../../domain/photos/photo.ts";
import { refuse } from "../../domain/refusal.ts";
import { getPhoto, keepPhoto, type PhotoDeps } from "../../operations/photos/keep-photo.ts";
import { driverOf } from "../base/callers.ts";
import { RefusedRequest } from "../base/refused-request.ts";
import { type AnyAsked, callsOf } from "../calls/call.ts";

// Boundaries and names of the fields of a form.
export const FORM_BYTES_MAX = 16 * 1024;

export type PhotoDoor = PhotoDeps & { readonly publicUrl: string };

export const photoCalls = [
  callsOf<PhotoDoor>("Driver")({
    id: "uploadPhoto",
    at: "POST /driver/v1/orders/:order_id/photos",
    summary: "Upload a photo as proof",
    description:
      "The body is a JPEG or PNG of at most 5 MB, or a form (multipart/form-data) with one such file. What it is " +
      "called does not matter: its content is decoded. All photos of an order have at most 10 MB. The answer's url " +
      "belongs into pod_info or por_info.",
    consumes: ["image/jpeg", "image/png", "multipart/form-data"],
    bytesMax: PHOTO_BYTES_MAX + FORM_BYTES_MAX,
    answer: Type.Object({ url: Type.String() }),
    refusals: ["ORDER_NOT_FOUND", "INVALID_DATA", "BODY_TOO_LARGE", "SERVICE_UNAVAILABLE"],
    run: async (request, deps) =>
      keepPhoto(deps, driverOf(request).phone, request.params.order_id, await fileOf(request)),
    encode: ({ token }, _request, { publicUrl }) => ({ url: `${publicUrl}/photos/${token}` }),
  }),
  callsOf<PhotoDoor>("Public").plain({
    id: "getPhoto",
    at: "GET /photos/:token",
    summary: "A photo, by its unguessable link",
    refusals: ["NOT_FOUND"],
    run: async (request, deps, { reply }) => {
      const photo = await getPhoto(deps, request.params.token);
      if ("refused" in photo) return photo;
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
  }),
];

export async function fileOf(request: AnyAsked): Promise<Uint8Array> {
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
