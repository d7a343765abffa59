/** Payers' signed authorizations, as the transfers that come in are compared with them. */
import { sql } from 'kysely'
import { type Db, pipeline } from '../../storage/database.ts'
import { queryInChunks } from '../../storage/prepared.ts'
import type { Row } from '../../storage/tables.ts'
import { findSubjectsByHash } from '../../transactions/send.ts'

/** The columns that every relay of an EVM network has. */
export type EvmColumns = { family: 'evm'; valid_after: number; valid_before: number }

export type AuthorizationRow = Row<'relays'> & EvmColumns

/** Selects the relays of EVM networks. On others, memos name the payments of transfers. */
export function selectAuthorizations(db: Db) {
  return db.selectFrom('relays').selectAll().where('family', '=', 'evm').$narrowType<EvmColumns>()
}

/** The authorizations that these transactions used, or use if they are mined. */
export async function findAuthorized(
  db: Db,
  chain: string,
  all: readonly string[],
): Promise<{ readonly hash: string; readonly row: AuthorizationRow }[]> {
  const hashes = [...new Set(all)]
  const [used, sent] = await pipeline([findUsedIn(db, chain, hashes), findSubjectsByHash(db, 'relay', hashes)])
  const ids = [...new Set(sent.values())]
  const signed = await queryInChunks(ids, (chunk) =>
    selectAuthorizations(db).where('chain', '=', chain).where('id', 'in', chunk).execute(),
  )
  const byId = new Map(signed.map((row) => [row.id, row]))
  const found = [
    ...used.flatMap((row) => (row.hash === null ? [] : [{ hash: row.hash, row }])),
    ...[...sent].flatMap(([hash, id]) => {
      const row = byId.get(id)
      return row ? [{ hash, row }] : []
    }),
  ]
  return [...new Map(found.map((one) => [`${one.hash} ${one.row.id}`, one])).values()]
}

/** The authorizations that these transactions used. */
function findUsedIn(db: Db, chain: string, hashes: readonly string[]): Promise<AuthorizationRow[]> {
  return queryInChunks(hashes, (chunk) =>
    selectAuthorizations(db).where('chain', '=', chain).where('hash', 'in', chunk).execute(),
  )
}

/** The authorizations of these accounts (lower case) that no known transaction has used. */
export function findUnused(db: Db, chain: string, accounts: readonly string[]): Promise<AuthorizationRow[]> {
  return queryInChunks([...new Set(accounts)], (chunk) =>
    selectAuthorizations(db)
      .where('chain', '=', chain)
      .where('from_address', 'in', chunk)
      // A literal: the partial index cannot serve a bound value.
      .where('state', '!=', sql.lit('used'))
      .execute(),
  )
}
