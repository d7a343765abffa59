/** Runs every curl command of README.md and docs/*.md, and compares the JSON that documents show with real answers. */
import { execFile } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createApiKey, type Payment } from '@crypto-checkout/core'
import {
  createTransferFor,
  logos,
  ScriptedNode,
  serveNode,
  TEST_TOKEN,
  TEST_WALLET,
} from '@crypto-checkout/core/testing'
import { Keypair } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectionInput } from '../../packages/core/src/connections/schema.ts'
import { shapes } from '../../packages/core/src/http/shapes.ts'
import { insertPerson } from '../../packages/core/src/testing/people.ts'
import { cleanUp, createTemporaryFolder, createWallet, HTTP_POLL_MS, pollUntil } from './support/harness.ts'
import { openPageSite, type PageSite } from './support/page-harness.ts'
import { readSnippet, readSnippets, runSnippet } from './support/run-snippet.ts'

const ROOT = join(import.meta.dirname, '../..')
const readDocument = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const ORDER = { amount: 49.9, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum' } as const

const chain = new ScriptedNode({ chainId: 31_337, startTime: Date.now() })
let node: Awaited<ReturnType<typeof serveNode>>
let site: PageSite
let keys: Record<'test' | 'live', { readonly publicKey: string; readonly secretKey: string }>
let completed: Payment

beforeAll(async () => {
  chain.decimals.set(TEST_TOKEN, 6)
  node = await serveNode(chain)
  const networks = {
    ethereum: {
      ...{ rpcUrls: [node.url], chainId: 31_337, pollMs: 50 },
      coins: { USDC: { address: TEST_TOKEN, decimals: 6 } },
    },
    // Nothing listens there: only addresses of this network are checked.
    stellar: { rpcUrls: ['http://127.0.0.1:2'], horizonUrls: ['http://127.0.0.1:2'] },
  }
  const testPayer = {
    send: async ({ to, amount }: { to: string; amount: bigint }) => {
      const [hash = ''] = mine([createTransferFor({ address: to, amountDue: '0' }, amount)])
      return hash
    },
    sendAndTakeBack: () => Promise.reject(new Error('no document asks for it')),
  }
  const config = { rates: { EUR: 1.08 }, log: () => {}, testPayer }
  site = await openPageSite({ ...config, sandbox: { networks }, production: { networks } })
  const { context } = site.checkout
  keys = {
    test: await createApiKey(context, { environment: 'sandbox' }),
    live: await createApiKey(context, { environment: 'production' }),
  }
  await pollUntil(
    () => site.checkout.networks(),
    (states) => states.some(({ read }) => read != null),
  )
  completed = await complete(await create())
})

afterAll(async () => {
  await site.close()
  node.close()
  expect(await cleanUp()).toEqual([])
})

const mine = (transfers: Parameters<ScriptedNode['mine']>[1] = []) => chain.mine(Date.now(), transfers)
const create = () => site.checkout.sandbox.payments.create({ ...ORDER, merchantWallet: TEST_WALLET })

function until(payment: Payment, status: Payment['status']): Promise<Payment> {
  return pollUntil(
    () => site.checkout.sandbox.payments.retrieve(payment.id),
    (one) => one.status === status,
  )
}

async function complete(payment: Payment): Promise<Payment> {
  mine([createTransferFor(payment)])
  for (let blocks = 0; blocks < 3; blocks++) mine()
  return until(payment, 'completed')
}

const commands = globSync(['README.md', 'docs/*.md'], { cwd: ROOT }).flatMap((path) =>
  readSnippets(path, 'sh').flatMap((block) => (block.startsWith('curl ') ? [{ path, block }] : [])),
)

test('there are curl commands in these documents', () => {
  const paths = new Set(commands.map(({ path }) => path))
  expect([...paths].toSorted()).toEqual([
    'README.md',
    'docs/api.md',
    'docs/payers.md',
    'docs/plugins.md',
    'docs/refunds.md',
  ])
})

/** A command with its placeholders filled in for this server. */
function fillIn(command: string, id: string): string {
  const filled = command
    .replaceAll(/https:\/\/pay\.example\.com|http:\/\/127\.0\.0\.1:3000/g, site.origin)
    .replaceAll(/\bpk_(test|live)_\.\.\./g, (_, kind: 'test' | 'live') => keys[kind].publicKey)
    .replaceAll(/\bsk_(test|live)_\.\.\./g, (_, kind: 'test' | 'live') => keys[kind].secretKey)
    .replaceAll('"0x..."', () => `"${createWallet()}"`)
    .replaceAll('"G..."', () => `"${Keypair.random().publicKey()}"`)
    .replaceAll('pay_...', id)
  expect(filled).not.toContain('...')
  return filled
}

test.each(commands)('the command works: $path: $block', async ({ block }) => {
  const cwd = createTemporaryFolder()
  writeFileSync(join(cwd, 'logo.png'), Buffer.from(logos.png, 'base64'))
  const { id } = block.includes('/test_helpers/') ? await create() : completed
  const command = fillIn(block, id).replace(/^curl /, "curl --silent --show-error --write-out '\\n%{http_code}' ")
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd })
  const [, body = '', status] = /^(.*)\n(\d+)$/s.exec(stdout) ?? []
  expect(status, body).toMatch(/^2\d\d$/)
  expect(JSON.parse(body)).toHaveProperty('object')
})

const readHeaders = () => ({ authorization: `Bearer ${keys.test.publicKey}`, 'x-api-secret': keys.test.secretKey })

