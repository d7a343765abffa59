import type { Network } from '../chains/network.ts'
import type { Signer } from '../chains/transactor.ts'
import type { Db } from '../storage/database.ts'
import { countOpen, findSigned } from './store.ts'

/** How many transactions wait to be signed, and how many are signed but not final. */
export type OpenSends = { readonly queued: number; readonly signed: number }

/** When the oldest signed transaction without a final outcome was enqueued, in milliseconds; null if there is none. */
export async function oldestUnknown(db: Db, network: Network, signer: Signer): Promise<number | null> {
  const [oldest] = await findSigned(db, { network, signer }, { from: 0, limit: 1 })
  return oldest?.created_at ?? null
}

export function openSends(db: Db, network: Network, signer: Signer): Promise<OpenSends> {
  return countOpen(db, { network, signer })
}
