import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('a server without a DOM can import the element', async () => {
  const { CryptoCheckout } = await import('./crypto-checkout.ts')
  expect(customElements.get('crypto-checkout')).toBe(CryptoCheckout)
})

test('so it can the built module, which exports what the manifest says', async () => {
  // `npm run build:widget` creates both.
  const manifest = JSON.parse(readFileSync(join(root, 'dist/custom-elements.json'), 'utf8'))
  const [{ path, exports }] = manifest.modules
  const script = `console.log(typeof document, ...Object.keys(await import(${JSON.stringify(join(root, path))})))`
  const { stdout } = await promisify(execFile)('node', ['--input-type=module', '--eval', script])
  const names = exports.filter(({ kind }: { kind: string }) => kind === 'js').map(({ name }: { name: string }) => name)
  expect(stdout.trim().split(' ')).toEqual(['undefined', ...names])
})
