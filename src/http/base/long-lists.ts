// Answers that are lists of large records, written a few milliseconds at a time: one of ten megabytes would hold up everybody.
import type { FastifyReply } from "fastify";
import type { TSchema } from "typebox";
import { mapInSlices } from "../../ports/slices.ts";
import { sendSerialised } from "./answer.ts";

export type LongList<Item> = {
  // The field that the list is.
  readonly name: string;
  readonly items: readonly Item[];
  // Of a record, as the call's own schema has it.
  readonly schema: TSchema;
  readonly encode: (item: Item) => object;
  // The other fields, which come after the list or before it.
  readonly before?: Readonly<Record<string, string>>;
  readonly after?: Readonly<Record<string, string>>;
};

export async function sendLongList<Item>(reply: FastifyReply, list: LongList<Item>): Promise<FastifyReply> {
  const write = reply.compileSerializationSchema({ ...list.schema });
  const records = await mapInSlices(list.items, (item, at) =>
    Buffer.from((at === 0 ? "" : ",") + write({ ...list.encode(item) })),
  );
  const fields = (more: Readonly<Record<string, string>> = {}) =>
    Object.entries(more).map(([name, text]) => `${JSON.stringify(name)}:${JSON.stringify(text)}`);
  const head = [...fields(list.before), `"${list.name}":[`].join(",");
  const tail = ["]", ...fields(list.after)].join(",");
  return sendSerialised(reply, Buffer.concat([Buffer.from(`{${head}`), ...records, Buffer.from(`${tail}}`)]));
}
