import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { markRevoked } from './key-store.ts'

/** Revokes a key; running servers notice within a second. Revoking it again changes nothing. */
export async function revokeApiKey(ctx: Context, id: string): Promise<void> {
  const known = await ctx.transact((tx) => markRevoked(tx, id, ctx.now()))
  if (!known) throw new CheckoutError('resource_missing', `There is no key ${id}.`)
}
