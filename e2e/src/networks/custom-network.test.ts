import { randomBytes } from 'node:crypto'
import { type Checkout, createCheckout, type Payment, type PublicPayment } from '@crypto-checkout/core'
import { asBrowser } from '@crypto-checkout/core/testing'
import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { mine, readBalance } from '@crypto-checkout/devnet/testing'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, createDatabase, createWallet, pollUntil, toMillionths } from '../support/harness.ts'

/** Blocks after which a mined transaction is final. */
const FINAL = 4
const [GAS_KEY, REFUND_KEY] = ['GAS_KEY_OF_A_CUSTOM_NETWORK', 'REFUND_KEY_OF_A_CUSTOM_NETWORK']

let devnet: Devnet
let checkout: Checkout
const merchantWallet = createWallet()

/** The catalogue has no chain 31338: the configuration has all that the checkout knows about it. */
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0 })
  for (const variable of [GAS_KEY, REFUND_KEY]) {
    const key = `0x${randomBytes(32).toString('hex')}`
    process.env[variable] = key
    await devnet.faucet(new Wallet(key).address)
    await block()
  }
  const { ethereum, polygon: second } = devnet.networks
  const networks = {
    ethereum: { rpcUrls: [ethereum.rpcUrl], chainId: ethereum.chainId, coins: ethereum.coins, pollMs: 50 },
  }
  const sidechain = {
    title: 'Sidechain',
    chainId: second.chainId,
    rpcUrls: [second.rpcUrl],
    coins: second.coins,
    nativeSymbol: 'SIDE',
    nativeUsd: 1,
    pollMs: 50,
    maxFeePerGasGwei: 100,
    maxPriorityFeePerGasGwei: 10,
    minSweep: 1,
    collection: 'deposit' as const,
    gasKey: { env: GAS_KEY },
    explorerTxUrl: 'https://explorer.example.com/tx/',
  }
  const common = { publicUrl: 'https://pay.example.com', database: await createDatabase(), log: () => {} }
  const first = createCheckout({ ...common, sandbox: { networks } })
  await first.ready()
  const { id: merchant } = await first.merchant.retrieve()
  await first.stop()
  const refundKey = { env: REFUND_KEY, merchant, wallets: [merchantWallet], maxPerDay: 100 }
  checkout = createCheckout({
    ...common,
    sandbox: { networks, customNetworks: { sidechain: { ...sidechain, refundKey } } },
  })
  await checkout.start()
})

afterAll(async () => {
  await checkout.stop()
  await devnet.stop()
  for (const variable of [GAS_KEY, REFUND_KEY]) delete process.env[variable]
  expect(await cleanUp()).toEqual([])
})

async function block(count = 1): Promise<void> {
  for (const network of Object.values(devnet.networks)) await mine(network, count)
}

/** Mines until the answer is the wanted one. */
function mineUntil<Answer>(ask: () => Promise<Answer>, wanted: (answer: Answer) => boolean): Promise<Answer> {
  const mineAndAsk = async () => {
    await block()
    return ask()
  }
  return pollUntil(mineAndAsk, wanted, 250)
}

/** Sends the amount due. The second local chain is the devnet's `polygon`. */
async function send(payment: Payment, network: 'ethereum' | 'polygon'): Promise<string> {
  const amount = toMillionths(payment.amountDue)
  const hash = await devnet.payer.send({ network, cryptocurrency: 'USDC', to: payment.address, amount })
  await block()
  return hash
}

let visits = 0

/** From a different address each time, because requests per address are limited. */
async function readPage(payment: Payment, path: string): Promise<string> {
  visits += 1
  const answer = await checkout.handle({
    method: 'GET',
    path: `/pay/${payment.id.slice(4)}${path}`,
    query: '',
    headers: asBrowser,
    body: { kind: 'bytes', bytes: Buffer.from('') },
    address: `10.0.${visits >> 8}.${visits & 255}`,
  })
  expect(answer?.status).toBe(200)
  return String(answer?.body)
}

const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'sidechain' } as const

test('a network of the configuration alone takes a payment, finds a stray, refunds and settles', async () => {
  const { payments, refunds, settlements, transfers, events } = checkout.sandbox
  const payment = await payments.create({ ...order, merchantWallet })
  const { sidechain } = { sidechain: devnet.networks.polygon }
  expect(payment).toMatchObject({ network: 'sidechain', cryptoAmount: '10.000000' })
  expect(payment.paymentUri).toContain(`ethereum:${sidechain.coins.USDC.address}@${sidechain.chainId}/transfer`)
  expect(await readPage(payment, '')).toContain('<svg color="#7d8698" aria-hidden="true"></svg>Sidechain</p>')
  expect(JSON.parse(await readPage(payment, '/wallet'))).toMatchObject({
    chain: { id: sidechain.chainId, name: 'Sidechain', nativeCurrency: { symbol: 'SIDE' }, rpcUrls: [] },
  })

  const wrongNetworkHash = await send(payment, 'ethereum')
  const view = await pollUntil(
    async () => JSON.parse(await readPage(payment, '/status')) as PublicPayment,
    ({ misdirected }) => misdirected.length > 0,
  )
  expect(view).toMatchObject({ status: 'created', networkTitle: 'Sidechain' })
  expect(view.misdirected).toMatchObject([{ hash: wrongNetworkHash, network: 'ethereum', networkTitle: 'Ethereum' }])

  const hash = await send(payment, 'polygon')
  await block(FINAL)
  const completed = await mineUntil(
    () => payments.retrieve(payment.id),
    ({ status }) => status === 'completed',
  )
  expect(completed.transactions).toMatchObject([{ hash, explorerUrl: `https://explorer.example.com/tx/${hash}` }])
  expect((await transfers.list({ network: 'sidechain' })).data).toMatchObject([{ hash, payment: payment.id }])

  const destination = createWallet()
  const refund = await refunds.create({ paymentId: payment.id, amount: 4, destination })
  const refunded = await mineUntil(
    () => refunds.retrieve(refund.id),
    ({ status }) => status === 'completed',
  )
  expect(refunded).toMatchObject({ network: 'sidechain', cryptoAmount: '4.000000' })
  expect(await readBalance(sidechain, destination)).toBe(4_000_000n)

  // The refund has a settlement of its own, as no deposit pays it.
  const [made] = await mineUntil(
    async () => (await settlements.create()).data.filter(({ method }) => method === 'deposit'),
    (all) => all.length > 0,
  )
  const settled = await mineUntil(
    () => settlements.retrieve(made?.id ?? ''),
    ({ status }) => status !== 'pending',
  )
  expect(settled).toMatchObject({ status: 'completed', network: 'sidechain', feeCurrency: 'SIDE' })
  expect(settled).toMatchObject({ amount: '10.000000', method: 'deposit', destination: expect.stringMatching(/^0x/) })
  expect(await readBalance(sidechain, merchantWallet)).toBe(10_000_000n)
  const eventTypes = (await events.list({ limit: 100 })).data.map(({ type }) => type)
  for (const type of ['payment.completed', 'refund.completed', 'settlement.completed'])
    expect(eventTypes).toContain(type)
})

test('a payment on a network that is not configured is refused with the names of those that are', async () => {
  await expect(checkout.sandbox.payments.create({ ...order, network: 'mainchain', merchantWallet })).rejects.toThrow(
    'There is no network "mainchain". Configured are ethereum, sidechain.',
  )
})
