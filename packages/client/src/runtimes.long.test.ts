/**
 * The client in Node, Deno, Bun and Cloudflare's workerd, each as its package on the registry brings it. They are installed
 * apart, on first use: nobody else needs them.
 */
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort, TEST_WALLET } from '@crypto-checkout/core/testing'
import { Webhook } from 'standardwebhooks'
import { build } from 'vite'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openCheckout } from './testing/checkout-server.ts'

const VERSIONS = { workerd: '1.20261117.1', deno: '2.9.6', bun: '1.4.5' }
const INSTALLED = join(import.meta.dirname, '../../../node_modules/.cache/runtimes', Object.values(VERSIONS).join('-'))
const BIN = join(INSTALLED, 'node_modules/.bin')
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const execute = promisify(execFile)

const folder = mkdtempSync(join(tmpdir(), 'runtimes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  if (!existsSync(join(BIN, 'bun'))) {
    mkdirSync(INSTALLED, { recursive: true })
    writeFileSync(join(INSTALLED, 'package.json'), JSON.stringify({ private: true, dependencies: VERSIONS }))
    await execute('npm', ['install', '--no-audit', '--no-fund'], { cwd: INSTALLED })
  }
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      lib: {
        entry: join(import.meta.dirname, 'testing/in-any-runtime.mjs'),
        formats: ['es'],
        fileName: () => 'use.mjs',
      },
      outDir: folder,
      minify: false,
      rolldownOptions: { external: /^node:/ },
    },
  })
  writeFileSync(
    join(folder, 'main.mjs'),
    `import { useClient } from './use.mjs'
console.log(JSON.stringify(await useClient(JSON.parse(process.env.INPUT))))`,
  )
})

/** Opens the input of the program, for a checkout that runs until the end of the test. */
async function openInput() {
  const { baseUrl, shop } = await openCheckout()
  const event = { id: 'evt_1', object: 'event', type: 'payment.created', data: { object: { id: 'pay_1' } } }
  const body = JSON.stringify({ ...event, sequence: 1, createdAt: new Date().toISOString(), livemode: false })
  const now = new Date()
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(SECRET).sign('evt_1', now, body),
  }
  const { publicKey, secretKey } = shop.key
  const message = { secret: SECRET, headers, body }
  return {
    baseUrl,
    nobody: `http://127.0.0.1:${await findFreePort()}/v1`,
    publicKey,
    secretKey,
    merchantWallet: TEST_WALLET,
    message,
  }
}

const expected = {
  amount: 49.9,
  isListed: true,
  refused: 'CheckoutApiError: invalid_state',
  misspelt: 'CheckoutApiError: unknown_parameter',
  away: 'ConnectionError: unreachable',
  webhooks: ['200 1', '400 0'],
}

test.each([
  ['Node', process.execPath, []],
  ['Deno', join(BIN, 'deno'), ['run', '--quiet', '--allow-env', '--allow-net']],
  ['Bun', join(BIN, 'bun'), ['run']],
])('%s', async (_name, program, words) => {
  const env = { ...process.env, INPUT: JSON.stringify(await openInput()), DENO_NO_UPDATE_CHECK: '1' }
  const { stdout } = await execute(program, [...words, join(folder, 'main.mjs')], { env, cwd: folder })
  expect(JSON.parse(stdout)).toEqual(expected)
})

/** Outgoing requests may go to loopback, which the default forbids. */
const WORKERD = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "outside", network = (allow = ["local", "private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs"), (name = "use.mjs", esModule = embed "use.mjs")],
  compatibilityDate = "2026-11-01",
  compatibilityFlags = ["nodejs_compat"],
  globalOutbound = "outside",
);
`

test('Cloudflare Workers, which do not say whether a connection was made', async () => {
  writeFileSync(join(folder, 'config.capnp'), WORKERD)
  writeFileSync(
    join(folder, 'worker.mjs'),
    `import { useClient } from './use.mjs'
export default {
  async fetch(request) {
    return Response.json(await useClient(await request.json()))
  },
}`,
  )
  const words = ['serve', '--control-fd=3', 'config.capnp']
  const worker = spawn(join(BIN, 'workerd'), words, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit', 'pipe'] })
  onTestFinished(() => void worker.kill('SIGKILL'))
  let said = ''
  worker.stdio[3]?.on('data', (chunk) => (said += chunk))
  const port = await vi.waitUntil(() => /"port":(\d+)/.exec(said)?.[1], { timeout: 30_000 })
  const input = await openInput()
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: JSON.stringify(input) })
  expect(await answer.json()).toEqual({ ...expected, away: 'ConnectionError: interrupted' })
})
