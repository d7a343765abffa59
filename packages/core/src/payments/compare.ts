import { type ObservedTransfer, toClaimKey } from '../chains/chain.ts'
import { formatAmount } from '../domain/money.ts'
import { derivePaymentState } from './recompute.ts'
import type { PaymentRow, PaymentTransferRow } from './store.ts'
import { toObservedTransfer } from './transfers/find.ts'

/** A payment's status and final amount received, derived from one set of transfers. */
type Standing = { readonly status: string; readonly received: string }

/** A difference of a node's view of a payment from the recorded one. */
export type PaymentDifference = {
  readonly recorded: Standing
  readonly told: Standing
  /** The transfers that differ from their record, each with its transaction. */
  readonly transfers: readonly { readonly hash: string; readonly text: string }[]
}

/**
 * Derives a payment again from what a node says its transactions move, by hash. Only transfers that are recorded as
 * final are checked, because others may still change. Null if the results are equal.
 */
export function compareWithChain(
  payment: PaymentRow,
  transfers: readonly PaymentTransferRow[],
  moved: ReadonlyMap<string, readonly ObservedTransfer[]>,
): PaymentDifference | null {
  const final = transfers.filter(({ state }) => state === 'final')
  const checked = final.map((row) => ({
    row,
    text: whatIsWrong(toObservedTransfer(row), moved.get(row.tx_hash) ?? []),
  }))
  const shown = checked.filter(({ text }) => text === null).map(({ row }) => row)
  const told = toStanding(payment, shown)
  const wrong = checked.flatMap(({ row, text }) => (text === null ? [] : [{ hash: row.tx_hash, text }]))
  const recorded = { status: payment.status, received: formatAmount(payment.received_final) }
  if (wrong.length === 0 && told.status === recorded.status && told.received === recorded.received) return null
  return { recorded, told, transfers: wrong }
}

function toStanding(payment: PaymentRow, transfers: readonly PaymentTransferRow[]): Standing {
  const { status, received } = derivePaymentState(payment, transfers)
  return { status, received: formatAmount(received) }
}

/** Describes the difference; null if the node shows the transfer as recorded. */
function whatIsWrong(recorded: ObservedTransfer, moved: readonly ObservedTransfer[]): string | null {
  const claim = toClaimKey(recorded)
  if (moved.some((one) => toClaimKey(one) === claim)) return null
  const elsewhere = moved.find((one) => toClaimKey({ ...one, blockHash: recorded.blockHash }) === claim)
  if (elsewhere)
    return `is in block ${elsewhere.blockNumber} (${elsewhere.blockHash}), not in ${recorded.blockNumber} (${recorded.blockHash})`
  const similar = moved.filter((one) => one.token === recorded.token && one.to === recorded.to)
  if (similar.length === 0) return 'moves nothing of the coin to the address, or is not there'
  const seen = similar.map((one) => [one.rawAmount, `from ${one.from}`, one.memo && `memo ${one.memo}`])
  const texts = seen.map((parts) => parts.filter((part) => part !== null).join(' '))
  return `moves ${texts.join(' and ')}, not ${recorded.rawAmount} from ${recorded.from}${recorded.memo === null ? '' : ` memo ${recorded.memo}`}`
}
