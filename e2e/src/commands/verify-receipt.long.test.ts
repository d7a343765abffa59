import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { List, Payment, Transfer } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine } from '@crypto-checkout/devnet/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cleanUp,
  createKeys,
  createSandboxConfig,
  createTemporaryFolder,
  createWallet,
  type Ethereum,
  HTTP_POLL_MS,
  pay,
  pollUntil,
  runToEnd,
  startServer,
} from '../support/harness.ts'

let devnet: Ethereum
let server: Awaited<ReturnType<typeof startServer>>
let headers: Record<string, string>
let payment: Payment & { receipt: string }
let rpc: string
const cwd = createTemporaryFolder()
const proxies: Server[] = []

async function call<Body>(path: string, body?: object): Promise<Body> {
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const answer = await fetch(`${server.url}/sandbox/v1${path}`, { headers, ...sent })
  return (await answer.json()) as Body
}

const orderUsdc = () =>
  call<Payment>('/payments', {
    ...{ amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: createWallet() },
  })

async function createCompleted(): Promise<Payment & { receipt: string }> {
  const created = await orderUsdc()
  await pay(devnet, created)
  await mine(devnet.networks.ethereum, 5)
  const completed = await pollUntil(
    () => call<Payment>(`/payments/${created.id}`),
    ({ status }) => status === 'completed',
    HTTP_POLL_MS,
  )
  return { ...completed, receipt: completed.receipt ?? '' }
}

/** The command, with the words of the receipt in a file. */
async function verify(...words: string[]) {
  return runToEnd(['verify-receipt', ...words], { cwd })
}

function write(name: string, content: string): string {
  writeFileSync(join(cwd, name), content)
  return name
}

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  rpc = devnet.networks.ethereum.rpcUrl
  write('crypto-checkout.config.json', JSON.stringify(createSandboxConfig(devnet)))
  const keys = await createKeys({ cwd })
  headers = {
    ...{ authorization: `Bearer ${keys.publicKey}`, 'x-api-secret': keys.secretKey },
    'content-type': 'application/json',
  }
  server = await startServer(['--port', '0'], { cwd })
  payment = await createCompleted()
  write('receipt.jwt', `${payment.receipt}\n`)
})

afterAll(async () => {
  for (const proxy of proxies) {
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  }
  server.signal('SIGTERM')
  await server.ended
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

test('a receipt from a file or an address is checked with the keys of the issuer that the caller names', async () => {
  const trust = ['--issuer', `${server.url}/sandbox`, '--test']
  for (const source of ['receipt.jwt', payment.receiptUrl ?? '', write('receipt.json', JSON.stringify(payment))]) {
    const { code, stdout, stderr } = await verify(source, ...trust)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`of ${payment.id}`)
    expect(stdout).toContain('It proves that this checkout said so.')
    expect(stdout).toContain('NO REAL MONEY')
    expect(stdout).toContain('The chain was not asked')
  }
})

test('it says what came, not what was asked for, and that the merchant accepted it', async () => {
  const trust = ['--issuer', `${server.url}/sandbox`, '--test']
  const full = await verify('receipt.jwt', ...trust)
  expect(full.stdout).toContain(`  received ${payment.amountReceived} USDC on `)
  expect(full.stdout).not.toContain('accepted')
  const ordered = await orderUsdc()
  const hash = await pay(devnet, ordered, 1_000_000n)
  await mine(devnet.networks.ethereum, 5)
  const { data } = await pollUntil(
    () => call<List<Transfer>>('/transfers'),
    (list) => list.data.some((one) => one.hash === hash && one.status === 'final'),
    HTTP_POLL_MS,
  )
  await call(`/transfers/${data.find((one) => one.hash === hash)?.id}/assign`, { paymentId: ordered.id })
  const { receipt } = await call<Payment>(`/payments/${ordered.id}/accept`, {})
  const { stdout } = await verify(write('accepted.jwt', receipt ?? ''), ...trust)
  expect(stdout).toMatch(
    /^ {2}price 10\.00 USD, amount 10\.\d{6} USDC\n {2}received 1\.000000 USDC on eip155:\d+, to 0x/m,
  )
  expect(stdout).toMatch(/^ {2}The merchant accepted it as it was\.$/m)
})

test('with a key in a file it needs no network, and nothing vouches for itself', async () => {
  const listed = await runToEnd(['receipt-keys', 'list', '--json'], { cwd })
  const key = write('keys.json', listed.stdout)
  expect((await verify('receipt.jwt', '--key', key, '--test')).code).toBe(0)
  const nobody = await verify('receipt.jwt', '--test')
  expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining('Name whom you trust') })
  const refused = await verify('receipt.jwt', '--key', key)
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('(test_receipt)') })
  const other = await verify('receipt.jwt', '--key', key, '--issuer', 'https://pay.example.com', '--test')
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('(wrong_issuer)') })
  const live = await runToEnd(['receipt-keys', 'list', '--environment', 'production', '--json'], { cwd })
  const real = await verify('receipt.jwt', '--key', write('live.json', live.stdout), '--test')
  expect(real).toMatchObject({ code: 1, stderr: expect.stringContaining('(unknown_key)') })
  const [head = '', payload = ''] = payment.receipt.split('.')
  const changed = write('changed.jwt', `${head}.${payload}.${'A'.repeat(86)}`)
  expect(await verify(changed, '--key', key, '--test')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('(wrong_signature)'),
  })
})

