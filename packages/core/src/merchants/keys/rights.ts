import { scopes as allScopes } from '@crypto-checkout/api-types'
import { hasScope, roleScopes, type Scope } from '../../domain/catalog/entitlements.ts'
import type { Db } from '../../storage/database.ts'
import { readScopes } from './pair.ts'
import { findMaker, type KeyRow } from './store.ts'

/** By these a key can bring back who was removed, so their maker must still have them. */
const PEOPLE_AND_KEYS = ['users:read', 'users:write', 'keys:read', 'keys:write'] as const

/** Tells whether a key changes people and keys no further than rights say. */
export function staysWithin(scopes: readonly Scope[] | null, rights: readonly Scope[]): boolean {
  return PEOPLE_AND_KEYS.every((scope) => !hasScope(scopes, scope) || hasScope(rights, scope))
}

/**
 * Loads the rights of a key as they are now; null if everything. Of people and keys it never does more than the user
 * who made it, or who made the key that made it. Keys of the operator have what they were given.
 */
export async function loadScopes(db: Db, row: KeyRow): Promise<readonly Scope[] | null> {
  const scopes = readScopes(row)
  const madeByOperator = row.created_by === null || !/^(?:usr|key)_/.test(row.created_by)
  if (madeByOperator || staysWithin(scopes, [])) return scopes
  const maker = await findMaker(db, row)
  if (maker === null) return scopes
  const rights = maker.role === null ? [] : roleScopes[maker.role]
  if (staysWithin(scopes, rights)) return scopes
  const others = (scopes ?? allScopes).filter((scope) => !PEOPLE_AND_KEYS.some((one) => one === scope))
  return [...others, ...PEOPLE_AND_KEYS.filter((scope) => hasScope(scopes, scope) && hasScope(rights, scope))]
}
