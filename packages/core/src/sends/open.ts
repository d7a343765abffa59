import type { Network } from '../chains/network.ts'
import type { Signer } from '../chains/transactor.ts'
import type { Db } from '../storage/database.ts'
import { countOpen } from './store.ts'

/** How many transactions wait to be signed, and how many are signed and not final. */
export type OpenSends = { readonly queued: number; readonly signed: number }

export function openSends(db: Db, network: Network, signer: Signer): Promise<OpenSends> {
  return countOpen(db, { network, signer })
}
