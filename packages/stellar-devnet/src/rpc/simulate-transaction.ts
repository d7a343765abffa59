import { type rpc, xdr } from '@stellar/stellar-sdk'
import { RESOURCE_FEE } from '../ledger/network.ts'
import { callContract } from '../ledger/operations/invoke-host-function.ts'
import { readEnvelope, type Submission } from '../ledger/transaction.ts'
import { createInvalidParams, type Params, readText } from './refusal.ts'
import type { Window } from './window.ts'

/**
 * Simulates a contract call: its effect now, and what it must declare. Signed authorizations are verified; without any,
 * the answer says which are needed. Neither the transaction's signatures nor its sequence number matter.
 */
export function simulateTransaction({ chain, latest }: Window, params: Params): rpc.Api.RawSimulateTransactionResponse {
  const submission = read(readText(params.transaction, 'transaction'))
  const failed = (error: string) => ({ id: submission?.hash ?? '', latestLedger: latest.sequence, error })
  if (!submission) return failed('Could not unmarshal transaction')
  const [step, more] = submission.steps
  if (!step || more) return failed('Transaction contains more than one operation')
  const { operation, source } = step
  if (operation.type !== 'invokeHostFunction') {
    return failed(`Transaction contains unsupported operation type: ${operation.type}`)
  }
  const sequence = latest.sequence + 1
  const called = callContract(chain.scratch(), operation, {
    source,
    sequence,
    records: readMode(params, operation.auth),
  })
  if (typeof called === 'string') return failed(called)
  const { keys, event, recorded } = called
  const resources = new xdr.SorobanResources({
    footprint: new xdr.LedgerFootprint(keys),
    instructions: 500_000,
    diskReadBytes: 0,
    writeBytes: 1_000,
  })
  const data = new xdr.SorobanTransactionData({
    ext: xdr.SorobanTransactionDataExt.v0(),
    resources,
    resourceFee: RESOURCE_FEE,
  })
  return {
    id: submission.hash,
    latestLedger: latest.sequence,
    transactionData: data.toXdr('base64'),
    minResourceFee: String(RESOURCE_FEE),
    events: [new xdr.DiagnosticEvent({ inSuccessfulContractCall: true, event }).toXdr('base64')],
    results: [{ auth: recorded.map((entry) => entry.toXdr('base64')), xdr: xdr.ScVal.scvVoid().toXdr('base64') }],
  }
}

/** Tells whether authorizations are recorded, not verified. */
function readMode({ authMode }: Params, auth: readonly unknown[] = []): boolean {
  if (authMode === undefined || authMode === '') return auth.length === 0
  if (authMode === 'record' || authMode === 'record_allow_nonroot') return true
  if (authMode === 'enforce') return false
  throw createInvalidParams('authMode must be enforce, record or record_allow_nonroot')
}

function read(envelope: string): Submission | null {
  try {
    return readEnvelope(envelope)
  } catch {
    return null
  }
}
