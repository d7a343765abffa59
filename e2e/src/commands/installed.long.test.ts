/** A release as users install it: into empty projects, where nothing of the workspace is. A payment is taken in each. */
import { existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { asBrowser, findFreePort, ScriptedNode, serveNode, TEST_TOKEN } from '@crypto-checkout/core/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  cleanUp,
  createKeys,
  createTemporaryFolder,
  createWallet,
  HTTP_POLL_MS,
  pollUntil,
  startCommand,
  startServer,
} from '../support/harness.ts'
import { writeNetworkPrograms } from '../support/network-programs.ts'
import { useReadmeApp } from '../support/readme-app.ts'
import {
  createEmptyFolder,
  findCommand,
  installAsDocumented,
  installNode,
  installProject,
  type Manager,
  packRelease,
  removeAfterTest,
  run,
  runCommands,
  WORKSPACE,
} from '../support/release.ts'
import { readSnippet, readSnippets } from '../support/run-snippet.ts'
import { writeTypedBlocks } from '../support/typed-blocks.ts'

/** To pack, or to install from a registry, on a machine with much other work. */
const SLOW_MS = 600_000
let release: string

beforeAll(async () => {
  release = await packRelease()
})

afterAll(async () => {
  expect(await cleanUp()).toEqual([])
})

type Server = Awaited<ReturnType<typeof startServer>>

/** Creates a payment with the keys that a sandbox prints, pays it, and waits until it is completed. */
async function takePayment({ url, stdout }: Server) {
  const printed = (name: string) => new RegExp(`${name} +(\\S+)`).exec(stdout)?.[1] ?? ''
  const headers = {
    authorization: `Bearer ${printed('Public key')}`,
    'x-api-secret': printed('Secret key'),
    'content-type': 'application/json',
  }
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/sandbox/v1${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    })
    return { code: answer.status, ...((await answer.json()) as { id: string; status: string }) }
  }
  const terms = { amount: 49.9, currency: 'EUR', cryptocurrency: 'USDC', network: 'ethereum' }
  const { id } = await call('POST', '/payments', { ...terms, merchantWallet: createWallet() })
  await call('POST', `/test_helpers/payments/${id}/pay`)
  const isCompleted = ({ status }: { status: string }) => status === 'completed'
  return pollUntil(() => call('GET', `/payments/${id}`), isCompleted, HTTP_POLL_MS)
}

/** Starts the sandbox of the installed command, takes a payment, and stops it. Returns what it wrote as errors. */
async function useSandbox(folder: string, node = process.execPath): Promise<string> {
  return useServer(await startServer([], { program: findCommand(folder), cwd: createTemporaryFolder(), node }))
}

async function useServer(server: Server): Promise<string> {
  const page = /Pay a first payment +(\S+)/.exec(server.stdout)?.[1] ?? ''
  expect(await (await fetch(page, { headers: asBrowser })).text()).toContain('<crypto-checkout')
  expect((await fetch(`${server.url}/crypto-checkout.js`)).status).toBe(200)
  expect((await fetch(`${server.url}/dashboard`)).status).toBe(200)
  expect(await takePayment(server)).toMatchObject({ code: 200, status: 'completed' })
  server.signal('SIGTERM')
  await server.ended
  expect(server.stdout).toContain('Stopped the server')
  return server.stderr
}

type Framework = { readonly imports: string; readonly listen: string }

const EXPRESS: Framework = {
  imports: `
import { cryptoCheckout } from '@crypto-checkout/express'
import express from 'express'
`,
  listen: `
const app = express()
app.use('/checkout', checkout)
const server = app.listen(0, '127.0.0.1', visit)
`,
}

const HONO: Framework = {
  imports: `
import type { Server } from 'node:http'
import { cryptoCheckout } from '@crypto-checkout/fetch'
import { type HttpBindings, serve } from '@hono/node-server'
import { Hono } from 'hono'
`,
  listen: `
const app = new Hono<{ Bindings: HttpBindings }>()
app.all('/checkout/*', (c) => checkout(c.req.raw, { address: String(c.env.incoming.socket.remoteAddress) }))
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, visit) as Server
`,
}

