import { setTimeout as sleep } from 'node:timers/promises'
import type { xdr } from '@stellar/stellar-sdk'
import type { Chain, Outcome, Refused, Submitted } from '../ledger/chain.ts'
import { readResultCodes } from '../ledger/result-codes.ts'
import { createBadRequest, Problem } from './problem.ts'
import { buildTransactionRecord } from './transaction-record.ts'

/** The time that Horizon waits for a ledger */
const TIMEOUT_MS = 30_000

/**
 * Accepts a transaction, waits for its ledger and returns its record. A transaction that is already in a ledger is
 * returned unchanged.
 * @throws Problem if it is invalid, refused or failed, or no ledger closed
 */
export async function submitAndWait(chain: Chain, base: string, body: string): Promise<object> {
  const submitted = takeForm(chain, body)
  const { submission } = submitted
  const known = chain.history.transaction(submission.hash)
  if (known) return buildRecord(base, known)
  if (submitted.status === 'ERROR') throw failed(submission.envelope, submitted.result)
  const late = new AbortController()
  const outcome = await Promise.race([
    submitted.applied,
    sleep(TIMEOUT_MS, undefined, { signal: late.signal }).catch(() => undefined),
  ]).finally(() => late.abort())
  if (!outcome) throw timeout(submission.envelope)
  return buildRecord(base, outcome)
}

/** Accepts a transaction and reports at once whether it waits for a ledger. @throws Problem if it is invalid */
export function submitOnly(chain: Chain, body: string): { status: number; body: object } {
  const submitted = takeForm(chain, body)
  const hash = submitted.submission.hash
  if (submitted.status === 'ERROR') {
    const result = submitted.result.toXdr('base64')
    return { status: 400, body: { tx_status: 'ERROR', hash, error_result_xdr: result } }
  }
  return { status: submitted.status === 'PENDING' ? 201 : 409, body: { tx_status: submitted.status, hash } }
}

function takeForm(chain: Chain, body: string): Submitted {
  const envelope = new URLSearchParams(body).get('tx')
  if (!envelope) throw createBadRequest('tx', 'The tx form field is missing.')
  try {
    return chain.submit(envelope)
  } catch (error) {
    throw new Problem(
      400,
      'transaction_malformed',
      'Transaction Malformed',
      'Horizon could not decode the transaction envelope in this request.',
      { envelope_xdr: envelope, reason: error instanceof Error ? error.message : String(error) },
    )
  }
}

function buildRecord(base: string, outcome: Outcome): object {
  if (isRefused(outcome)) throw failed(outcome.refused.envelope, outcome.result)
  if (!outcome.successful) throw failed(outcome.submission.envelope, outcome.result)
  return buildTransactionRecord(base, outcome)
}

function isRefused(outcome: Outcome): outcome is Refused {
  return 'refused' in outcome
}

function failed(envelope: string, result: xdr.TransactionResult): Problem {
  return new Problem(
    400,
    'transaction_failed',
    'Transaction Failed',
    'The transaction failed when submitted to the stellar network. The `extras.result_codes` field on this response contains further details.',
    { envelope_xdr: envelope, result_codes: readResultCodes(result), result_xdr: result.toXdr('base64') },
  )
}

function timeout(envelope: string): Problem {
  return new Problem(
    504,
    'timeout',
    'Timeout',
    'Your request timed out before completing. The transaction may still come into a ledger: submit the same envelope again.',
    { envelope_xdr: envelope },
  )
}
