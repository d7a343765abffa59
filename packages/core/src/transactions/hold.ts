import { asOperator, recordChange } from '../audit/record.ts'
import type { Network } from '../chains/network.ts'
import type { Receipt, SentTransaction } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { CLOCK_TOLERANCE_MS } from '../domain/attribution.ts'
import { CheckoutError } from '../domain/error.ts'
import { explain, REPLACED_AFTER_MS } from '../domain/send.ts'
import type { Tx } from '../storage/database.ts'
import {
  explainHold,
  explainReplaced,
  findSearchStart,
  findUnexplained,
  listHarmlessCalls,
  type Unexplained,
} from './external-transactions.ts'
import { finishSend } from './finish.ts'
import { listKeys } from './known-keys.ts'
import { endWaiting, type Look, measureWait, reportNodeErrors } from './pass.ts'
import { findKey, findMissing, findPayable, findUndecided, saveKey } from './sending-key-store.ts'
import { type Account, findHighestNonce, findSigned, hasNonce, insertReleased, type SendRow } from './store.ts'

/**
 * Tells whether a key is on hold: the chain has transactions of it that the database does not know, as after a restored
 * backup. Searches for those that are final. A transaction that does the work of a waiting send ends that send. Once
 * all are explained, the key sends again.
 */
export async function isOnHold(work: Look): Promise<boolean> {
  const { ctx, account, chain, transactor, signer, finalNumber } = work
  let held = true
  await reportNodeErrors(work, async () => {
    const pending = Math.max(chain.latestNonce, await transactor.nonce(signer.address, 'pending'))
    const unexplained = await findUnexplained(ctx, account, pending)
    const missing = await findMissing(ctx.db, account)
    held = unexplained !== null
    if (!unexplained && missing.length === 0) return noteExplained(work, pending)
    if (finalNumber !== null) held = !(await explainAll(work, { unexplained, missing, finalNumber })) && held
    if (held) work.troubles.push({ kind: 'held', text: explainHold(work, unexplained?.count ?? 0) })
  })
  return held
}

type Sought = {
  readonly unexplained: Unexplained | null
  readonly missing: readonly SendRow[]
  readonly finalNumber: number
}

/** Searches for unexplained transactions. True when all are explained. */
async function explainAll(work: Look, { unexplained, missing, finalNumber }: Sought): Promise<boolean> {
  const { ctx, account, chain } = work
  const { nonces = [], count = 0 } = unexplained ?? {}
  const sought = [...new Set([...nonces, ...missing.flatMap(({ nonce }) => nonce ?? [])])]
  const final = sought.filter((nonce) => nonce < chain.finalNonce)
  const open = await explainSent(work, final, finalNumber)
  const wasAllSought = count === nonces.length && final.length === sought.length
  // A missing send may still match a transaction that was not searched.
  if (wasAllSought) await giveUpMissing(work)
  const firstOpen = nonces.find((nonce) => open.has(nonce) || nonce >= chain.finalNonce)
  const accounted = firstOpen ?? (nonces.at(-1) ?? -1) + 1
  const isAll = wasAllSought && firstOpen === undefined
  if (accounted > (nonces[0] ?? accounted)) {
    const known = { accounted, checkedBlock: isAll ? finalNumber : null }
    await ctx.transact((tx) => saveKey(tx, account, known))
  }
  return isAll
}

/** Ends the sends that match the transactions with these nonces. Returns the nonces that are still unexplained. */
async function explainSent(work: Look, nonces: readonly number[], finalNumber: number): Promise<Set<number>> {
  const { ctx, account, transactor, signer } = work
  const open = new Set(nonces)
  if (nonces.length === 0) return open
  const within = await findSearchStart(ctx, account, finalNumber)
  for (const transaction of await transactor.sent(signer.address, nonces, within)) {
    if (await explainOne(work, transaction, finalNumber)) open.delete(transaction.nonce)
  }
  return open
}

