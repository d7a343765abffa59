import type { SendPurpose } from '../domain/send.ts'
import type { Db } from '../storage/database.ts'
import { type Send, sendFrom } from './send.ts'
import { findOfSubject } from './store.ts'

/** All that was sent for something, or is to be, the oldest first. */
export async function sendsOf(db: Db, purpose: SendPurpose, subject: string): Promise<Send[]> {
  const rows = await findOfSubject(db, purpose, subject)
  return rows.map((row) => sendFrom(row, row.newest_hash))
}
