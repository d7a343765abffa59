/** A reader's findings in a file. */
export type Picture = { readonly width: number; readonly height: number; readonly bytes: Uint8Array }

/** A part of a file. Throws RangeError if the file is shorter. */
export function take(bytes: Buffer, from: number, length: number): Buffer {
  if (from + length > bytes.length) throw new RangeError('is cut off: send the whole file')
  return bytes.subarray(from, from + length)
}

/** Throws RangeError unless a file ends here. */
export function requireEnd(bytes: Buffer, end: number): void {
  if (end !== bytes.length) throw new RangeError("has bytes after the image's end: export the image again")
}
