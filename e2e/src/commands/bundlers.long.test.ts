/** A release in the bundlers of strangers: the element without a warning, and the middleware with words where it cannot work. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp } from '../support/harness.ts'
import { createEmptyFolder, packRelease, run, runCommands } from '../support/release.ts'

const SLOW_MS = 600_000

/** Bundles a file by each bundler, and prints what each of them warned of. */
const BUNDLE = `
import * as esbuild from 'esbuild'
import { build, createLogger } from 'vite'
import webpack from 'webpack'
const [entry, out] = process.argv.slice(2)
const outdir = (name) => import.meta.dirname + '/' + out + '/' + name
const { warnings } = await esbuild.build({
  ...{ entryPoints: [entry], bundle: true, format: 'esm', splitting: true, outdir: outdir('esbuild'), logLevel: 'silent' },
})
const said = []
const logger = { ...createLogger('warn'), warn: (text) => said.push(text), warnOnce: (text) => said.push(text) }
await build({
  ...{ configFile: false, customLogger: logger },
  build: { outDir: outdir('vite'), chunkSizeWarningLimit: 10_000, rolldownOptions: { input: entry } },
})
const stats = await new Promise((resolve, reject) =>
  webpack({ mode: 'production', entry, output: { path: outdir('webpack') }, performance: false }, (error, result) =>
    error ? reject(error) : resolve(result),
  ),
)
const { warnings: told, errors } = stats.toJson({ all: false, warnings: true, errors: true })
console.log(JSON.stringify({ esbuild: warnings.map(({ text }) => text), vite: said, webpack: [...told, ...errors].map(({ message }) => message) }))
`

const APP = `import { cryptoCheckout } from '@crypto-checkout/express'
const options = { publicUrl: 'http://127.0.0.1:4000', database: 'sqlite::memory:', log: () => {} }
const sandbox = { networks: { ethereum: { rpcUrls: ['http://127.0.0.1:9'] } } }
const checkout = cryptoCheckout({ ...options, sandbox })
checkout.stop().then(() => console.log('it works'))
`

let folder: string

beforeAll(async () => {
  folder = createEmptyFolder(await packRelease())
  const bundlers = 'esbuild@0.28.2 vite@8.3.8 webpack@5.113.0'
  await runCommands(`npm init -y\nnpm install ./release/*.tgz express@5.3.0 ${bundlers}`, folder)
  writeFileSync(join(folder, 'bundle.mjs'), BUNDLE)
})

afterAll(async () => {
  expect(await cleanUp()).toEqual([])
})

async function bundle(code: string, out: string): Promise<unknown> {
  writeFileSync(join(folder, `${out}.mjs`), code)
  const printed = await run('node', ['bundle.mjs', join(folder, `${out}.mjs`), out], folder)
  // Bundlers report their progress before.
  return JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '')
}

const SILENT = { esbuild: [], vite: [], webpack: [] }

test('no bundler warns of the element, whose WalletConnect is not installed', { timeout: SLOW_MS }, async () => {
  expect(await bundle(`import '@crypto-checkout/widget'`, 'element')).toEqual(SILENT)
})

test('an app that imports WalletConnect has it in its bundle', { timeout: SLOW_MS }, async () => {
  // In place of the large package, one that can be recognised.
  const client = join(folder, 'node_modules/@walletconnect/ethereum-provider')
  mkdirSync(client, { recursive: true })
  writeFileSync(join(client, 'package.json'), '{ "name": "@walletconnect/ethereum-provider", "version": "2.25.0" }')
  writeFileSync(
    join(client, 'index.js'),
    `exports.EthereumProvider = { init: () => console.log('a client of the app') }`,
  )
  const code = `import '@crypto-checkout/widget'\nimport '@crypto-checkout/widget/walletconnect'`
  expect(await bundle(code, 'connected')).toEqual(SILENT)
  for (const bundler of Object.keys(SILENT)) {
    const files = globSync(`connected/${bundler}/**/*.js`, { cwd: folder })
    const found = files.filter((file) => readFileSync(join(folder, file), 'utf8').includes('a client of the app'))
    expect([bundler, found.length]).toEqual([bundler, 1])
  }
})

test.each([
  ['esm', 'mjs'],
  ['cjs', 'cjs'],
])('a bundle of the middleware by esbuild (%s) names the cure, and works with it', async (format, extension) => {
  writeFileSync(join(folder, 'app.mjs'), APP)
  const runBundled = async (...options: string[]) => {
    const out = `out/app.${extension}`
    const all = ['app.mjs', '--bundle', '--platform=node', `--format=${format}`, `--outfile=${out}`, ...options]
    await run('npx', ['--no-install', 'esbuild', ...all], folder)
    return spawnSync(process.execPath, [out], { cwd: folder, encoding: 'utf8' })
  }
  const { stderr } = await runBundled('--external:pg-native')
  expect(stderr).toContain('esbuild: --external:@crypto-checkout/*')
  const cured = await runBundled('--external:@crypto-checkout/*')
  expect([cured.stdout, cured.stderr]).toEqual(['it works\n', ''])
})
