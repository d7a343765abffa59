import type { SendPurpose } from '../domain/send.ts'
import type { Db } from '../storage/database.ts'
import { type Send, sendFrom } from './send.ts'
import { findOfSubject, findSubjects } from './store.ts'

/** All sends for a subject, past and future, oldest first. */
export async function sendsOf(db: Db, purpose: SendPurpose, subject: string): Promise<Send[]> {
  const rows = await findOfSubject(db, purpose, subject)
  return rows.map((row) => sendFrom(row, row.newest_hash))
}

/** The subjects of transactions that were signed for a purpose, by hash, whatever their outcome. */
export async function subjectsOf(db: Db, purpose: SendPurpose, hashes: Iterable<string>): Promise<Map<string, string>> {
  const rows = await findSubjects(db, purpose, hashes)
  return new Map(rows.map(({ hash, subject }) => [hash, subject]))
}
