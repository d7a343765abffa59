import { chooseQrMask } from '@crypto-checkout/payer-ui'
import { create } from 'qrcode/lib/core/qrcode.js'

const QUIET_ZONE_MODULES = 4

export type QrPath = {
  /** Modules a side, quiet zone included. */ width: number /** Path of the dark modules. */
  path: string
}

/** A QR code of error correction level M as an SVG path; null for text longer than a code can hold. */
export function createQrPath(text: string): QrPath | null {
  try {
    const segments = [{ mode: 'byte' as const, data: new TextEncoder().encode(text) }]
    const { size, data } = create(segments, { errorCorrectionLevel: 'M', maskPattern: chooseQrMask(text) }).modules
    return { width: size + 2 * QUIET_ZONE_MODULES, path: darkRuns(size, data) }
  } catch {
    return null
  }
}

function darkRuns(size: number, data: Uint8Array): string {
  let path = ''
  for (let y = 0; y < size; y += 1) {
    let run = 0
    for (let x = 0; x <= size; x += 1) {
      if (x < size && data[y * size + x]) {
        run += 1
      } else if (run > 0) {
        path += `M${x - run + QUIET_ZONE_MODULES} ${y + QUIET_ZONE_MODULES}h${run}v1h-${run}z`
        run = 0
      }
    }
  }
  return path
}
