import { xdr } from '@stellar/stellar-sdk'
import { NATIVE } from './amount.ts'
import { computeReserve, sumLiabilities } from './balances.ts'
import type { Account } from './entries.ts'
import { BASE_FEE, RESOURCE_FEE } from './network.ts'
import type { Level } from './operations/operation.ts'
import { findHandler } from './operations/table.ts'
import type { View } from './state.ts'
import type { Signatures, Step, Submission } from './transaction.ts'

const { OperationResult } = xdr

/**
 * The reason for which a transaction cannot enter a ledger, and so costs nothing: its code, and the results of its
 * operations
 */
export type Invalid = { readonly code: InvalidCode; readonly operations?: xdr.OperationResult[] }

type InvalidCode =
  | 'txFailed'
  | 'txTooEarly'
  | 'txTooLate'
  | 'txMissingOperation'
  | 'txBadSeq'
  | 'txBadAuth'
  | 'txInsufficientBalance'
  | 'txNoAccount'
  | 'txInsufficientFee'
  | 'txBadAuthExtra'
  | 'txNotSupported'
  | 'txSorobanInvalid'

type Moment = {
  readonly sequence: number
  readonly closeTime: bigint
  /** The number of the account's transactions that wait before this one */
  readonly ahead: bigint
}

/**
 * Finds the reason for which a transaction may not enter the next ledger, in the order of stellar-core's checks;
 * undefined if it may
 */
export function checkSubmission(view: View, submission: Submission, moment: Moment): Invalid | undefined {
  const code = checkForm(submission, moment) ?? checkAccounts(view, submission, moment)
  if (code) return { code }
  const operations = submission.steps.map((step) => checkOperation(view, submission, step))
  if (operations.some((result) => result !== undefined)) {
    return { code: 'txFailed', operations: operations.map((result) => result ?? buildSuccess()) }
  }
  const { signatures, bumpSignatures } = submission
  return signatures.unused() || bumpSignatures.unused() ? { code: 'txBadAuthExtra' } : undefined
}

/** Errors that do not depend on the accounts */
function checkForm(submission: Submission, moment: Moment): InvalidCode | undefined {
  const { inner, steps } = submission
  if (steps.length === 0) return 'txMissingOperation'
  if (inner.minAccountSequenceAge || inner.minAccountSequenceLedgerGap || inner.extraSigners?.length) {
    return 'txNotSupported'
  }
  if (!declaresCalls(submission)) return 'txSorobanInvalid'
  const untimely = checkTime(submission, moment)
  if (untimely) return untimely
  return submission.maxFee < computeLeastFee(submission) ? 'txInsufficientFee' : undefined
}

/** Errors of the accounts that send it and pay for it */
function checkAccounts(view: View, submission: Submission, moment: Moment): InvalidCode | undefined {
  const account = view.get('account', submission.source)
  const payer = view.get('account', submission.feeSource)
  if (!account || !payer) return 'txNoAccount'
  if (!isNext(submission, account, moment.ahead)) return 'txBadSeq'
  if (!mayAct(account, 'low', submission.signatures)) return 'txBadAuth'
  if (submission.bump && !mayAct(payer, 'low', submission.bumpSignatures)) return 'txBadAuth'
  const available = payer.balance - computeReserve(payer) - sumLiabilities(view, payer.id, NATIVE).selling
  return available < computeFee(submission) ? 'txInsufficientBalance' : undefined
}

/** If a transaction is not applied, only failures are reported. This result stands in for the others. */
function buildSuccess(): xdr.OperationResult {
  return OperationResult.opInner(xdr.OperationResultTr.payment(xdr.PaymentResult.paymentSuccess()))
}

/** A contract call is the only operation of its transaction, which declares what the call needs. */
function declaresCalls({ steps, soroban }: Submission): boolean {
  const calls = steps.some(({ operation }) => operation.type === 'invokeHostFunction')
  if (!calls) return soroban === undefined
  return steps.length === 1 && soroban !== undefined && soroban.resourceFee >= RESOURCE_FEE
}

/**
 * 100 stroops for each operation; a fee bump counts as one more. A contract call costs what its transaction declares:
 * nothing is given back.
 */
export function computeFee({ steps, bump, soroban }: Submission): bigint {
  return BASE_FEE * BigInt(steps.length + (bump ? 1 : 0)) + (soroban?.resourceFee ?? 0n)
}

function computeLeastFee(submission: Submission): bigint {
  const { bump, inner, steps, soroban } = submission
  if (!bump) return computeFee(submission)
  const resourceFee = soroban?.resourceFee ?? 0n
  // A bump must offer at least as much for each operation as the inner transaction.
  const bid = (BigInt(inner.fee) - resourceFee) * BigInt(steps.length + 1)
  const offered = (bid + BigInt(steps.length) - 1n) / BigInt(steps.length) + resourceFee
  return offered > computeFee(submission) ? offered : computeFee(submission)
}

function checkTime({ inner }: Submission, { sequence, closeTime }: Moment): 'txTooEarly' | 'txTooLate' | undefined {
  const { minTime = '0', maxTime = '0' } = inner.timeBounds ?? {}
  const { minLedger = 0, maxLedger = 0 } = inner.ledgerBounds ?? {}
  if (closeTime < BigInt(minTime) || sequence < minLedger) return 'txTooEarly'
  const late = (BigInt(maxTime) > 0n && closeTime > BigInt(maxTime)) || (maxLedger > 0 && sequence >= maxLedger)
  return late ? 'txTooLate' : undefined
}

function isNext({ inner }: Submission, account: Account, ahead: bigint): boolean {
  const sequence = BigInt(inner.sequence)
  const current = account.sequence + ahead
  if (inner.minAccountSequence === undefined) return sequence === current + 1n
  return BigInt(inner.minAccountSequence) <= current && current < sequence
}

/** The result of an operation that is unauthorised, unsupported or can never succeed */
function checkOperation(view: View, { signatures }: Submission, step: Step): xdr.OperationResult | undefined {
  const handler = findHandler(step.operation)
  if (!handler) return OperationResult.opNotSupported()
  const account = view.get('account', step.source)
  // An earlier operation in the same transaction may still create its account.
  const may = account ? mayAct(account, handler.level, signatures) : signatures.by(step.source)
  if (!may) return OperationResult.opBadAuth()
  const malformed = handler.malformed(step.source)
  return malformed && OperationResult.opInner(malformed)
}

/** Tells whether the signing keys reach the account's threshold. At least one key must have signed. */
export function mayAct(account: Account, level: Level, signatures: Signatures): boolean {
  const keys = [{ key: account.id, weight: account.thresholds.master }, ...account.signers]
  const needed = account.thresholds[level]
  let weight = 0
  for (const signer of keys) {
    if (signer.weight === 0 || !signatures.by(signer.key)) continue
    weight += signer.weight
    if (weight >= needed) return true
  }
  return false
}
