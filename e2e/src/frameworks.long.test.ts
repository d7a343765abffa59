/**
 * The recipes of docs/frameworks.md and the apps of README.md of the middleware, as a stranger uses them: an empty folder, the
 * commands of the document with a release, and its files. Each is built and started, serves a checkout, and ends.
 */

import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cleanUp, createTemporaryFolder, startCommand } from './support/harness.ts'
import { createEmptyFolder, packRelease, removeAfterTest, run, runCommands, WORKSPACE } from './support/release.ts'
import { readSnippet } from './support/run-snippet.ts'

const DOCUMENT = readFileSync(join(WORKSPACE, 'docs/frameworks.md'), 'utf8')
const MIDDLEWARE = 'Frameworks with middleware'
const FETCH = 'Frameworks with Request and Response'
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const USDC_ON_POLYGON = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'
const SLOW = { timeout: 60_000, interval: 50 }
/** To install and build on a machine with much other work. */
const SLOW_MS = 600_000

/** The versions that were tried. Later ones of others must not change what this test finds. */
const VERSIONS: Readonly<Record<string, string>> = {
  ...JSON.parse(readFileSync(join(WORKSPACE, 'e2e/package.json'), 'utf8')).dependencies,
  ...{ next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1', vite: '8.3.8', isbot: '5.2.3' },
  ...{ '@sveltejs/kit': '3.2.0', '@sveltejs/adapter-node': '6.0.1', svelte: '5.57.3' },
  ...{ 'react-router': '8.4.0', '@react-router/dev': '8.4.0' },
  ...{ '@react-router/node': '8.4.0', '@react-router/serve': '8.4.0' },
  ...{ astro: '7.3.5', '@astrojs/node': '11.1.6' },
}

let node: Awaited<ReturnType<typeof serveNode>>
/** A folder in which the commands for all frameworks ran. */
let prepared: string

beforeAll(async () => {
  const polygon = new ScriptedNode({ chainId: 137, startTime: Date.now() })
  polygon.decimals.set(USDC_ON_POLYGON, 6)
  node = await serveNode(polygon)
  prepared = createEmptyFolder(await packRelease())
  await runCommands(`${readSnippet('docs/frameworks.md', 0, 'sh')}npm install ./release/*.tgz`, prepared)
})

afterAll(async () => {
  node.close()
  expect(await cleanUp()).toEqual([])
})

function readSection(heading: string): string {
  const [, section = ''] = DOCUMENT.split(`\n## ${heading}\n`)
  expect(section, heading).not.toBe('')
  return section.split(/^## /m)[0] ?? ''
}

/** The files of a section: each block of code begins with the file's name. */
function readFiles(heading: string): Map<string, string> {
  const blocks = readSection(heading).matchAll(/^```js\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)
  return new Map([...blocks].map(([, name = '', code = '']) => [name, code]))
}

/** Files that npm rewrites; it replaces all others. */
const REWRITTEN = /package(-lock)?\.json$/

/** Copies a project by links to its files: to copy what is installed takes 20 s on a slow disk. */
function copyProject(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyProject(source, target)
    else if (entry.isFile() && !REWRITTEN.test(entry.name)) linkSync(source, target)
    else cpSync(source, target, { verbatimSymlinks: true })
  }
}

/** A copy of the prepared folder, with more commands and files. */
async function createFolder(commands: string, files: ReadonlyMap<string, string>): Promise<string> {
  const folder = join(createTemporaryFolder(), 'app')
  removeAfterTest(folder)
  copyProject(prepared, folder)
  await runCommands(commands, folder, VERSIONS)
  for (const [name, code] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), code.replace('https://polygon-rpc.example.com', node.url))
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

/**
 * Expects every host of a checkout to have its parts: page, scripts, API with a signature, refusals, and to leave alone
 * what is not its own. Returns the path of a payment's page.
 */
async function expectCheckout(send: Send, folder: string): Promise<string> {
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
  return path
}

/** Starts a program in a folder, and resolves with requests to it, and with its end. */
async function startProgram(folder: string, [program, ...args]: readonly [string, ...string[]]) {
  const port = await findFreePort()
  const env = { NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1', MERCHANT_WALLET: WALLET }
  const run = startCommand(args, { program, cwd: folder, env })
  let isEnded = false
  void run.ended.then(() => {
    isEnded = true
  })
  const send: Send = (path, call) => callHost(port, path, call)
  await vi.waitUntil(async () => {
    if (isEnded) throw new Error(`${run.stdout}${run.stderr}`)
    return (await send('/checkout/openapi.json').catch(() => null))?.status === 200
  }, SLOW)
  return { send, hasEnded: () => isEnded, end: () => run.signal('SIGTERM') }
}

type Program = Awaited<ReturnType<typeof startProgram>>

/** The longest that a page waits for a change of its payment. */
const WAIT_S = 25
/** Service managers kill what has not ended by then. */
const END = { timeout: 10_000, interval: 20 }

/** Opens a page that waits for a change of its payment, asks the program to end, and waits for its end. */
async function expectEnd({ send, hasEnded, end }: Program, path: string): Promise<void> {
  const { headers } = await send(`${path}/status`)
  const waiting = send(`${path}/status?wait=${WAIT_S}`, { headers: { 'if-none-match': String(headers.etag) } })
  const page = waiting.catch(() => null)
  // The page has to be open: another answer on another connection comes after its request.
  await send(`${path}/status`)
  end()
  await vi.waitUntil(hasEnded, END)
  await page
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
  readonly shared: typeof MIDDLEWARE | typeof FETCH
  /** The file of the module that the recipes share. */
  readonly module?: string
  /** Files that a project of the framework has before. */
  readonly files?: Readonly<Record<string, string>>
  readonly versions?: Readonly<Record<string, string>>
  readonly build?: readonly string[]
  /** The program that Node runs. */
  readonly start: readonly [string, ...string[]]
}

const app = { start: ['app.js'] } as const

const recipes: Readonly<Record<string, Recipe>> = {
  'Express 5': { heading: 'Express', shared: MIDDLEWARE, ...app },
  'Express 4': { heading: 'Express', shared: MIDDLEWARE, ...app, versions: { express: '4.22.3' } },
  Fastify: { heading: 'Fastify', shared: MIDDLEWARE, ...app },
  Koa: { heading: 'Koa', shared: MIDDLEWARE, ...app },
  NestJS: { heading: 'NestJS', shared: MIDDLEWARE, files: { 'app.module.js': NEST_MODULE }, start: ['main.js'] },
  'node:http': { heading: 'node:http', shared: MIDDLEWARE, ...app },
  Hono: { heading: 'Hono', shared: FETCH, ...app },
  'Next.js': {
    heading: 'Next.js',
    shared: FETCH,
    build: ['next', 'build'],
    start: ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1'],
  },
  SvelteKit: {
    heading: 'SvelteKit',
    shared: FETCH,
    module: 'src/lib/server/checkout.js',
    files: { 'src/app.html': '<!doctype html><head>%sveltekit.head%</head><body>%sveltekit.body%</body>' },
    build: ['vite', 'build'],
    start: ['build'],
  },
  'Remix and React Router': {
    heading: 'Remix and React Router',
    shared: FETCH,
    module: 'app/checkout.server.js',
    files: {
      'vite.config.js': `import { reactRouter } from '@react-router/dev/vite'
export default { plugins: [reactRouter()] }`,
      'app/root.jsx': `import { Outlet } from 'react-router'
export default function App() { return <html><body><Outlet /></body></html> }`,
      'app/routes.js': `import { route } from '@react-router/dev/routes'
export default [route('checkout/*', 'routes/checkout.$.js')]`,
    },
    build: ['react-router', 'build'],
    start: ['node_modules/@react-router/serve/bin.cjs', 'build/server/index.js'],
  },
  Astro: {
    heading: 'Astro',
    shared: FETCH,
    module: 'src/checkout.js',
    files: {
      'astro.config.mjs': `import node from '@astrojs/node'
export default { output: 'server', adapter: node({ mode: 'standalone' }) }`,
    },
    build: ['astro', 'build'],
    start: ['dist/server/entry.mjs'],
  },
}

test.each(Object.entries(recipes))(
  'a checkout in %s serves, and ends with an open page',
  async (_name, { heading, shared, module = 'checkout.js', files = {}, versions = {}, build, start }) => {
    const code = readFiles(shared).get('checkout.js') ?? ''
    const all = new Map([...Object.entries(files), [module, code] as const, ...readFiles(heading)])
    const [, install = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(readSection(heading)) ?? []
    const folder = await createFolder(pin(install, versions), all)
    const variables = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' }
    if (build) await run('npx', ['--no-install', ...build], folder, variables)
    const program = await startProgram(folder, start)
    await expectEnd(program, await expectCheckout(program.send, folder))
  },
  SLOW_MS,
)

test.each([
  ['Express', MIDDLEWARE],
  ['Hono', FETCH],
])(
  'a first payment in %s, on local networks, with the options and the command of the document',
  async (heading, shared) => {
    const port = await findFreePort()
    const [, install = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(readSection(heading)) ?? []
    const code = readFiles(shared).get('checkout.js') ?? ''
    const own = `import { options } from './options.js'\n${code.replace(/cryptoCheckout\(\{[\s\S]*?^ *\}\)$/m, 'cryptoCheckout(options)')}`
    const options = readFiles('A first payment').get('options.js')?.replace('4000', String(port)) ?? ''
    const files = new Map([...readFiles(heading), ['checkout.js', own] as const, ['options.js', options] as const])
    const folder = await createFolder(install, files)
    const started = startCommand([], { program: 'app.js', cwd: folder, env: { PORT: String(port) } })
    const [, pay = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(readSection('A first payment')) ?? []
    await vi.waitUntil(() => existsSync(join(folder, 'data/local-networks/server.json')), SLOW)
    expect(await run('sh', ['-c', pay], folder)).toContain('payment.completed')
    started.signal('SIGTERM')
    await started.ended
  },
  SLOW_MS,
)

/** Puts versions into a command: of Express two are tried. */
function pin(command: string, versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions).reduce((text, [name, version]) => text.replace(name, `${name}@${version}`), command)
}

test.each(['express', 'fetch'])(
  'the app of packages/%s/README.md, in a folder of CommonJS',
  async (name) => {
    const code = readSnippet(`packages/${name}/README.md`, 0, 'js').replace('4000', 'process.env.PORT')
    const install = readSnippet(`packages/${name}/README.md`, 0, 'sh')
    const folder = await createFolder(`npm pkg set type=commonjs\n${install}`, new Map([['app.mjs', code]]))
    const program = await startProgram(folder, ['app.mjs'])
    await expectEnd(program, await expectCheckout(program.send, folder))
  },
  SLOW_MS,
)
