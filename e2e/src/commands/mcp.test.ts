import { join } from 'node:path'
import { createApiKey, type Payment, type Scope } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine } from '@crypto-checkout/devnet/testing'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cleanUp, createSandboxConfig, type Ethereum, HTTP_POLL_MS, pay, pollUntil } from '../support/harness.ts'
import { openPageSite, type PageSite } from '../support/page-harness.ts'
import { readSnippet } from '../support/run-snippet.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PROGRAM = join(ROOT, 'packages/server/src/main.ts')

let devnet: Ethereum
let site: PageSite
/** Clients with all rights, for the tests that need nothing else. The second one has `--output-schemas`. */
let whole: Client
let described: Client

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  site = await openPageSite(createSandboxConfig(devnet))
  const keys = await createKey(null)
  ;[whole, described] = [createClient(), createClient()]
  await Promise.all([start(whole, keys), start(described, keys, ['--output-schemas'])])
})

afterAll(async () => {
  for (const client of [whole, described]) await client?.close()
  await site.close()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

type Keys = { readonly publicKey: string; readonly secretKey: string }

const createClient = () => new Client({ name: 'test', version: '1' })

/** Connects a client with the command, which runs as a process of its own. */
async function start(client: Client, { publicKey, secretKey }: Keys, options: readonly string[] = []): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', CHECKOUT_PUBLIC_KEY: publicKey, CHECKOUT_SECRET_KEY: secretKey }
  const args = [PROGRAM, 'mcp', '--url', site.origin, ...options]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
}

/** A client for one test. */
async function connect(keys: Keys, options: readonly string[] = []): Promise<Client> {
  const client = createClient()
  onTestFinished(() => client.close())
  await start(client, keys, options)
  return client
}

function createKey(scopes: Scope[] | null): Promise<Keys & { readonly id: string }> {
  return createApiKey(site.checkout.context, { environment: 'sandbox', scopes })
}

async function connectWith(scopes: Scope[] | null, options: readonly string[] = []): Promise<Client> {
  return connect(await createKey(scopes), options)
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: input })
  const text = content?.[0]?.type === 'text' ? content[0].text : ''
  return { isError, value: (structuredContent ?? JSON.parse(text)) as never, text }
}

const order = () => ({
  ...{ amount: 12.5, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum' },
  ...{ merchantWallet: devnet.accounts.merchant, reference: 'A-1' },
})

test('a program creates a payment once, sees it completed, and finds it by its reference', async () => {
  const client = whole
  const input = { ...order(), idempotencyKey: 'order A-1' }
  const [first, again] = [await call(client, 'create_payment', input), await call(client, 'create_payment', input)]
  const payment: Payment = first.value
  expect(again.value).toEqual(payment)
  expect(payment).toMatchObject({ status: 'created', amount: 12.5, reference: 'A-1' })
  expect(payment).not.toHaveProperty('qrCode')
  await pay(devnet, payment)
  await mine(devnet.networks.ethereum, 5)
  const read = async (): Promise<Payment> => (await call(client, 'retrieve_payment', { id: payment.id })).value
  await pollUntil(read, ({ status }) => status === 'completed', HTTP_POLL_MS)
  const { value } = await call(client, 'list_payments', { reference: 'A-1', limit: 10 })
  expect(value).toMatchObject({ object: 'list', totalCount: 1, data: [{ id: payment.id }] })
  expect(JSON.stringify(value)).not.toContain('qrCode')
})

test('the configuration of docs/mcp.md starts it', async () => {
  const { publicKey, secretKey } = await createKey(null)
  const filled = readSnippet('docs/mcp.md', 0, 'json')
    .replaceAll('/path/to/the/checkout', ROOT)
    .replace('https://pay.example.com', site.origin)
    .replace('pk_test_...', publicKey)
    .replace('sk_test_...', secretKey)
  const { command, args, env } = JSON.parse(filled).mcpServers.checkout
  const client = createClient()
  onTestFinished(() => client.close())
  const PATH = process.env.PATH ?? ''
  await client.connect(new StdioClientTransport({ command, args, env: { PATH, ...env } }))
  expect((await call(client, 'list_payments')).value).toMatchObject({ object: 'list' })
})

test('the scopes of the keys decide which tools there are', async () => {
  const client = await connectWith(['payments:read'])
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['list_payments', 'retrieve_payment', 'retrieve_own_key']),
  )
  for (const { name, annotations } of tools) expect([name, annotations?.readOnlyHint]).toEqual([name, true])
  const { isError, text } = await client
    .callTool({ name: 'create_payment', arguments: order() })
    .then(({ isError, content }) => ({ isError, text: JSON.stringify(content) }))
  expect(isError).toBe(true)
  expect(text).toContain('the keys may not use it')
})

test('the list of tools is short, for all rights and for the key of a till', async () => {
  const measure = async (client: Client) => Buffer.byteLength(JSON.stringify(await client.listTools()))
  expect(await measure(whole)).toBeLessThan(40_500)
  expect(await measure(await connectWith(['payments:write']))).toBeLessThan(12_000)
})

