import type { rpc } from '@stellar/stellar-sdk'
import type { Submitted } from '../ledger/chain.ts'
import { createInvalidParams, type Params, readText } from './refusal.ts'
import type { Window } from './window.ts'

/** Accepts a transaction for the next ledger and answers at once. @throws Refusal if it is invalid */
export function sendTransaction(window: Window, params: Params): rpc.Api.RawSendTransactionResponse {
  const { latest } = window
  const submitted = take(window, readText(params.transaction, 'transaction'))
  return {
    status: submitted.status,
    hash: submitted.submission.hash,
    latestLedger: latest.sequence,
    latestLedgerCloseTime: Number(latest.closeTime),
    ...(submitted.status === 'ERROR' ? { errorResultXdr: submitted.result.toXdr('base64') } : {}),
  }
}

function take({ chain }: Window, envelope: string): Submitted {
  try {
    return chain.submit(envelope)
  } catch {
    throw createInvalidParams('invalid_xdr')
  }
}
