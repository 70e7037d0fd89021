// Which bytes of a file a request asks for (RFC 9110, 14). One range is enough for every reader of tiles; whatever else
// is asked gets the whole, as the standard allows.

export type ByteRange = { readonly from: number; readonly to: number };

export function readRange(header: string | undefined, bytes: number): ByteRange | "whole" | "unsatisfiable" {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(" ", "") ?? "");
  const [, first = "", last = ""] = found ?? [];
  if (!found || (first === "" && last === "")) return "whole";
  if (first === "") {
    const count = Math.min(Number(last), bytes);
    return count === 0 ? "unsatisfiable" : { from: bytes - count, to: bytes - 1 };
  }
  const from = Number(first);
  const to = last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== "" && Number(last) < from) return "whole";
  return from >= bytes ? "unsatisfiable" : { from, to };
}
