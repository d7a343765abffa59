/** The packages as users install them: compiled and packed, with their declared dependencies and no workspace. */
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { asBrowser, ScriptedNode, serveNode } from '@crypto-checkout/core/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cleanUp, createTemporaryFolder, createWallet, startCommand, startServer } from '../support/harness.ts'

const WORKSPACE = join(import.meta.dirname, '../../..')
const NAMES = [
  'api-types',
  'contracts',
  'core',
  'dashboard',
  'devnet',
  'express',
  'fetch',
  'payer-ui',
  'server',
  'stellar-devnet',
  'widget',
] as const
const PACK_MS = 600_000
const folder = realpathSync(createTemporaryFolder())
const installed = (name: string) => join(folder, 'node_modules/@crypto-checkout', name)

const execute = promisify(execFile)

/** Throws with all the command's output if it fails. */
async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const PATH = [join(WORKSPACE, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  await execute(command, args, { cwd, env: { ...process.env, PATH } }).catch((error) => {
    throw new Error(`${command} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`)
  })
}

/** Links what is installed in one place into another, under the name `as`. */
function link(name: string, from: string, to: string, as = name): void {
  const target = join(to, 'node_modules', as)
  mkdirSync(dirname(target), { recursive: true })
  rmSync(target, { force: true })
  symlinkSync(realpathSync(join(from, 'node_modules', name)), target)
}

function readManifest(path: string) {
  return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
}

/** Unpacks a tarball. pnpm packs it, because only pnpm applies publishConfig; npm would fetch third-party dependencies. */
async function install(name: string, tarballs: string): Promise<void> {
  const tarball = readdirSync(tarballs).find((file) => file.startsWith(`crypto-checkout-${name}-`)) ?? name
  mkdirSync(installed(name), { recursive: true })
  await run('tar', ['-xzf', join(tarballs, tarball), '-C', installed(name), '--strip-components=1'], folder)
  const manifest = readManifest(installed(name))
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    if (!dependency.startsWith('@crypto-checkout/')) {
      link(dependency, join(WORKSPACE, 'packages', name), installed(name))
    }
  }
}

beforeAll(async () => {
  const tarballs = createTemporaryFolder()
  await run('tsc', ['-b'], WORKSPACE)
  const filters = NAMES.map((name) => `--filter=@crypto-checkout/${name}`)
  // Without their scripts: other tests use the built element at the same time.
  const pack = ['-r', ...filters, 'pack', '--config.ignore-scripts=true', '--pack-destination', tarballs]
  await run('npx', ['--prefer-offline', '--yes', 'pnpm@12.21.0', ...pack], WORKSPACE)
  for (const name of NAMES) await install(name, tarballs)
  link('@types/node', WORKSPACE, folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
}, PACK_MS)

afterAll(async () => {
  expect(await cleanUp()).toEqual([])
})

test('the installed command starts the sandbox, with a page and the element', async () => {
  const { bin } = readManifest(installed('server'))
  const server = await startServer([], { program: join(installed('server'), bin['crypto-checkout']) })
  const page = /Pay a first payment +(\S+)/.exec(server.stdout)?.[1] ?? ''
  expect(await (await fetch(page, { headers: asBrowser })).text()).toContain('<crypto-checkout')
  const element = await (await fetch(`${server.url}/crypto-checkout.js`)).text()
  expect(element).toBe(readFileSync(join(installed('widget'), 'dist/crypto-checkout.js'), 'utf8'))
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.stderr).toBe('')
})

const SHOP = `
import type { AddressInfo } from 'node:net'
import { cryptoCheckout } from '@crypto-checkout/express'
import express from 'express'

const coins = { USDC: { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: 6 } }
const checkout = cryptoCheckout({
  publicUrl: 'https://shop.example.com/checkout',
  database: 'sqlite:./checkout.db',
  sandbox: { networks: { ethereum: { rpcUrls: [String(process.env.NODE_URL)], chainId: 31337, coins } } },
  log: () => {},
})
checkout.on('payment.completed', ({ data }) => console.log(data.object.amountReceived))
// @ts-expect-error Nothing was said of the payment.
export const misused = () => checkout.payments.create({})

const app = express()
app.use('/checkout', checkout)
const server = app.listen(0, '127.0.0.1', async () => {
  const url = \`http://127.0.0.1:\${(server.address() as AddressInfo).port}/checkout\`
  // Answers once the network was read.
  await fetch(\`\${url}/openapi.json\`)
  const { status, url: page } = await checkout.sandbox.payments.create({
    amount: 10,
    currency: 'USD',
    cryptocurrency: 'USDC',
    network: 'ethereum',
    merchantWallet: '${createWallet()}',
  })
  const paths = ['/openapi.json', '/crypto-checkout.js', page.slice(page.indexOf('/pay/'))]
  const headers = { accept: 'text/html', 'user-agent': 'Mozilla/5.0' }
  const answers = await Promise.all(paths.map(async (path) => (await fetch(url + path, { headers })).status))
  console.log(JSON.stringify({ status, answers }))
  server.closeAllConnections()
  server.close(() => checkout.stop())
})
`

test.each([
  ['4', 'express4'],
  ['5', 'express'],
])('the installed middleware compiles and mounts in an Express app, with Express %s', async (major, name) => {
  for (const prefix of ['', '@types/']) {
    link(`${prefix}${name}`, join(WORKSPACE, 'packages/express'), folder, `${prefix}express`)
  }
  expect(readManifest(join(folder, 'node_modules/express')).version).toMatch(new RegExp(`^${major}\\.`))
  expect(readManifest(installed('express')).peerDependencies.express.split(' || ')).toContainEqual(
    expect.stringMatching(new RegExp(`^\\^${major}\\.`)),
  )
  writeFileSync(join(folder, 'shop.ts'), SHOP)
  const strict = ['--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node', '--skipLibCheck']
  await run('tsc', [...strict, 'shop.ts'], folder)
  const chain = new ScriptedNode({ chainId: 31_337, startTime: Date.now() })
  chain.decimals.set('0x5FbDB2315678afecb367f032d93F642f64180aa3', 6)
  const node = await serveNode(chain)
  onTestFinished(node.close)
  const env = { NODE_URL: node.url }
  const shop = startCommand([], { program: join(folder, 'shop.js'), cwd: createTemporaryFolder(), env })
  expect([await shop.ended, shop.stderr]).toEqual([0, ''])
  expect(JSON.parse(shop.stdout)).toEqual({ status: 'created', answers: [200, 200, 200] })
})
