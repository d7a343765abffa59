import type { SendPurpose } from '../domain/send.ts'
import type { Db } from '../storage/database.ts'
import { type Send, sendFrom } from './send.ts'
import { findOfSubject, findSubjects } from './store.ts'

/** All that was sent for something, or is to be, the oldest first. */
export async function sendsOf(db: Db, purpose: SendPurpose, subject: string): Promise<Send[]> {
  const rows = await findOfSubject(db, purpose, subject)
  return rows.map((row) => sendFrom(row, row.newest_hash))
}

/** What transactions that were signed for a purpose are for, by their hashes, whatever became of them. */
export async function subjectsOf(db: Db, purpose: SendPurpose, hashes: Iterable<string>): Promise<Map<string, string>> {
  const rows = await findSubjects(db, purpose, hashes)
  return new Map(rows.map(({ hash, subject }) => [hash, subject]))
}
