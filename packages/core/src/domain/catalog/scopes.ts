/** The scopes to which a key may be restricted. A `:write` scope includes its `:read`. */
export const scopes = [
  'payments:read',
  'payments:write',
  'transfers:read',
  'transfers:write',
  'refunds:read',
  'refunds:write',
  'settlements:read',
  'settlements:write',
  'merchant:read',
  'merchant:write',
  'webhooks:read',
  'webhooks:write',
  'events:read',
] as const
export type Scope = (typeof scopes)[number]

/** A key without scopes (null) may do everything. */
export function hasScope(granted: readonly string[] | null, needed: Scope): boolean {
  if (!granted) return true
  return granted.includes(needed) || granted.includes(needed.replace(/:read$/, ':write'))
}
