import type { Network } from '../chains/network.ts'
import type { Signer } from '../chains/transactor.ts'
import type { SendPurpose } from '../domain/send.ts'
import type { Db } from '../storage/database.ts'
import { type Send, sendFrom } from './send.ts'
import { countOpen, findSendsOfSubject, findSigned, findSubjects } from './store.ts'

/** All sends for a subject, past and future, oldest first. */
export async function findSends(db: Db, purpose: SendPurpose, subject: string): Promise<Send[]> {
  const rows = await findSendsOfSubject(db, purpose, subject)
  return rows.map((row) => sendFrom(row, row.newest_hash))
}

/** The subjects of transactions that were signed for a purpose, by hash, whatever their outcome. */
export async function findSubjectsByHash(
  db: Db,
  purpose: SendPurpose,
  hashes: Iterable<string>,
): Promise<Map<string, string>> {
  const rows = await findSubjects(db, purpose, hashes)
  return new Map(rows.map(({ hash, subject }) => [hash, subject]))
}

/** How many transactions wait to be signed, and how many are signed but not final. */
export type OpenSends = { readonly queued: number; readonly signed: number }

/** When the oldest signed transaction without a final outcome was enqueued, in milliseconds; null if there is none. */
export async function findOldestUnknown(db: Db, network: Network, signer: Signer): Promise<number | null> {
  const [oldest] = await findSigned(db, { network, signer }, { from: 0, limit: 1 })
  return oldest?.created_at ?? null
}

export function countOpenSends(db: Db, network: Network, signer: Signer): Promise<OpenSends> {
  return countOpen(db, { network, signer })
}
