import { raisedFees } from '../domain/send.ts'
import { signBytes } from './sign.ts'
import { type AttemptRow, feesOf, findAttempts, insertAttempt, type SendRow } from './store.ts'
import { costTrouble, feeTrouble, policyFor, type Work } from './work.ts'

/**
 * Signs a send once more, with its nonce and higher fees: at most one of its bytes can be mined. They are on
 * disk when this resolves. False where the policy allows no more, or another process was faster.
 */
export async function raise(work: Work, row: SendRow, newest: AttemptRow): Promise<boolean> {
  const { ctx, chain } = work
  const policy = policyFor(work, row, BigInt(newest.gas_limit))
  const fees = raisedFees(feesOf(newest), chain.market, policy)
  if (!fees) {
    work.troubles.push(row.max_cost === null ? feeTrouble(work) : costTrouble(row))
    return false
  }
  const content = { nonce: row.nonce ?? 0, to: row.to_address, data: row.data, gasLimit: BigInt(newest.gas_limit) }
  const bytes = signBytes(work, { ...content, fees })
  return ctx.transact(async (tx) => {
    const [last] = await findAttempts(tx, row.id)
    if (last?.number !== newest.number) return false
    await insertAttempt(tx, row.id, newest.number + 1, bytes)
    return true
  })
}
