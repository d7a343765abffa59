import { chooseQrMask, formatQrPath, QUIET_ZONE_MODULES } from './qr-code.ts'
import { encodeQr } from './qr-encode.ts'

export type QrPath = {
  /** Modules a side, quiet zone included. */
  width: number
  /** Path of the dark modules, for a stroke of one module. */
  path: string
}

/** A QR code of error correction level M as an SVG path; null for text longer than a code can hold. */
export function createQrPath(text: string): QrPath | null {
  try {
    const { size, cells } = encodeQr(new TextEncoder().encode(text), chooseQrMask(text))
    return { width: size + 2 * QUIET_ZONE_MODULES, path: formatQrPath(size, cells) }
  } catch {
    return null
  }
}
