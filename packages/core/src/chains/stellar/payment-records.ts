import type { KnownAsset } from './asset.ts'
import { textMemo } from './event.ts'
import { type Fields, fieldsOf, malformed, parseStroops, textOf, timeOf, toidOf, transactionHash } from './fields.ts'
import { type Movement, placeOfToid } from './transfers.ts'

/** Operations that are payments. A contract call lists the balances it changed instead. */
const PAYMENTS: readonly unknown[] = [
  'payment',
  'path_payment_strict_receive',
  'path_payment_strict_send',
  'path_payment',
]
const CALL = 'invoke_host_function'

/** The transfers of these assets in one of Horizon's operation records. Throws NodeError when it cannot be read. */
export function movementsOf(record: Fields, assets: readonly KnownAsset[]): Movement[] {
  if (record.transaction_successful === false) return []
  if (PAYMENTS.includes(record.type)) {
    const asset = assetOf(record, assets)
    // A path payment's amount is what it delivers. The payer's cost is in another asset.
    return asset
      ? [movement(record, record, asset, textOf(record.to_muxed_id) || memoOf(fieldsOf(record.transaction)))]
      : []
  }
  if (record.type !== CALL || !Array.isArray(record.asset_balance_changes)) return []
  return record.asset_balance_changes.map(fieldsOf).flatMap((change) => {
    const asset = change.type === 'transfer' || change.type === 'mint' ? assetOf(change, assets) : null
    // A contract call has no memo, only a muxed account's id.
    return asset ? [movement(record, change, asset, textOf(change.destination_muxed_id) || null)] : []
  })
}

function movement(record: Fields, moved: Fields, asset: KnownAsset, memo: string | null): Movement {
  const { ledger, index } = placeOfToid(toidOf(record.id))
  return {
    txHash: transactionHash(record.transaction_hash),
    token: asset.contract.toLowerCase(),
    from: (textOf(moved.from) || asset.issuer).toLowerCase(),
    to: textOf(moved.to).toLowerCase(),
    rawAmount: parseStroops(moved.amount),
    memo,
    logIndex: index,
    blockNumber: ledger,
    blockTime: timeOf(record.created_at),
  }
}

function assetOf(moved: Fields, assets: readonly KnownAsset[]): KnownAsset | null {
  return assets.find(({ code, issuer }) => code === moved.asset_code && issuer === moved.asset_issuer) ?? null
}

/** The memo of a transaction's record. It must be there: without it payments could not be told apart. */
export function memoOf({ memo_type: kind, memo, memo_bytes: bytes }: Fields): string | null {
  switch (kind) {
    case 'none':
      return null
    case 'text':
      return textMemo(typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : Buffer.from(textOf(memo)))
    case 'id':
      return textOf(memo) || null
    case 'hash':
    case 'return':
      return Buffer.from(textOf(memo), 'base64').toString('hex')
    default:
      throw malformed('a payment without its transaction')
  }
}
