import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  type Checkout,
  type CheckoutConfig,
  createCheckout,
  type NodeAddress,
  type Payment,
  verifyPayments,
} from '@crypto-checkout/core'
import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { mine } from '@crypto-checkout/devnet/testing'
import { stellarKeys } from '@crypto-checkout/stellar-devnet/testing'
import { Claimant, Horizon, Memo, Operation } from '@stellar/stellar-sdk'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  cleanUp,
  createSandboxConfig,
  createTemporaryFolder,
  createWallet,
  pollUntil,
  runToEnd,
} from '../support/harness.ts'
import {
  createStellarConfig,
  MERCHANT,
  send,
  buildPayment as stellarPayment,
  USDC,
} from '../support/stellar-harness.ts'

let devnet: Devnet<'stellar' | 'ethereum'>
let checkout: Checkout
let config: CheckoutConfig
let onEthereum: Payment
let onStellar: Payment
const proxies: Server[] = []

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['stellar', 'ethereum'], blockTimeMs: 0 })
  const [{ sandbox: ethereum }, { sandbox: stellar }] = [createSandboxConfig(devnet), createStellarConfig(devnet)]
  const sandbox = { networks: { ...ethereum?.networks, ...stellar?.networks } }
  config = {
    publicUrl: 'https://pay.example.com',
    database: `sqlite:${join(createTemporaryFolder(), 'checkout.db')}`,
    sandbox,
  }
  checkout = createCheckout({ ...config, log: () => {} })
  await checkout.start()
  const { payments } = checkout.sandbox
  const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC' } as const
  onEthereum = await payments.create({ ...order, network: 'ethereum', merchantWallet: createWallet() })
  onStellar = await payments.create({ ...order, network: 'stellar', merchantWallet: MERCHANT })
  const due = BigInt(onEthereum.amountDue.replace('.', ''))
  await devnet.payer.send({ network: 'ethereum', cryptocurrency: 'USDC', to: onEthereum.address, amount: due })
  await mine(devnet.networks.ethereum, 5)
  await send(devnet, [stellarPayment('4')], { memo: Memo.text(onStellar.memo ?? '') })
  await send(devnet, [stellarPayment('6')], { memo: Memo.id(onStellar.memo ?? '') })
  for (const { id } of [onEthereum, onStellar]) {
    await pollUntil(
      () => payments.retrieve(id),
      ({ status }) => status === 'completed',
    )
  }
})

afterEach(async () => {
  for (const proxy of proxies.splice(0)) {
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  }
})

afterAll(async () => {
  await checkout.stop()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** A node that changes its answers to a method or path. */
async function liar(target: string, about: string, lie: (answer: string) => string): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const body = await text(request)
    const { method = 'GET', url = '' } = request
    const sent = method === 'GET' ? {} : { body, headers: { 'content-type': 'application/json' } }
    const answer = await fetch(`${target}${url === '/' ? '' : url}`, { method, ...sent })
    const answerText = await answer.text()
    const isAsked = body.includes(`"${about}"`) || (method === 'GET' && url.includes(about))
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(isAsked ? lie(answerText) : answerText)
  }).listen(0, '127.0.0.1')
  proxies.push(proxy)
  await once(proxy, 'listening')
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

const today = () => ({ environment: 'sandbox', from: Date.now() - 86_400_000, to: Date.now() + 1 }) as const
const verified = (nodes: readonly NodeAddress[] = []) => verifyPayments(checkout.context, config, today(), nodes)

