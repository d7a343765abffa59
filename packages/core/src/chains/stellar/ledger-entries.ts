import { toRecord } from '@crypto-checkout/api-types'
import type { xdr } from '@stellar/stellar-sdk/base'
import { createMalformedError, parseChangeLedger, parseList, parseText } from './fields.ts'
import { type KnownAsset, toSdkAsset } from './identifiers.ts'
import { type Account, type Holding, MEMO_REQUIRED, mayPay, type StellarRpc } from './node.ts'
import { decodeXdr, loadSdk } from './sdk.ts'

/** An account and its holding of an asset, from Stellar RPC's ledger entries; null when there is no such account. */
export async function readAccount(rpc: StellarRpc, address: string, asset: KnownAsset | null): Promise<Account | null> {
  const { StrKey, xdr } = loadSdk()
  if (!StrKey.isValidEd25519PublicKey(address)) return null
  const keys = listKeys(address, asset).map((key) => key.toXdr('base64'))
  const answer = toRecord(await rpc('getLedgerEntries', { keys }))
  const entries = parseList(answer.entries ?? [], 'entries').map(toRecord)
  let own: Pick<Account, 'sequence' | 'changedIn' | 'ownKeyPays'> | null = null
  let holding: Holding | null = null
  let wantsMemo = false
  for (const { xdr: text, lastModifiedLedgerSeq: modified } of entries) {
    const entry = decodeXdr(() => xdr.LedgerEntryData.fromXdr(parseText(text), 'base64'))
    if (!entry) throw createMalformedError('a ledger entry that cannot be read')
    if (entry.type === 'account') {
      const [weight = 0, , medium = 0] = entry.value.thresholds.toBytes()
      const ownKeyPays = mayPay(weight, medium)
      own = { sequence: entry.value.seqNum, changedIn: parseChangeLedger(modified), ownKeyPays }
    }
    if (entry.type === 'trustline') holding = readTrustline(entry.value)
    if (entry.type === 'data') wantsMemo = MEMO_REQUIRED.value.equals(entry.value.dataValue.toBytes())
  }
  return own && { ...own, holding, wantsMemo }
}

/** The keys of the account, of its wish for memos, and of its trustline if there is an asset. */
function listKeys(address: string, asset: KnownAsset | null): xdr.LedgerKey[] {
  const { Keypair, xdr } = loadSdk()
  const accountId = Keypair.fromPublicKey(address).xdrAccountId()
  const account = xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId }))
  const wish = xdr.LedgerKey.data(new xdr.LedgerKeyData({ accountId, dataName: MEMO_REQUIRED.name }))
  if (!asset) return [account, wish]
  const line = new xdr.LedgerKeyTrustLine({ accountId, asset: toSdkAsset(asset).toTrustLineXdrObject() })
  return [account, wish, xdr.LedgerKey.trustline(line)]
}

/** Amounts promised to offers are not available. */
function readTrustline({ balance, limit, flags, ext }: xdr.TrustLineEntry): Holding {
  const { buying, selling } = ext.type === 'v1' ? ext.v1.liabilities : { buying: 0n, selling: 0n }
  const { authorizedFlag } = loadSdk().xdr.TrustLineFlags
  const authorized = (flags & authorizedFlag.value) !== 0
  return { balance, limit: limit - buying, authorized, spendable: balance - selling }
}
