import { toRecord } from '@crypto-checkout/api-types'
import { decodeTextMemo } from './event.ts'
import {
  createMalformedError,
  type Fields,
  parseIsoTime,
  parseStroops,
  parseText,
  parseToid,
  parseTransactionHash,
} from './fields.ts'
import { type Horizon, parseRecords } from './horizon.ts'
import type { KnownAsset } from './identifiers.ts'
import { decodeToid, type Movement } from './node.ts'

/** Horizon returns no more at once. */
export const RECORDS_A_PAGE = 200
/** Per reading; the rest waits for the next one. */
const MAX_PAGES = 20

/** `until`: the records are complete up to this ledger. */
type Walked = { readonly records: readonly Fields[]; readonly until: number }

/** Both ends included. */
type Ledgers = { readonly from: number; readonly last: number }

/** The payments of these wallets, or of the whole network if null, each with its transaction. */
export async function walkPayments(
  horizon: Horizon,
  wallets: readonly string[] | null,
  ledgers: Ledgers,
): Promise<Walked> {
  if (!wallets) return walk(horizon, '/payments', ledgers)
  const walked = await Promise.all(
    wallets.map((wallet) => walk(horizon, `/accounts/${wallet.toUpperCase()}/payments`, ledgers)),
  )
  return {
    records: walked.flatMap(({ records }) => records),
    until: Math.min(ledgers.last, ...walked.map(({ until }) => until)),
  }
}

/** Follows a list of operations from the start of one ledger to the end of another. */
async function walk(horizon: Horizon, path: string, { from, last }: Ledgers): Promise<Walked> {
  const found: Fields[] = []
  let cursor = String(BigInt(from) << 32n)
  for (let pages = 1; ; pages++) {
    const query = `cursor=${cursor}&order=asc&limit=${RECORDS_A_PAGE}&join=transactions`
    const answer = await horizon(`${path}?${query}`)
    // The account does not exist, so it received nothing.
    if (!answer) return { records: found, until: last }
    const records = parseRecords(answer)
    found.push(...records)
    const end = records.at(-1)
    if (!end || records.length < RECORDS_A_PAGE) return { records: found, until: last }
    cursor = parseText(end.paging_token)
    const { ledger: at } = decodeToid(parseToid(cursor))
    if (at > last) return { records: found, until: last }
    // The ledger in which the walk stops may have more.
    if (pages === MAX_PAGES) return { records: found, until: at - 1 }
  }
}

/** Operations that are payments. A contract call lists the balances it changed instead. */
const PAYMENTS: readonly unknown[] = [
  'payment',
  'path_payment_strict_receive',
  'path_payment_strict_send',
  'path_payment',
]
const CALL = 'invoke_host_function'

/** The transfers of these assets in one of Horizon's operation records. Throws NodeError when it cannot be read. */
export function parseMovements(record: Fields, assets: readonly KnownAsset[]): Movement[] {
  if (record.transaction_successful === false) return []
  if (PAYMENTS.includes(record.type)) {
    const asset = findAsset(record, assets)
    // A path payment's amount is what it delivers. The payer's cost is in another asset.
    return asset
      ? [
          movement(
            record,
            record,
            asset,
            parseText(record.to_muxed_id) || parseRecordMemo(toRecord(record.transaction)),
          ),
        ]
      : []
  }
  if (record.type !== CALL || !Array.isArray(record.asset_balance_changes)) return []
  return record.asset_balance_changes.map(toRecord).flatMap((change) => {
    const asset = change.type === 'transfer' || change.type === 'mint' ? findAsset(change, assets) : null
    // A contract call has no memo, only a muxed account's id.
    return asset ? [movement(record, change, asset, parseText(change.destination_muxed_id) || null)] : []
  })
}

function movement(record: Fields, moved: Fields, asset: KnownAsset, memo: string | null): Movement {
  const { ledger, index } = decodeToid(parseToid(record.id))
  return {
    txHash: parseTransactionHash(record.transaction_hash),
    token: asset.contract.toLowerCase(),
    from: (parseText(moved.from) || asset.issuer).toLowerCase(),
    to: parseText(moved.to).toLowerCase(),
    rawAmount: parseStroops(moved.amount),
    memo,
    logIndex: index,
    blockNumber: ledger,
    blockTime: parseIsoTime(record.created_at),
  }
}

function findAsset(moved: Fields, assets: readonly KnownAsset[]): KnownAsset | null {
  return assets.find(({ code, issuer }) => code === moved.asset_code && issuer === moved.asset_issuer) ?? null
}

/** The memo of a transaction's record. It must be there: without it payments could not be told apart. */
export function parseRecordMemo({ memo_type: kind, memo, memo_bytes: bytes }: Fields): string | null {
  switch (kind) {
    case 'none':
      return null
    case 'text':
      return decodeTextMemo(typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : Buffer.from(parseText(memo)))
    case 'id':
      return parseText(memo) || null
    case 'hash':
    case 'return':
      return Buffer.from(parseText(memo), 'base64').toString('hex')
    default:
      throw createMalformedError('a payment without its transaction')
  }
}
