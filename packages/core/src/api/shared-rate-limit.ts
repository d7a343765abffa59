import type { Context } from '../context/context.ts'
import { returnRateLimitTokens, takeRateLimitTokens } from './rate-limit-store.ts'

/** The time for which permits may be used after they were taken. */
const USE_MS = 2_000
/** A node takes this fraction of a limit at a time. */
const PARTS = 20
const MAX_ACCOUNTS = 10_000

/** The answer to a request that asks to be served. */
export type RateLimitDecision = {
  readonly accepted: boolean
  /** The number of permits that are left. */
  readonly remaining: number
  /** Milliseconds until there is one. */
  readonly waitMs: number
}

type Account = {
  /** The id of the last grant. */
  id: number | null
  unused: number
  left: number
  usableUntil: number
  /** Nothing was left, so the database is not asked before this time. */
  refusedUntil: number
  asking: Promise<void> | null
}

/**
 * A limit that several nodes share: together they accept at most `limit` requests in any window. A node takes permits
 * in batches and returns those that it did not use in time. A grant counts for the window plus the time in which it may
 * be used, so no window exceeds the limit. Some requests are refused too early: the other nodes may hold permits, each
 * at most a twentieth of the limit.
 */
export function createSharedRateLimit(ctx: Context, node: NonNullable<Context['node']>, windowMs: number) {
  const accounts = new Map<string, Account>()

  function getAccount(name: string): Account {
    const known = accounts.get(name)
    if (known) return known
    if (accounts.size >= MAX_ACCOUNTS) accounts.clear()
    const made = { id: null, unused: 0, left: 0, usableUntil: 0, refusedUntil: 0, asking: null }
    accounts.set(name, made)
    return made
  }

  async function ask(name: string, account: Account, limit: number): Promise<void> {
    const usableUntil = ctx.elapsed() + USE_MS
    const { id, unused } = account
    account.unused = 0
    const wish = { account: name, limit, most: Math.ceil(limit / PARTS), countsMs: windowMs + USE_MS }
    const granted = await ctx.transact(async (tx) => {
      if (id !== null && unused > 0) await returnRateLimitTokens(tx, id, unused)
      return takeRateLimitTokens(tx, node.clock, wish)
    })
    account.id = granted.id
    account.unused = granted.permits
    account.left = granted.left
    account.usableUntil = usableUntil
    account.refusedUntil = granted.permits > 0 ? 0 : ctx.elapsed() + granted.waitMs
  }

  return async (name: string, limit: number): Promise<RateLimitDecision> => {
    const account = getAccount(name)
    for (;;) {
      const now = ctx.elapsed()
      if (account.unused > 0 && now < account.usableUntil) {
        account.unused -= 1
        return { accepted: true, remaining: account.unused + account.left, waitMs: 0 }
      }
      if (now < account.refusedUntil) {
        return { accepted: false, remaining: 0, waitMs: account.refusedUntil - now }
      }
      account.asking ??= ask(name, account, limit).finally(() => {
        account.asking = null
      })
      await account.asking
    }
  }
}
