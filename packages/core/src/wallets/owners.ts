import type { Db } from '../storage/database.ts'
import { ownersAmong } from './store.ts'
import { walletKey } from './view.ts'

/** The owners of wallets (lower case) that are paid on a chain, by address. A wallet without an owner has no entry. */
export function ownersOf(db: Db, chainId: string, addresses: Iterable<string>): Promise<Map<string, string>> {
  return ownersAmong(db, walletKey(chainId, '').namespace, addresses)
}
