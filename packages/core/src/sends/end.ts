import type { SendPurpose } from '../domain/send.ts'
import type { SendOutcome } from './outcome.ts'
import { sendFrom } from './send.ts'
import { changeSend, receiptColumns, type SendRow } from './store.ts'
import type { Work } from './work.ts'

/**
 * Ends a send and tells who asked for it, in one transaction. Nothing happens where it has ended already.
 * `known`: what was found out with the outcome. False where who asked for it throws: that ends the pass in its time, and holds up no other send.
 */
export async function endSend(
  work: Work,
  row: SendRow,
  outcome: SendOutcome,
  known: Partial<Pick<SendRow, 'nonce'>> = {},
): Promise<boolean> {
  const { ctx, outcomes, defects } = work
  const ended: SendRow = { ...row, ...known, ...endOf(outcome), ended_at: ctx.now() }
  const purpose = row.purpose as SendPurpose
  const tell = purpose === 'fill' ? undefined : outcomes[purpose]
  let failed = false
  const changed = await ctx
    .transact(async (tx) => {
      failed = false
      if (!(await changeSend(tx, row.id, row.state, ended))) return false
      await tell?.(ctx, tx, sendFrom(ended, null), outcome).catch((error: unknown) => {
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
    const cost = 'receipt' in outcome ? outcome.receipt.gasUsed * outcome.receipt.gasPrice : null
    const { address } = work.signer
    ctx.observer.ended({ environment, network: name, address, outcome: ended.state, cost })
  }
  return !failed
}

function endOf(outcome: SendOutcome): Partial<SendRow> & Pick<SendRow, 'state'> {
  if ('receipt' in outcome) return { state: outcome.kind, ...receiptColumns(outcome.receipt) }
  return { state: outcome.kind === 'refused' ? 'abandoned' : outcome.kind, failure: outcome.reason }
}
