/** Runs the commands and the code of the README and of `docs/`, as their readers would. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createClient, type Payment, verifyWebhook } from '@crypto-checkout/client'
import { findFreePort, ScriptedNode, serveNode } from '@crypto-checkout/core/testing'
import chromium from '@sparticuz/chromium'
import { chromium as driver } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const readDocument = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const README = readDocument('README.md')
const LOCAL = readDocument('docs/local-development.md')
const PRODUCTION = readDocument('docs/production.md')
const MOVES = ['from-coinbase-commerce.md', 'from-btcpay.md']
const SETTLING = readDocument('docs/settling.md')
const DELIVERY = readDocument('docs/delivery.md')
const SERVER = join(ROOT, 'packages/server/src/main.ts')
const SLOW = { timeout: 100_000, interval: 750 }

let dir: string
let server: ChildProcess
let output = ''
let origin: string
let keys: { pk: string; sk: string }

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'docs-'))
  server = spawn(process.execPath, [SERVER, 'start', '--port', '0'], { cwd: dir })
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (output += chunk))
  origin = await vi.waitUntil(() => /^listening on (\S+)\n$/m.exec(output)?.[1], SLOW)
  keys = { pk: found(/pk_test_[\w-]+/, output), sk: found(/sk_test_[\w-]+/, output) }
})

afterAll(async () => {
  const exited = new Promise((resolve) => server.on('exit', resolve))
  server.kill('SIGTERM')
  await exited
  rmSync(dir, { recursive: true, force: true })
})

/** The text below a heading, up to the next heading of the same level. */
function section(document: string, heading: string): string {
  const start = document.indexOf(`\n${heading}\n`)
  expect(start, heading).toBeGreaterThan(0)
  return document.slice(start + heading.length).split(/^## /m)[0] ?? ''
}

/** The code blocks of a text in one language. */
function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code)
}

const firstPayment = section(README, '## A first payment')

function found(pattern: RegExp, text: string): string {
  const match = pattern.exec(text)
  if (!match) throw new Error(`no ${pattern} in ${text}`)
  return match[0]
}

/** A document's command with its placeholders filled in for this server. */
function filledIn(text: string, id = ''): string {
  return text
    .replaceAll('http://127.0.0.1:3000', origin)
    .replaceAll('pk_test_...', keys.pk)
    .replaceAll('sk_test_...', keys.sk)
    .replaceAll('pay_...', id)
    .replaceAll('/pay/...', `/pay/${id.slice('pay_'.length)}`)
}

const unindented = (text: string) => text.replace(/\n +/g, '\n')
const words = (command: string) => command.match(/'[^']*'|[^\s\\']+/g)?.map((word) => word.replaceAll("'", '')) ?? []

type Received = { headers: IncomingHttpHeaders; body: string }

type Answer = {
  id: string
  status: string
  cryptoAmount: string
  data: { type: string; data: { object: { id: string } } }[]
}

/** Does what curl would do with the options that the documents use. */
async function curl(command: string) {
  const [, ...rest] = words(command)
  const headers = new Headers()
  let method: string | undefined
  let body: string | undefined
  let url = ''
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-X') method = rest.shift()
    else if (word === '-d') body = rest.shift()
    else if (word === '-H') headers.append(...(String(rest.shift()).split(': ') as [string, string]))
    else url = word
  }
  const request = { method: method ?? (body ? 'POST' : 'GET'), headers, ...(body ? { body } : {}) }
  const response = await fetch(url, request)
  return { status: response.status, body: (await response.json()) as Answer }
}

test('the first request is the one that the banner prints', () => {
  const [create = ''] = blocks(firstPayment, 'sh')
  expect(words(unindented(output.slice(output.indexOf('  curl ')))).slice(0, words(create).length)).toEqual(
    words(unindented(filledIn(create))),
  )
})

test('a first payment is created, paid, completed and told, command by command', async () => {
  const commands = blocks(firstPayment, 'sh')
  const [create = '', pay = '', retrieve = ''] = commands
  const created = await curl(filledIn(create))
  expect(created).toMatchObject({ status: 201, body: { status: 'created', amount: 49.9, network: 'ethereum' } })
  const shown = JSON.parse(blocks(firstPayment, 'json')[0] ?? '')
  expect(Object.keys(created.body)).toEqual(expect.arrayContaining(Object.keys(shown)))
  expect(created.body.cryptoAmount).toBe(shown.cryptoAmount)
  const { id } = created.body

  expect((await curl(filledIn(pay, id))).status).toBe(200)
  await vi.waitUntil(async () => (await curl(filledIn(retrieve, id))).body.status === 'completed', SLOW)

  const told = (await curl(filledIn(retrieve.replace('/payments/pay_...', '/events')))).body.data
  const types = told.filter((event) => event.data.object.id === id).map((event) => event.type)
  expect(types.toSorted()).toEqual(['payment.completed', 'payment.created', 'payment.processing'])
})

