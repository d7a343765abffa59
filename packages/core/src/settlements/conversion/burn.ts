/** Moving the money of a converter's account on: it is burned, or released if that cannot be done. */
import type { Network } from '../../chains/network.ts'
import { computeCost } from '../../chains/transactor.ts'
import type { Context } from '../../context/context.ts'
import { type AccountRow, saveSend } from '../../deposits/account-store.ts'
import { readTerms } from '../../deposits/terms.ts'
import type { Tx } from '../../storage/database.ts'
import { enqueueSend } from '../../transactions/queue.ts'
import type { Send, SendOutcome } from '../../transactions/send.ts'
import { findSend } from '../../transactions/store.ts'
import { addFee, findAnySettlement, updateSettlement } from '../store.ts'
import { hasConverter, listUnplaced } from './store.ts'

/** A transaction is sent again after this time, should it have failed. */
const FAILED_PAUSE_MS = 10 * 60_000
/** Money that could not be converted for this long is released to the wallet. */
const RELEASED_AFTER_MS = 24 * 3_600_000

/**
 * Sends the transaction that burns what is at an account, unless one is under way. The contract lets nobody but the
 * wallet release at once: then the first transaction announces it, and one three days later pays. Throws NodeError.
 */
export async function burn(ctx: Context, network: Network, account: AccountRow): Promise<void> {
  const { transactor } = network.chain
  const gas = network.sending?.gas
  if (!transactor || !gas || !(await hasConverter(ctx.db, network.chain.id))) return
  const terms = readTerms(account)
  const { converting } = transactor
  if ((await transactor.tokenBalance(account.token, account.account)) < terms.minimum) return
  await ctx.transact(async (tx) => {
    const [oldest] = await listUnplaced(tx, account)
    if (!oldest) return
    const last = account.send_id === null ? null : await findSend(tx, account.send_id)
    const hasFailed = last !== null && last.state !== 'succeeded'
    if (last && (last.ended_at === null || (hasFailed && ctx.now() - last.ended_at < FAILED_PAUSE_MS))) return
    const convert = converting.convertCall(terms)
    const cannotConvert = hasFailed && last.data === convert.data
    const isLate = ctx.now() - oldest.created_at > RELEASED_AFTER_MS
    const call = cannotConvert && isLate ? converting.releaseCall(terms) : convert
    const order = { network, signer: gas.address, purpose: 'conversion', subject: oldest.settlement_id } as const
    await saveSend(tx, account, await enqueueSend(ctx, tx, { ...order, ...call }))
  })
}

/** Adds what a transaction of a conversion has cost to its settlement. What it moved is read from the chain. */
export async function recordBurn(_: Context, tx: Tx, { subject }: Send, outcome: SendOutcome): Promise<void> {
  const settlement = await findAnySettlement(tx, subject)
  if (!('receipt' in outcome) || !settlement || settlement.status === 'completed') return
  await updateSettlement(tx, settlement, addFee(settlement, computeCost(outcome.receipt)))
}
