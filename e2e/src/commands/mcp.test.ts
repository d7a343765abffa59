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

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  site = await openPageSite(createSandboxConfig(devnet))
})

afterAll(async () => {
  await site.close()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

type Keys = { readonly publicKey: string; readonly secretKey: string }

/** A client of the command, which runs as a process of its own. */
async function connect({ publicKey, secretKey }: Keys): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  onTestFinished(() => client.close())
  const env = { PATH: process.env.PATH ?? '', CHECKOUT_PUBLIC_KEY: publicKey, CHECKOUT_SECRET_KEY: secretKey }
  const args = [PROGRAM, 'mcp', '--url', site.origin]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
  return client
}

function createKey(scopes: Scope[] | null): Promise<Keys & { readonly id: string }> {
  return createApiKey(site.checkout.context, { environment: 'sandbox', scopes })
}

async function connectWith(scopes: Scope[] | null): Promise<Client> {
  return connect(await createKey(scopes))
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
  const client = await connectWith(null)
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
})

test('the configuration of docs/mcp.md starts it', async () => {
  const { publicKey, secretKey } = await createKey(null)
  const filled = readSnippet('docs/mcp.md', 0, 'json')
    .replace('/path/to/the/checkout', ROOT)
    .replace('https://pay.example.com', site.origin)
    .replace('pk_test_...', publicKey)
    .replace('sk_test_...', secretKey)
  const { command, args, env } = JSON.parse(filled).mcpServers.checkout
  const client = new Client({ name: 'test', version: '1' })
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

test('no tool answers a secret, and what cannot be undone says so', async () => {
  const client = await connectWith(null)
  const { tools } = await client.listTools()
  const secret = /^(create|rotate)_(key|webhook|invitation)/
  expect(tools.filter(({ name }) => secret.test(name))).toEqual([])
  expect(JSON.stringify(tools.map(({ outputSchema }) => outputSchema))).not.toMatch(/"(secret|secretKey|qrCode)":/)
  const refund = tools.find(({ name }) => name === 'create_refund')
  expect(refund?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: false })
  expect(refund?.description).toContain('nothing brings it back')
  expect(refund?.inputSchema.properties).toHaveProperty('idempotencyKey')
  expect(refund?.inputSchema.required).toEqual(['paymentId'])
})

test('every tool has an input that names its fields, and an answer of the API fits its output', async () => {
  const client = await connectWith(null)
  const { tools } = await client.listTools()
  for (const { name, inputSchema, outputSchema } of tools) {
    expect([name, inputSchema.type, inputSchema.additionalProperties]).toEqual([name, 'object', false])
    expect([name, outputSchema?.type]).toEqual([name, 'object'])
  }
  // The client refuses an answer that does not fit.
  const reading = tools.filter(
    ({ annotations, inputSchema }) => annotations?.readOnlyHint && !inputSchema.required?.length,
  )
  expect(reading.length).toBeGreaterThan(10)
  for (const { name } of reading) expect([name, (await call(client, name)).isError]).toEqual([name, false])
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
