import { extractBaseAddress, type Horizon, MuxedAccount, type OperationRecord, StrKey } from '@stellar/stellar-sdk'
import type { LedgerOperation } from '../ledger/history.ts'
import { formatTime } from '../ledger/time.ts'
import { link } from './link.ts'
import { buildOperationFields, nameOfType } from './operation-fields.ts'
import { buildTransactionRecord } from './transaction-record.ts'

/** The common fields of all operations, and the fields of each type */
export type OperationBody = Horizon.HorizonApi.BaseOperationResponse & Record<string, unknown>

/** An operation in Horizon's format, including its transaction if requested */
export function buildOperationRecord(base: string, operation: LedgerOperation, join: boolean): OperationBody {
  const { toid, transaction, step } = operation
  const id = String(toid)
  const { type, number } = nameOfType(step.operation.type)
  return {
    _links: {
      self: link(`${base}/operations/${id}`),
      transaction: link(`${base}/transactions/${transaction.submission.hash}`),
      effects: link(`${base}/operations/${id}/effects`),
      succeeds: link(`${base}/effects?order=desc&cursor=${id}`),
      precedes: link(`${base}/effects?order=asc&cursor=${id}`),
    },
    id,
    paging_token: id,
    transaction_successful: transaction.successful,
    source_account: step.source,
    ...muxedFields('source_account', step.sender),
    type,
    type_i: number,
    created_at: formatTime(transaction.closeTime),
    transaction_hash: transaction.submission.hash,
    ...(join ? { transaction: buildTransactionRecord(base, transaction) } : {}),
    ...partyFields(step.operation, step.sender),
    ...buildOperationFields(operation),
  }
}

/** Payments report muxed addresses in addition to the accounts' addresses. */
function partyFields(operation: OperationRecord, sender: string): object {
  switch (operation.type) {
    case 'payment':
    case 'pathPaymentStrictReceive':
    case 'pathPaymentStrictSend': {
      const from = extractBaseAddress(sender)
      const to = extractBaseAddress(operation.destination)
      return { from, ...muxedFields('from', sender), to, ...muxedFields('to', operation.destination) }
    }
    default:
      return {}
  }
}

function muxedFields(name: string, address: string): Record<string, string> {
  if (!StrKey.isValidMed25519PublicKey(address)) return {}
  return { [`${name}_muxed`]: address, [`${name}_muxed_id`]: MuxedAccount.fromAddress(address, '0').id() }
}
