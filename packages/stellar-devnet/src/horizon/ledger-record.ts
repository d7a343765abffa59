import type { Horizon } from '@stellar/stellar-sdk'
import { formatStroops } from '../ledger/amount.ts'
import { buildHeader } from '../ledger/header.ts'
import { encodeToid, type Ledger } from '../ledger/history.ts'
import { BASE_FEE, BASE_RESERVE, MAX_OPERATIONS_PER_LEDGER, PROTOCOL_VERSION, TOTAL_COINS } from '../ledger/network.ts'
import { formatTime } from '../ledger/time.ts'
import { link } from './link.ts'

/** The fields of the SDK's LedgerRecord; its other members are methods. */
export type LedgerFields = Omit<Horizon.ServerApi.LedgerRecord, 'effects' | 'operations' | 'self' | 'transactions'>

/** A ledger in Horizon's format */
export function buildLedgerRecord(base: string, ledger: Ledger): Omit<LedgerFields, '_links'> & { _links: object } {
  const { sequence, transactions } = ledger
  const self = `${base}/ledgers/${sequence}`
  const successful = transactions.filter((transaction) => transaction.successful)
  const operations = (list: typeof successful): number =>
    list.reduce((sum, transaction) => sum + transaction.operations.length, 0)
  return {
    _links: {
      self: link(self),
      transactions: link(`${self}/transactions{?cursor,limit,order}`),
      operations: link(`${self}/operations{?cursor,limit,order}`),
      payments: link(`${self}/payments{?cursor,limit,order}`),
      effects: link(`${self}/effects{?cursor,limit,order}`),
    },
    id: ledger.hash,
    paging_token: String(encodeToid(sequence)),
    hash: ledger.hash,
    prev_hash: ledger.previous,
    sequence,
    successful_transaction_count: successful.length,
    failed_transaction_count: transactions.length - successful.length,
    operation_count: operations(successful),
    tx_set_operation_count: operations([...transactions]),
    closed_at: formatTime(ledger.closeTime),
    total_coins: formatStroops(TOTAL_COINS),
    fee_pool: formatStroops(ledger.fees),
    base_fee_in_stroops: Number(BASE_FEE),
    base_reserve_in_stroops: Number(BASE_RESERVE),
    max_tx_set_size: MAX_OPERATIONS_PER_LEDGER,
    protocol_version: PROTOCOL_VERSION,
    header_xdr: buildHeader(ledger).toXdr('base64'),
  }
}
