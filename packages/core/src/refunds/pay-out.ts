/** Refunds that a key of the server pays: how they begin and end. */

import type { ObservedTransfer } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import type { Receipt, ReceiptTransfer, Refunder } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import type { Moved } from '../domain/fee.ts'
import { DAY_MS } from '../domain/time.ts'
import { markOrphaned } from '../payments/transfers/store.ts'
import type { Db, Tx } from '../storage/database.ts'
import { enqueueSend } from '../transactions/queue.ts'
import type { Send, SendOutcome } from '../transactions/send.ts'
import { changeRefund } from './change.ts'
import { getRefundNetwork } from './find.ts'
import { sumReleasedSince } from './paid-before.ts'
import { findAnyRefund, noTransfer, type RefundColumns, type RefundRow, sumSignedSince } from './store.ts'
import { findOutgoing, placeTransfer, toObserved } from './transfer.ts'
import { mayHavePaid } from './wallet-hold.ts'

/** A refund with everything that its payment needs. */
type Payout = Pick<RefundRow, 'id' | 'merchant_id' | 'token' | 'raw_amount'> & {
  readonly amount: bigint
  /** The merchant's wallet that has the money, in lower case. */
  readonly wallet: string
  /** In display form. */
  readonly destination: string
  /** The number of its payment. */
  readonly payment_seq: number
  /** The earliest time at which it can have been paid, in milliseconds. */
  readonly since: number
}

const chosen = ['method', 'from_address', 'destination', 'to_address', 'watched_from', 'send_id', 'held_for'] as const

/**
 * Chooses who pays a refund, and queues the transaction if a key does. The network's refund key pays if it belongs to
 * this merchant, pays for this wallet and is below its 24-hour limit. Otherwise the merchant's wallet signs. Nobody pays
 * while the wallet may have paid before a restore: its transfer may be in a block that the watcher has still to read.
 * Returns the columns to store.
 */
export async function payOut(
  ctx: Context,
  tx: Tx,
  network: Network,
  refund: Payout,
): Promise<Pick<RefundRow, (typeof chosen)[number]>> {
  const { destination, token, wallet } = refund
  const isHeld = await mayHavePaid(tx, { chain: network.chain.id, wallet }, refund.payment_seq)
  const [held_for, watched_from] = isHeld ? [wallet, refund.since] : [null, ctx.now()]
  const where = { destination, to_address: destination.toLowerCase(), watched_from, held_for }
  if (isHeld) return { ...where, method: 'sign', from_address: wallet, send_id: null }
  const { transactor } = network.chain
  const refunder = await refunderOf(ctx, tx, network, refund)
  if (!refunder || !transactor) return { ...where, method: 'sign', from_address: wallet, send_id: null }
  const { address: signer } = refunder.signer
  const call = transactor.transferCall({ token, to: destination, rawAmount: refund.raw_amount })
  const send_id = await enqueueSend(ctx, tx, { network, signer, purpose: 'refund', subject: refund.id, ...call })
  return { ...where, method: 'signer', from_address: signer.toLowerCase(), send_id }
}

/** The same for a refund that is stored. `at`: what its row does not have. */
export function payOutStored(
  ctx: Context,
  tx: Tx,
  network: Network,
  row: RefundColumns,
  at: Pick<Payout, 'destination' | 'payment_seq' | 'since'>,
) {
  return payOut(ctx, tx, network, { ...row, wallet: row.from_address, ...at })
}

/** The key that may pay a refund; null if there is none. */
async function refunderOf(
  ctx: Context,
  tx: Tx,
  network: Network,
  { merchant_id, wallet, amount }: Payout,
): Promise<Refunder | null> {
  const refunder = network.sending?.refunds ?? null
  if (!refunder || refunder.merchantId !== merchant_id || !refunder.wallets.includes(wallet)) return null
  const since = ctx.now() - DAY_MS
  const signer = refunder.signer.address.toLowerCase()
  const paid = await sumSignedSince(tx, network.chain.id, signer, since)
  const released = await sumReleasedSince(tx, network, signer, since)
  return paid + released + amount <= refunder.maxPerDay ? refunder : null
}

/**
 * Handles the end of the transaction with which a key pays a refund: the refund is completed, or has failed for good.
 */
export async function endRefund(ctx: Context, tx: Tx, send: Send, outcome: SendOutcome): Promise<void> {
  const row = await findAnyRefund(tx, send.subject)
  if (!row) throw new Error(`there is no refund ${send.subject}`)
  // Its final transfer was read before its receipt.
  if (row.transfer_state === 'final') return
  const transfer = outcome.kind === 'succeeded' ? transferIn(ctx, row, outcome.receipt) : null
  if (transfer) {
    const known = await findOutgoing(tx, row.chain, [transfer.txHash])
    await changeRefund(ctx, tx, row, {}, await placeTransfer(ctx, tx, row, { transfer, state: 'final', known }))
    return
  }
  if (row.transfer_id !== null) await markOrphaned(tx, [row.transfer_id])
  await changeRefund(ctx, tx, row, { failure: failureOf(outcome) }, noTransfer)
}

/** The coin and amount that the transaction of a refund moves. */
export async function findRefundMoved(db: Db, { subject }: Pick<Send, 'subject'>): Promise<Moved | null> {
  return findAnyRefund(db, subject)
}

/**
 * The refund's transfer as its receipt shows it; null if the receipt shows no transfer of the coin from the key. A coin
 * may take a fee, so less may arrive than left.
 */
function transferIn(ctx: Context, row: RefundRow, receipt: Receipt): ObservedTransfer | null {
  const transfers = getRefundNetwork(ctx, row)?.chain.transactor?.transfersIn(receipt) ?? []
  const sent = transfers.filter(({ token, from }) => token === row.token && from === row.from_address)
  const [first] = sent
  if (!first) return null
  const arrived = sent
    .filter(({ to }) => to === row.to_address)
    .reduce<ReceiptTransfer | null>((most, one) => (most && most.rawAmount >= one.rawAmount ? most : one), null)
  return {
    ...toObserved(receipt, arrived ?? first),
    to: row.to_address ?? '',
    rawAmount: arrived?.rawAmount ?? 0n,
    memo: row.memo,
  }
}

function failureOf(outcome: SendOutcome): string {
  switch (outcome.kind) {
    case 'succeeded':
      return `Transaction ${outcome.hash} went through and moved nothing: the coin's contract does not keep to ERC-20.`
    case 'reverted':
      return `Transaction ${outcome.hash} was reverted by the coin's contract; nothing was paid.`
    case 'refused':
      return "The coin's contract refuses the transfer: the account of refundKey has too little of the coin, or one side is blocked. Nothing was paid."
    case 'replaced':
      return `Nothing was paid: ${outcome.reason}.`
  }
}
