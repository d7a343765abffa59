import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { List, Payment, Transfer, WebhookWithSecret } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine } from '@crypto-checkout/devnet/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callCommand } from '../support/call-command.ts'
import {
  cleanUp,
  createSandboxConfig,
  createTemporaryFolder,
  createWallet,
  type Ethereum,
  HTTP_POLL_MS,
  pay,
  pollUntil,
  startServer,
} from '../support/harness.ts'

/** A server with two merchants, a chain that the test mines, and commands beside it. */
let devnet: Ethereum
let server: Awaited<ReturnType<typeof startServer>>
let cwd: string
let second: string

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  cwd = createTemporaryFolder()
  writeFileSync(join(cwd, 'crypto-checkout.config.json'), JSON.stringify(createSandboxConfig(devnet)))
  server = await startServer(['--port', '0'], { cwd })
  second = (await json<{ id: string }>('merchants', 'create', '--name', 'Second')).id
})

afterAll(async () => {
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const run = (...words: string[]) =>
  callCommand(...words, '--config', join(cwd, 'crypto-checkout.config.json'), '--data', join(cwd, 'data'))

async function json<T>(...words: string[]): Promise<T> {
  const { code, stdout, stderr } = await run(...words, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as T
}

const create = (...words: string[]) =>
  json<Payment>('payments', 'create', '--amount', '10', '--network', 'ethereum', '--wallet', createWallet(), ...words)

test('a payment is created, found by its order, shown and cancelled', async () => {
  const words = ['--amount', '49.90', '--currency', 'eur', '--network', 'ethereum', '--wallet', createWallet()]
  const order = ['--reference', 'A-1001', '--description', 'Two cups', '--metadata', 'till=3', '--metadata', 'note=a=b']
  const made = await run('payments', 'create', ...words, ...order, '--expires-in', '60')
  expect(made).toMatchObject({ code: 0, stderr: '' })
  const [, id = '', url] = /^(pay_\w+): 49\.90 EUR, \d+\.\d{6} USDC on ethereum\n(http\S+)\n$/.exec(made.stdout) ?? []
  expect(url).toBe(`${server.url}/pay/${id.slice('pay_'.length)}`)
  const found = await run('payments', 'list', 'A-1001')
  expect(found.stdout).toMatch(/^ID +STATUS +PRICE +RECEIVED +NETWORK +REFERENCE +CREATED\n/)
  expect(found.stdout.trim().split('\n')).toHaveLength(2)
  expect(found.stdout).toMatch(
    new RegExp(`^${id} +created +49\\.90 EUR +0\\.000000 of \\S+ USDC +ethereum +A-1001`, 'm'),
  )
  const shown = await run('payments', 'get', id)
  for (const part of [`Payment:   ${id}`, 'For:       Two cups', `Page:      ${url}`])
    expect(shown.stdout).toContain(part)
  const read = await run('payments', 'get', id, '--json')
  // As the API prints it.
  expect(read.stdout).toContain('"amount":49.90,')
  expect(JSON.parse(read.stdout)).toMatchObject({ metadata: { till: '3', note: 'a=b' }, description: 'Two cups' })
  expect((await run('payments', 'cancel', id)).stdout).toBe(`${id}: cancelled.\n`)
  expect((await json<List<Payment>>('payments', 'list', '--status', 'cancelled')).data.map((one) => one.id)).toEqual([
    id,
  ])
})

test('a payment that is not there may be in the other environment', async () => {
  const { id } = await create()
  expect((await run('payments', 'get', id, '--environment', 'production')).stderr).toContain(
    'There is no such payment in production: check the id, or add --environment sandbox.',
  )
  expect((await run('payments', 'cancel', 'pay_1')).stderr).toContain(
    'There is no such payment in sandbox: check the id, or add --environment production.',
  )
})

test('lists go on page after page, and filters combine', async () => {
  const ids: string[] = []
  for (const coin of ['USDC', 'DAI', 'usdc']) ids.unshift((await create('--coin', coin, '--reference', 'many')).id)
  const first = await run('payments', 'list', '--reference', 'many', '--limit', '2')
  expect(first.stdout).toContain(`2 of 3: --after ${ids[1]} goes on.`)
  const rest = await json<List<Payment>>('payments', 'list', '--reference', 'many', '--after', ids[1] ?? '')
  expect(rest.data.map(({ id }) => id)).toEqual([ids[2]])
  const dai = await json<List<Payment>>(
    'payments',
    'list',
    '--reference',
    'many',
    '--coin',
    'DAI',
    '--from',
    '2026-01-01',
  )
  expect(dai.data.map(({ id }) => id)).toEqual([ids[1]])
  expect(await json<List<Payment>>('payments', 'list', '--before', '2026-01-01')).toMatchObject({ totalCount: 0 })
})

test('what was paid is accepted as enough, once some was', async () => {
  const wallet = createWallet()
  const payment = await json<Payment>(
    'payments',
    'create',
    '--amount',
    '10',
    '--network',
    'ethereum',
    '--wallet',
    wallet,
  )
  const early = await run('payments', 'accept', payment.id)
  expect(early).toMatchObject({ code: 1, stdout: '' })
  const hash = await pay(devnet, payment, 3_000_000n)
  await mine(devnet.networks.ethereum, 4)
  const findTransfer = async () =>
    (await json<List<Transfer>>('transfers', 'list')).data.find((one) => one.hash === hash)
  // Only final money can be accepted, and a transfer is listed before it is final.
  const transfer = await pollUntil(findTransfer, (one) => one?.status === 'final', HTTP_POLL_MS)
  await json('transfers', 'assign', transfer?.id ?? '', payment.id)
  expect((await run('payments', 'accept', payment.id)).stdout).toBe(`${payment.id}: completed.\n`)
  expect((await run('payments', 'get', payment.id)).stdout).toContain(`Paid:      3.000000 USDC in ${hash}`)
})

test('every command about a merchant takes another one than the first', async () => {
  const own = ['--merchant', second]
  const { id } = await create(...own)
  expect((await json<List<Payment>>('payments', 'list', ...own)).data.map((one) => one.id)).toEqual([id])
  expect(await run('payments', 'get', id)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no such payment'),
  })
  expect((await run('events', ...own)).stdout).toContain(`payment.created         ${id}\n`)
  const url = 'http://127.0.0.1:9/hook'
  const webhook = await json<WebhookWithSecret>('webhooks', 'create', url, '--events', 'payment.*', ...own)
  expect(webhook).toMatchObject({ url, events: ['payment.*'], secret: expect.stringMatching(/^whsec_/) })
  expect((await run('webhooks', 'list', ...own)).stdout).toContain(webhook.id)
  expect((await run('webhooks', 'list')).stdout).not.toContain(webhook.id)
  expect(await run('deliveries', 'list', '--webhook', webhook.id, ...own)).toMatchObject({ code: 0, stderr: '' })
  expect(await run('deliveries', 'list', '--webhook', webhook.id)).toMatchObject({ code: 1 })
  expect((await run('refunds', 'list', ...own)).code).toBe(0)
  const secret = await run('listen', '--print-secret', ...own)
  expect(secret.stdout).toMatch(/^whsec_/)
  expect((await run('listen', '--print-secret')).stdout).not.toBe(secret.stdout)
  expect((await run('status', ...own)).stdout).toContain('Payments:  1 created (sandbox)')
  for (const words of [['payments', 'list'], ['events'], ['listen', '--print-secret'], ['webhooks', 'list']]) {
    const unknown = await run(...words, '--merchant', 'mer_x')
    expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no such merchant') })
  }
})

test('a webhook is told with its secret, once', async () => {
  const made = await run('webhooks', 'create', 'http://127.0.0.1:9/hook')
  expect(made.stdout).toMatch(
    /^Webhook: whk?_\w+\nEvents: {2}\*\nSecret: {2}whsec_\S+\n\nGive the secret to the receiver/,
  )
  const [, id = '', secret = ''] = /^Webhook: (\w+)\n.*\nSecret: {2}(\S+)/.exec(made.stdout) ?? []
  const listed = await run('webhooks', 'list', '--json')
  expect(listed.stdout).toContain(id)
  expect(listed.stdout).not.toContain(secret)
  const refused = await run('webhooks', 'create', 'http://shop.example.com/hook', '--environment', 'production')
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('https') })
})