test('what is on the chain is confirmed by each node by itself, with the command line and exit code 0', async () => {
  const cwd = createTemporaryFolder()
  writeFileSync(join(cwd, 'crypto-checkout.config.json'), JSON.stringify(config))
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const period = ['--from', day(Date.now() - 86_400_000), '--to', day(Date.now())]
  const json = await runToEnd(['verify', ...period, '--json'], { cwd })
  expect(json).toMatchObject({ code: 0, stderr: '' })
  const { networks } = devnet
  const as = { confirmed: 1, unknown: 0, reason: null }
  expect(JSON.parse(json.stdout)).toEqual({
    payments: 2,
    nodes: expect.arrayContaining([
      { network: 'ethereum', url: new URL(networks.ethereum.rpcUrl).origin, ...as },
      { network: 'stellar', url: networks.stellar.rpcUrl, ...as },
      { network: 'stellar', url: new URL(networks.stellar.horizonUrl).origin, ...as },
    ]),
    differences: [],
    unverified: [],
    sent: { refunds: 0, sweeps: 0, relays: 0, differences: [], unverified: [] },
    ledger: expect.objectContaining({ entries: 3, differences: [], moreDifferences: 0, unknown: {}, unverified: 0 }),
  })
  const hiding = await liar(networks.ethereum.rpcUrl, 'eth_getTransactionReceipt', (answer) =>
    JSON.stringify({ ...JSON.parse(answer), result: null }),
  )
  const found = await runToEnd(['verify', ...period, '--rpc', `ethereum=${hiding}`], { cwd })
  expect(found.code).toBe(1)
  expect(found.stdout).toContain(`BAD ethereum, ${hiding}: 0 as recorded, 1 not`)
  expect(found.stdout).toContain(
    `${onEthereum.id}: recorded as completed with ${onEthereum.amountDue}, but ${hiding} says`,
  )
  const custom = { title: 'Sidechain', nativeSymbol: 'SIDE', chainId: 31_338, rpcUrls: ['http://127.0.0.1:9'] }
  const coins = { USDC: networks.ethereum.coins.USDC }
  const wider = { ...config, sandbox: { ...config.sandbox, customNetworks: { sidechain: { ...custom, coins } } } }
  writeFileSync(join(cwd, 'crypto-checkout.config.json'), JSON.stringify(wider))
  const another = await runToEnd(['verify', ...period, '--rpc', 'sidechain=http://127.0.0.1:8'], { cwd })
  expect(another).toMatchObject({ code: 0, stdout: expect.stringContaining('ok  sidechain, http://127.0.0.1:8') })
  const unknown = await runToEnd(['verify', ...period, '--rpc', 'moon=http://127.0.0.1:8'], { cwd })
  expect(unknown.stderr).toContain('sandbox.networks.moon: not configured')
  const before = await runToEnd(['verify', '--from', '2026-01-01', '--to', '2026-01-02'], { cwd })
  expect(before).toMatchObject({ code: 0, stdout: expect.stringContaining('0 payments were completed') })
  expect((await runToEnd(['verify', '--from', 'yesterday', '--to', '2026-01-02'], { cwd })).code).toBe(2)
})

/** Changes the receipt's only log. */
function inLog(change: (log: { topics: string[]; data: string; address: string }) => object) {
  return (answer: string) => {
    const { result, ...rest } = JSON.parse(answer)
    const logs = result.logs.map((log: Parameters<typeof change>[0]) => ({ ...log, ...change(log) }))
    return JSON.stringify({ ...rest, result: { ...result, logs } })
  }
}

const word = (digit: string) => `0x${digit.repeat(64)}`

test.each([
  [
    'another amount',
    inLog(() => ({ data: `0x${'5'.padStart(64, '0')}` })),
    /^moves 5 from 0x[0-9a-f]{40}, not \d+ from/,
  ],
  ['another recipient', inLog(({ topics }) => ({ topics: [topics[0], topics[1], topics[1]] })), /^moves nothing/],
  ['another coin', inLog(() => ({ address: `0x${'12'.repeat(20)}` })), /^moves nothing/],
  ['a block that is not on its chain', inLog(() => ({ blockHash: word('a') })), /^moves nothing/],
  ['that it failed', (answer: string) => answer.replace('"status":"0x1"', '"status":"0x0"'), /^moves nothing/],
])('a node of Ethereum that tells %s of a transaction is told apart, with what it says', async (_, lie, message) => {
  const url = await liar(devnet.networks.ethereum.rpcUrl, 'eth_getTransactionReceipt', lie)
  const { differences, nodes } = await verified([{ network: 'ethereum', kind: 'rpc', url }])
  expect(differences).toEqual([
    {
      ...{ paymentId: onEthereum.id, network: 'ethereum', url },
      recorded: { status: 'completed', received: onEthereum.amountDue },
      told: { status: expect.not.stringMatching('completed'), received: '0.000000' },
      transfers: [{ hash: expect.stringMatching(/^0x/), text: expect.stringMatching(message) }],
    },
  ])
  expect(nodes.filter(({ network }) => network === 'stellar').map(({ confirmed }) => confirmed)).toEqual([1, 1])
})

