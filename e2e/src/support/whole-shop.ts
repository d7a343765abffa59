/** A shop on real chains with every kind of entry in its ledger. */
import { randomBytes } from 'node:crypto'
import { type Checkout, type CheckoutConfig, createCheckout, type Payment } from '@crypto-checkout/core'
import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { Wallet } from 'ethers'
import { createDatabase, createWallet, pollUntil, toMillionths } from './harness.ts'
import { relayPayment } from './relay-payment.ts'
import { createStellarConfig, MERCHANT } from './stellar-harness.ts'

type Local = Devnet<'ethereum' | 'polygon' | 'stellar'>

const [GAS, REFUNDS] = ['GAS_KEY_OF_WHOLE_SHOP', 'REFUND_KEY_OF_WHOLE_SHOP']
const publicUrl = 'https://pay.example.com'

/** Deposits, refunds and gasless payments on Ethereum; the wallet itself on Polygon and Stellar. */
export async function openWholeShop(wallet = createWallet()) {
  const devnet: Local = await startDevnet({ networks: ['ethereum', 'polygon', 'stellar'], blockTimeMs: 100 })
  for (const name of [GAS, REFUNDS]) {
    process.env[name] = `0x${randomBytes(32).toString('hex')}`
    await devnet.faucet(new Wallet(process.env[name] ?? '').address)
  }
  const database = await createDatabase()
  const config: CheckoutConfig = { publicUrl, database, ...createNetworks(devnet, {}) }
  const first = createCheckout({ ...config, log: () => {} })
  await first.ready()
  const { id: merchant } = await first.merchant.retrieve()
  await first.stop()
  const whole = {
    ...{ collection: 'deposit', minSweep: 1, gasKey: { env: GAS } },
    gasless: { maxFeePerPayment: 0.01, maxFeePerDay: 1 },
    refundKey: { env: REFUNDS, merchant, wallets: [wallet], maxPerDay: 1_000 },
  }
  const configured = { ...config, ...createNetworks(devnet, whole) }
  const checkout = createCheckout({ ...configured, log: () => {} })
  await checkout.start()
  await checkout.sandbox.merchant.updateSettings({ wallets: { stellar: MERCHANT } })
  return { devnet, checkout, wallet, database, config: configured }
}

export type WholeShop = Awaited<ReturnType<typeof openWholeShop>>

function createNetworks(devnet: Local, changes: object): Pick<CheckoutConfig, 'sandbox'> {
  const { ethereum, polygon } = devnet.networks
  const read = ({ rpcUrl, chainId, coins }: typeof ethereum) => ({ rpcUrls: [rpcUrl], chainId, coins, pollMs: 50 })
  const stellar = createStellarConfig(devnet).sandbox?.networks
  return { sandbox: { networks: { ethereum: { ...read(ethereum), ...changes }, polygon: read(polygon), ...stellar } } }
}

const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC' } as const

/** Does business until the ledger has every kind of entry. */
export async function doBusiness(shop: WholeShop): Promise<void> {
  await trade(shop)
  await settle(shop.checkout)
}

/** Does business and leaves its period open. */
export async function trade(shop: WholeShop): Promise<void> {
  const { checkout, wallet, devnet } = shop
  const { payments, refunds, transfers } = checkout.sandbox
  const create = (network: 'ethereum' | 'polygon' | 'stellar', input: object = {}) =>
    payments.create({ ...order, network, merchantWallet: network === 'stellar' ? MERCHANT : wallet, ...input })
  const give = (network: string, to: string, amount: bigint, memo?: string) =>
    devnet.payer.send({ network, cryptocurrency: 'USDC', to, amount, ...(memo === undefined ? {} : { memo }) })
  const payDue = ({ network, address, amountDue, memo }: Payment) =>
    give(network, address, toMillionths(amountDue), memo ?? undefined)
  const until = (payment: Pick<Payment, 'id'>, wanted: (payment: Payment) => boolean) =>
    pollUntil(() => payments.retrieve(payment.id), wanted)
  const completed = (payment: Pick<Payment, 'id'>) => until(payment, ({ status }) => status === 'completed')

  const paid = await create('ethereum')
  const parts = await create('ethereum', { amount: 20 })
  const late = await create('ethereum', { amount: 6 })
  const onStellar = await create('stellar')
  const twice = await create('ethereum', { amount: 11, alternatives: 'all' })
  const assigned = await create('polygon', { amount: 4 })
  await payments.cancel(late.id)
  await payDue(paid)
  await give('ethereum', parts.address, 4_000_000n)
  await give('ethereum', parts.address, 17_500_000n)
  await give('ethereum', late.address, 6_000_000n)
  await payDue(onStellar)
  await give('stellar', MERCHANT, 30_000_000n, 'nobody')
  await give('polygon', wallet, 3_210_000n)
  await give('polygon', wallet, 1_230_000n)
  await payDue(await payments.choose(twice.id, { cryptocurrency: 'USDC', network: 'polygon' }))
  for (const payment of [paid, parts, onStellar, twice]) await completed(payment)
  await payDue(twice)
  const strays = await pollUntil(
    async () => (await transfers.list({ status: 'unattributed' })).data,
    (found) => found.filter(({ network }) => network === 'polygon').length >= 2,
  )
  const stray = strays.find(({ amount }) => amount === '3.210000')
  await pollUntil(
    async () => (await checkout.sandbox.ledger.list({ network: 'polygon' })).data,
    (found) => found.some(({ transfer }) => transfer === stray?.id),
  )
  await transfers.assign(stray?.id ?? '', { paymentId: assigned.id })
  const relayed = await create('ethereum', { amount: 7 })
  await relayPayment(shop, relayed)
  await completed(relayed)
  const made = await refunds.create({ paymentId: paid.id, amount: 4, destination: createWallet() })
  await pollUntil(
    () => refunds.retrieve(made.id),
    ({ status }) => status === 'completed',
  )
}

async function settle({ sandbox, context }: Checkout): Promise<void> {
  const { data } = await pollUntil(
    () => sandbox.settlements.create(),
    (made) => made.data.some(({ method }) => method === 'deposit'),
    250,
  )
  for (const { id, method } of data) {
    if (method === 'deposit')
      await pollUntil(
        () => sandbox.settlements.retrieve(id),
        ({ status }) => status === 'completed',
      )
  }
  const isEnded = (rows: readonly { state: string }[]) => rows.every(({ state }) => state === 'used')
  await pollUntil(() => context.db.selectFrom('relays').select('state').execute(), isEnded)
}