/** Calls the sandbox, and returns its answer as it is. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function call(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<any> {
  const headers = { ...readHeaders(), ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(`${site.origin}/sandbox/v1${path}`, {
    ...{ method, headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

/** Expects the fields of an answer to be those of a document, and values of the same kinds. `"..."`: there are others. */
function expectShape(shown: Record<string, unknown>, real: Record<string, unknown>): void {
  const { '...': more, ...fields } = shown
  if (more === undefined) expect(Object.keys(real).toSorted()).toEqual(Object.keys(fields).toSorted())
  for (const [name, value] of Object.entries(fields)) {
    const actual = real[name]
    expect(typeof actual, name).toBe(typeof value)
    if (typeof value === 'object' && value !== null) {
      expectShape(value as Record<string, unknown>, actual as Record<string, unknown>)
    }
  }
}

/** The JSON of a document. A block may be one field of an object. */
const readJson = (path: string) =>
  readSnippets(path, 'json').map((block) => JSON.parse(block.startsWith('{') ? block : `{${block}}`))

test('the answers of docs/api.md are those of the server', async () => {
  const [user, request, audit, ...rest] = readJson('docs/api.md')
  expect(rest).toEqual([])
  await insertPerson(site, { email: 'ann@shop.example.com', role: 'owner' })
  expectShape({ ...user, lastSignedInAt: null }, (await call('/users')).data[0])

  await call('/payments', { amount: 1 })
  const noted = await pollUntil(
    () => call('/requests?status=400'),
    ({ data }) => data.length > 0,
    HTTP_POLL_MS,
  )
  expectShape(request, noted.data[0])

  const [shown = ''] = /^id: .*?(?=^```$)/ms.exec(readDocument('docs/api.md')) ?? []
  const stream = await fetch(`${site.origin}/sandbox/v1/events/stream?after=0`, { headers: readHeaders() })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let sent = ''
  while (!sent.includes('\n\n')) sent += (await reader?.read())?.value ?? ''
  await reader?.cancel()
  // The names of the lines, and of the first fields of the data.
  const names = /^id|^event|^data|"\w+"(?=:)/gm
  const expected = shown.match(names)
  expect(sent.match(names)?.slice(0, expected?.length)).toEqual(expected)

  const webhook = await call('/webhooks', { url: audit.before.url, events: ['*'] })
  await call(`/webhooks/${webhook.id}`, { url: audit.after.url }, 'PATCH')
  const changed = (await call('/audit?operation=updateWebhook')).data[0]
  expectShape(audit, changed)
  expect([changed.before, changed.after]).toEqual([audit.before, audit.after])
})

test('the answers of README.md, docs/errors.md and docs/events.md are those of the server', async () => {
  const [payment] = readJson('README.md')
  expectShape({ ...payment, '...': 'others' }, await call(`/payments/${completed.id}`))
  const [error] = readJson('docs/errors.md')
  const { currency, ...order } = ORDER
  const refused = await call('/payments', { ...order, merchantWallet: TEST_WALLET })
  expectShape(error, refused)
  expect({ ...refused.error, requestId: error.error.requestId }).toEqual(error.error)
  const [event] = readJson('docs/events.md')
  event.data.object['...'] = 'others'
  expectShape(event, (await call('/events?limit=1')).data[0])
})

test('the request of docs/plugins.md to connect is one that the server takes, and its answer one that it gives', () => {
  const [address = ''] = readSnippets('docs/plugins.md', 'text')
  const { searchParams } = new URL(address.replaceAll(/\n\s*/g, ''))
  const { scope = '', ...given } = Object.fromEntries(searchParams)
  const named = Object.entries(given).map(([name, value]) => [
    name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    value.replace(/^BASE64URL.*/, 'A'.repeat(43)),
  ])
  const input = { ...Object.fromEntries(named), scopes: scope.split(' ') }
  expect(connectionInput.parse(input)).toEqual(input)
  const [connected] = readJson('docs/plugins.md')
  expect(shapes.ConnectedShop.parse(connected)).toEqual(connected)
})

test('the confirmations of docs/delivery.md and the receipt of docs/receipts.md are those of the server', async () => {
  const payment = await create()
  mine([createTransferFor(payment)])
  expectShape(readJson('docs/delivery.md')[0].confirmations, { ...(await until(payment, 'processing')).confirmations })
  const answer = await fetch(String(completed.receiptUrl), { headers: { accept: 'application/json' } })
  expectShape(readJson('docs/receipts.md')[0], (await answer.json()) as Record<string, unknown>)
})

test('the signed request of packages/server/README.md is accepted, and counts as signed', async () => {
  const { publicKey, secretKey } = await createApiKey(site.checkout.context, {
    environment: 'sandbox',
    requireSignature: true,
  })
  const code = readSnippet('packages/server/README.md', 0, 'js')
    .replace('await fetch(', 'const answer = await fetch(')
    .replace('https://pay.example.com', site.origin)
    .replace('polygon', 'ethereum')
  const given = { publicKey, secretKey, merchantWallet: TEST_WALLET }
  expect(await runSnippet(code, given, 'answer')).toMatchObject({ status: 201 })
})

test('the code of packages/core/README.md creates a payment', async () => {
  const polygon = new ScriptedNode({ chainId: 137, startTime: Date.now() })
  polygon.decimals.set('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 6)
  const local = await serveNode(polygon)
  onTestFinished(local.close)
  const code = readSnippet('packages/core/README.md', 0)
    .replace('https://polygon-rpc.example.com', local.url)
    .replace('./data/', `${createTemporaryFolder()}/`)
    .replace('await checkout.payments.create', 'const payment = await checkout.payments.create')
  const body = { kind: 'bytes', bytes: new Uint8Array() }
  const payment = await runSnippet(code, { merchantWallet: TEST_WALLET, body, address: '127.0.0.1' }, 'payment')
  expect(payment).toMatchObject({ status: 'created', amount: 25 })
})
