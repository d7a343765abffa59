import type { Db } from '../../storage/database.ts'
import { inChunks } from '../../storage/in-chunks.ts'
import type { Row } from '../../storage/tables.ts'

export type AuthorizationRow = Row<'authorizations'>

/** The authorizations that these transactions used. */
export function findUsedIn(db: Db, chain: string, hashes: readonly string[]): Promise<AuthorizationRow[]> {
  return inChunks(hashes, (chunk) =>
    db.selectFrom('authorizations').selectAll().where('chain', '=', chain).where('hash', 'in', chunk).execute(),
  )
}
