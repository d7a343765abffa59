import type { Network } from '../../chains/network.ts'
import { computeCost, type Receipt } from '../../chains/transactor.ts'
import type { Context } from '../../context/context.ts'
import type { Moved } from '../../domain/fee.ts'
import { findAnyPayment, type PaymentTransferRow } from '../../payments/find.ts'
import { isAuthorizedTransfer } from '../../payments/matching/match-payments.ts'
import { assignToPayment } from '../../payments/transfers/assign.ts'
import { findUnattributed } from '../../payments/transfers/find.ts'
import type { Db, Tx } from '../../storage/database.ts'
import { cancelSend } from '../../transactions/queue.ts'
import { findSends, type HandleOutcome, type Send, type SendOutcome } from '../../transactions/send.ts'
import { endRelay, findRelay, type RelayRow } from '../store.ts'
import { findUnneeded } from './store.ts'

/**
 * Handles the end of an authorization's transaction. Its transfer then pays the payment, if it was not attributed
 * otherwise. If somebody else sent the authorization, it has paid all the same, which is known once that transaction is
 * final (`claimUsedElsewhere`).
 */
export const handleRelayOutcome: HandleOutcome = async (ctx, tx, send, outcome) => {
  const row = await findRelay(tx, send.subject)
  if (row?.state !== 'pending') return
  const cost = 'receipt' in outcome ? computeCost(outcome.receipt) : 0n
  if (outcome.kind !== 'succeeded' || !shows(ctx, send, row, outcome.receipt)) {
    await endRelay(ctx, tx, row, { cost, reason: describeOutcome(outcome) })
    return
  }
  await endRelay(ctx, tx, row, { cost, paid: outcome.hash })
  await attribute(ctx, tx, row, outcome.hash)
}

/** The coin and amount that the transaction of an authorization moves. */
export async function findRelayMoved(db: Db, { subject }: Pick<Send, 'subject'>): Promise<Moved | null> {
  return findRelay(db, subject)
}

/** A contract may accept a call and do nothing. */
function shows(ctx: Context, { environment, network }: Send, row: RelayRow, receipt: Receipt): boolean {
  const { authorizations } = ctx.network(environment, network)?.chain ?? {}
  const { token, from_address: from, nonce } = row
  return authorizations?.usedIn(receipt, { token, from, nonce }) ?? false
}

function describeOutcome(outcome: SendOutcome): string {
  if ('reason' in outcome) return outcome.reason
  return outcome.kind === 'reverted' ? "the coin's contract refused it" : "the coin's contract took it and did nothing"
}

/** If the transfer is not read yet, it finds the authorization by the transaction later. */
async function attribute(ctx: Context, tx: Tx, row: RelayRow, hash: string): Promise<void> {
  const payment = await findAnyPayment(tx, row.payment_id)
  const unattributed = await findUnattributed(tx, { chain: row.chain, hash, address: row.to_address })
  const transfer = unattributed.find((one) => isFor(row, one))
  if (payment && transfer) await assignToPayment(ctx, tx, { transfer, payment, by: 'authorization' })
}

function isFor(row: RelayRow, one: PaymentTransferRow): boolean {
  const { token, from_address: from, to_address: to, raw_amount } = one
  return isAuthorizedTransfer(row, { token, from, to, rawAmount: raw_amount })
}

const AT_ONCE = 100
const REASON = 'the payment no longer asks for it'

/**
 * Stops authorizations that the gas key has not signed yet, if their payment was paid otherwise meanwhile or has ended.
 * A signed one may be mined, so it continues.
 */
export async function withdrawUnneeded(ctx: Context, network: Network): Promise<void> {
  let after = ''
  for (;;) {
    const rows = await findUnneeded(ctx.db, network, { after, limit: AT_ONCE })
    for (const { id } of rows) {
      if (await waitingSend(ctx.db, id)) await ctx.transact((tx) => withdraw(ctx, tx, network, id))
      after = id
    }
    if (rows.length < AT_ONCE) return
  }
}

/** The id of an authorization's send that is not signed yet; null if it is signed. */
async function waitingSend(db: Db, authorization: string): Promise<number | null> {
  const [send] = await findSends(db, 'relay', authorization)
  return send?.state === 'queued' ? send.id : null
}

/** The state outside the transaction may have changed, so it is checked again. */
async function withdraw(ctx: Context, tx: Tx, network: Network, id: string): Promise<void> {
  const [row] = await findUnneeded(tx, network, { id })
  const send = row && (await waitingSend(tx, id))
  if (!row || !send || !(await cancelSend(ctx, tx, send))) return
  await endRelay(ctx, tx, row, { cost: 0n, reason: REASON })
}
