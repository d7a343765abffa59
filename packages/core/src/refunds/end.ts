import type { ObservedTransfer } from '../chains/chain.ts'
import type { Receipt, ReceiptTransfer } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import type { Moved } from '../domain/worth.ts'
import { markOrphaned } from '../payments/transfers/store.ts'
import type { Db, Tx } from '../storage/database.ts'
import type { SendOutcome } from '../transactions/outcome.ts'
import type { Send } from '../transactions/send.ts'
import { changeRefund } from './change.ts'
import { findAnyRefund, noTransfer, type RefundRow } from './store.ts'
import { findOutgoing, placeTransfer, toObserved } from './transfer.ts'
import { getRefundNetwork } from './view.ts'

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
  const row = await findAnyRefund(db, subject)
  return row && { token: row.token, amount: BigInt(row.amount) }
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
