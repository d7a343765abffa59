import { randomBytes } from 'node:crypto'
import { createCheckout, type Payment, type Settlement } from '@crypto-checkout/core'
import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { callRpc, readBalance } from '@crypto-checkout/devnet/testing'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cleanUp, createDatabase, pollUntil, toMillionths } from '../support/harness.ts'

/** Owns the roles of USDC on local networks. */
const ISSUER = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const KEY_ENV = 'GAS_KEY_OF_CONVERSIONS'

let devnet: Devnet<'ethereum' | 'polygon'>

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum', 'polygon'], blockTimeMs: 100 })
  process.env[KEY_ENV] = `0x${randomBytes(32).toString('hex')}`
  await devnet.faucet(new Wallet(process.env[KEY_ENV]).address)
})

afterAll(async () => {
  await devnet.stop()
  delete process.env[KEY_ENV]
  expect(await cleanUp()).toEqual([])
})

/** A shop that settles on Ethereum what it gets on Polygon. On Ethereum its wallet is watched, too. */
async function open() {
  const wallet = new Wallet(`0x${randomBytes(32).toString('hex')}`)
  const { ethereum, polygon } = devnet.networks
  const describe = ({ rpcUrl, chainId, coins: { USDC }, cctp }: typeof ethereum) => ({
    ...{ rpcUrls: [rpcUrl], chainId, coins: { USDC }, cctp, pollMs: 50, minSweep: 1, gasKey: { env: KEY_ENV } },
  })
  const converting = { ...describe(polygon), collection: 'deposit', conversion: 'unaudited' } as const
  const checkout = createCheckout({
    publicUrl: 'https://pay.example.com',
    database: await createDatabase(),
    log: () => {},
    sandbox: { networks: { ethereum: describe(ethereum), polygon: converting } },
  })
  onTestFinished(() => {
    devnet.attester.behave({})
    return checkout.stop()
  })
  await checkout.start()
  const { merchant, wallets } = checkout.sandbox
  const about = { network: 'ethereum', address: wallet.address }
  const { message } = await wallets.challenge(about)
  await wallets.prove({ ...about, message, signature: await wallet.signMessage(message) })
  await merchant.updateSettings({ settlementNetwork: 'ethereum' })
  await pollUntil(
    () => checkout.context.db.selectFrom('converters').selectAll().execute(),
    ({ length }) => length > 0,
  )
  const watched = { amount: 5, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum' } as const
  await checkout.sandbox.payments.create({ ...watched, merchantWallet: wallet.address })
  return { checkout, wallet, arrived: () => readBalance(ethereum, wallet.address) }
}

type Shop = Awaited<ReturnType<typeof open>>

async function pay({ checkout, wallet }: Shop, amount = 10): Promise<Payment> {
  const order = { amount, currency: 'USD', cryptocurrency: 'USDC', network: 'polygon' } as const
  const payment = await checkout.sandbox.payments.create({ ...order, merchantWallet: wallet.address })
  const { address: to, amountDue } = payment
  await devnet.payer.send({ network: 'polygon', cryptocurrency: 'USDC', to, amount: toMillionths(amountDue) })
  return pollUntil(
    () => checkout.sandbox.payments.retrieve(payment.id),
    ({ status }) => status === 'completed',
  )
}

async function close({ checkout }: Shop): Promise<Settlement> {
  const [settlement] = await pollUntil(
    async () => (await checkout.sandbox.settlements.create()).data,
    ({ length }) => length > 0,
    250,
  )
  if (!settlement) throw new Error('nothing was settled')
  return settlement
}

const until = ({ checkout }: Shop, { id }: Settlement, wanted: (settlement: Settlement) => boolean) =>
  pollUntil(() => checkout.sandbox.settlements.retrieve(id), wanted)

const ended = (shop: Shop, settlement: Settlement) => until(shop, settlement, ({ status }) => status !== 'pending')

/** No money was taken for income. */
async function expectNoStrays({ checkout }: Shop): Promise<void> {
  const { data } = await checkout.sandbox.transfers.list({ status: 'unattributed' })
  expect(data).toEqual([])
}

async function listMoves({ checkout }: Shop, { id }: Settlement) {
  const { data } = await checkout.sandbox.settlements.entries(id)
  return data.map(({ kind, network, amount, sum }) => [kind, network, kind === 'network_fee' ? 'fee' : amount, sum])
}

test('what came on Polygon arrives on Ethereum, and the books say each step', async () => {
  const shop = await open()
  await pay(shop)
  const created = await close(shop)
  expect(created).toMatchObject({ status: 'pending', conversion: { status: 'waiting', receivedAmount: '0.000000' } })
  const settlement = await ended(shop, created)
  expect(settlement).toMatchObject({
    ...{ status: 'completed', amount: '10.000000', network: 'polygon' },
    destination: shop.wallet.address.toLowerCase(),
    route: { outcome: 'converted', by: 'cctp', reason: null },
    conversion: {
      ...{ status: 'delivered', route: 'cctp', network: 'ethereum', wallet: shop.wallet.address.toLowerCase() },
      ...{ sentAmount: '10.000000', receivedAmount: '10.000000', feeAmount: '0.000000' },
    },
  })
  expect(settlement.conversion?.transactions).toHaveLength(2)
  expect(await shop.arrived()).toBe(10_000_000n)
  expect(await listMoves(shop, settlement)).toEqual([
    ['received', 'polygon', '10.000000', 'deposits'],
    ['network_fee', 'polygon', 'fee', 'fees'],
    ['swept', 'polygon', '-10.000000', 'deposits'],
    ['swept', 'polygon', '10.000000', 'amount'],
    ['network_fee', 'polygon', 'fee', 'fees'],
    ['network_fee', 'ethereum', 'fee', 'conversion'],
    ['converted', 'polygon', '-10.000000', 'conversion'],
    ['converted', 'ethereum', '10.000000', 'conversion'],
  ])
  const { data: events } = await shop.checkout.sandbox.events.list({ limit: 100 })
  const types = events.map(({ type }) => type).filter((type) => type.startsWith('settlement.'))
  expect(types.reverse()).toEqual(['settlement.created', 'settlement.completed', 'settlement.converted'])
  await expectNoStrays(shop)
})

test('a silent attester delays a conversion, and nothing else', async () => {
  const shop = await open()
  devnet.attester.behave({ unseen: true })
  await pay(shop)
  const settlement = await close(shop)
  await until(shop, settlement, ({ conversion }) => conversion?.status === 'burned')
  await pay(shop, 7)
  devnet.attester.behave({ otherWallet: true })
  const next = await close(shop)
  await until(shop, next, ({ conversion }) => conversion?.status === 'burned')
  expect(await shop.arrived()).toBe(0n)
  devnet.attester.behave({})
  for (const one of [settlement, next]) expect(await ended(shop, one)).toMatchObject({ status: 'completed' })
  expect(await shop.arrived()).toBe(17_000_000n)
  await expectNoStrays(shop)
})

/** Calls `blacklist(address)` or `unBlacklist(address)` of USDC on Ethereum, as its issuer. */
async function askCircle(selector: string, address: string): Promise<void> {
  const data = selector + address.slice(2).toLowerCase().padStart(64, '0')
  const { coins } = devnet.networks.ethereum
  await callRpc(devnet.networks.ethereum, 'eth_sendTransaction', [{ from: ISSUER, to: coins.USDC.address, data }])
}

test('money waits for a wallet that is blocked on the other network', async () => {
  const shop = await open()
  await askCircle('0xf9f92be4', shop.wallet.address)
  await pay(shop)
  const settlement = await close(shop)
  await until(shop, settlement, ({ conversion }) => conversion?.status === 'attested')
  expect(await shop.arrived()).toBe(0n)
  await askCircle('0x1a895266', shop.wallet.address)
  expect(await ended(shop, settlement)).toMatchObject({ status: 'completed', conversion: { status: 'delivered' } })
  expect(await shop.arrived()).toBe(10_000_000n)
})

test('a payment that was made before its money had a route is paid out as it is, and its settlement says so', async () => {
  const shop = await open()
  const { merchant } = shop.checkout.sandbox
  await merchant.updateSettings({ settlementNetwork: null })
  await pay(shop)
  await merchant.updateSettings({ settlementNetwork: 'ethereum' })
  const settlement = await close(shop)
  const expected = { route: { outcome: 'kept', by: null, reason: 'made_before' }, conversion: null }
  expect(settlement).toMatchObject({ ...expected, destination: shop.wallet.address })
  expect(await ended(shop, settlement)).toMatchObject({ ...expected, status: 'completed' })
  expect(await shop.arrived()).toBe(0n)
  expect(await readBalance(devnet.networks.polygon, shop.wallet.address)).toBe(10_000_000n)
})
