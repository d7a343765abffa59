import { scopes as allScopes, type KeyWallets } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../../context/context.ts'
import { hasScope, type Scope } from '../../domain/catalog/entitlements.ts'
import { quotas } from '../../domain/catalog/quotas.ts'
import { CheckoutError } from '../../domain/error.ts'
import type { Owner } from '../../domain/owner.ts'
import type { Db } from '../../storage/database.ts'
import { countKeys } from './store.ts'

type Rights = { readonly scopes: readonly Scope[] | null; readonly wallets: KeyWallets }

/**
 * Throws `insufficient_scope` if the caller may not do all that a key with these rights may. A key without scopes may do
 * everything.
 */
export function requireGrantable(caller: Pick<Caller, 'scopes' | 'wallets'>, { scopes, wallets }: Rights): void {
  if (wallets === 'any' && caller.wallets === 'settings') {
    const message = 'You are limited to the wallets of the settings, and so are keys that you make: leave wallets out.'
    throw new CheckoutError('insufficient_scope', message, 'wallets')
  }
  const lacking = (scopes ?? allScopes).find((scope) => !hasScope(caller.scopes, scope))
  if (lacking === undefined) return
  const hint = scopes === null ? 'Name the scopes of the key.' : 'Leave it out.'
  const message = `A key gets no right that you lack: ${lacking}. ${hint}`
  throw new CheckoutError('insufficient_scope', message, 'scopes', { scope: lacking })
}

/** Throws `quota_exceeded` if there are too many active keys. `more`: keys that are not written yet. */
export async function requireRoom(ctx: Pick<Context, 'now'>, db: Db, owner: Owner, more = 0): Promise<void> {
  const { limit, reached } = quotas.activeKeys
  if ((await countKeys(db, owner, { status: 'active', now: ctx.now() })) + more <= limit) return
  throw new CheckoutError('quota_exceeded', reached(limit))
}
