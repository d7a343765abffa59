import { join } from 'node:path'
import fc from 'fast-check'
import { create } from 'qrcode'
import { build, type Rolldown, type UserConfig } from 'vite'
import { expect, test } from 'vitest'
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
  for (const [, x, y, run] of (qr?.path ?? '').matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    drawn.fill(1, (Number(y) - 4) * size + Number(x) - 4, (Number(y) - 4) * size + Number(x) - 4 + Number(run))
  }
  expect(qr?.width).toBe(size + 8)
  expect([...drawn]).toEqual([...expected])
})

test('what no code can hold has none', () => {
  expect(createQrPath('x'.repeat(3000))).toBeNull()
})

test('the part of the encoder that is built into the script draws the same code', async () => {
  const { default: config }: { default: UserConfig } = await import(join(import.meta.dirname, '../vite.config.ts'))
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: config.plugins ?? [],
    build: { write: false, lib: { entry: join(import.meta.dirname, 'testing/qrcode-core.ts'), formats: ['es'] } },
  })) as Rolldown.RolldownOutput[]
  const code = built[0]?.output[0].code ?? ''
  for (const word of ['dijkstra', 'u3000']) expect(code).not.toContain(word)
  const part: { create: typeof create } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 600 }), fc.constantFrom(2, 3), (data, maskPattern) => {
      const options = { errorCorrectionLevel: 'M', maskPattern } as const
      const [small, whole] = [part, { create }].map((one) => one.create([{ mode: 'byte', data }], options).modules)
      expect(small).toEqual(whole)
    }),
    { numRuns: 50 },
  )
})