type Early = {
  mayDeliver(payment: Payment): boolean
  deliverAll(client: unknown, deliver: (payment: Payment) => void): Promise<void>
}

test('a small order is delivered while its payment is processing, and a large one is not', async () => {
  const [rule = '', all = ''] = blocks(section(DELIVERY, '## Deliver small orders early'), 'ts')
  const file = join(dir, 'early.ts')
  // The local Ethereum is final after a few seconds.
  const code = `${rule.replace('ethereum: 24', 'ethereum: 1')}\nexport async function deliverAll(client, deliver) {\n${all}}\n`
  writeFileSync(file, code)
  const { mayDeliver, deliverAll } = (await import(file)) as Early
  const client = createClient({ baseUrl: `${origin}/sandbox/v1`, publicKey: keys.pk, secretKey: keys.sk })
  const [create = '', pay = ''] = blocks(firstPayment, 'sh')
  const { id } = (await curl(filledIn(create))).body
  const large = (await curl(filledIn(create).replace('49.90', '499.90'))).body.id
  for (const one of [id, large]) expect((await curl(filledIn(pay, one))).status).toBe(200)
  const delivered: Payment[] = []
  await vi.waitUntil(
    async () => {
      await deliverAll(client, (payment) => delivered.push(payment))
      return delivered.length > 0 || (await client.payments.retrieve(id)).status === 'completed'
    },
    { timeout: 30_000, interval: 300 },
  )
  expect(delivered).toMatchObject([{ id, status: 'processing', confirmations: { seconds: expect.any(Number) } }])
  await vi.waitUntil(async () => (await client.payments.retrieve(large)).status === 'completed', SLOW)
  expect(mayDeliver(await client.payments.retrieve(large))).toBe(true)
})

/** Runs a document's command that uses the command line. */
async function run(command: string): Promise<{ code: number | null; output: string }> {
  const started = startCommand(command)
  return { code: await started.ended, output: started.output() }
}

function startCommand(command: string) {
  const [prefix] = /^(npm run --silent crypto-checkout -- |npx crypto-checkout )/.exec(command) ?? []
  if (prefix === undefined) throw new Error(`not the command line: ${command}`)
  const words = command.slice(prefix.length).match(/"[^"]*"|[^\s"]+/g) ?? []
  const child = spawn(process.execPath, [SERVER, ...words.map((word) => word.replaceAll('"', ''))], { cwd: dir })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, ended, output: () => printed }
}

test('the faucet fills a wallet', async () => {
  const [faucet = ''] = blocks(section(LOCAL, '## Pay with a wallet of your own'), 'sh')
  expect(await run(faucet)).toMatchObject({ code: 0, output: expect.stringContaining('USDC, USDT, DAI more') })
})

test('a payment is created and found by its order number', async () => {
  const commands = blocks(LOCAL, 'sh')[0]?.trimEnd().split('\n') ?? []
  const [create = '', list = ''] = commands
  const created = await run(create)
  expect(created).toMatchObject({ code: 0, output: expect.stringContaining('49.90 USD') })
  expect(await run(list)).toMatchObject({ code: 0, output: expect.stringContaining(found(/pay_\w+/, created.output)) })
})

