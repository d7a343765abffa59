import type { ApiKey, ApiKeyStatus, ApiKeyWithSecret } from '@crypto-checkout/api-types'
import { apiKey } from '../../http/shapes/account.ts'
import { createView } from '../../http/view.ts'
import { type IssuedPair, readScopes } from './pair.ts'
import type { KeyRow } from './store.ts'

/** A pair should be replaced at this age. */
const ROTATE_AFTER_MS = 90 * 86_400_000

const toView = createView(apiKey)

export function toKeyView(row: KeyRow, now: number): ApiKey {
  const status = getKeyStatus(row, now)
  const rotationDue = status === 'active' && row.expires_at === null && now - row.created_at >= ROTATE_AFTER_MS
  return toView(row, { scopes: readScopes(row), status, rotationDue })
}

export function toIssuedView({ row, secretKey }: IssuedPair, now: number): ApiKeyWithSecret {
  return { ...toKeyView(row, now), secretKey }
}

/** Describes a new key for the audit log. */
export function describeKey(row: KeyRow) {
  const { name, wallets } = row
  return { name, scopes: readScopes(row), requireSignature: row.require_signature === 1, wallets }
}

/** Only an active key works. */
export function getKeyStatus(row: Pick<KeyRow, 'revoked_at' | 'expires_at'>, now: number): ApiKeyStatus {
  if (row.revoked_at !== null) return 'revoked'
  return row.expires_at !== null && row.expires_at <= now ? 'expired' : 'active'
}
