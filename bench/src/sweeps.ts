/** The time and cost of settling five hundred deposits, on a local chain with one block per second. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Checkout, createCheckout, type Settlement } from '@crypto-checkout/core'
import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { callRpc, sendTogether } from '@crypto-checkout/devnet/testing'

const DEPOSITS = 500
const PAID_AT_ONCE = 50
const POLL_MS = 250
const VARIABLE = 'BENCH_SWEEPS_GAS_KEY'
/** A public test key, with coins for gas on every development node. */
const GAS_KEY = '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba'

export async function benchSweeps(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-bench-'))
  process.env[VARIABLE] = GAS_KEY
  const devnet = await startDevnet({ networks: ['polygon'] })
  const { rpcUrl, chainId, coins } = devnet.networks.polygon
  const network = { rpcUrls: [rpcUrl], chainId, coins, pollMs: POLL_MS, gasKey: { env: VARIABLE } }
  const checkout = createCheckout({
    publicUrl: 'https://pay.example.com',
    database: `sqlite:${join(folder, 'checkout.db')}`,
    sandbox: { networks: { polygon: { ...network, collection: 'deposit' } } },
  })
  try {
    await checkout.start()
    await payAll(devnet, checkout)
    const began = performance.now()
    const { id } = await settled(async () => (await checkout.sandbox.settlements.create()).data[0])
    const ended = await settled(async () => {
      const settlement = await checkout.sandbox.settlements.retrieve(id)
      return settlement.status === 'pending' ? undefined : settlement
    })
    const seconds = (performance.now() - began) / 1_000
    const gas = await gasOf(devnet, ended)
    console.log(
      '\n| deposits settled | transactions | gas for each deposit | seconds until final |\n|---:|---:|---:|---:|',
    )
    const perDeposit = Math.round(gas / DEPOSITS).toLocaleString('en')
    console.log(`| ${ended.paymentCount} | ${ended.transactions.length} | ${perDeposit} | ${seconds.toFixed(1)} |`)
  } finally {
    await checkout.stop()
    await devnet.stop()
    rmSync(folder, { recursive: true })
  }
}

async function payAll(devnet: Devnet<'polygon'>, { sandbox }: Checkout): Promise<void> {
  const { polygon } = devnet.networks
  const merchantWallet = devnet.accounts.merchant
  const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'polygon', merchantWallet } as const
  for (let paid = 0; paid < DEPOSITS; paid += PAID_AT_ONCE) {
    const payments = await Promise.all(Array.from({ length: PAID_AT_ONCE }, () => sandbox.payments.create(order)))
    const token = polygon.coins.USDC.address
    await sendTogether(
      polygon,
      payments.map(({ address: to }) => ({ to, amount: 10_000_000n, token })),
    )
  }
  await settled(async () => {
    const { totalCount } = await sandbox.payments.list({ status: 'completed', limit: 1 })
    return totalCount === DEPOSITS ? true : undefined
  })
}

/** Polls until there is an answer. */
async function settled<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function gasOf(devnet: Devnet<'polygon'>, { transactions }: Settlement): Promise<number> {
  const receipts = await Promise.all(
    transactions.map((hash) => callRpc(devnet.networks.polygon, 'eth_getTransactionReceipt', [hash])),
  )
  return receipts.reduce<number>((sum, receipt) => sum + Number((receipt as { gasUsed: string }).gasUsed), 0)
}