test('the chain shows the money of a receipt, and a node that shows something else is reported', async () => {
  const key = write('keys.json', (await runToEnd(['receipt-keys', 'list', '--json'], { cwd })).stdout)
  const check = (node: string) => verify('receipt.jwt', '--key', key, '--test', '--rpc', node)
  const right = await check(rpc)
  expect([right.code, right.stderr]).toEqual([0, ''])
  expect(right.stdout).toContain(`ok  chain: ${payment.amountReceived} USDC from `)
  expect(right.stdout).toContain('The chain proves that the money moved.')
  const lies: [string, (answer: Answer) => void, string][] = [
    ['eth_getTransactionReceipt', (answer) => Object.assign(answer, { result: null }), 'is not on the chain'],
    ['eth_getTransactionReceipt', ({ result }) => Object.assign(result, { status: '0x0' }), 'was reverted'],
    ['eth_getTransactionReceipt', ({ result }) => Object.assign(result, { logs: [] }), 'has no such transfer'],
    [
      'eth_getTransactionReceipt',
      ({ result }) => Object.assign(result.logs[0] ?? {}, { data: '0x01' }),
      'moved 0.000001',
    ],
    ['eth_getBlockByNumber', ({ result }) => Object.assign(result, { hash: `0x${'1'.repeat(64)}` }), 'of another fork'],
    ['eth_getBlockByNumber', ({ result }) => Object.assign(result, { number: '0x0' }), 'but not final yet'],
  ]
  for (const [method, lie, words] of lies) {
    const found = await check(await serveLiar(method, lie))
    expect([found.code, found.stdout]).toEqual([1, expect.stringContaining(words)])
    expect(found.stdout).not.toContain('The chain proves')
  }
  const another = await check(await serveLiar('eth_chainId', (answer) => Object.assign(answer, { result: '0x1' })))
  expect(another).toMatchObject({ code: 1, stderr: expect.stringContaining('is of chain 1, the receipt of chain') })
})

type Answer = { result: { logs: object[] } }

/** A node that changes its answers to a method. */
async function serveLiar(about: string, lie: (answer: Answer) => void): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const body = await text(request)
    const sent = await fetch(rpc, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const answer = (await sent.json()) as Answer
    if (body.includes(`"${about}"`)) lie(answer)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  proxies.push(proxy)
  await once(proxy, 'listening')
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

test('after a rotation beside the running server, old and new receipts verify', async () => {
  const rotated = await runToEnd(['receipt-keys', 'rotate', '--json'], { cwd })
  expect([rotated.code, rotated.stderr]).toEqual([0, ''])
  const { kid } = JSON.parse(rotated.stdout) as { kid: string }
  const next = await createCompleted()
  const trust = ['--issuer', `${server.url}/sandbox`, '--test', '--json']
  const [before, after] = [
    await verify('receipt.jwt', ...trust),
    await verify(write('next.jwt', next.receipt), ...trust),
  ]
  expect(JSON.parse(after.stdout)).toMatchObject({ type: 'payment', kid, claims: { sub: next.id }, chain: null })
  expect(JSON.parse(before.stdout)).toMatchObject({ claims: { sub: payment.id } })
  expect(JSON.parse(before.stdout).kid).not.toBe(kid)
  const { stdout } = await runToEnd(['receipt-keys', 'list'], { cwd })
  expect(stdout).toMatch(new RegExp(`^KEY .*\\n${kid} .* signs now\\n\\S+ .*Z$`, 'm'))
})
