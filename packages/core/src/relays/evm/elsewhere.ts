/** Authorizations that another account sends. Anybody who has seen one may do so, and it pays all the same. */
import type { Network } from '../../chains/network.ts'
import type { Authorizations } from '../../chains/payer-transactions.ts'
import type { Receipt, Transactor } from '../../chains/transactor.ts'
import type { Context } from '../../context/context.ts'
import { findRecheckedUntil } from '../../networks/progress.ts'
import { findAnyPayment } from '../../payments/find.ts'
import type { AuthorizationRow } from '../../payments/matching/authorization-store.ts'
import { assignToPayment } from '../../payments/transfers/assign.ts'
import type { Tx } from '../../storage/database.ts'
import type { Row } from '../../storage/tables.ts'
import { findRelay } from '../store.ts'
import { findCandidates, findRelayHash, findUncertain, forgetHash, markUsed } from './store.ts'

/** A send is mined within a few polls. Only later does its transfer come from somebody else. */
const PATIENCE_POLLS = 10
/**
 * The time after the end of an authorization for which its use is looked for, in the time up to which transfers are
 * certain.
 */
const LOOK_FOR_MS = 86_400_000
/** Receipts that one pass asks for. */
const MAX_ASKED = 50
/** Answers that are remembered. A forgotten one is asked for again. */
const MAX_REMEMBERED = 10_000
/** The time for which an answer holds that a transaction did not use an authorization: nodes may err. */
const ASK_AGAIN_MS = { seen: 30_000, final: 300_000 }

/** The use of an authorization by a transfer's transaction, in the block that it is in. */
type Answer = { readonly isUsed: boolean; readonly isFinal: boolean; readonly askedAt: number }

const answered = new WeakMap<Network, Map<string, Answer>>()
/** The time up to which transfers were certain at the last pass. */
const lookedUntil = new WeakMap<Network, number>()

/**
 * Finds the transfers of authorizations that somebody else sent, by the receipts of their transactions. A receipt is
 * asked for only if its transfer is exactly what was authorized. The transfer then pays the payment. The authorization
 * counts as used once that block is final and most nodes say so: a reorganisation may mine it again in another
 * transaction, and one node may have erred.
 */
export async function claimUsedElsewhere(ctx: Context, network: Network): Promise<void> {
  const { transactor, authorizations } = network.chain
  if (!transactor || !authorizations) return
  const now = ctx.now()
  const certain = Math.min(now, await findRecheckedUntil(ctx.db, network))
  const asking = { transactor, authorizations, now, certain, known: getAnswers(network), left: MAX_ASKED }
  const rows = await findUncertain(ctx.db, network, {
    createdBefore: now - PATIENCE_POLLS * network.pollMs,
    // After an outage, days become certain at once. All that was uncertain before is looked at once more.
    validSince: Math.min(lookedUntil.get(network) ?? certain, certain) - LOOK_FOR_MS,
  })
  for (const row of rows) {
    const transfer = await findTransfer(ctx, asking, row)
    if (transfer) await ctx.transact((tx) => claim(ctx, tx, row, transfer))
  }
  lookedUntil.set(network, certain)
}

/** The transfer to claim now. One that was claimed before is claimed again once it is final. */
async function findTransfer(ctx: Context, asking: Asking, row: AuthorizationRow): Promise<Transfer | null> {
  const candidates = await findCandidates(ctx.db, row)
  const named = candidates.find(({ tx_hash }) => tx_hash === row.hash)
  if (!named) {
    // A reorganisation took the named one away. Nothing brings it back once all is certain that was mined in time.
    if (row.hash !== null && row.valid_before * 1_000 < asking.certain) await forget(ctx, row)
    return findUsing(asking, row, candidates)
  }
  if (named.state !== 'final') return null
  const isUsed = await isUsedIn(asking, row, named)
  if (isUsed === false) await forget(ctx, row)
  return isUsed ? named : null
}

function forget(ctx: Context, row: AuthorizationRow): Promise<void> {
  return ctx.transact((tx) => forgetHash(tx, row))
}

type Transfer = Row<'transfers'>

type Asking = {
  readonly transactor: Transactor
  readonly authorizations: Authorizations
  readonly now: number
  /** The time up to which transfers are certain. */
  readonly certain: number
  readonly known: Map<string, Answer>
  left: number
}

function getAnswers(network: Network): Map<string, Answer> {
  const known = answered.get(network) ?? new Map<string, Answer>()
  answered.set(network, known)
  return known
}

/** The first of these transfers whose transaction used the authorization. */
async function findUsing(
  asking: Asking,
  row: AuthorizationRow,
  candidates: readonly Transfer[],
): Promise<Transfer | null> {
  for (const transfer of candidates) if (await isUsedIn(asking, row, transfer)) return transfer
  return null
}

/** Null if that cannot be said now. */
async function isUsedIn(asking: Asking, row: AuthorizationRow, transfer: Transfer): Promise<boolean | null> {
  const { authorizations, now, known } = asking
  const isFinal = transfer.state === 'final'
  const key = `${row.id} ${transfer.tx_hash} ${transfer.block_hash}`
  const answer = known.get(key)
  if (answer && holds(answer, isFinal, now)) return answer.isUsed
  if (asking.left === 0) return null
  asking.left -= 1
  const receipt = await findReceipt(asking, transfer)
  // A node that has the transaction in another block answers about that one.
  if (receipt?.blockHash !== transfer.block_hash) return null
  const { token, from_address: from, nonce } = row
  const isUsed = authorizations.usedIn(receipt, { token, from, nonce })
  const [oldest] = known.keys()
  if (known.size >= MAX_REMEMBERED && oldest !== undefined) known.delete(oldest)
  known.set(key, { isUsed, isFinal, askedAt: now })
  return isUsed
}

function holds({ isUsed, isFinal, askedAt }: Answer, isFinalNow: boolean, now: number): boolean {
  if (isFinal !== isFinalNow) return false
  return isUsed || now - askedAt < (isFinal ? ASK_AGAIN_MS.final : ASK_AGAIN_MS.seen)
}

/** By majority in a final block; null if the nodes are divided. Before that from one node. */
function findReceipt({ transactor }: Asking, { state, tx_hash, block_number }: Transfer): Promise<Receipt | null> {
  if (state !== 'final') return transactor.receipt(tx_hash)
  return transactor.finalReceipt(tx_hash, block_number).catch(() => null)
}

/** The state may have changed since the node was asked, so it is checked again. */
async function claim(ctx: Context, tx: Tx, { id }: AuthorizationRow, { seq, block_hash }: Transfer): Promise<void> {
  const row = await findRelay(tx, id)
  const payment = row && (await findAnyPayment(tx, row.payment_id))
  const transfer = row && (await findCandidates(tx, row)).find((one) => one.seq === seq)
  if (!row || !payment || transfer?.block_hash !== block_hash) return
  const used = await findRelayHash(tx, row)
  // It moves coins once: an equal transfer in the same transaction used another one.
  if (used !== null && used !== transfer.tx_hash) return
  await markUsed(tx, row, { hash: transfer.tx_hash, isFinal: transfer.state === 'final' })
  if (used === null && transfer.payment_id === null) {
    await assignToPayment(ctx, tx, { transfer, payment, by: 'authorization' })
  }
}
