import fc from 'fast-check'
import { create } from 'qrcode'
import { expect, test } from 'vitest'
import { encodeQr } from './qr-encode.ts'
import { createQrPath } from './qr-path.ts'

test('the path draws the modules of the code, four modules from the edge', () => {
  const text = '0x52908400098527886E0F7030069857D2E4169EE7'
  const data = new TextEncoder().encode(text)
  const { size, data: expected } = create([{ mode: 'byte', data }], {
    errorCorrectionLevel: 'M',
    maskPattern: 2,
  }).modules
  const drawn = new Uint8Array(size * size)
  const qr = createQrPath(text)
  const [, start, moves = ''] = /^M(4) 4\.5((?:m-?\d+ \d+h\d+)+)$/.exec(qr?.path ?? '') ?? []
  let [x, y] = [Number(start) - 4, 0]
  for (const [, right, down, length] of moves.matchAll(/m(-?\d+) (\d+)h(\d+)/g)) {
    x += Number(right)
    y += Number(down)
    drawn.fill(1, y * size + x, y * size + x + Number(length))
    x += Number(length)
  }
  expect(qr?.width).toBe(size + 8)
  expect([...drawn]).toEqual([...expected])
})

test('what no code can hold has none', () => {
  expect(createQrPath('x'.repeat(3000))).toBeNull()
})

/** The most bytes of each version at level M (ISO/IEC 18004, table 7). */
const MOST = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779, 857, 911,
  997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
]

function encodeWithLibrary(data: Uint8Array, maskPattern: 2 | 3) {
  return create([{ mode: 'byte', data }], { errorCorrectionLevel: 'M', maskPattern }).modules
}

test.each(MOST.map((most, index) => [index + 1, most]))(
  'version %i, up to %i bytes: the code is the library’s, module by module',
  (version, most) => {
    for (const length of [version === 1 ? 0 : (MOST[version - 2] ?? 0) + 1, most]) {
      const data = Uint8Array.from({ length }, (_, index) => (index * 197 + version * 31) & 0xff)
      for (const mask of [2, 3] as const) {
        const { size, cells } = encodeQr(data, mask)
        const expected = encodeWithLibrary(data, mask)
        expect(size).toBe(17 + 4 * version)
        expect(expected.size).toBe(size)
        expect(Buffer.from(cells).equals(Buffer.from(expected.data))).toBe(true)
      }
    }
  },
)

test('any bytes make the code that the library makes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 600 }),
      fc.constantFrom(2 as const, 3 as const),
      (data, mask) => {
        expect(Buffer.from(encodeQr(data, mask).cells).equals(Buffer.from(encodeWithLibrary(data, mask).data))).toBe(
          true,
        )
      },
    ),
    { numRuns: 50 },
  )
})
