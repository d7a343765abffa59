import { addTransfer, type CountedTransfer, type CountingTerms, removeTransfer, type Sums } from '../domain/sums.ts'
import type { PaymentRow, PaymentTransferRow } from './store.ts'

/** The columns of a payment that hold the sums of its transfers. */
export type SumColumns = Pick<
  PaymentRow,
  | 'received'
  | 'received_final'
  | 'on_time'
  | 'on_time_final'
  | 'in_grace'
  | 'in_grace_final'
  | 'dust'
  | 'dust_on_time'
  | 'dust_in_grace'
  | 'transfers_on_chain'
  | 'dust_on_chain'
>

type Countable = Pick<PaymentTransferRow, 'amount' | 'block_time' | 'state' | 'chain' | 'token'>

/** A transfer before and after a change; null before it belonged to the payment. */
export type TransferChange = { readonly before: Countable | null; readonly after: Countable }

export function readSums(row: SumColumns): Sums {
  return {
    received: BigInt(row.received),
    receivedFinal: BigInt(row.received_final),
    onTime: BigInt(row.on_time),
    onTimeFinal: BigInt(row.on_time_final),
    inGrace: BigInt(row.in_grace),
    inGraceFinal: BigInt(row.in_grace_final),
    dust: BigInt(row.dust),
    dustOnTime: BigInt(row.dust_on_time),
    dustInGrace: BigInt(row.dust_in_grace),
    transfers: row.transfers_on_chain,
    dustTransfers: row.dust_on_chain,
  }
}

export function toSumColumns(sums: Sums): SumColumns {
  return {
    received: sums.received,
    received_final: sums.receivedFinal,
    on_time: sums.onTime,
    on_time_final: sums.onTimeFinal,
    in_grace: sums.inGrace,
    in_grace_final: sums.inGraceFinal,
    dust: sums.dust,
    dust_on_time: sums.dustOnTime,
    dust_in_grace: sums.dustInGrace,
    transfers_on_chain: sums.transfers,
    dust_on_chain: sums.dustTransfers,
  }
}

/** The sums after changes to some transfers. */
export function applyChanges(terms: CountingTerms, sums: Sums, changes: readonly TransferChange[]): Sums {
  return changes.reduce((now, { before, after }) => {
    const without = before ? removeTransfer(terms, now, toCountedTransfer(before)) : now
    return addTransfer(terms, without, toCountedTransfer(after))
  }, sums)
}

export function toCountedTransfer(transfer: Omit<Countable, 'chain' | 'token'>): CountedTransfer {
  const state = transfer.state as CountedTransfer['state']
  return { amount: BigInt(transfer.amount), blockTime: transfer.block_time, state }
}
