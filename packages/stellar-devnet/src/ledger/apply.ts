import { xdr } from '@stellar/stellar-sdk'
import type { Movement } from './operations/operation.ts'
import { findHandler } from './operations/table.ts'
import { type Base, type Change, createLayer } from './state.ts'
import type { Step, Submission } from './transaction.ts'
import { checkSubmission, computeFee, type Invalid, mayAct } from './validity.ts'

const { OperationResult, TransactionResult, TransactionResultExt, TransactionResultResult } = xdr

type AppliedStep = {
  readonly changes: readonly Change[]
  readonly movements: readonly Movement[]
  readonly details: Readonly<Record<string, string>>
}

/** The outcome of a transaction in a ledger */
export type Applied = {
  readonly submission: Submission
  readonly successful: boolean
  readonly fee: bigint
  readonly result: xdr.TransactionResult
  readonly feeChanges: readonly Change[]
  /** The new sequence number */
  readonly sequenceChanges: readonly Change[]
  /** Empty for a failed transaction: only its fee and sequence number remain. */
  readonly steps: readonly AppliedStep[]
}

export type Moment = { readonly sequence: number; readonly closeTime: bigint }

/** Applies a transaction to the ledger, all or nothing. Fee and sequence number are consumed in both cases. */
export function applyTransaction(base: Base, submission: Submission, moment: Moment): Applied | Invalid {
  const invalid = checkSubmission(base, submission, { ...moment, ahead: 0n })
  if (invalid) return invalid
  const fee = computeFee(submission)
  const feeChanges = takeFee(base, submission, fee, moment)
  const sequenceChanges = useSequence(base, submission, moment)
  const layer = createLayer(base, moment.sequence)
  const outcomes = submission.steps.map((step, index) => applyStep(layer, submission, { step, index }, moment))
  const successful = outcomes.every(({ succeeded }) => succeeded)
  if (successful) layer.commit()
  return {
    submission,
    successful,
    fee,
    result: buildResult(submission, fee, {
      code: successful ? 'txSuccess' : 'txFailed',
      operations: outcomes.map(({ result }) => result),
    }),
    feeChanges,
    sequenceChanges,
    steps: successful ? outcomes : [],
  }
}

function takeFee(base: Base, { feeSource }: Submission, fee: bigint, { sequence }: Moment): Change[] {
  const layer = createLayer(base, sequence)
  const payer = layer.get('account', feeSource)
  const pool = layer.get('pool', 'pool')
  if (!payer || !pool) throw new Error('A valid transaction has an account that pays its fee.')
  layer.put({ ...payer, balance: payer.balance - fee })
  layer.put({ ...pool, fees: pool.fees + fee })
  layer.commit()
  return layer.changes()
}

function useSequence(base: Base, { inner, source }: Submission, { sequence, closeTime }: Moment): Change[] {
  const layer = createLayer(base, sequence)
  const account = layer.get('account', source)
  if (!account) throw new Error('A valid transaction has a source account.')
  layer.put({ ...account, sequence: BigInt(inner.sequence), sequenceLedger: sequence, sequenceTime: closeTime })
  layer.commit()
  return layer.changes()
}

type Outcome = AppliedStep & { readonly result: xdr.OperationResult; readonly succeeded: boolean }

/** Later operations are applied even after a failure, so that every reason is reported. */
function applyStep(
  base: Base,
  { inner, signatures, soroban }: Submission,
  { step, index }: { step: Step; index: number },
  moment: Moment,
): Outcome {
  const failed = (result: xdr.OperationResult): Outcome => {
    return { result, succeeded: false, changes: [], movements: [], details: {} }
  }
  const handler = findHandler(step.operation)
  if (!handler) return failed(OperationResult.opNotSupported())
  const account = base.get('account', step.source)
  if (!account) return failed(OperationResult.opNoAccount())
  if (!mayAct(account, handler.level, signatures)) return failed(OperationResult.opBadAuth())
  const layer = createLayer(base, moment.sequence)
  const movements: Movement[] = []
  const details: Record<string, string> = {}
  const tr = handler.apply({
    state: layer,
    source: step.source,
    sender: step.sender,
    ledger: moment,
    body: step.body,
    soroban,
    balanceId: () => inner.getClaimableBalanceId(index),
    moved: (movement) => movements.push(movement),
    found: (more) => Object.assign(details, more),
  })
  const result = OperationResult.opInner(tr)
  if (!tr.value.type.endsWith('Success')) return failed(result)
  layer.commit()
  return { result, succeeded: true, changes: layer.changes(), movements, details }
}

/** The result as XDR; a fee bump's result wraps the result of its inner transaction */
export function buildResult(
  submission: Submission,
  fee: bigint,
  outcome: Invalid | AppliedOutcome,
): xdr.TransactionResult {
  const ext = TransactionResultExt.v0()
  const wrapped = submission.bump && (outcome.code === 'txSuccess' || outcome.code === 'txFailed')
  if (!wrapped) return new TransactionResult({ feeCharged: fee, result: buildResultCode(outcome), ext })
  const inner = new xdr.InnerTransactionResult({
    // The fee is the bump's.
    feeCharged: 0n,
    result:
      outcome.code === 'txSuccess'
        ? xdr.InnerTransactionResultResult.txSuccess(outcome.operations ?? [])
        : xdr.InnerTransactionResultResult.txFailed(outcome.operations ?? []),
    ext: xdr.InnerTransactionResultExt.v0(),
  })
  const pair = new xdr.InnerTransactionResultPair({ transactionHash: submission.innerHash, result: inner })
  const result =
    outcome.code === 'txSuccess'
      ? TransactionResultResult.txFeeBumpInnerSuccess(pair)
      : TransactionResultResult.txFeeBumpInnerFailed(pair)
  return new TransactionResult({ feeCharged: fee, result, ext })
}

type AppliedOutcome = { readonly code: 'txSuccess' | 'txFailed'; readonly operations: xdr.OperationResult[] }

function buildResultCode({ code, operations = [] }: Invalid | AppliedOutcome): xdr.TransactionResultResult {
  if (code === 'txSuccess' || code === 'txFailed') return TransactionResultResult[code](operations)
  return TransactionResultResult[code]()
}
