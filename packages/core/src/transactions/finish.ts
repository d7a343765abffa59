import { computeCost } from '../chains/transactor.ts'
import type { Tx } from '../storage/database.ts'
import { bookSendFee } from './book-fee.ts'
import { type Look, reportNodeErrors } from './pass.ts'
import { type SendOutcome, sendFrom } from './send.ts'
import { changeSend, type SendRow, toReceiptColumns } from './store.ts'

/**
 * Ends a send and calls its purpose's handler, in one transaction. Does nothing if it has ended already. `known`:
 * further columns to write. False if the handler throws, or lacks an answer of nodes. Other sends go on, and the error
 * ends the pass later.
 */
export async function finishSend(
  work: Look,
  row: SendRow,
  outcome: SendOutcome,
  known: Partial<Pick<SendRow, 'nonce'>> = {},
): Promise<boolean> {
  const { ctx, defects } = work
  const booked = 'receipt' in outcome ? 1 : 0
  const ended: SendRow = { ...row, ...known, ...toEnd(outcome), ended_at: ctx.now(), booked }
  const record = await prepare(work, ended, outcome)
  if (!record) return false
  let failed = false
  const changed = await ctx
    .transact(async (tx) => {
      failed = false
      if (!(await changeSend(tx, row.id, row.state, ended))) return false
      // Before the handler, which may complete the settlement that pays for it.
      if ('receipt' in outcome) await bookSendFee(ctx, tx, ended)
      await record(tx).catch((error: unknown) => {
        failed = true
        throw error
      })
      return true
    })
    .catch((error: unknown) => {
      if (!failed) throw error
      defects.push(error)
      return false
    })
  if (changed) {
    const { environment, name } = work.network
    const cost = 'receipt' in outcome ? computeCost(outcome.receipt) : null
    const { address } = work.signer
    ctx.observer.ended({ environment, network: name, address, outcome: ended.state, cost })
  }
  return !failed
}

/** The handler's work for the transaction that ends the send; null if the handler cannot determine it yet. */
async function prepare(work: Look, ended: SendRow, outcome: SendOutcome): Promise<((tx: Tx) => Promise<void>) | null> {
  const { ctx, outcomes, defects } = work
  const purpose = ended.purpose
  const handler = purpose === 'fill' ? undefined : outcomes[purpose]
  const send = sendFrom(ended, null)
  if (!handler) return async () => {}
  if (typeof handler === 'function') return (tx) => handler(ctx, tx, send, outcome)
  if ('record' in handler) return (tx) => handler.record(ctx, tx, send, outcome)
  let record: ((tx: Tx) => Promise<void>) | null = null
  await reportNodeErrors(work, async () => {
    record = await handler.prepare(ctx, send, outcome)
  }).catch((error: unknown) => void defects.push(error))
  return record
}

function toEnd(outcome: SendOutcome): Partial<SendRow> & Pick<SendRow, 'state'> {
  if ('receipt' in outcome) return { state: outcome.kind, ...toReceiptColumns(outcome.receipt) }
  return { state: outcome.kind === 'refused' ? 'abandoned' : outcome.kind, failure: outcome.reason }
}
