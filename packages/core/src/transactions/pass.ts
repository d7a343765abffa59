import type { Network } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import { getSigner, type Sending, type Signer, type Transactor } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { max, min } from '../domain/money.ts'
import { type ChainView, computeFees, getPatience, type Patience, type SendTrouble } from '../domain/send.ts'
import { findFinality } from '../networks/progress.ts'
import type { OutcomeHandlers } from './send.ts'
import { type Account, changeSend, findStillQueued, type SendRow } from './store.ts'

/** A look at the transactions of one account, whose key may be gone: its tools, and the chain's state at its beginning. */
export type Look = {
  readonly ctx: Context
  readonly account: Account
  readonly network: Network
  readonly signer: Pick<Signer, 'address'>
  /** The key is not configured any more, so nothing is signed. */
  readonly isFormer: boolean
  readonly transactor: Transactor
  readonly outcomes: OutcomeHandlers
  readonly chain: Omit<ChainView, 'market'>
  /** The network's final block; null before its first reading. */
  readonly finalNumber: number | null
  readonly now: number
  readonly troubles: SendTrouble[]
  /** Errors thrown by handlers of outcomes. */
  readonly defects: unknown[]
}

/** One pass over the transactions of one account: a look, and what it needs to sign. */
export type Pass = Look & {
  readonly signer: Signer
  readonly policy: Sending
  readonly chain: ChainView
  readonly patience: Patience
}

type Begin = Pick<Look, 'account' | 'outcomes' | 'troubles'>

/** Requests the chain's state for a look. Null on a network without such transactions. Throws NodeError. */
export async function beginLook(ctx: Context, { account, outcomes, troubles }: Begin): Promise<Look | null> {
  const { network, signer } = account
  const { transactor } = network.chain
  if (!transactor) return null
  const finalNumber = (await findFinality(ctx.db, network))?.finalNumber ?? null
  const chain = { latestNonce: await transactor.nonce(signer.address, 'latest'), finalNonce: 0 }
  const known = { finalNumber, now: ctx.now(), troubles, defects: [] }
  const isFormer = getSigner(network.sending, signer.address) === null
  const work = { ctx, account, network, signer, isFormer, transactor, outcomes, chain, ...known }
  if (finalNumber === null) return work
  // Without the final nonce no send is ended; the rest goes on.
  await reportNodeErrors(work, async () => {
    chain.finalNonce = await transactor.nonce(signer.address, finalNumber)
  })
  return work
}

/** Requests the chain's state for a pass. Null if nothing can be sent. Throws NodeError. */
export async function beginPass(
  ctx: Context,
  begin: Begin & { readonly account: { readonly signer: Signer } },
): Promise<Pass | null> {
  const { network, signer } = begin.account
  const policy = network.sending
  const fees = policy && (await network.chain.transactor?.fees())
  const look = fees ? await beginLook(ctx, begin) : null
  if (!policy || !fees || !look) return null
  const market = { ...fees, priorityFee: min(fees.priorityFee, policy.maxPriorityFee) }
  return { ...look, signer, policy, chain: { ...look.chain, market }, patience: getPatience(network.pollMs) }
}

/** Runs requests to nodes. False if they fail: the operator is told, and the next pass retries. */
export async function reportNodeErrors(work: Pick<Look, 'troubles'>, doing: () => Promise<void>): Promise<boolean> {
  try {
    await doing()
    return true
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    work.troubles.push({ kind: 'rpc', text: error.message })
    return false
  }
}

export function describeFeeTrouble({ policy, chain, network }: Pass): SendTrouble {
  const { baseFee, priorityFee } = chain.market
  const least = baseFee + max(priorityFee, policy.minPriorityFee)
  const cost = computeFees(chain.market, policy) === null ? `gas costs ${inGwei(least)} gwei` : 'higher fees are needed'
  const limit = `maxFeePerGasGwei of ${network.environment} ${network.name} allows ${inGwei(policy.maxFeePerGas)}`
  return { kind: 'fee_too_high', text: `${cost}, and ${limit}: transactions wait until it costs less or is raised` }
}

function inGwei(wei: bigint): string {
  return String(Math.round(Number(wei) / 1e6) / 1e3)
}

/** The time for which a send that cannot be signed now is postponed. */
const PUT_OFF_MS = 15_000

type PutOff = { readonly signer: string; readonly until: number; readonly trouble: SendTrouble }

/** Reasons for which sends wait, by id, as this process last saw them. */
const known = new WeakMap<Network, Map<number, PutOff>>()

/**
 * Postpones a queued send. The sends behind it go first. `changes`: further columns to write. The trouble is reported
 * in every pass until the send is tried again, because an intermittent trouble looks repaired.
 */
export async function reschedule(
  { ctx, network, signer, now }: Pass,
  row: SendRow,
  trouble: SendTrouble,
  changes: Partial<Pick<SendRow, 'refused_since'>> = {},
): Promise<void> {
  const until = now + PUT_OFF_MS
  const sends = known.get(network) ?? new Map<number, PutOff>()
  known.set(network, sends)
  sends.set(row.id, { signer: signer.address, until, trouble })
  await ctx.transact((tx) => changeSend(tx, row.id, 'queued', { ...changes, due_at: until }))
}

/** Reports why the key's postponed sends wait. Forgets those that are due again or no longer queued. */
export async function reportRescheduled({ ctx, network, signer, now, troubles }: Pass): Promise<void> {
  const sends = known.get(network)
  const own = [...(sends ?? [])].filter(([, one]) => one.signer === signer.address)
  if (!sends || own.length === 0) return
  const ids = own.map(([id]) => id)
  const queued = new Set(await findStillQueued(ctx.db, ids))
  for (const [id, { until, trouble }] of own) {
    if (until > now && queued.has(id)) troubles.push(trouble)
    else sends.delete(id)
  }
}

/** Times when this process first saw a condition, by its monotonic clock. */
const startTimes = new WeakMap<Network, Map<string, number>>()

/**
 * Measures how long this process has seen a condition on a network. The wall clock is not used: it can be set, and a
 * jump would end a wait that protects money. Each process measures anew.
 */
export function measureWait(ctx: Pick<Context, 'elapsed'>, network: Network, what: string): number {
  const own = startTimes.get(network) ?? new Map<string, number>()
  startTimes.set(network, own)
  const now = ctx.elapsed()
  const since = own.get(what) ?? now
  own.set(what, since)
  return now - since
}

/** Ends the condition: the next call measures anew. */
export function endWaiting(network: Network, what: string): void {
  startTimes.get(network)?.delete(what)
}