/** A shop in an app, on a local Ethereum. It takes a payment, and prints what its pages answer and how that ends. */
const writeShop = ({ imports, listen }: Framework) => `
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDevnet } from '@crypto-checkout/devnet'
${imports}
const devnet = await startDevnet({ networks: ['ethereum'] })
const { rpcUrl, chainId, coins } = devnet.networks.ethereum
const checkout = cryptoCheckout({
  publicUrl: 'https://shop.example.com/checkout',
  database: 'sqlite:./checkout.db',
  sandbox: { networks: { ethereum: { rpcUrls: [rpcUrl], chainId, coins, pollMs: 100 } } },
  log: () => {},
})
// @ts-expect-error Nothing was said of the payment.
export const misused = () => checkout.payments.create({})

await checkout.ready()
const { id, url, address, amountDue } = await checkout.sandbox.payments.create({
  amount: 10,
  currency: 'USD',
  cryptocurrency: 'USDC',
  network: 'ethereum',
  merchantWallet: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
})
${listen}
async function visit(): Promise<void> {
  const origin = \`http://127.0.0.1:\${(server.address() as AddressInfo).port}/checkout\`
  const paths = ['/openapi.json', '/crypto-checkout.js', url.slice(url.indexOf('/pay/'))]
  const headers = { accept: 'text/html', 'user-agent': 'Mozilla/5.0' }
  const answers = await Promise.all(paths.map(async (path) => (await fetch(origin + path, { headers })).status))
  await devnet.payer.send({
    network: 'ethereum',
    cryptocurrency: 'USDC',
    to: address,
    amount: BigInt(amountDue.replace('.', '')),
  })
  let { status } = await checkout.sandbox.payments.retrieve(id)
  for (; status !== 'completed'; { status } = await checkout.sandbox.payments.retrieve(id)) await sleep(200)
  console.log(JSON.stringify({ answers, status }))
  server.closeAllConnections()
  server.close(async () => {
    await checkout.stop()
    await devnet.stop()
  })
}
`

/** Without `skipLibCheck`: the declarations of the packages need no types but those that are installed with them. */
const STRICT = ['--strict', '--target', 'es2024', '--types', 'node']

/** Compiles the shop in a project with strict types, and runs it. */
async function useShop(folder: string, framework: Framework): Promise<void> {
  writeFileSync(join(folder, 'shop.mts'), writeShop(framework))
  await run('tsc', [...STRICT, '--module', 'preserve', '--moduleResolution', 'bundler', '--noEmit', 'shop.mts'], folder)
  await run('tsc', [...STRICT, '--module', 'nodenext', 'shop.mts'], folder)
  const shop = startCommand([], { program: join(folder, 'shop.mjs'), cwd: folder })
  expect([await shop.ended, shop.stderr]).toEqual([0, ''])
  expect(JSON.parse(shop.stdout)).toEqual({ answers: [200, 200, 200], status: 'completed' })
}

type Project = {
  readonly title: string
  readonly manager: Manager
  /** The packages of the release that are installed, without the scope. By default those of docs/installing.md. */
  readonly own?: readonly string[]
  readonly others?: readonly string[]
  use(folder: string): Promise<unknown>
}

const MIDDLEWARE = ['api-types', 'contracts', 'core', 'dashboard', 'express', 'payer-ui', 'widget']
const LOCAL = ['devnet', 'stellar-devnet']
const TYPES = '@types/node@24.19.2'

/** A row for each way to install a release. A row needs what it takes to complete a payment, and nothing else. */
const PROJECTS: readonly Project[] = [
  { title: 'the server from one file, by npm', manager: 'npm', use: expectQuiet },
  { title: 'the server from one file, by pnpm', manager: 'pnpm', use: expectQuiet },
  { title: 'all packages, by npm, on old versions of Node', manager: 'npm', own: ['*'], use: useOldNodes },
  {
    title: 'Express 4, by npm',
    manager: 'npm',
    own: [...MIDDLEWARE, ...LOCAL],
    others: ['express@4.22.3', '@types/express@4.17.25', TYPES],
    use: (folder) => useShop(folder, EXPRESS),
  },
  {
    title: 'Express 5, by pnpm',
    manager: 'pnpm',
    own: ['express', 'devnet'],
    others: ['express@5.3.0', '@types/express@5.0.6', TYPES],
    use: (folder) => useShop(folder, EXPRESS),
  },
  {
    title: 'Hono, by pnpm',
    manager: 'pnpm',
    own: ['fetch', 'devnet'],
    others: ['hono@4.13.19', '@hono/node-server@2.1.9', TYPES],
    use: (folder) => useShop(folder, HONO),
  },
]

