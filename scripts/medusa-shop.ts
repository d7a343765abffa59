/**
 * Runs the example shop of Medusa with a PostgreSQL and a checkout of its own, all on this machine. Each start is a new
 * shop. Ctrl-C ends everything.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, createReadStream, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, relative } from 'node:path'
import { parseEnv } from 'node:util'
import { findFreePort } from '../packages/core/src/testing/find-free-port.ts'
import { startPostgres } from '../packages/core/src/testing/postgres-server.ts'

const ROOT = join(import.meta.dirname, '..')
const SHOP = join(ROOT, 'examples/medusa')
const PLUGIN = join(ROOT, 'plugins/medusa')
/** The last file that the plug-in's build writes. */
const BUILT = join(PLUGIN, '.medusa/server/src/admin/index.js')
const INSTALL = ['--prefer-offline', '--yes', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--loglevel', 'error']
/** The path of the provider's webhook in Medusa: its identifier, and its id in medusa-config.js. */
const HOOK = '/hooks/payment/crypto-checkout_shop'
/** The checkout takes up to eight seconds. */
const END_WITHIN_MS = 10_000
const OWNER = { email: 'owner@shop.example', password: 'example' }
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

const startedAt = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'medusa-shop-'))
/** Functions that end the started programs. */
const running: (() => Promise<unknown>)[] = []
let isEnding = false

// Later ones are ignored: a terminal and npm both send theirs.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0))

try {
  prepare()
  await openShop()
} catch (error) {
  if (!isEnding) console.error(error)
  await end(1)
}

/** Installs the plug-in and the shop by their lock files, and builds the plug-in, unless that is done. */
function prepare(): void {
  install(PLUGIN)
  const sources = globSync('{src/**/*,*.json,*.js}', { cwd: PLUGIN }).map(
    (file) => statSync(join(PLUGIN, file)).mtimeMs,
  )
  if (!existsSync(BUILT) || statSync(BUILT).mtimeMs < Math.max(...sources)) {
    console.log('Building the plug-in: about 10 seconds.')
    runToEnd('npm', ['run', '--silent', 'build'], PLUGIN)
  }
  install(SHOP)
  // A copy, so that the plug-in and the shop share one Medusa. It is of the last build.
  const [built, copy] = [PLUGIN, join(SHOP, 'node_modules/@crypto-checkout/medusa')].map((at) => join(at, '.medusa'))
  rmSync(String(copy), { recursive: true, force: true })
  cpSync(String(built), String(copy), { recursive: true })
}

function install(folder: string): void {
  const [wanted, installed] = ['pnpm-lock.yaml', 'node_modules/.pnpm/lock.yaml'].map((name) => join(folder, name))
  if (isSame(String(wanted), String(installed))) return
  console.log(`Installing ${relative(ROOT, folder)}: minutes the first time, then seconds.`)
  runToEnd('npx', INSTALL, folder)
}

function isSame(one: string, other: string): boolean {
  return existsSync(other) && readFileSync(one, 'utf8') === readFileSync(other, 'utf8')
}

