import { create } from 'qrcode'
import { expect, test } from 'vitest'
import { qrPath } from './qr-path.ts'

test('the path draws the modules of the code, four modules from the edge', () => {
  const text = '0x52908400098527886E0F7030069857D2E4169EE7'
  const data = new TextEncoder().encode(text)
  const { size, data: expected } = create([{ mode: 'byte', data }], {
    errorCorrectionLevel: 'M',
    maskPattern: 2,
  }).modules
  const drawn = new Uint8Array(size * size)
  const qr = qrPath(text)
  for (const [, x, y, run] of (qr?.path ?? '').matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    drawn.fill(1, (Number(y) - 4) * size + Number(x) - 4, (Number(y) - 4) * size + Number(x) - 4 + Number(run))
  }
  expect(qr?.width).toBe(size + 8)
  expect([...drawn]).toEqual([...expected])
})

test('what no code can hold has none', () => {
  expect(qrPath('x'.repeat(3000))).toBeNull()
})
