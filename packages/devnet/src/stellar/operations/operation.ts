/** What the operations have in common: what they are given, and what they answer. */
import type { OperationRecord, xdr } from '@stellar/stellar-sdk'
import type { State } from '../state.ts'

export type OperationOf<T extends OperationRecord['type']> = Extract<OperationRecord, { type: T }>

/** Something changed hands, and is told as an event (CAP-67). `from` and `to` are G..., M... or B... */
export type Movement = {
  readonly asset: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
  /** Carries the transaction's memo, or the id in `to`; what offers trade does not. */
  readonly tagged: boolean
}

/** What an operation works with */
export type Applying = {
  readonly state: State
  /** The operation's source account (G...); it exists. */
  readonly source: string
  /** The same as it was written, perhaps as M... */
  readonly sender: string
  readonly ledger: { readonly sequence: number; readonly closeTime: bigint }
  /** The operation as XDR, for what the SDK's reading of it rounds */
  readonly body: xdr.OperationBody
  /** The id of the claimable balance that this operation would make, hexadecimal */
  balanceId(): string
  moved(movement: Movement): void
  /** Amounts that only applying finds out, for Horizon's records */
  found(details: Readonly<Record<string, string>>): void
}

export type Level = 'low' | 'medium' | 'high'

export type Handler<Operation> = {
  /** Which of the account's thresholds its signatures must reach */
  level(operation: Operation): Level
  /** The result of an operation that no state of the ledger could make right; it is refused before it costs a fee. */
  malformed(operation: Operation, source: string): xdr.OperationResultTr | undefined
  /** The changes of a result other than success are thrown away. */
  apply(operation: Operation, applying: Applying): xdr.OperationResultTr
  /** Accounts beside the source in whose history it belongs */
  concerns(operation: Operation): readonly string[]
}