test('a transfer that stands in another block than was recorded is a difference', async () => {
  const { db } = checkout.context
  const [transfer] = await db.selectFrom('transfers').selectAll().where('payment_id', '=', onEthereum.id).execute()
  const set = (block_hash: string) =>
    checkout.context.transact((tx) =>
      tx.updateTable('transfers').set({ block_hash }).where('payment_id', '=', onEthereum.id).execute(),
    )
  await set(word('b'))
  const { differences } = await verified()
  expect(differences).toMatchObject([
    { paymentId: onEthereum.id, transfers: [{ text: expect.stringMatching(/^is in block/) }] },
  ])
  await set(transfer?.block_hash ?? '')
})

test.each([
  ['rpc', 'getTransaction', (answer: string) => answer.replace('"SUCCESS"', '"FAILED"'), 2],
  ['horizon', '/payments', (answer: string) => answer.replaceAll(/"amount": ?"[0-9.]+"/g, '"amount":"1.0000000"'), 2],
  ['horizon', '/payments', (answer: string) => answer.replaceAll(/"memo": ?"\d+"/g, '"memo":"1234567812345678"'), 1],
] as const)('a node of Stellar (%s) that tells of %s otherwise is told apart', async (kind, about, lie, wrong) => {
  const { rpcUrl, horizonUrl } = devnet.networks.stellar
  const url = await liar(kind === 'rpc' ? rpcUrl : horizonUrl, about, lie)
  const { differences } = await verified([{ network: 'stellar', kind, url }])
  expect(differences).toMatchObject([
    { paymentId: onStellar.id, url, recorded: { status: 'completed', received: '10.000000' } },
  ])
  // The bytes of a text memo are stored next to it, and count.
  expect(differences[0]?.transfers).toHaveLength(wrong)
})

test('a claimable balance that was claimed and then assigned is no difference: Horizon cannot tell, Stellar RPC can', async () => {
  const { payments, transfers } = checkout.sandbox
  const order = { amount: 3, currency: 'USD', cryptocurrency: 'USDC', network: 'stellar' } as const
  const payment = await payments.create({ ...order, merchantWallet: MERCHANT })
  const claimants = [new Claimant(MERCHANT)]
  await send(devnet, [Operation.createClaimableBalance({ asset: USDC, amount: '3', claimants })])
  const horizon = new Horizon.Server(devnet.networks.stellar.horizonUrl, { allowHttp: true })
  const { records } = await horizon.claimableBalances().claimant(MERCHANT).order('desc').limit(1).call()
  const claim = Operation.claimClaimableBalance({ balanceId: records[0]?.id ?? '' })
  await send(devnet, [claim], { signer: stellarKeys.merchant })
  const [claimed] = await pollUntil(
    async () => (await transfers.list({ status: 'unattributed' })).data,
    (found) => found.length > 0,
  )
  await transfers.assign(claimed?.id ?? '', { paymentId: payment.id })
  await pollUntil(
    () => payments.retrieve(payment.id),
    ({ status }) => status === 'completed',
  )
  const { differences, unverified, nodes } = await verified()
  expect([differences, unverified]).toEqual([[], []])
  const counts = nodes
    .filter(({ network }) => network === 'stellar')
    .map(({ confirmed, unknown }) => [confirmed, unknown])
  expect(counts).toEqual([
    [2, 0],
    [1, 1],
  ])
})

test('what no node can tell is said, and is not confirmed', async () => {
  const url = 'http://127.0.0.1:2'
  const { nodes, differences, unverified } = await verified([{ network: 'ethereum', kind: 'rpc', url }])
  expect(differences).toEqual([])
  expect(unverified).toEqual([onEthereum.id])
  expect(nodes.find((node) => node.url === url)).toMatchObject({ confirmed: 0, unknown: 1, reason: expect.any(String) })
})