test('an event is triggered, listed, and posted so that its signature is verified', async () => {
  const [listen = '', commandsText = ''] = blocks(section(LOCAL, '## Webhooks in development'), 'sh')
  const received: Received[] = []
  const receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const listening = startCommand(listen.trim().replace(':4000', `:${port}`))
  onTestFinished(() => {
    listening.child.kill('SIGKILL')
    receiver.close()
  })
  await vi.waitUntil(() => listening.output().includes('Posting'), SLOW)
  const commands = commandsText.trimEnd().split('\n')
  const [trigger = '', list = ''] = commands
  const triggered = await run(trigger)
  expect(triggered).toMatchObject({ code: 0, output: expect.stringContaining('payment.completed') })
  const lastLine = triggered.output.trimEnd().split('\n').at(-1) ?? ''
  expect(await run(list)).toMatchObject({ code: 0, output: expect.stringContaining(lastLine) })

  await vi.waitUntil(() => received.some(({ body }) => body.includes('"type":"payment.completed"')), SLOW)
  const secret = found(/whsec_\S+/, readFileSync(join(dir, '.env'), 'utf8'))
  const verified = received.map(({ body, headers }) => verifyWebhook(body, headers, secret).type)
  expect(verified).toEqual(['payment.created', 'payment.processing', 'payment.completed'])
  listening.child.kill('SIGINT')
  expect(await listening.ended).toBe(0)
})

test('a payment on Polygon is settled on Ethereum in less than a minute, by one command and step by step', async () => {
  const [trigger = '', choose = ''] = blocks(section(SETTLING, '## Try it'), 'sh').map((block) => block.trim())
  expect(await run(trigger)).toMatchObject({ code: 0, output: expect.stringContaining('settlement.converted') })
  expect(await run(choose)).toMatchObject({ code: 0, output: expect.stringMatching(/polygon +USDC +converted +cctp/) })
  const client = createClient({ baseUrl: `${origin}/sandbox/v1`, publicKey: keys.pk, secretKey: keys.sk })
  const { settings } = await client.merchant.retrieve()
  const price = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'polygon' } as const
  const { id, url } = await client.payments.create({ ...price, merchantWallet: String(settings.wallets.polygon) })
  expect((await fetch(`${url}/test/exact`, { method: 'POST', redirect: 'manual' })).status).toBe(303)
  await vi.waitUntil(async () => (await client.payments.retrieve(id)).status === 'completed', SLOW)
  const [created] = (await client.settlements.create()).data
  await vi.waitUntil(
    async () => (await client.settlements.retrieve(String(created?.id))).conversion?.status === 'delivered',
    SLOW,
  )
})

test('the configuration for production is accepted, and its commands work beside the running server', async () => {
  const file = join(dir, 'production.json')
  // No requests to third parties: the nodes are at a local address where nothing listens.
  const config = blocks(PRODUCTION, 'json')[0]?.replaceAll(/https:\/\/[\w-]+-rpc[\w.-]*/g, 'http://127.0.0.1:1')
  writeFileSync(file, String(config))
  const [migrate = '', doctor = '', create = '', update = '', start = ''] = blocks(PRODUCTION, 'sh')
  const named = (command: string) => `${command.trim()} --config ${file} --data ${dir}/production`

  expect((await run(named(migrate))).code).toBe(0)
  const examined = await run(named(doctor))
  expect(examined.code).toBe(1)
  expect(examined.output).toContain('production polygon')
  expect(examined.output).toContain('cannot be reached')
  expect(await run(named(create))).toMatchObject({ code: 0, output: expect.stringContaining('sk_live_') })
  expect(await run(named(update))).toMatchObject({ code: 0, output: expect.stringContaining('Beans & Co, #0a7d4f') })
  expect(start).toContain('start --port 3000')
})

test('the configuration with an address for each payment is accepted, with the key that pays for gas', async () => {
  const [file, key] = [join(dir, 'deposit.json'), join(dir, 'polygon_gas_key')]
  writeFileSync(key, '5d'.repeat(32), { mode: 0o600 })
  const [, config = ''] = blocks(PRODUCTION, 'json')
  writeFileSync(
    file,
    config
      .replaceAll(/https:\/\/[\w-]+-rpc[\w.-]*/g, 'http://127.0.0.1:1')
      .replace('/etc/crypto-checkout/polygon_gas_key', key),
  )
  const [migrate = '', doctor = ''] = blocks(PRODUCTION, 'sh')
  const named = (command: string) => `${command.trim()} --config ${file} --data ${dir}/deposit`
  expect((await run(named(migrate))).code).toBe(0)
  const { output } = await run(named(doctor))
  expect(output).toMatch(/^ {2}key 0x[0-9A-Fa-f]{40}$/m)
  expect(output).not.toContain('hint: payments are recognised by their exact amount')
})

test('a backup is made and a month verified beside the running server', async () => {
  const [backup = '', verify = ''] = blocks(PRODUCTION, 'sh').slice(5)
  expect(await run(backup)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^The backup is in .+checkout-copy\.db: \d+ bytes\./m),
  })
  expect(await run(verify)).toMatchObject({ code: 0, output: expect.stringContaining('0 payments') })
})

