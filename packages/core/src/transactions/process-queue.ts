import type { Network } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import type { Broadcast, Signer } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { max } from '../domain/money.ts'
import { decideNextMove, findNonceGap, type SendTrouble } from '../domain/send.ts'
import { bumpFee } from './bump-fee.ts'
import { confirmFinal } from './decide.ts'
import { isOnHold } from './hold.ts'
import {
  beginLook,
  beginPass,
  endWaiting,
  measureWait,
  type Pass,
  reportNodeErrors,
  reportRescheduled,
} from './pass.ts'
import { areRefundsHeld, refreshHold } from './refund-hold.ts'
import type { OutcomeHandlers } from './send.ts'
import { computeMaxCost, fillGap, signQueued } from './sign.ts'
import {
  type Account,
  type AttemptRow,
  countOpen,
  findAttempts,
  findSigned,
  noteAnswer,
  type SendRow,
  toFees,
} from './store.ts'

/** The number of an account's transactions that may wait to be mined at a time. */
const IN_FLIGHT = 8
/** A transaction is reported after it was stuck for this many times its patience. */
const TELL_STUCK_AFTER = 10

export type PassResult = { readonly more: boolean; readonly troubles: readonly SendTrouble[] }

/**
 * One bounded pass over the sends of one key on one network. It ends final ones, offers and raises pending ones, and
 * signs the next. After an interruption, a later pass continues.
 */
export async function processQueue(
  ctx: Context,
  account: Account & { readonly signer: Signer },
  outcomes: OutcomeHandlers,
): Promise<PassResult> {
  const { queued, signed } = await countOpen(ctx.db, account)
  const troubles: SendTrouble[] = []
  let more = false
  const isIdle = queued + signed === 0
  if (isIdle && !isLookDue(ctx, account)) return { more, troubles }
  const answered = await reportNodeErrors({ troubles }, async () => {
    const work = await beginPass(ctx, { account, outcomes, troubles })
    if (work) more = await carry(work)
  })
  if (answered) noteLook(ctx, account, troubles)
  // There is nothing to send, so nodes that do not answer are no trouble.
  return { more, troubles: isIdle ? troubles.filter(({ kind }) => kind !== 'rpc') : troubles }
}

/**
 * Compares a key that is not configured any more with the chain, now and then. It ends its sends that are final, and
 * looks for what its unknown transactions have paid.
 */
export async function compareFormerKey(ctx: Context, account: Account, outcomes: OutcomeHandlers): Promise<PassResult> {
  const troubles: SendTrouble[] = []
  let more = false
  if (!isLookDue(ctx, account)) return { more, troubles }
  const answered = await reportNodeErrors({ troubles }, async () => {
    const work = await beginLook(ctx, { account, outcomes, troubles })
    if (!work) return
    more = await confirmFinal(work)
    await isOnHold(work)
    if (work.defects.length > 0) throw work.defects[0]
  })
  if (answered) noteLook(ctx, account, troubles)
  return { more, troubles }
}

/** The time after which an idle key is compared with the chain, besides at the start. */
const LOOK_EVERY_MS = 60_000

function lookName({ signer }: Account): string {
  return `a look at ${signer.address}`
}

const looked = new WeakMap<Network, Set<string>>()

function isLookDue(ctx: Context, account: Account): boolean {
  const isKnown = looked.get(account.network)?.has(account.signer.address) ?? false
  return !isKnown || measureWait(ctx, account.network, lookName(account)) >= LOOK_EVERY_MS
}

/** A key on hold is compared in each pass, so the hold is reported until it ends. */
function noteLook(ctx: Context, account: Account, troubles: readonly SendTrouble[]): void {
  const { network, signer } = account
  const known = looked.get(network) ?? new Set()
  looked.set(network, known)
  endWaiting(network, lookName(account))
  measureWait(ctx, network, lookName(account))
  if (troubles.some(({ kind }) => kind === 'held' || kind === 'rpc')) known.delete(signer.address)
  else known.add(signer.address)
}

/** True when more sends can be ended at once. */
async function carry(work: Pass): Promise<boolean> {
  const more = await confirmFinal(work)
  if (await isOnHold(work)) {
    if (work.defects.length > 0) throw work.defects[0]
    return more
  }
  const before = await underWay(work)
  for (const one of before) await move(work, one)
  await heal(work, before[0])
  // Any attempt of a send may be mined.
  const reserved = before.reduce((sum, { attempts }) => sum + attempts.map(computeMaxCost).reduce(max, 0n), 0n)
  const room = (await isHeldForOthers(work)) ? 0 : IN_FLIGHT - before.length
  await reportNodeErrors(work, () => signQueued(work, room, reserved))
  await reportRescheduled(work)
  for (const one of await underWay(work))
    if (one.newest.offered_at === null) await broadcastAttempts(work, one.attempts)
  if (work.defects.length > 0) throw work.defects[0]
  return more
}

