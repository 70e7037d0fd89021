// The few shapes of Protocol Buffers that tiles and their directories are written in.

const TEXT = new TextEncoder();
const VARINT = 0;
const FIXED_64 = 1;
const LENGTH_DELIMITED = 2;

export class ByteWriter {
  #bytes = new Uint8Array(64);
  #length = 0;

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  // Whole, not negative, exact up to 2^53.
  varint(value: number): void {
    this.#makeRoom(10);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  number(field: number, value: number): void {
    this.varint(field * 8 + VARINT);
    this.varint(value);
  }

  double(field: number, value: number): void {
    this.varint(field * 8 + FIXED_64);
    const bytes = new DataView(new ArrayBuffer(8));
    bytes.setFloat64(0, value, true);
    this.#append(new Uint8Array(bytes.buffer));
  }

  text(field: number, value: string): void {
    this.#delimited(field, TEXT.encode(value));
  }

  message(field: number, message: ByteWriter): void {
    this.#delimited(field, message.bytes());
  }

  packed(field: number, values: readonly number[]): void {
    if (values.length === 0) return;
    const inner = new ByteWriter();
    for (const value of values) inner.varint(value);
    this.message(field, inner);
  }

  // As it is, fields and all.
  raw(fields: ByteWriter): void {
    this.#append(fields.bytes());
  }

  #delimited(field: number, bytes: Uint8Array): void {
    this.varint(field * 8 + LENGTH_DELIMITED);
    this.varint(bytes.length);
    this.#append(bytes);
  }

  #append(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #makeRoom(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const wider = new Uint8Array(Math.max(this.#length + count, this.#bytes.length * 2));
    wider.set(this.#bytes);
    this.#bytes = wider;
  }
}