/** Runs a document's app on a port, until the end of the test. */
function startApp(code: string, port: number, variables: Readonly<Record<string, string>> = {}) {
  const home = join(import.meta.dirname, '../data')
  mkdirSync(home, { recursive: true })
  // Inside the workspace, so that its packages resolve.
  const folder = mkdtempSync(join(home, 'docs-'))
  writeFileSync(join(folder, 'app.js'), code)
  const wallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const env = { ...process.env, ...variables, PORT: String(port), MERCHANT_WALLET: wallet }
  const app = spawn(process.execPath, ['app.js'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  app.stdout.on('data', (chunk) => (printed += chunk))
  onTestFinished(() => {
    app.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    printed: () => printed,
    /** The page that a buyer is sent to. Before the first read, there is no payment. */
    buy: () =>
      vi.waitUntil(async () => {
        const answer = await fetch(`${url}/buy`, { method: 'POST', redirect: 'manual' }).catch(() => null)
        return answer?.status === 303 ? String(answer.headers.get('location')) : null
      }, SLOW),
  }
}

test.each(MOVES)('a shop that moved as docs/%s says sells, and hears that it was paid', async (document) => {
  const port = await findFreePort()
  const [, after = ''] = blocks(section(readDocument(`docs/${document}`), '## The code'), 'js')
  const headers = { authorization: `Bearer ${keys.pk}`, 'x-api-secret': keys.sk, 'content-type': 'application/json' }
  const added = await fetch(`${origin}/sandbox/v1/webhooks`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/hook` }),
  })
  const { secret } = (await added.json()) as { secret: string }
  const app = startApp(after, port, {
    CHECKOUT_URL: `${origin}/sandbox/v1`,
    CHECKOUT_PUBLIC_KEY: keys.pk,
    CHECKOUT_SECRET_KEY: keys.sk,
    CHECKOUT_WEBHOOK_SECRET: secret,
  })
  const page = await app.buy()
  expect(page).toContain(`${origin}/pay/`)
  const id = `pay_${page.split('/pay/')[1]}`
  await fetch(`${origin}/sandbox/v1/test_helpers/payments/${id}/pay`, { method: 'POST', headers })
  await vi.waitUntil(() => app.printed().includes('deliver A-1001'), SLOW)
})

const [localApp = '', production = ''] = blocks(section(README, '## In an Express app'), 'js')

test('the Express app takes real money with the options for production', async () => {
  const polygon = new ScriptedNode({ chainId: 137, startTime: Date.now() })
  polygon.decimals.set('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 6)
  const feed = { price: 108_000_000n, updatedAt: Date.now(), description: 'EUR / USD' }
  polygon.feeds.set('0x73366Fe0AA0Ded304479862808e02506FE556a98', feed)
  const node = await serveNode(polygon)
  onTestFinished(node.close)
  const port = await findFreePort()
  const code = localApp
    .replace(/^const checkout = .*\n/m, () => production.replace('https://polygon-rpc.example.com', node.url))
    .replaceAll('checkout.sandbox', 'checkout')
    .replaceAll('4000', String(port))
  const app = startApp(code, port)
  const page = await app.buy()
  expect(page).toMatch(/^https:\/\/shop\.example\.com\/checkout\/pay\//)
  const shown = await fetch(app.url + new URL(page).pathname)
  expect(await shown.text()).toContain('USDC')
})

test('the element shows and follows a payment on a page of another origin', async () => {
  const [create = '', pay = ''] = blocks(firstPayment, 'sh')
  const { id, cryptoAmount } = (await curl(filledIn(create))).body
  const page = `<!doctype html><meta charset="utf-8"><title>Order</title>${filledIn(blocks(section(README, '## In any page'), 'html')[0] ?? '', id)}`
  const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const executablePath = process.env.CHROME_PATH ?? (await chromium.executablePath())
  const browser = await driver.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  onTestFinished(async () => {
    await browser.close()
    site.close()
  })

  const tab = await browser.newPage()
  await tab.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`)
  await tab.getByText(cryptoAmount.replace(/0+$/, '')).first().waitFor()
  await curl(filledIn(pay, id))
  await tab.waitForFunction("document.querySelector('crypto-checkout').payment?.status === 'completed'")
})
