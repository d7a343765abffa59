import type { Horizon, Memo } from '@stellar/stellar-sdk'
import type { LedgerTransaction } from '../ledger/history.ts'
import { formatTime } from '../ledger/time.ts'
import { link } from './link.ts'

type Response = Horizon.HorizonApi.TransactionResponse

/** A transaction in Horizon's format */
export function buildTransactionRecord(base: string, transaction: LedgerTransaction): Response {
  const { submission, toid, ledger } = transaction
  const { hash, inner, bump } = submission
  const self = `${base}/transactions/${hash}`
  const token = String(toid)
  return {
    ...memoFields(inner.memo),
    _links: {
      self: link(self),
      account: link(`${base}/accounts/${submission.source}`),
      ledger: link(`${base}/ledgers/${ledger}`),
      operations: link(`${self}/operations{?cursor,limit,order}`),
      effects: link(`${self}/effects{?cursor,limit,order}`),
      precedes: link(`${base}/transactions?order=asc&cursor=${token}`),
      succeeds: link(`${base}/transactions?order=desc&cursor=${token}`),
    },
    id: hash,
    paging_token: token,
    successful: transaction.successful,
    hash,
    ledger,
    created_at: formatTime(transaction.closeTime),
    source_account: submission.source,
    ...(inner.source.startsWith('M') ? { account_muxed: inner.source } : {}),
    source_account_sequence: inner.sequence,
    fee_account: submission.feeSource,
    fee_charged: String(transaction.fee),
    max_fee: String(submission.maxFee),
    operation_count: submission.steps.length,
    envelope_xdr: submission.envelope,
    result_xdr: transaction.result.toXdr('base64'),
    result_meta_xdr: transaction.meta,
    fee_meta_xdr: transaction.feeMeta,
    signatures: [...(bump ? submission.bumpSignatures : submission.signatures).list],
    ...bumpFields(transaction),
    ...preconditionFields(transaction),
  }
}

function memoFields(memo: Memo): Pick<Response, 'memo' | 'memo_bytes' | 'memo_type'> {
  switch (memo.type) {
    case 'text': {
      const bytes = Buffer.from(memo.value as Uint8Array)
      return { memo: bytes.toString('utf8'), memo_bytes: bytes.toString('base64'), memo_type: 'text' }
    }
    case 'id':
      return { memo: String(memo.value), memo_type: 'id' }
    case 'hash':
    case 'return':
      return { memo: Buffer.from(memo.value as Uint8Array).toString('base64'), memo_type: memo.type }
    default:
      return { memo_type: 'none' }
  }
}

function bumpFields({ submission }: LedgerTransaction): Partial<Response> {
  const { bump, inner } = submission
  if (!bump) return {}
  return {
    fee_bump_transaction: { hash: submission.hash, signatures: [...submission.bumpSignatures.list] },
    inner_transaction: {
      hash: submission.innerHash,
      signatures: [...submission.signatures.list],
      max_fee: inner.fee,
    },
  }
}

function preconditionFields({ submission }: LedgerTransaction): Partial<Response> {
  const { timeBounds, ledgerBounds, minAccountSequence } = submission.inner
  if (!timeBounds && !ledgerBounds && minAccountSequence === undefined) return {}
  return {
    preconditions: {
      ...(timeBounds ? { timebounds: { min_time: timeBounds.minTime, max_time: timeBounds.maxTime } } : {}),
      ...(ledgerBounds
        ? { ledgerbounds: { min_ledger: ledgerBounds.minLedger, max_ledger: ledgerBounds.maxLedger } }
        : {}),
      ...(minAccountSequence === undefined ? {} : { min_account_sequence: minAccountSequence }),
    },
  }
}
