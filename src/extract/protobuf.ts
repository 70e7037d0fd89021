// The few shapes of Protocol Buffers that map extracts are written in, read in place without objects in between.

// Where in the message the reading stopped; the file reader adds where in the file.
export class ProtobufFault extends Error {
  readonly position: number;
  constructor(position: number, what: string) {
    super(what);
    this.position = position;
  }
}

const VARINT = 0;
const FIXED_64 = 1;
const LENGTH_DELIMITED = 2;
const FIXED_32 = 5;

export class Cursor {
  readonly bytes: Buffer;
  position: number;
  end: number;
  // Of the field last entered by `next`.
  field = 0;
  #wire = 0;

  constructor(bytes: Buffer, position = 0, end = bytes.length) {
    this.bytes = bytes;
    this.position = position;
    this.end = end;
  }

  // Steps into the next field; false at the end of the message.
  next(): boolean {
    if (this.position >= this.end) return false;
    const key = this.uint();
    this.field = key >>> 3;
    this.#wire = key & 7;
    return true;
  }

  skip(): void {
    if (this.#wire === VARINT) this.uint();
    else if (this.#wire === LENGTH_DELIMITED) this.#advance(this.uint());
    else if (this.#wire === FIXED_64) this.#advance(8);
    else if (this.#wire === FIXED_32) this.#advance(4);
    else throw new ProtobufFault(this.position, `wire type ${this.#wire} has no meaning`);
  }

  // Up to 64 bits. Beyond 2^53 the number is no longer exact; no id or coordinate of a map comes near.
  uint(): number {
    let low = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte();
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) return low;
    }
    let high = 0;
    for (let factor = 1; factor < 2 ** 42; factor *= 128) {
      const byte = this.#byte();
      high += (byte & 0x7f) * factor;
      if (byte < 0x80) return low + high * 2 ** 28;
    }
    throw new ProtobufFault(this.position, "a number runs over ten bytes");
  }

  // Zigzag.
  sint(): number {
    const raw = this.uint();
    return raw % 2 === 1 ? -(raw + 1) / 2 : raw / 2;
  }

  // Two's complement in ten bytes when negative.
  int(): number {
    const raw = this.uint();
    return raw >= 2 ** 63 ? raw - 2 ** 64 : raw;
  }

  // A cursor over the message the field holds; this one moves past it.
  message(): Cursor {
    const length = this.#length();
    const inner = new Cursor(this.bytes, this.position, this.position + length);
    this.position += length;
    return inner;
  }

  slice(): Buffer {
    const length = this.#length();
    const from = this.position;
    this.position += length;
    return this.bytes.subarray(from, this.position);
  }

  text(): string {
    const length = this.#length();
    const from = this.position;
    this.position += length;
    return this.bytes.toString("utf8", from, this.position);
  }

  // Packed, or (as older writers do) one value per field.
  eachPacked(read: (cursor: Cursor) => void): void {
    if (this.#wire !== LENGTH_DELIMITED) {
      read(this);
      return;
    }
    const inner = this.message();
    while (inner.position < inner.end) read(inner);
  }

  #length(): number {
    if (this.#wire !== LENGTH_DELIMITED) throw new ProtobufFault(this.position, `field ${this.field} has no length`);
    const length = this.uint();
    if (this.position + length > this.end) throw new ProtobufFault(this.position, "a field is longer than its message");
    return length;
  }

  #advance(count: number): void {
    if (this.position + count > this.end) throw new ProtobufFault(this.position, "a field is longer than its message");
    this.position += count;
  }

  #byte(): number {
    if (this.position >= this.end) throw new ProtobufFault(this.position, "a number is cut short");
    return this.bytes[this.position++]!;
  }
}
