/**
 * A release in the bundlers of strangers: the element without a warning, alone and in their frameworks, and the middleware with
 * words where it cannot work.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '@crypto-checkout/core/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cleanUp, createTemporaryFolder, createWallet, startCommand, startServer } from '../support/harness.ts'
import { collectConsoleErrors, PATIENCE_MS, startBrowser } from '../support/page-harness.ts'
import { createEmptyFolder, findCommand, packRelease, run, runCommands } from '../support/release.ts'
import { readSnippet } from '../support/run-snippet.ts'

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

/** The apps around the components of the element's README, each the start of its page. */
const COMPONENTS = {
  vue: `import { createApp, h } from 'vue'
import Checkout from './Checkout.vue'
const url = new URLSearchParams(location.search).get('pay') ?? ''
createApp({ render: () => h(Checkout, { url, onPaid: () => { document.title = 'paid' } }) }).mount('main')
`,
  svelte: `import { mount } from 'svelte'
import Checkout from './Checkout.svelte'
const url = new URLSearchParams(location.search).get('pay') ?? ''
const target = document.querySelector('main')
if (target) mount(Checkout, { target, props: { url, onpaid: () => { document.title = 'paid' } } })
`,
}

/** Both frameworks, with the compiler's option that the README names. */
const VITE = `import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
const isCustomElement = (tag) => tag === 'crypto-checkout'
export default {
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } }), svelte()],
  build: { rolldownOptions: { input: ['vue.html', 'svelte.html'] } },
}
`

/** Without `skipLibCheck`. */
const STRICT = {
  ...{ strict: true, target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], types: [], noEmit: true },
  ...{ module: 'preserve', moduleResolution: 'bundler', verbatimModuleSyntax: true },
}

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

/** Writes and builds a page for each framework. Checks the types of both. */
async function buildComponents(): Promise<void> {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  for (const [name, start] of Object.entries(COMPONENTS)) {
    write(`Checkout.${name}`, readSnippet('packages/widget/README.md', 0, name))
    write(`${name}.ts`, start)
    write(
      `${name}.html`,
      `<!doctype html><title>Shop</title><main></main><script type="module" src="/${name}.ts"></script>`,
    )
    const include = [`Checkout.${name}`, `${name}.ts`]
    write(`tsconfig.${name}.json`, JSON.stringify({ compilerOptions: STRICT, include }))
  }
  write('vite.config.mjs', VITE)
  await run('npx', ['--no-install', 'vue-tsc', '-p', 'tsconfig.vue.json'], folder)
  await run('npx', ['--no-install', 'svelte-check', '--tsconfig', './tsconfig.svelte.json'], folder)
  await run('npx', ['--no-install', 'vite', 'build', '--outDir', 'shop'], folder, { NODE_ENV: 'production' })
}

test("the README's components for Vue and Svelte follow a payment until it is paid", { timeout: SLOW_MS }, async () => {
  const plugins = 'vue@3.5.45 @vitejs/plugin-vue@6.0.11 svelte@5.57.3 @sveltejs/vite-plugin-svelte@7.3.1'
  await runCommands(`npm install ${plugins} vue-tsc@3.3.14 svelte-check@4.7.8 typescript@6.0.3`, folder)
  await buildComponents()
  const port = String(await findFreePort())
  const program = join(folder, 'node_modules/vite/bin/vite.js')
  startCommand(['preview', '--outDir', 'shop', '--host', '127.0.0.1', '--port', port], { program, cwd: folder })
  const sandbox = await startServer(['--port', '0'], { program: findCommand(folder), cwd: createTemporaryFolder() })
  const browser = await startBrowser()
  onTestFinished(() => browser.close())
  const printed = (name: string) => new RegExp(`${name} +(\\S+)`).exec(sandbox.stdout)?.[1] ?? ''
  const headers = { authorization: `Bearer ${printed('Public key')}`, 'x-api-secret': printed('Secret key') }
  const call = (path: string, body: object) =>
    fetch(`${sandbox.url}/sandbox/v1${path}`, {
      ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) },
    })
  for (const name of Object.keys(COMPONENTS)) {
    const terms = { amount: 49.9, currency: 'EUR', cryptocurrency: 'USDC', network: 'ethereum' }
    const created = await call('/payments', { ...terms, merchantWallet: createWallet() })
    const { id, url } = (await created.json()) as { id: string; url: string }
    const page = await browser.newPage()
    const errors = collectConsoleErrors(page)
    await page.goto(`http://127.0.0.1:${port}/${name}.html?pay=${url}`)
    await page.getByRole('heading', { name: 'Waiting for payment' }).waitFor({ timeout: PATIENCE_MS })
    await call(`/test_helpers/payments/${id}/pay`, {})
    await page.waitForFunction("document.title === 'paid'", undefined, { timeout: PATIENCE_MS })
    expect([name, errors]).toEqual([name, []])
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
