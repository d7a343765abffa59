import type { Receipt } from '../chains/transactor.ts'
import type { Tx } from '../storage/database.ts'
import type { Pass } from './pass.ts'
import { type AttemptRow, changeSend, findAttempts, insertFilled, moveAttempts, type SendRow } from './store.ts'

/**
 * Requeues a send whose nonce an empty transaction has finally taken: its earlier attempts can never be mined. The
 * empty transaction becomes a send of its own. Does nothing if this is already done.
 */
export async function requeueSend(work: Pass, row: SendRow, empty: AttemptRow, receipt: Receipt): Promise<void> {
  const { ctx, network, signer } = work
  if (await ctx.transact((tx) => requeue(work, tx, row, empty, receipt))) {
    const cost = receipt.gasUsed * receipt.gasPrice
    const { environment, name } = network
    ctx.observer.ended({ environment, network: name, address: signer.address, outcome: 'succeeded', cost })
  }
}

async function requeue(
  { ctx, account, signer }: Pass,
  tx: Tx,
  row: SendRow,
  empty: AttemptRow,
  receipt: Receipt,
): Promise<boolean> {
  const attempts = await findAttempts(tx, row.id)
  if (row.nonce === null || !attempts.some(({ hash }) => hash === empty.hash)) return false
  const now = ctx.now()
  const queued = { state: 'queued', nonce: null, missing_since: null, due_at: now }
  if (!(await changeSend(tx, row.id, 'signed', queued))) return false
  const fill = { nonce: row.nonce, to: signer.address.toLowerCase(), createdAt: empty.signed_at, endedAt: now, receipt }
  await moveAttempts(tx, row.id, await insertFilled(tx, account, fill))
  return true
}