test('what many tools have in common is said once, and no tool lists its answers', async () => {
  const client = whole
  const { tools } = await client.listTools()
  const list = tools.find(({ name }) => name === 'list_payments')
  expect(list?.inputSchema.properties?.limit).toEqual({ type: 'integer' })
  const instructions = client.getInstructions()
  // Assistants see no images, and need not ask for none.
  expect(list?.inputSchema.properties).not.toHaveProperty('qrCode')
  expect(instructions).toContain('\nlimit: The number of items on a page, 1 to 100. Default: 10\n')
  const create = tools.find(({ name }) => name === 'create_payment')
  expect(create?.inputSchema.properties?.idempotencyKey).toEqual({ type: 'string' })
  expect(instructions).toMatch(/\nidempotencyKey: Repeat a call with the same one: it happens once$/m)
  expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([])
})

test('--tools names the resources whose tools there are', async () => {
  const client = await connectWith(null, ['--tools', 'refunds,settlements'])
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    ...['create_refund', 'list_refunds', 'retrieve_refund', 'cancel_refund'],
    ...['create_settlements', 'list_settlements', 'retrieve_settlement'],
  ])
  await expect(connectWith(null, ['--tools', 'payment'])).rejects.toThrow()
})

test('no tool answers a secret, and what cannot be undone says so', async () => {
  const { tools } = await described.listTools()
  const secret = /^(create|rotate)_(key|webhook|invitation)/
  expect(tools.filter(({ name }) => secret.test(name))).toEqual([])
  expect(JSON.stringify(tools.map(({ outputSchema }) => outputSchema))).not.toMatch(/"(secret|secretKey|qrCode)":/)
  const refund = tools.find(({ name }) => name === 'create_refund')
  expect(refund).toMatchObject({ title: 'Create refund', annotations: { readOnlyHint: false, destructiveHint: true } })
  expect(refund?.annotations).not.toHaveProperty('idempotentHint')
  expect(refund?.description).toContain('nothing brings it back')
  expect(refund?.inputSchema.properties).toHaveProperty('idempotencyKey')
  expect(refund?.inputSchema.required).toEqual(['paymentId'])
})

test('every tool says whether it reads, adds or changes, and whether it reaches beyond the checkout', async () => {
  const { tools } = await whole.listTools()
  const hint = (name: 'readOnlyHint' | 'destructiveHint' | 'openWorldHint') =>
    tools.filter(({ annotations }) => annotations?.[name]).map((tool) => tool.name)
  expect(tools.filter(({ title }) => !/^[A-Z][a-z ]+$/.test(title ?? ''))).toEqual([])
  expect(hint('readOnlyHint').filter((name) => !/^(list|retrieve|export|challenge)_/.test(name))).toEqual([])
  const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false)
  // These only add something.
  expect(changing.filter(({ annotations }) => annotations?.destructiveHint === false).map(({ name }) => name)).toEqual([
    ...['create_payment', 'create_payment_link', 'ping_webhook', 'resend_failed_deliveries', 'resend_delivery'],
    ...['prove_wallet', 'pay_test_payment'],
  ])
  expect(hint('openWorldHint')).toEqual([
    ...['create_payment', 'choose_payment_method', 'create_refund'],
    ...['ping_webhook', 'resend_failed_deliveries', 'resend_delivery', 'pay_test_payment'],
  ])
})

test('every tool has an input that names its fields, and an answer of the API fits its output', async () => {
  const { tools } = await described.listTools()
  for (const { name, inputSchema, outputSchema } of tools) {
    expect([name, inputSchema.type, inputSchema.additionalProperties]).toEqual([name, 'object', false])
    expect([name, outputSchema?.type]).toEqual([name, 'object'])
  }
  // The client refuses an answer that does not fit.
  const reading = tools.filter(
    ({ annotations, inputSchema }) => annotations?.readOnlyHint && !inputSchema.required?.length,
  )
  expect(reading.length).toBeGreaterThan(10)
  for (const { name } of reading) expect([name, (await call(described, name)).isError]).toEqual([name, false])
})

test('of long lists of values a tool shows examples, and the API says which one was probably meant', async () => {
  const client = await connectWith(['events:read'])
  const { tools } = await client.listTools()
  const type = tools.find(({ name }) => name === 'list_events')?.inputSchema.properties?.type
  const description = 'Those of this type, such as payment.created, payment.partially_paid'
  expect(type).toEqual({ type: 'string', description })
  const { isError, text } = await call(client, 'list_events', { type: 'payment.complete' })
  expect([isError, text]).toEqual([true, expect.stringContaining('did you mean payment.completed?')])
})

test('bad input gets the words of the API', async () => {
  const client = await connectWith(['payments:write'])
  const { isError, value } = await call(client, 'create_payment', { ...order(), network: 'etherium' })
  expect(isError).toBe(true)
  expect(value).toMatchObject({ error: { type: 'invalid_request_error', code: 'invalid_parameter', param: 'network' } })
  const missing = await call(client, 'retrieve_payment', { id: 'pay_../../merchant' })
  expect(missing.value).toMatchObject({ error: { code: 'resource_missing' } })
})

test('keys that the server refuses end the command with one line', async () => {
  const { publicKey } = await createKey(null)
  await expect(connect({ publicKey, secretKey: 'sk_test_wrong' })).rejects.toThrow()
})