async function expectQuiet(folder: string): Promise<void> {
  expect(await run('npx', ['--no-install', 'crypto-checkout', '--help'], folder)).toContain('Usage: crypto-checkout')
  expect(await useSandbox(folder)).toBe('')
}

const { engines } = JSON.parse(readFileSync(join(WORKSPACE, 'packages/server/package.json'), 'utf8'))
const [LOWEST_NODE = ''] = /\d+\.\d+\.\d+/.exec(engines.node) ?? []
/** The only thing that the server writes as an error there is that its SQLite is experimental. */
const WARNING = /^\(node:\d+\) ExperimentalWarning: SQLite .*\n\(Use .*\)\n$/

/** The lowest Node that the packages name runs the server. An older one says what it needs. */
async function useOldNodes(folder: string): Promise<void> {
  expect(await useSandbox(folder, await installNode(LOWEST_NODE))).toMatch(WARNING)

  const node = await installNode('20.19.0')
  const needed = 'Crypto Checkout needs Node.js 22.16 or later, or 24 or later. This is v20.19.0.'
  const command = startCommand(['start'], { program: findCommand(folder), node })
  expect([await command.ended, command.stderr]).toEqual([1, `${needed}\n`])
  for (const name of ['core', 'express']) {
    writeFileSync(join(folder, 'old.mjs'), `import '@crypto-checkout/${name}'`)
    const program = startCommand([], { program: join(folder, 'old.mjs'), node })
    expect([await program.ended, program.stderr]).toEqual([1, expect.stringContaining(`Error: ${needed}\n`)])
  }
  writeFileSync(
    join(folder, 'old.mjs'),
    `import { createClient } from '@crypto-checkout/client'; console.log(typeof createClient)`,
  )
  const client = startCommand([], { program: join(folder, 'old.mjs'), node })
  expect([await client.ended, client.stdout]).toEqual([0, 'function\n'])
}

test.each(PROJECTS)(
  'a payment is completed in an empty project: $title',
  async ({ manager, own, others, use }) => {
    const folder = own
      ? await installProject(release, { manager, own, ...(others && { others }) })
      : await installAsDocumented(release, manager)
    removeAfterTest(folder)
    await use(folder)
  },
  SLOW_MS,
)

test(
  'npx takes a payment with one file in an empty folder, on the lowest Node',
  async () => {
    const folder = createEmptyFolder(release)
    removeAfterTest(folder)
    // A cache of its own, which is removed with the folder. It has what was downloaded before.
    const { npm_config_cache: downloads = join(homedir(), '.npm') } = process.env
    symlinkSync(join(downloads, '_cacache'), join(folder, '_cacache'))
    const PATH = [dirname(await installNode(LOWEST_NODE)), process.env.PATH].join(delimiter)
    const quiet = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_yes: 'true' }
    const [command = ''] = readSnippets('docs/installing.md', 'sh')
    const [program = ''] = globSync(command.split(' ').find((word) => word.endsWith('.tgz')) ?? '', { cwd: folder })
    expect(command).toMatch(/^npx \S+ start\n$/)
    const env = { ...process.env, ...quiet, PATH, npm_config_cache: folder }
    const server = await startServer([], { node: 'npx', program: `./${program}`, cwd: folder, env, asGroup: true })
    expect(await useServer(server)).toMatch(WARNING)
    expect(existsSync(join(folder, 'package.json'))).toBe(false)
  },
  SLOW_MS,
)

test.runIf(process.getuid?.() === 0 && existsSync('/usr/bin/setpriv'))(
  'a user who can only read what root installed takes a payment',
  async () => {
    const folder = await installProject(release, { manager: 'npm', own: ['server'] })
    removeAfterTest(folder)
    const data = createTemporaryFolder()
    await run('chown', ['65534:65534', data], folder)
    await run('chmod', ['-R', 'go=rX', folder], folder)
    const asNobody = ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, findCommand(folder)]
    const server = await startServer([], { node: '/usr/bin/setpriv', program: asNobody, cwd: data })
    expect(await useServer(server)).toBe('')
  },
  SLOW_MS,
)

