/**
 * The few XDR types (RFC 4506) needed to read payments, parsed by hand: the SDK would cost every server 60 MB of
 * memory.
 */

/** Reads values from the front of some bytes. Throws RangeError past their end. */
export class XdrReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(base64: string) {
    this.#bytes = Buffer.from(base64, 'base64')
  }

  get done(): boolean {
    return this.#at === this.#bytes.length
  }

  uint32(): number {
    this.#at += 4
    return this.#bytes.readUInt32BE(this.#at - 4)
  }

  uint64(): bigint {
    this.#at += 8
    return this.#bytes.readBigUInt64BE(this.#at - 8)
  }

  int64(): bigint {
    return BigInt.asIntN(64, this.uint64())
  }

  fixed(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new RangeError('the bytes end too early')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  /** The bytes that `read` consumes. */
  span(read: () => unknown): Buffer {
    const start = this.#at
    read()
    return this.#bytes.subarray(start, this.#at)
  }

  rest(): Buffer {
    return this.fixed(this.#bytes.length - this.#at)
  }

  /** Length-prefixed bytes with padding. */
  variable(): Buffer {
    const length = this.uint32()
    const bytes = this.fixed(length)
    this.fixed((4 - (length % 4)) % 4)
    return bytes
  }
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(value)
  return bytes
}

/** Length-prefixed bytes with padding. */
export function variable(bytes: Uint8Array): Buffer {
  return Buffer.concat([uint32(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
}

/** An account as it appears in ledger keys and assets. */
export function accountXdr(key: Uint8Array): Buffer {
  return Buffer.concat([uint32(0), key])
}
