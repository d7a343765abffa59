import { computeCost, type Receipt } from '../chains/transactor.ts'
import type { Tx } from '../storage/database.ts'
import { explainReplaced } from './external-transactions.ts'
import { finishSend } from './finish.ts'
import { nameMissingSend } from './hold.ts'
import { type Look, measureWait, reportNodeErrors } from './pass.ts'
import {
  type AttemptRow,
  changeSend,
  findAttempts,
  findSigned,
  insertFilled,
  moveAttempts,
  type SendRow,
} from './store.ts'

/** Each decision requests receipts. */
const DECIDED_AT_ONCE = 20

/**
 * Ends the sends whose nonces are finally used. One that cannot be ended yet does not block those behind it, unless
 * nodes fail. True when there may be more.
 */
export async function confirmFinal(work: Look): Promise<boolean> {
  const { ctx, account, chain, finalNumber } = work
  if (finalNumber === null) return false
  let ended = 0
  for (let from = 0; ended < DECIDED_AT_ONCE; ) {
    const rows = await findSigned(ctx.db, account, { from, below: chain.finalNonce, limit: DECIDED_AT_ONCE - ended })
    let allAnswered = true
    for (const row of rows) {
      const answered = await reportNodeErrors(work, async () => {
        if (await decideOne(work, row, finalNumber)) ended += 1
      })
      allAnswered &&= answered
    }
    const last = rows.at(-1)?.nonce ?? null
    if (last === null || !allAnswered) return false
    from = last + 1
  }
  return true
}

/** True when the send has ended, or is queued again. */
async function decideOne(work: Look, row: SendRow, finalNumber: number): Promise<boolean> {
  const found = await findReceipt(work, row, finalNumber)
  if (!found) return missOne(work, row)
  const { receipt, attempt } = found
  if (attempt.nonce_only === 1) {
    await requeueSend(work, row, attempt, receipt)
    return true
  }
  return finishSend(work, row, { kind: receipt.succeeded ? 'succeeded' : 'reverted', hash: receipt.hash, receipt })
}

/** Any attempt of a send may be the one that was mined. */
async function findReceipt(
  { ctx, transactor }: Look,
  row: SendRow,
  finalNumber: number,
): Promise<{ readonly receipt: Receipt; readonly attempt: AttemptRow } | null> {
  for (const attempt of await findAttempts(ctx.db, row.id)) {
    const receipt = await transactor.finalReceipt(attempt.hash, finalNumber)
    if (receipt) return { receipt, attempt }
  }
  return null
}

/** Marks a send whose nonce was finally used by an unknown transaction. That transaction is examined next. */
async function missOne({ ctx, now, signer, network, troubles }: Look, row: SendRow): Promise<boolean> {
  troubles.push({ kind: 'replaced', text: explainReplaced(signer, row) })
  measureWait(ctx, network, nameMissingSend(row))
  if (row.missing_since === null) {
    await ctx.transact((tx) => changeSend(tx, row.id, 'signed', { missing_since: now }))
  }
  return false
}

/**
 * Requeues a send whose nonce an empty transaction has finally taken: its earlier attempts can never be mined. The
 * empty transaction becomes a send of its own. Does nothing if this is already done.
 */
async function requeueSend(work: Look, row: SendRow, empty: AttemptRow, receipt: Receipt): Promise<void> {
  const { ctx, network, signer } = work
  if (await ctx.transact((tx) => requeue(work, tx, row, empty, receipt))) {
    const cost = computeCost(receipt)
    const { environment, name } = network
    ctx.observer.ended({ environment, network: name, address: signer.address, outcome: 'succeeded', cost })
  }
}

async function requeue(
  { ctx, account, signer }: Look,
  tx: Tx,
  row: SendRow,
  empty: AttemptRow,
  receipt: Receipt,
): Promise<boolean> {
  const attempts = await findAttempts(tx, row.id)
  if (row.nonce === null || !attempts.some(({ hash }) => hash === empty.hash)) return false
  const now = ctx.now()
  const queued = { state: 'queued', nonce: null, missing_since: null, due_at: now } as const
  if (!(await changeSend(tx, row.id, 'signed', queued))) return false
  const fill = { nonce: row.nonce, to: signer.address.toLowerCase(), createdAt: empty.signed_at, endedAt: now, receipt }
  await moveAttempts(tx, row.id, await insertFilled(tx, account, fill))
  return true
}
