import type { Db } from '../storage/database.ts'
import { type DepositRow, findDepositsAt } from './store.ts'

/** The deposit addresses among these (lower case), by address. */
export async function depositsAmong(db: Db, addresses: Iterable<string>): Promise<Map<string, DepositRow>> {
  const rows = await findDepositsAt(db, addresses)
  return new Map(rows.map((row) => [row.address, row]))
}
