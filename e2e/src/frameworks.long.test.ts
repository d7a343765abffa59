/** Runs the recipes of docs/frameworks.md and the apps of README.md of the middleware: programs as they are, routes with Request objects. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createApiKey, createCheckout, type Payment } from '@crypto-checkout/core'
import {
  addKeys,
  asBrowser,
  callHost,
  findFreePort,
  type HostAnswer,
  type HostCall,
  ScriptedNode,
  serveNode,
} from '@crypto-checkout/core/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readSnippet } from './support/run-snippet.ts'

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/frameworks.md'), 'utf8')
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const USDC_ON_POLYGON = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'
const SLOW = { timeout: 60_000, interval: 50 }

let node: Awaited<ReturnType<typeof serveNode>>
beforeAll(async () => {
  const polygon = new ScriptedNode({ chainId: 137, startTime: Date.now() })
  polygon.decimals.set(USDC_ON_POLYGON, 6)
  node = await serveNode(polygon)
})
afterAll(() => node.close())

/** The files of a section: each block of code begins with the file's name. */
function readFiles(heading: string): Map<string, string> {
  const start = DOCUMENT.indexOf(`\n## ${heading}\n`)
  expect(start, heading).toBeGreaterThan(0)
  const text = DOCUMENT.slice(start + 1).split(/^## /m)[1] ?? ''
  const blocks = text.matchAll(/^```js\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)
  return new Map([...blocks].map(([, name = '', code = '']) => [name, code]))
}

/** Writes files to a folder inside the workspace, so that its packages resolve, and removes them after the test. */
function write(files: ReadonlyMap<string, string>): string {
  const data = join(import.meta.dirname, '../data')
  mkdirSync(data, { recursive: true })
  const folder = mkdtempSync(join(data, 'frameworks-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, code] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    const local = code.replace('sqlite:./data', `sqlite:${folder}/data`)
    writeFileSync(join(folder, name), local.replace('https://polygon-rpc.example.com', node.url))
  }
  return folder
}

/** A pair of keys for the checkout of a folder, made beside it as the command line does. */
async function createKeys(folder: string) {
  const checkout = createCheckout({
    publicUrl: 'https://shop.example.com/checkout',
    database: `sqlite:${join(folder, 'data/checkout.db')}`,
    by: 'command_line',
    migrations: 'upgrade',
  })
  const keys = await createApiKey(checkout.context, { environment: 'production' })
  await checkout.stop()
  return keys
}

const order = {
  amount: 10,
  currency: 'USD',
  cryptocurrency: 'USDC',
  network: 'polygon',
  merchantWallet: WALLET,
}

type Send = (path: string, call?: HostCall) => Promise<HostAnswer>

/** What every host of a checkout must do: page, scripts, API with a signature, refusals, and leaving alone what is not its own. */
async function expectCheckout(send: Send, folder: string): Promise<void> {
  const keys = await createKeys(folder)
  const api = (call: HostCall) =>
    send('/checkout/v1/payments', addKeys({ method: 'POST', ...call }, '/v1/payments', keys))
  const created = await vi.waitUntil(async () => {
    const answer = await api({ body: JSON.stringify(order, null, 1), sign: true })
    // Before the first read of the network, there is no payment.
    return answer.status === 503 ? null : answer
  }, SLOW)
  expect([created.status, created.text]).toEqual([201, expect.stringContaining('"status":"created"')])
  const path = new URL((created.body as Payment).url).pathname
  expect(path).toMatch(/^\/checkout\/pay\//)
  const page = await send(path, { headers: asBrowser })
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('<crypto-checkout')])
  const files = [...page.text.matchAll(/(?:src|href)="(\/[^"]*\.(?:js|css))"/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) expect([file, (await send(file)).status]).toEqual([file, 200])
  const refused = await api({ body: JSON.stringify({ ...order, amount: -1 }) })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('"param":"amount"')])
  const unsigned = await api({ body: JSON.stringify(order), headers: { 'x-service-signature': 'ab' } })
  expect([unsigned.status, unsigned.text]).toEqual([401, expect.stringContaining('signature')])
  const tooLarge = await api({ body: JSON.stringify({ ...order, extra: 'x'.repeat(70_000) }) })
  expect([tooLarge.status, tooLarge.text]).toEqual([400, expect.stringContaining('body_too_large')])
  expect((await send('/orders')).status).toBe(404)
}

/** Starts a program in a folder, and resolves with requests to it. */
async function startProgram(folder: string, file: string): Promise<Send> {
  const port = await findFreePort()
  const env = { ...process.env, PORT: String(port) }
  const child = spawn(process.execPath, [file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const send: Send = (path, call) => callHost(port, path, call)
  await vi.waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(output)
    return (await send('/checkout/openapi.json').catch(() => null))?.status === 200
  }, SLOW)
  return send
}

/** Nest's modules are classes with a decorator; here its function is called. */
const NEST_MODULE = `
import 'reflect-metadata'
import { Module } from '@nestjs/common'
export class AppModule {}
Module({})(AppModule)
`

type Recipe = {
  readonly heading: string
  readonly file?: string
  readonly files?: Readonly<Record<string, string>>
  readonly change?: (code: string) => string
}

const middleware: Readonly<Record<string, Recipe>> = {
  'Express 5': { heading: 'Express' },
  'Express 4': { heading: 'Express', change: (code) => code.replace("from 'express'", "from 'express4'") },
  Fastify: { heading: 'Fastify' },
  Koa: { heading: 'Koa' },
  NestJS: { heading: 'NestJS', file: 'main.js', files: { 'app.module.js': NEST_MODULE } },
  'node:http': { heading: 'node:http' },
}

test.each(Object.entries(middleware))('the middleware serves the checkout in %s', async (_name, recipe) => {
  const { heading, file = 'app.js', files = {}, change = (code: string) => code } = recipe
  const code = [...readFiles(heading)].map(([name, text]) => [name, change(text)] as const)
  const folder = write(new Map([...readFiles('Frameworks with middleware'), ...code, ...Object.entries(files)]))
  await expectCheckout(await startProgram(folder, file), folder)
})

test('the function serves the checkout in Hono', async () => {
  const folder = write(new Map([...readFiles('Frameworks with Request and Response'), ...readFiles('Hono')]))
  await expectCheckout(await startProgram(folder, 'app.js'), folder)
})

type Handler = (event: never) => Promise<Response>

/** How each framework calls a route: with an event that holds the Request, or with the Request itself. */
const routes = {
  'Next.js': {
    file: 'app/checkout/[...path]/route.js',
    module: 'checkout.js',
    find: (exports: Record<string, Handler>, method: string) => exports[method],
    call: (handler: Handler, request: Request) =>
      (handler as unknown as (request: Request, context: object) => Promise<Response>)(request, {
        params: Promise.resolve({ path: [] }),
      }),
  },
  SvelteKit: {
    file: 'src/routes/checkout/[...path]/+server.js',
    module: 'src/lib/server/checkout.js',
    find: (exports: Record<string, Handler>) => exports.fallback,
    call: (handler: Handler, request: Request) => handler({ request, getClientAddress: () => '192.0.2.1' } as never),
  },
  'Remix and React Router': {
    file: 'app/routes/checkout.$.js',
    module: 'app/checkout.server.js',
    find: (exports: Record<string, Handler>, method: string) =>
      method === 'GET' || method === 'HEAD' ? exports.loader : exports.action,
    call: (handler: Handler, request: Request) => handler({ request, params: {} } as never),
  },
  Astro: {
    file: 'src/pages/checkout/[...path].js',
    module: 'src/checkout.js',
    find: (exports: Record<string, Handler>) => exports.ALL,
    call: (handler: Handler, request: Request) => handler({ request, clientAddress: '192.0.2.1' } as never),
  },
} as const

describe.each(Object.entries(routes))('a route of %s', (heading, { file, module, find, call }) => {
  test('serves the checkout', async () => {
    const shared = readFiles('Frameworks with Request and Response').get('checkout.js') ?? ''
    const route = readFiles(heading).get(file) ?? ''
    const folder = write(
      new Map([
        [module, shared],
        [file, route],
      ]),
    )
    onTestFinished(async () => {
      const opened = globalThis as { checkout?: { stop(): Promise<void> } }
      await opened.checkout?.stop()
      delete opened.checkout
    })
    const exports = (await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)) as Record<string, Handler>
    const send: Send = async (path, { method = 'GET', headers = {}, body } = {}) => {
      if (!path.startsWith('/checkout/')) return { status: 404, headers: {}, text: '', body: '' }
      const request = new Request(`http://localhost:3000${path}`, { method, headers, ...(body ? { body } : {}) })
      const handler = find(exports, method)
      if (!handler) throw new Error(`${file} has no handler of ${method}`)
      const response = await call(handler, request)
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text,
        body: isJson ? JSON.parse(text) : text,
      }
    }
    await send('/checkout/openapi.json')
    await expectCheckout(send, folder)
  })
})

test.each(['express', 'fetch'])('the app of packages/%s/README.md', async (name) => {
  const code = readSnippet(`packages/${name}/README.md`, 0, 'js')
  const folder = write(new Map([['app.js', code.replace('4000', 'process.env.PORT')]]))
  await expectCheckout(await startProgram(folder, 'app.js'), folder)
})
