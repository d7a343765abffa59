import type { OperationRecord, xdr } from '@stellar/stellar-sdk'
import { accountMerge } from './account-merge.ts'
import { changeTrust } from './change-trust.ts'
import { claimClaimableBalance, createClaimableBalance } from './claimable-balances.ts'
import { createAccount } from './create-account.ts'
import { invokeHostFunction } from './invoke-host-function.ts'
import { manageData } from './manage-data.ts'
import { manageSellOffer } from './manage-sell-offer.ts'
import type { Applying, Handler, Level } from './operation.ts'
import { pathPaymentStrictReceive, pathPaymentStrictSend } from './path-payments.ts'
import { payment } from './payment.ts'
import { setOptions } from './set-options.ts'
import { setTrustLineFlags } from './set-trust-line-flags.ts'

/** The supported operations; others return `op_not_supported`. */
const HANDLERS = {
  accountMerge,
  changeTrust,
  claimClaimableBalance,
  createAccount,
  createClaimableBalance,
  invokeHostFunction,
  manageData,
  manageSellOffer,
  pathPaymentStrictReceive,
  pathPaymentStrictSend,
  payment,
  setOptions,
  setTrustLineFlags,
} as const

export type Bound = {
  readonly level: Level
  malformed(source: string): xdr.OperationResultTr | undefined
  apply(applying: Applying): xdr.OperationResultTr
  readonly concerns: readonly string[]
}

/** The handler of an operation; undefined if it is not supported. */
export function findHandler(operation: OperationRecord): Bound | undefined {
  if (!Object.hasOwn(HANDLERS, operation.type)) return undefined
  // The table pairs each type with a handler of that type, but TypeScript cannot follow this through the index.
  const handler = HANDLERS[operation.type as keyof typeof HANDLERS] as Handler<OperationRecord>
  return {
    level: handler.level(operation),
    malformed: (source) => handler.malformed(operation, source),
    apply: (applying) => handler.apply(operation, applying),
    concerns: handler.concerns(operation),
  }
}
