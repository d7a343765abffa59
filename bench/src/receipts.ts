/** The time that signing receipts adds to completing payments: both in one run, on the same payments. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCheckout, type Payment } from '@crypto-checkout/core'
import {
  createNetworkHealth,
  createTransferFor,
  createWatchJob,
  issuePaymentReceipts,
  ScriptedNode,
} from '@crypto-checkout/core/testing'
import { benchOptions, CHAIN_ID, paymentInput, TOKEN, wallet } from './setup.ts'

const ROUNDS = 30
/** Payments that one pass completes: many, where the rest of a pass is shared, and one. */
const SIZES = [1, 20, 100] as const

export async function benchReceipts(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-receipts-'))
  try {
    console.log(
      '\n| payments at once | from the block with their transfers to completed, ms | of it their receipts, ms | share |\n|---|---|---|---|',
    )
    for (const size of SIZES) {
      const { total, receipts } = await measure(join(folder, `${size}.db`), size)
      const share = ((100 * receipts) / total).toFixed(1)
      console.log(`| ${size} | ${total.toFixed(2)} | ${receipts.toFixed(2)} | ${share} % |`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The medians of all rounds, in milliseconds. */
async function measure(path: string, size: number): Promise<{ total: number; receipts: number }> {
  const node = new ScriptedNode({ chainId: CHAIN_ID, startTime: Date.now() - 60_000, finalizedDepth: 1 })
  node.decimals.set(TOKEN, 6)
  const checkout = createCheckout({ ...benchOptions(path), log: () => {} }, { connect: () => node.rpc })
  await checkout.ready()
  const { context } = checkout
  const health = createNetworkHealth({ now: Date.now, elapsed: () => performance.now() })
  const watch = async () => {
    for (const network of context.networks) {
      const job = createWatchJob(context, network, health)
      while ((await job.run()).more);
    }
  }
  await watch()
  const rounds: { total: number; receipts: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const payments: Payment[] = []
    for (let index = 0; index < size; index++)
      payments.push(await checkout.payments.create({ ...paymentInput, merchantWallet: wallet(round * size + index) }))
    const transfers = payments.map((payment) => ({ ...createTransferFor(payment), token: TOKEN }))
    node.mine(Date.now(), transfers)
    const startedAt = performance.now()
    await watch()
    node.mine(Date.now())
    await watch()
    const total = performance.now() - startedAt
    const ids = payments.map(({ id }) => id)
    const completed = await Promise.all(ids.map((id) => checkout.payments.retrieve(id)))
    if (completed.some(({ receipt }) => receipt === null)) throw new Error('not all payments were completed')
    rounds.push({ total, receipts: await timeReceipts(context, ids) })
  }
  await checkout.stop()
  const median = (of: 'total' | 'receipts') => rounds.map((one) => one[of]).sort((a, b) => a - b)[ROUNDS >> 1] ?? 0
  return { total: median('total'), receipts: median('receipts') }
}

type Context = ReturnType<typeof createCheckout>['context']

/** Issues the same receipts once more, as the completing transaction did, and takes them back. */
async function timeReceipts(context: Context, ids: readonly string[]): Promise<number> {
  let took = 0
  const undone = new Error('undone')
  await context
    .transact(async (tx) => {
      const rows = await tx.selectFrom('payments').selectAll().where('id', 'in', ids).execute()
      const transfers = await tx.selectFrom('transfers').selectAll().where('payment_id', 'in', ids).execute()
      await tx.deleteFrom('receipts').where('subject', 'in', ids).execute()
      const shownOf = (id: string) => transfers.filter(({ payment_id }) => payment_id === id)
      const shown = new Map(ids.map((id) => [id, { transfers: shownOf(id), methods: [], receipt: null, texts: null }]))
      const startedAt = performance.now()
      await issuePaymentReceipts(context, tx, rows, shown)
      took = performance.now() - startedAt
      throw undone
    })
    .catch((error) => {
      if (error !== undone) throw error
    })
  return took
}