async function explainOne(work: Look, transaction: SentTransaction, finalNumber: number): Promise<boolean> {
  const { ctx, account, transactor, network } = work
  const harmless = listHarmlessCalls(work)
  const known = explain(transaction, await findUndecided(ctx.db, account), harmless)
  const isAsked = known !== null || work.isFormer || harmless.tokens.includes(transaction.to)
  const receipt = isAsked ? await transactor.finalReceipt(transaction.hash, finalNumber) : null
  if (!receipt) return false
  const explanation = known ?? (await explainByReceipt(work, transaction, receipt))
  if (!explanation) return false
  // A reverted transaction has moved nothing, and a queued send is still sent.
  const isPlain = explanation === 'harmless' || (explanation.state === 'queued' && !receipt.succeeded)
  if (isPlain) return true
  const { nonce } = transaction
  const isQueued = explanation.state === 'queued'
  if (isQueued && (await hasNonce(ctx.db, account, nonce))) return false
  const kind = receipt.succeeded ? 'succeeded' : 'reverted'
  const outcome = { kind, hash: receipt.hash, receipt } as const
  const isEnded = await finishSend(work, explanation, outcome, isQueued ? { nonce } : {})
  if (isEnded) endWaiting(network, nameMissingSend(explanation))
  return isEnded
}

/**
 * Explains a final transaction that makes the call of no waiting send: by an object that waits to be paid by another
 * key, or by a wallet. A former key signs nothing more, so what has moved no coin of it is harmless.
 */
async function explainByReceipt(
  work: Look,
  transaction: SentTransaction,
  receipt: Receipt,
): Promise<SendRow | 'harmless' | null> {
  const { ctx, account, transactor, signer, outcomes, isFormer } = work
  const hasMoved = transactor.transfersIn(receipt).some(({ from }) => from === signer.address.toLowerCase())
  if (!receipt.succeeded || !hasMoved) return isFormer ? 'harmless' : null
  for (const handler of Object.values(outcomes)) {
    const adopt = typeof handler === 'object' ? handler.adopt : undefined
    if (!(await adopt?.(ctx, account, transaction, receipt))) continue
    return explain(transaction, await findUndecided(ctx.db, account), listHarmlessCalls(work))
  }
  return null
}

/** Ends sends as replaced if no transaction has matched them for a while. */
async function giveUpMissing(work: Look): Promise<void> {
  const { ctx, account, network, signer } = work
  for (const row of await findMissing(ctx.db, account)) {
    if (measureWait(ctx, network, nameMissingSend(row)) < REPLACED_AFTER_MS) continue
    const isEnded = await finishSend(work, row, { kind: 'replaced', reason: explainReplaced(signer, row) })
    if (isEnded) endWaiting(network, nameMissingSend(row))
  }
}

/** The name under which a missing send's waiting time is measured. */
export function nameMissingSend({ id }: Pick<SendRow, 'id'>): string {
  return `missing ${id}`
}

/** The time after which the explained nonce and block are saved. A later search begins there. */
const NOTE_EVERY_MS = 600_000

async function noteExplained({ ctx, account, network, chain, finalNumber, signer }: Look, pending: number) {
  const waiting = `a note about ${signer.address}`
  const key = await findKey(ctx.db, account)
  if (key && measureWait(ctx, network, waiting) < NOTE_EVERY_MS) return
  const isNew = !key && (await findHighestNonce(ctx.db, account)) === null
  const isFinalKnown = finalNumber !== null && (chain.finalNonce > 0 || chain.latestNonce === 0)
  if (!isNew && !isFinalKnown) return
  // An undecided send may be missing.
  const undecided = await findSigned(ctx.db, account, { from: 0, below: chain.finalNonce, limit: 1 })
  if (undecided.length > 0) return
  const known = { accounted: isNew ? pending : chain.finalNonce, checkedBlock: isFinalKnown ? finalNumber : null }
  await ctx.transact((tx) => saveKey(tx, account, known))
  endWaiting(network, waiting)
  measureWait(ctx, network, waiting)
}

