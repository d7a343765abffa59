import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { widgetAssets } from './assets.ts'
import { builtScripts } from './testing/built-scripts.ts'

function folder(...names: string[]): string {
  const path = mkdtempSync(join(tmpdir(), 'widget-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  for (const name of names) writeFileSync(join(path, name), name)
  return path
}

test('all built scripts are served with their licences, and nothing else', () => {
  const built = ['crypto-checkout.js', 'crypto-checkout-page.js', 'licenses.txt', 'x.d.ts', 'x.tsbuildinfo']
  const assets = widgetAssets(folder(...built))
  expect(assets.map(({ name, contentType, body }) => [name, contentType, body.toString()])).toEqual([
    ['crypto-checkout-page.js', 'text/javascript; charset=utf-8', 'crypto-checkout-page.js'],
    ['crypto-checkout.js', 'text/javascript; charset=utf-8', 'crypto-checkout.js'],
    ['licenses.txt', 'text/plain; charset=utf-8', 'licenses.txt'],
  ])
})

test('without a build the error says what to do', () => {
  expect(() => widgetAssets(folder())).toThrow(expect.objectContaining({ code: 'WIDGET_NOT_BUILT' }))
  expect(() => widgetAssets(folder())).toThrow('npm run build:widget')
  expect(() => widgetAssets('/nowhere')).toThrow('npm run build:widget')
})

test('a script that only other scripts name is immutable: its name holds a hash of its content', async () => {
  const names = [...(await builtScripts()).keys()]
  const immutable = widgetAssets(folder(...names)).filter((asset) => asset.immutable)
  expect(immutable.length).toBeGreaterThan(20)
  for (const { name } of immutable) expect(name).toMatch(/^crypto-checkout-[\w-]+-[\w-]{8}\.js$/)
  expect(names.length - immutable.length).toBeLessThanOrEqual(3)
})
