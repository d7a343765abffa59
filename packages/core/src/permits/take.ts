import type { Context } from '../context.ts'
import { returnPermits, takePermits } from './store.ts'

/** For how long permits may be used after they were taken. */
const USE_MS = 2_000
/** A node takes so large a part of a limit at a time. */
const PARTS = 20
const MAX_ACCOUNTS = 10_000

/** A request that asked whether it may be served. */
export type Permit = {
  readonly accepted: boolean
  /** How many more there are. */
  readonly remaining: number
  /** Milliseconds until there is one. */
  readonly waitMs: number
}

type Account = {
  /** Of the last grant. */
  id: number | null
  unused: number
  left: number
  usableUntil: number
  /** Where nothing was left: nobody asks before. */
  refusedUntil: number
  asking: Promise<void> | null
}

/**
 * A limit that several nodes share: in any window never more than `limit` are accepted by all of them together. A
 * node takes permits by the handful and returns those that it did not use in time. A grant counts for as long as it may
 * be used more than the window, so that no window sees more; what other nodes hold at the moment, a twentieth of the
 * limit each at most, is refused too early.
 */
export function sharedPermits(ctx: Context, node: NonNullable<Context['node']>, windowMs: number) {
  const accounts = new Map<string, Account>()

  function accountOf(name: string): Account {
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
      if (id !== null && unused > 0) await returnPermits(tx, id, unused)
      return takePermits(tx, node.clock, wish)
    })
    account.id = granted.id
    account.unused = granted.permits
    account.left = granted.left
    account.usableUntil = usableUntil
    account.refusedUntil = granted.permits > 0 ? 0 : ctx.elapsed() + granted.waitMs
  }

  return async (name: string, limit: number): Promise<Permit> => {
    const account = accountOf(name)
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