function runToEnd(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${cwd}`)
}

async function openShop(): Promise<void> {
  const [shopPort, medusaPort] = [await findFreePort(), await findFreePort()]
  const [shopUrl, medusaUrl] = [`http://127.0.0.1:${shopPort}`, `http://127.0.0.1:${medusaPort}`]
  console.log('Starting a PostgreSQL and the checkout with local networks.')
  const [postgres, checkout] = await Promise.all([startPostgres(), startCheckout()])
  running.push(() => postgres.stop())
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    MEDUSA_DISABLE_TELEMETRY: 'true',
    // The dashboard's own development server.
    HMR_BIND_HOST: '127.0.0.1',
    DATABASE_URL: `${postgres.url}/postgres`,
    STORE_CORS: shopUrl,
    ADMIN_CORS: medusaUrl,
    JWT_SECRET: randomBytes(16).toString('hex'),
    COOKIE_SECRET: randomBytes(16).toString('hex'),
    CHECKOUT_URL: `${checkout.url}/sandbox/v1`,
    CHECKOUT_PUBLIC_KEY: checkout.keys.CHECKOUT_PUBLIC_KEY,
    CHECKOUT_SECRET_KEY: checkout.keys.CHECKOUT_SECRET_KEY,
    CHECKOUT_WEBHOOK_SECRET: await connectWebhook(checkout, medusaUrl + HOOK),
    OWNER_EMAIL: OWNER.email,
    OWNER_PASSWORD: OWNER.password,
    PUBLISHABLE_KEY_FILE: join(folder, 'publishable-key'),
  }
  console.log("Making the shop's tables, and filling them: about 15 seconds.")
  const migration = runMedusa(['db:migrate', '--execute-all-links'], env)
  const [code] = await once(migration.child, 'exit')
  // Medusa exits with 0 although a script failed. The last one writes the file.
  const isSeeded = code === 0 && existsSync(env.PUBLISHABLE_KEY_FILE)
  if (!isSeeded) throw new Error(`the shop was not filled:\n${migration.output()}`)
  console.log('Starting Medusa: about 10 seconds.')
  const medusa = runMedusa(['start', '--host', '127.0.0.1', '--port', String(medusaPort), '--types', 'false'], env)
  await waitFor(medusa, /Server is ready on port/)
  const publishableKey = readFileSync(env.PUBLISHABLE_KEY_FILE, 'utf8')
  await serveStorefront(shopPort, { medusaUrl, publishableKey, checkoutUrl: checkout.url })
  console.log(`
  Storefront              ${shopUrl}/
  Dashboard of the shop   ${medusaUrl}/app (${OWNER.email}, ${OWNER.password})
  Checkout                ${checkout.url}/

The shop is open after ${Math.round((performance.now() - startedAt) / 1_000)} s: ${shopUrl}/`)
}

/** The standalone server with its local networks. Its data is deleted at the end. */
async function startCheckout() {
  const data = join(folder, 'checkout')
  const args = [join(ROOT, 'packages/server/src/main.ts'), 'start', '--port', '0', '--data', data]
  const server = run(process.execPath, args, { cwd: folder, env: process.env })
  const [, url = ''] = await waitFor(server, /^listening on (\S+)$/m)
  return { url, keys: parseEnv(readFileSync(join(data, 'sandbox-keys.env'), 'utf8')) }
}

type Checkout = Awaited<ReturnType<typeof startCheckout>>

/** Lets the checkout tell the shop of its payments. Returns the secret that signs what it sends. */
async function connectWebhook({ url, keys }: Checkout, hook: string): Promise<string> {
  const response = await fetch(`${url}/sandbox/v1/webhooks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${keys.CHECKOUT_PUBLIC_KEY}`,
      'x-api-secret': keys.CHECKOUT_SECRET_KEY ?? '',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ url: hook }),
  })
  if (!response.ok) throw new Error(`the webhook was not made: ${await response.text()}`)
  return ((await response.json()) as { secret: string }).secret
}

type Program = { readonly child: ChildProcess; readonly output: () => string }

function runMedusa(args: readonly string[], env: NodeJS.ProcessEnv): Program {
  return run(process.execPath, [join(SHOP, 'node_modules/@medusajs/cli/cli.js'), ...args], { cwd: SHOP, env })
}

/**
 * A program that is asked to end with this one. In a group of its own it does not hear the terminal's Ctrl-C itself, but
 * PostgreSQL does: Medusa then waits for it in vain.
 */
function run(command: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Program {
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  running.push(async () => {
    child.kill('SIGINT')
    const late = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS)
    await ended
    clearTimeout(late)
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (process.env.SHOP_LOG) process.stderr.write(text)
    })
  return { child, output: () => output }
}

/** Waits until a program has written a text. */
async function waitFor({ child, output }: Program, text: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const found = text.exec(output())
    if (found !== null) return found
    if (child.exitCode !== null) throw new Error(`a program ended early:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The files of the storefront, and the addresses and the key that its page asks for. */
async function serveStorefront(port: number, config: object): Promise<void> {
  const server: Server = createServer((request, response) => {
    const path = new URL(`http://shop${request.url}`).pathname
    if (path === '/config.json')
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(config))
    const file = join(SHOP, 'storefront', path === '/' ? 'index.html' : path)
    if (!existsSync(file)) return void response.writeHead(404).end()
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
    createReadStream(file).pipe(response)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  running.push(async () => {
    server.close()
    server.closeAllConnections()
  })
}

/** Ends the last program first: the shop needs its database to the end. */
async function end(code: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  for (const stop of running.reverse()) await stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}