/**
 * Lets a key (its address), configured or former, and the refunds that wait for it go on, whatever its unknown
 * transactions did: the operator has compared them. Their payments count for the key's day, and a refund that one of
 * them has paid is not paid again. Returns the networks. Throws NodeError, and `resource_missing` if no key has the
 * address, and `invalid_state` while one of them has paid a pending refund.
 */
export async function releaseKey(ctx: Context, address: string): Promise<string[]> {
  const released: string[] = []
  for (const network of ctx.networks) {
    const keys = await listKeys(ctx, network)
    const key = keys.find(({ signer }) => signer.address.toLowerCase() === address.toLowerCase())
    if (!key) continue
    await releaseOn(ctx, { network, signer: key.signer })
    released.push(`${network.environment} ${network.name}`)
  }
  if (released.length > 0) return released
  throw new CheckoutError(
    'resource_missing',
    `No wallet of ${address} is on hold, and no network sends or has sent with a key of it: "sends held" and "doctor" list them.`,
    'address',
  )
}

async function releaseOn(ctx: Context, account: Account): Promise<void> {
  const { network, signer } = account
  const { transactor } = network.chain
  if (!transactor) return
  const pending = await transactor.nonce(signer.address, 'pending')
  const payments = await findUnknownPayments(ctx, account, pending)
  await ctx.transact(async (tx) => {
    await requireNoPayable(tx, network, payments)
    for (const payment of payments) {
      if (!(await hasNonce(tx, account, payment.sent.nonce)))
        await insertReleased(tx, account, { ...payment, now: ctx.now() })
    }
    const highest = await findHighestNonce(tx, account)
    const accounted = Math.max(pending, (highest ?? -1) + 1)
    await saveKey(tx, account, { accounted, checkedBlock: null })
    await recordChange(ctx, tx, asOperator(null, network.environment === 'production'), {
      ...({ operation: 'releaseSends', object: 'sending_key', objectId: signer.address, before: null } as const),
      after: { network: network.name, accounted },
    })
  })
}

/** Throws `invalid_state` if a payment of a key is that of a pending refund, which would be paid again. */
async function requireNoPayable(tx: Tx, network: Network, payments: readonly UnknownPayment[]): Promise<void> {
  for (const { sent, receipt } of payments) {
    const call = network.chain.transactor?.decodeTransferCall(sent.data)
    const madeBefore = receipt.blockTime + CLOCK_TOLERANCE_MS
    const refunds = call ? await findPayable(tx, network, { token: sent.to, ...call, madeBefore }) : []
    const pending = refunds.find(({ status }) => status === 'pending')
    if (!pending) continue
    const reason = `Transaction ${sent.hash} has paid the pending refund ${pending.id}: a running server completes it once it is final. If it was another one, cancel the refund first.`
    throw new CheckoutError('invalid_state', reason, 'address')
  }
}

type UnknownPayment = { readonly sent: SentTransaction; readonly receipt: Receipt }

/** The unknown transactions of a key that transferred a coin, as far as they are found. */
async function findUnknownPayments(ctx: Context, account: Account, pending: number): Promise<UnknownPayment[]> {
  const { network, signer } = account
  const { transactor } = network.chain
  const unexplained = await findUnexplained(ctx, account, pending)
  if (!transactor || !unexplained) return []
  const within = await findSearchStart(ctx, account, await transactor.newest())
  const found: UnknownPayment[] = []
  for (const sent of await transactor.sent(signer.address, unexplained.nonces, within)) {
    const receipt = isCoinTransfer(network, sent) ? await transactor.receipt(sent.hash) : null
    if (receipt?.succeeded) found.push({ sent, receipt })
  }
  return found
}

function isCoinTransfer({ tokens, chain }: Network, sent: SentTransaction): boolean {
  const isCoin = tokens.some(({ address }) => address.toLowerCase() === sent.to)
  return isCoin && (chain.transactor?.decodeTransferCall(sent.data) ?? null) !== null
}
