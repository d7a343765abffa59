/**
 * Limits for accounts whose own code decides what they have signed. Code can tell a block from a trial, by its number,
 * proposer or price of gas, so no trial proves that a transaction will succeed. A failure costs the payer nothing.
 */
import type { Network } from '../chains/network.ts'
import type { FeeBudget } from '../chains/sponsor.ts'
import type { Context } from '../context/context.ts'
import { computeDayStart } from '../domain/authorization.ts'
import type { Db } from '../storage/database.ts'
import { countFailedSince, findAccountSince, sumSpentSince } from './store.ts'

/** Together they may cost this part of the day's budget. */
const SHARE = 10n
/** More failures within a day are reported. */
const USUAL_FAILURES = 3

type Work = { readonly network: Network; readonly budget: FeeBudget; readonly now: number }

/**
 * Sums the cost of what was sent for payers today, and of what may still be. On EVM networks, what a contract refuses
 * meanwhile does not count. On Stellar, transactions wait in no pool, so all that is open counts.
 */
export function sumSpentToday(ctx: Pick<Context, 'now'>, db: Db, network: Network): Promise<bigint> {
  const open = network.chain.sponsor ? 'all' : 'accepted'
  return sumSpentSince(db, network, { since: computeDayStart(ctx.now()), open })
}

/** The most that all accounts with code may cost in any 24 hours. */
export function computeCodeShare({ maxFeePerDay }: FeeBudget): bigint {
  return maxFeePerDay / SHARE
}

/**
 * Finds the reason for which nothing more is sent for an account with code now, in words for the payer; null without
 * one.
 */
export async function findCodeProblem(
  db: Db,
  work: Work,
  { from, cost }: { readonly from: string; readonly cost: bigint },
): Promise<string | null> {
  const { network, budget, now } = work
  const since = computeDayStart(now)
  const known = await findAccountSince(db, { network, from, since })
  if (known.some(({ state }) => state === 'pending')) return 'A payment of this account is being sent.'
  if (known.some(({ state, cost: spent }) => state === 'failed' && spent !== 0n)) {
    return 'The code of this account refused a payment today that it had signed.'
  }
  const spent = await sumSpentSince(db, network, { since, withCode: true })
  if (spent + cost <= computeCodeShare(budget)) return null
  return 'No more network fees are paid for accounts with code today.'
}

/** For the operator; null while few transactions of the last day have failed. */
export async function describeFailures(db: Db, { network, now }: Omit<Work, 'budget'>): Promise<string | null> {
  const count = await countFailedSince(db, network, computeDayStart(now))
  if (count <= USUAL_FAILURES) return null
  return `${count} transactions for payers failed within a day, at the cost of the key: look who signed them`
}