/** Programs that call a checkout over HTTP, under the names that the documents give. The last block of a document is the new one. */
const CALLERS = [
  ['packages/client/README.md', 'hook.mjs', '/hook', 400],
  ['docs/from-btcpay.md', 'shop.mjs', '/buy', 303],
  ['docs/from-coinbase-commerce.md', 'shop.mjs', '/buy', 303],
] as const

/** Runs the code of documents in a folder that is installed, with the sandbox of its command. */
async function useCallers(folder: string): Promise<void> {
  const sandbox = await startServer(['--port', '0'], { program: findCommand(folder), cwd: createTemporaryFolder() })
  const printed = (name: string) => new RegExp(`${name} +(\\S+)`).exec(sandbox.stdout)?.[1] ?? ''
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const env = {
    ...{ CHECKOUT_URL: `${sandbox.url}/sandbox/v1`, MERCHANT_WALLET: createWallet() },
    ...{ CHECKOUT_PUBLIC_KEY: printed('Public key'), CHECKOUT_SECRET_KEY: printed('Secret key') },
    ...{ CHECKOUT_WEBHOOK_SECRET: secret, WEBHOOK_SECRET: secret },
  }
  const start = (document: string, index: number, name: string, port = 0) => {
    expect(readFileSync(join(WORKSPACE, document), 'utf8')).toMatch(new RegExp(`in a file .${name}.`, 'i'))
    const code = readSnippet(document, index, 'js').replace('https://pay.example.com/sandbox/v1', env.CHECKOUT_URL)
    writeFileSync(join(folder, name), code)
    return startCommand([], { program: join(folder, name), cwd: folder, env: { ...env, PORT: String(port) } })
  }
  const calls = start('packages/client/README.md', 0, 'calls.mjs')
  expect([await calls.ended, calls.stderr]).toEqual([0, ''])
  expect(calls.stdout).toMatch(/^Pay at http.*\npay_\w+ created\n/)
  for (const [document, name, path, status] of CALLERS) {
    const port = await findFreePort()
    const app = start(document, 1, name, port)
    const post = { method: 'POST', redirect: 'manual', body: '' } as const
    const answer = await pollUntil(
      () => fetch(`http://127.0.0.1:${port}${path}`, post).catch(() => null),
      (one) => one !== null,
    )
    expect([document, answer?.status, app.stderr]).toEqual([document, status, ''])
    app.signal('SIGTERM')
    await app.ended
  }
  sandbox.signal('SIGTERM')
  expect(await sandbox.ended).toBe(0)
}