/** Tells whether another key may have paid the refunds that this one is to pay. */
async function isHeldForOthers({ ctx, network, signer, policy }: Pass): Promise<boolean> {
  const { refunds } = policy
  if (refunds?.signer.address !== signer.address || !areRefundsHeld(network, refunds.merchantId)) return false
  await refreshHold(ctx, network)
  return areRefundsHeld(network, refunds.merchantId)
}

type UnderWay = {
  readonly row: SendRow
  readonly nonce: number
  /** Newest first. */
  readonly attempts: readonly AttemptRow[]
  readonly newest: AttemptRow
}

/** The sends that wait to be mined, in order of their nonces. */
async function underWay({ ctx, account, chain }: Pass): Promise<UnderWay[]> {
  const from = Math.max(chain.latestNonce, chain.finalNonce)
  const rows = await findSigned(ctx.db, account, { from, limit: IN_FLIGHT })
  const found: UnderWay[] = []
  for (const row of rows) {
    const attempts = await findAttempts(ctx.db, row.id)
    const [newest] = attempts
    if (!newest || row.nonce === null) throw new Error(`send ${row.id} is signed and has no bytes`)
    found.push({ row, nonce: row.nonce, attempts, newest })
  }
  return found
}

async function move(work: Pass, { row, nonce, attempts, newest }: UnderWay): Promise<void> {
  const { chain, patience, now, troubles } = work
  const { offered_at: offeredAt, signed_at: signedAt, answer } = newest
  const pending = {
    nonce,
    attempts: attempts.length,
    newest: { fees: toFees(newest), signedAt, offeredAt, answer },
  }
  const next = decideNextMove(pending, chain, patience, now)
  const raised = next === 'raise' && (await bumpFee(work, row, newest))
  const isDue = offeredAt !== null && now - offeredAt >= patience.offerAgainMs
  if (next === 'offer' || (next === 'raise' && !raised && isDue)) await broadcastAttempts(work, attempts)
  const age = now - (attempts.at(-1)?.signed_at ?? now)
  if (nonce === chain.latestNonce && age >= TELL_STUCK_AFTER * patience.stuckMs) {
    const text = `transaction ${newest.hash} was offered ${Math.round(age / 60_000)} minutes ago and is not mined`
    troubles.push({ kind: 'stuck', text })
  }
}

/** A reorganisation can free a nonce that only a foreign transaction had used. This blocks all later nonces. */
async function heal(work: Pass, first: UnderWay | undefined): Promise<void> {
  const gap = findNonceGap(first?.nonce ?? null, work.chain)
  if (gap === null || !first || work.now - first.newest.signed_at < work.patience.stuckMs) return
  await fillGap(work, gap)
}

/**
 * Offers a send's attempts to the nodes: the newest, and older ones if it is not accepted. After any failure, the same
 * bytes are offered again later.
 */
async function broadcastAttempts(work: Pass, attempts: readonly AttemptRow[]): Promise<void> {
  await reportNodeErrors(work, async () => {
    for (const attempt of attempts) {
      if (await isTaken(work, attempt)) return
    }
  })
}

/** True when a node has it, or its nonce is used. */
async function isTaken(work: Pass, attempt: AttemptRow): Promise<boolean> {
  const { signer, network, troubles } = work
  const answer = await answerTo(work, attempt)
  if (answer === 'unfunded') {
    const text = `${signer.address} cannot pay for gas on ${network.name}: send it some`
    troubles.push({ kind: 'unfunded', text })
  }
  return answer !== 'unfunded' && answer !== 'underpriced'
}

async function answerTo({ ctx, transactor }: Pass, attempt: AttemptRow): Promise<Broadcast> {
  const note = (answer: Broadcast | null) =>
    ctx.transact((tx) => noteAnswer(tx, attempt, { answer, offered_at: ctx.now() }))
  try {
    const answer = await transactor.broadcast(attempt.raw)
    await note(answer)
    return answer
  } catch (error) {
    // The node refused it for an unknown reason. Higher fees may help, for example if its pool is full.
    if (error instanceof NodeError && error.kind === 'refused') await note(null)
    throw error
  }
}