test('status shows the server, the networks and the payments', async () => {
  const shown = await run('status')
  expect(shown).toMatchObject({ code: 0, stderr: '' })
  expect(shown.stdout).toContain(`Server:    answers at ${server.url}\n`)
  expect(shown.stdout).toMatch(/^Network: +sandbox ethereum, read to block \d+ of \S+Z, final to \d+$/m)
  expect(await json('status')).toMatchObject({ server: { isRunning: true }, merchants: 2, payments: { completed: 1 } })
})

test.each([
  [['payments', 'create', '--amount', '10'], 2, '--network NETWORK is missing'],
  [['payments', 'create', '--amount', '10', '--network', 'ethereum'], 2, '--wallet ADDRESS is missing'],
  [['payments', 'create', '--amount', 'ten'], 2, '--amount must be a number'],
  [['payments', 'create', '--amount', '1', '--network', 'ethereum', '--wallet', '0x1'], 1, 'merchantWallet'],
  [['payments', 'create', '--amount', '1', '--metadata', 'x'], 2, '--metadata must be as'],
  [['payments', 'list', '--status', 'paid'], 2, '--status cannot be "paid"'],
  [['payments', 'list', '--from', 'yesterday'], 1, 'created_gte'],
  [['payments', 'get', 'pay_1'], 1, 'no such payment'],
])('%j is refused', async (words, code, message) => {
  const refused = await run(...words)
  expect(refused).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) })
})