/** The blocks of READMEs that create a payment, and take their values for granted. */
async function usePrograms(folder: string): Promise<void> {
  const sandbox = await startServer(['--port', '0'], { program: findCommand(folder), cwd: createTemporaryFolder() })
  const printed = (name: string) => new RegExp(`${name} +(\\S+)`).exec(sandbox.stdout)?.[1] ?? ''
  const start = (name: string, given: object, code: string) => {
    const values = Object.entries(given).map(([key, value]) => `const ${key} = ${JSON.stringify(value)}\n`)
    writeFileSync(join(folder, name), [...values, code].join(''))
    return startCommand([], { program: join(folder, name), cwd: createTemporaryFolder() })
  }
  const merchantWallet = createWallet()
  const keys = { publicKey: printed('Public key'), secretKey: printed('Secret key') }
  const request = readSnippet('packages/server/README.md', 0, 'js')
    .replace('await fetch(', 'const { status } = await fetch(')
    .replace('https://pay.example.com', sandbox.url)
  const signed = start('signed.mjs', { ...keys, merchantWallet }, `${request}console.log(status)`)
  expect([await signed.ended, signed.stderr, signed.stdout]).toEqual([0, '', '201\n'])
  sandbox.signal('SIGTERM')
  expect(await sandbox.ended).toBe(0)

  const polygon = new ScriptedNode({ chainId: 137, startTime: Date.now() })
  polygon.decimals.set('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 6)
  const node = await serveNode(polygon)
  onTestFinished(node.close)
  const program = readSnippet('packages/core/README.md', 0)
    .replace('https://polygon-rpc.example.com', node.url)
    .replace('await checkout.payments.create', 'const { status } = await checkout.payments.create')
  const given = { merchantWallet, body: { kind: 'bytes', bytes: [] }, address: '127.0.0.1' }
  const whole = start('whole.mjs', given, `${program}console.log(status)`)
  expect([await whole.ended, whole.stdout]).toEqual([0, 'created\n'])
}

/** Those whose README.md has code in TypeScript. */
const TYPED = ['api-types', 'client', 'contracts', 'core', 'devnet', 'react', 'stellar-devnet', 'widget']

test(
  'an empty folder, the commands of README.md and its app: it sells, the code of all documents compiles, and programs run',
  async () => {
    const folder = createEmptyFolder(release)
    removeAfterTest(folder)
    const commands = readSnippets('README.md', 'sh').find((block) => block.startsWith('npm init -y\n')) ?? ''
    await runCommands(commands, folder, { express: '5.3.0' })
    await useReadmeApp(folder)
    await useCallers(folder)
    await usePrograms(folder)
    await runCommands(`npm install @types/express@5.0.6 ${TYPES} react@19.3.1 @types/react@19.3.0`, folder)
    writeTypedBlocks(folder, TYPED)
    const programs = writeNetworkPrograms(folder)
    const files = globSync('*.{mts,tsx,d.ts}', { cwd: folder })
    expect(files).toContain('shop.mts')
    const browser = ['--lib', 'es2024,esnext.iterator,dom,dom.iterable', '--jsx', 'react-jsx']
    await run('tsc', [...STRICT, ...browser, '--module', 'nodenext', '--noEmit', ...files], folder)
    for (const name of programs) {
      const program = startCommand([], { program: join(folder, name), cwd: folder })
      expect([name, await program.ended, program.stdout]).toEqual([name, 0, ''])
    }
  },
  SLOW_MS,
)

test(
  'the folder of a release for servers installs a server without tools and local networks',
  async () => {
    const folder = join(createTemporaryFolder(), 'app')
    const dockerfile = readFileSync(join(release, 'server/Dockerfile'), 'utf8')
    const [, command = ''] = /^RUN (npx .+)$/m.exec(dockerfile) ?? []
    const [, program = ''] = /^ENTRYPOINT \["node", "--[\w=-]+", "\/app\/(.+)"\]$/m.exec(dockerfile) ?? []
    const [, copied = ''] = /^COPY (.+) \.\/$/m.exec(dockerfile) ?? []
    await run('mkdir', [folder], WORKSPACE)
    await run('cp', ['-r', ...copied.split(' '), 'packages', folder], join(release, 'server'))
    // As in the image, where nothing was installed before.
    await run('sh', ['-c', command], folder)
    const installed = globSync('node_modules/.pnpm/*', { cwd: folder }).map((path) => path.replace(/^.*\//, ''))
    expect(installed.filter((name) => /^(typescript|vite|vitest|playwright|@foundry|.*chromium)/.test(name))).toEqual(
      [],
    )
    expect(existsSync(join(folder, 'packages'))).toBe(false)
    const missing = startCommand(['start'], { program: join(folder, program) })
    expect([await missing.ended, missing.stderr]).toEqual([
      1,
      expect.stringMatching(
        /There is no configuration file, and no sandbox on local networks: @foundry-rs\/anvil-.* Or write crypto-checkout\.config\.json\./,
      ),
    ])

    const chain = new ScriptedNode({ chainId: 31_337, startTime: Date.now() })
    chain.decimals.set(TEST_TOKEN, 6)
    const node = await serveNode(chain)
    onTestFinished(node.close)
    const coins = { USDC: { address: TEST_TOKEN, decimals: 6 } }
    const networks = { ethereum: { rpcUrls: [node.url], chainId: 31_337, coins } }
    const data = createTemporaryFolder()
    const config = join(data, 'crypto-checkout.config.json')
    writeFileSync(config, JSON.stringify({ publicUrl: 'http://127.0.0.1:3000', sandbox: { networks } }))
    const env = { NODE_ENV: 'production', DATA_DIR: data, CRYPTO_CHECKOUT_CONFIG: config }
    const surroundings = { program: join(folder, program), cwd: folder, env }
    const { publicKey, secretKey } = await createKeys(surroundings)
    const server = await startServer(['--port', '0'], surroundings)
    await pollUntil(
      async () => (await fetch(`${server.url}/readyz`)).status,
      (status) => status === 200,
    )
    const created = await fetch(`${server.url}/sandbox/v1/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum' },
        merchantWallet: createWallet(),
      }),
    })
    expect(created.status).toBe(201)
    server.signal('SIGTERM')
    expect([await server.ended, server.stderr]).toEqual([0, ''])
  },
  SLOW_MS,
)
