import type { Context } from '../context.ts'
import { CheckoutError } from '../domain/error.ts'
import { markRevoked } from './store.ts'

/** Refuses a key from now on; running servers notice within a second. Revoking twice is once. */
export async function revokeApiKey(ctx: Context, id: string): Promise<void> {
  const known = await ctx.transact((tx) => markRevoked(tx, id, ctx.now()))
  if (!known) throw new CheckoutError('resource_missing', `There is no key ${id}.`)
}
