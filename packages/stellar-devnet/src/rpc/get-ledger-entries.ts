import { Address, Asset, type rpc, StrKey, xdr } from '@stellar/stellar-sdk'
import { formatAsset } from '../ledger/amount.ts'
import { formatNonceId } from '../ledger/authorization.ts'
import { formatTrustlineId } from '../ledger/balances.ts'
import type { Entry } from '../ledger/entries.ts'
import { encodeEntryData } from '../ledger/entry-xdr.ts'
import type { View } from '../ledger/state.ts'
import { createInvalidParams, type Params } from './refusal.ts'
import type { Window } from './window.ts'

const MAX_KEYS = 200

/** Entries by key; missing entries are omitted. @throws Refusal if a key is invalid */
export function getLedgerEntries({ chain, latest }: Window, params: Params): rpc.Api.RawGetLedgerEntriesResponse {
  const keys = params.keys
  if (!Array.isArray(keys)) throw createInvalidParams('keys must be a list')
  if (keys.length > MAX_KEYS)
    throw createInvalidParams(`key count (${keys.length}) exceeds maximum supported (${MAX_KEYS})`)
  const entries = keys.map(String).flatMap((key) => {
    const entry = findEntry(chain.view, decodeKey(key))
    const data = entry && encodeEntryData(entry)
    return entry && data ? [{ key, xdr: data.toXdr('base64'), lastModifiedLedgerSeq: entry.modified }] : []
  })
  return { entries, latestLedger: latest.sequence }
}

function decodeKey(key: string): xdr.LedgerKey {
  try {
    return xdr.LedgerKey.fromXdr(key, 'base64')
  } catch {
    throw createInvalidParams(`cannot unmarshal key value ${key}`)
  }
}

function findEntry(view: View, key: xdr.LedgerKey): Entry | undefined {
  switch (key.type) {
    case 'account':
      return view.get('account', decodeAddress(key.value.accountId))
    case 'trustline': {
      const { asset, accountId } = key.value
      if (asset.type === 'assetTypePoolShare') return undefined
      return view.get('trustline', formatTrustlineId(decodeAddress(accountId), formatAsset(Asset.fromOperation(asset))))
    }
    case 'offer':
      return view.get('offer', String(key.value.offerId))
    case 'data':
      return view.get('data', `${decodeAddress(key.value.accountId)}/${key.value.dataName}`)
    case 'claimableBalance':
      return view.get('claimable', key.value.balanceId.toXdr('hex'))
    case 'contractData': {
      const { contract, key: name } = key.value
      if (name.type !== 'scvLedgerKeyNonce') return undefined
      return view.get('nonce', formatNonceId(Address.fromScAddress(contract).toString(), name.value.nonce))
    }
    default:
      return undefined
  }
}

function decodeAddress(key: xdr.PublicKey): string {
  return StrKey.encodeEd25519PublicKey(key.value.value)
}
