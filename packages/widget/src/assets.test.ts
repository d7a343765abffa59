import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { widgetAssets } from './assets.ts'
import { buildScripts } from './testing/built-scripts.ts'

function folder(...names: string[]): string {
  const path = mkdtempSync(join(tmpdir(), 'widget-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  for (const name of names) writeFileSync(join(path, name), name)
  return path
}

test('all built scripts are served with their licences, and nothing else', () => {
  const built = ['crypto-checkout.js', 'checkout-page.js', 'licenses.txt', 'x.d.ts', 'x.tsbuildinfo']
  const assets = widgetAssets(folder(...built))
  expect(assets.map(({ name, contentType, body }) => [name, contentType, body.toString()])).toEqual([
    ['checkout-page.js', 'text/javascript; charset=utf-8', 'checkout-page.js'],
    ['crypto-checkout.js', 'text/javascript; charset=utf-8', 'crypto-checkout.js'],
    ['licenses.txt', 'text/plain; charset=utf-8', 'licenses.txt'],
  ])
})

test('a package that was installed without its scripts has them fetched again, not built', () => {
  const root = folder('package.json')
  mkdirSync(join(root, 'dist/esm'), { recursive: true })
  writeFileSync(join(root, 'package.json'), '{ "name": "@crypto-checkout/widget", "type": "module" }')
  const file = join(root, 'dist/esm/assets.js')
  writeFileSync(file, stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'assets.ts'), 'utf8')))
  writeFileSync(join(root, 'run.js'), "import { widgetAssets } from './dist/esm/assets.js'\nwidgetAssets()")
  const { stderr } = runScript(join(root, 'run.js'))
  expect(stderr).toContain('Install @crypto-checkout/widget again')
  expect(stderr).not.toContain('build:widget')
})

test('without a build the error says what to do', () => {
  expect(() => widgetAssets(folder())).toThrow(expect.objectContaining({ code: 'WIDGET_NOT_BUILT' }))
  expect(() => widgetAssets(folder())).toThrow('npm run build:widget')
  expect(() => widgetAssets('/nowhere')).toThrow('npm run build:widget')
})

type Bundling = { readonly format: 'esm' | 'cjs'; readonly external?: readonly string[] }

// The test runner's own bundler; the package has none.
const runner = createRequire(createRequire(import.meta.url).resolve('@web/dev-server-esbuild'))
const bundler = 'esbuild'
const esbuild: { buildSync(options: object): void } = runner(bundler)

/** A server's bundle, built as a shop would, in a folder of its own with the packages installed. */
function bundled(options: Bundling): string {
  const app = folder('package.json')
  const scope = join(app, 'node_modules/@crypto-checkout')
  mkdirSync(scope, { recursive: true })
  symlinkSync(join(import.meta.dirname, '..'), join(scope, 'widget'))
  writeFileSync(join(app, 'package.json'), '{}')
  const contents = `import { widgetAssets } from '@crypto-checkout/widget/assets'\nconsole.log(widgetAssets().length > 3)`
  const outfile = join(app, 'out', options.format === 'cjs' ? 'server.cjs' : 'server.mjs')
  const stdin = { contents, resolveDir: app }
  esbuild.buildSync({ bundle: true, platform: 'node', logLevel: 'silent', stdin, outfile, ...options })
  return outfile
}

const runScript = (file: string) => spawnSync(process.execPath, [file], { encoding: 'utf8' })

test.each(['esm', 'cjs'] as const)('in a bundle (%s) the error says to keep the packages out of it', (format) => {
  const { stderr } = runScript(bundled({ format }))
  expect(stderr).toContain("serverExternalPackages: ['@crypto-checkout/fetch']")
  expect(stderr).toContain('--external:@crypto-checkout/*')
  expect(stderr).toContain("code: 'WIDGET_BUNDLED'")
  expect(stderr).not.toContain('build:widget')
})

test.each(['esm', 'cjs'] as const)('a bundle (%s) that keeps the packages out finds the scripts', (format) => {
  const { stdout, stderr } = runScript(bundled({ format, external: ['@crypto-checkout/*'] }))
  expect([stdout, stderr]).toEqual(['true\n', ''])
})

test('a script that only other scripts name is immutable: its name holds a hash of its content', async () => {
  const names = [...(await buildScripts()).keys()]
  const immutable = widgetAssets(folder(...names)).filter((asset) => asset.immutable)
  expect(immutable.length).toBeGreaterThan(20)
  for (const { name } of immutable) expect(name).toMatch(/^checkout-[\w-]+-[\w-]{8}\.js$/)
  const others = names.filter((name) => !immutable.some((one) => one.name === name))
  expect(others.toSorted()).toEqual([
    ...['checkout-copy.js', 'checkout-page.js', 'checkout-refund.js'],
    ...['checkout-sign.js', 'checkout-till.js', 'checkout-verify.js'],
    'checkout-walletconnect-licenses.txt',
    'crypto-checkout.js',
  ])
})
