import { assetXdr, type KnownAsset } from './asset.ts'
import { changeOf, fieldsOf, listOf, malformed, textOf } from './fields.ts'
import { type Account, type Holding, MEMO_REQUIRED } from './node.ts'
import type { StellarRpc } from './rpc-node.ts'
import { decodeStrKey } from './strkey.ts'
import { accountXdr, uint32, variable, XdrReader } from './xdr.ts'

const ENTRY = { account: 0, trustline: 1, data: 3 } as const
const AUTHORIZED = 1

/** An account and its holding of an asset, from Stellar RPC's ledger entries; null when there is no such account. */
export async function accountOf(rpc: StellarRpc, address: string, asset: KnownAsset | null): Promise<Account | null> {
  const key = decodeStrKey('G', address)
  if (!key) return null
  const account = Buffer.concat([uint32(ENTRY.account), accountXdr(key)])
  const line = asset && Buffer.concat([uint32(ENTRY.trustline), accountXdr(key), assetXdr(asset)])
  const wish = Buffer.concat([uint32(ENTRY.data), accountXdr(key), variable(Buffer.from(MEMO_REQUIRED.name))])
  const keys = [account, wish, ...(line ? [line] : [])].map((one) => one.toString('base64'))
  const answer = fieldsOf(await rpc('getLedgerEntries', { keys }))
  const entries = listOf(answer.entries ?? [], 'entries').map(fieldsOf)
  let own: Pick<Account, 'sequence' | 'changedIn'> | null = null
  let holding: Holding | null = null
  let wantsMemo = false
  try {
    for (const { xdr, lastModifiedLedgerSeq: modified } of entries) {
      const entry = new XdrReader(textOf(xdr))
      const kind = entry.uint32()
      if (kind === ENTRY.account) own = { sequence: readSequence(entry), changedIn: changeOf(modified) }
      if (kind === ENTRY.trustline) holding = readTrustline(entry)
      if (kind === ENTRY.data) wantsMemo = readDatum(entry).equals(MEMO_REQUIRED.value)
    }
  } catch (error) {
    if (error instanceof RangeError) throw malformed('a ledger entry that cannot be read')
    throw error
  }
  return own && { ...own, holding, wantsMemo }
}

const KEY_BYTES = 4 + 32

function readSequence(entry: XdrReader): bigint {
  const BALANCE_BYTES = 8
  entry.fixed(KEY_BYTES + BALANCE_BYTES)
  return entry.int64()
}

/** The value. The name is the requested one. */
function readDatum(entry: XdrReader): Buffer {
  entry.fixed(KEY_BYTES)
  entry.variable()
  return entry.variable()
}

/** Amounts promised to offers are not available. */
function readTrustline(entry: XdrReader): Holding {
  const CODE_BYTES: Readonly<Record<number, number>> = { 1: 4, 2: 12 }
  entry.fixed(KEY_BYTES)
  const code = CODE_BYTES[entry.uint32()]
  if (code === undefined) throw new RangeError('not an issued asset')
  entry.fixed(code + KEY_BYTES)
  const balance = entry.int64()
  const limit = entry.int64()
  const flags = entry.uint32()
  const hasLiabilities = entry.uint32() === 1
  const buying = hasLiabilities ? entry.int64() : 0n
  const selling = hasLiabilities ? entry.int64() : 0n
  return { balance, limit: limit - buying, authorized: (flags & AUTHORIZED) !== 0, spendable: balance - selling }
}
