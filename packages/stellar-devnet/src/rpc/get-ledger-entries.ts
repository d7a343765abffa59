import { Asset, type rpc, StrKey, xdr } from '@stellar/stellar-sdk'
import { nameOf } from '../ledger/amount.ts'
import { trustlineId } from '../ledger/balances.ts'
import type { Entry } from '../ledger/entries.ts'
import { entryData } from '../ledger/entry-xdr.ts'
import type { View } from '../ledger/state.ts'
import { invalidParams, type Params } from './refusal.ts'
import type { Window } from './window.ts'

const MAX_KEYS = 200

/** Entries by key; missing entries are omitted. @throws Refusal if a key is invalid */
export function getLedgerEntries({ chain, latest }: Window, params: Params): rpc.Api.RawGetLedgerEntriesResponse {
  const keys = params.keys
  if (!Array.isArray(keys)) throw invalidParams('keys must be a list')
  if (keys.length > MAX_KEYS) throw invalidParams(`key count (${keys.length}) exceeds maximum supported (${MAX_KEYS})`)
  const entries = keys.map(String).flatMap((key) => {
    const entry = entryOf(chain.view, keyOf(key))
    const data = entry && entryData(entry)
    return entry && data ? [{ key, xdr: data.toXdr('base64'), lastModifiedLedgerSeq: entry.modified }] : []
  })
  return { entries, latestLedger: latest.sequence }
}

function keyOf(key: string): xdr.LedgerKey {
  try {
    return xdr.LedgerKey.fromXdr(key, 'base64')
  } catch {
    throw invalidParams(`cannot unmarshal key value ${key}`)
  }
}

function entryOf(view: View, key: xdr.LedgerKey): Entry | undefined {
  switch (key.type) {
    case 'account':
      return view.get('account', addressOf(key.value.accountId))
    case 'trustline': {
      const { asset, accountId } = key.value
      if (asset.type === 'assetTypePoolShare') return undefined
      return view.get('trustline', trustlineId(addressOf(accountId), nameOf(Asset.fromOperation(asset))))
    }
    case 'offer':
      return view.get('offer', String(key.value.offerId))
    case 'data':
      return view.get('data', `${addressOf(key.value.accountId)}/${key.value.dataName}`)
    case 'claimableBalance':
      return view.get('claimable', key.value.balanceId.toXdr('hex'))
    default:
      return undefined
  }
}

function addressOf(key: xdr.PublicKey): string {
  return StrKey.encodeEd25519PublicKey(key.value.value)
}
