import type { Role } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { hasScope, roleScopes, type Scope } from '../domain/catalog/entitlements.ts'
import { CheckoutError } from '../domain/error.ts'
import { takesRealPayments } from '../merchants/merchant.ts'

/**
 * Throws `insufficient_scope` if the caller may not change who belongs to the merchant. A user belongs to it in both
 * environments, so a key of the sandbox would reach production by a user that it adds.
 */
export function requireBothEnvironments(ctx: Context, { by, livemode }: Pick<Caller, 'by' | 'livemode'>): void {
  if (livemode || !by.startsWith('key_') || !takesRealPayments(ctx)) return
  const message = 'Users belong to both environments, so keys of the sandbox cannot change them: use one of production.'
  throw new CheckoutError('insufficient_scope', message)
}

/** Throws `insufficient_scope` if the caller may not do all that a role may. */
export function requireGrantableRole({ scopes, wallets }: Pick<Caller, 'scopes' | 'wallets'>, role: Role): void {
  const isBeyond = (scope: Scope) => !hasScope(scopes, scope) || (scope === 'merchant:write' && wallets === 'settings')
  const lacking = roleScopes[role].find(isBeyond)
  if (lacking === undefined) return
  const message = `Nobody gives a right that they lack: the role ${role} has ${lacking}. Choose a smaller role.`
  throw new CheckoutError('insufficient_scope', message, 'role', { scope: lacking })
}

/** Tells whether a role may change users. */
export function mayChangeUsers(role: Role): boolean {
  return hasScope(roleScopes[role], 'users:write')
}
