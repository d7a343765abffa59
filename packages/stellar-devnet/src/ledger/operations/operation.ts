/** The shared interface of the operations: their inputs and results. */
import type { OperationRecord, xdr } from '@stellar/stellar-sdk'
import type { State } from '../state.ts'

export type OperationByType<T extends OperationRecord['type']> = Extract<OperationRecord, { type: T }>

/** A movement of an asset, reported as an event (CAP-67). `from` and `to` are G..., M... or B... */
export type Movement = {
  readonly asset: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
  /** Carries the transaction's memo, or the id in `to`; trades with offers do not. */
  readonly tagged: boolean
}

/** The context of an operation */
export type Applying = {
  readonly state: State
  /** The operation's source account (G...); it exists. */
  readonly source: string
  /** The same as written, possibly as M... */
  readonly sender: string
  readonly ledger: { readonly sequence: number; readonly closeTime: bigint }
  /** The operation as XDR, for values that the SDK rounds */
  readonly body: xdr.OperationBody
  /** The transaction's declaration for its contract call */
  readonly soroban: xdr.SorobanTransactionData | undefined
  /** The id of the claimable balance that this operation would create, hexadecimal */
  balanceId(): string
  moved(movement: Movement): void
  /** Records amounts known only after applying, for Horizon's records */
  found(details: Readonly<Record<string, string>>): void
}

export type Level = 'low' | 'medium' | 'high'

export type Handler<Operation> = {
  /** The threshold of the account that its signatures must reach */
  level(operation: Operation): Level
  /**
   * The result of an operation that could not succeed in any state of the ledger. It is refused before it costs a fee.
   */
  malformed(operation: Operation, source: string): xdr.OperationResultTr | undefined
  /** If the result is not success, its changes are discarded. */
  apply(operation: Operation, applying: Applying): xdr.OperationResultTr
  /** Other accounts whose history includes the operation */
  concerns(operation: Operation): readonly string[]
}
