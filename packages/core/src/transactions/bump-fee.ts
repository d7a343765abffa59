import { computeFees, isTooLow, raiseFees } from '../domain/send.ts'
import { describeFeeTrouble, type Pass } from './pass.ts'
import { type FeeLimit, limitFees, signBytes, signEmpty, toCall } from './sign.ts'
import {
  type AttemptRow,
  findAttempts,
  findQueued,
  findSigned,
  insertAttempt,
  type SendRow,
  type SignedBytes,
  toFees,
} from './store.ts'

/**
 * Signs another attempt of a send, with the same nonce and higher fees: at most one attempt can be mined. It is on disk
 * when this resolves. If the send may cost no more and blocks others, an empty transaction takes its nonce. False if
 * the policy allows no more, or another process was faster.
 */
export async function bumpFee(work: Pass, row: SendRow, newest: AttemptRow): Promise<boolean> {
  const isEmpty = newest.nonce_only === 1
  const own = isEmpty ? { policy: work.policy, trouble: null } : await limitFees(work, row, newest.gas_limit)
  const bytes = raisedBytes(work, row, newest, own) ?? (own.trouble && (await emptyBytes(work, row, newest)))
  if (!bytes) return false
  return work.ctx.transact(async (tx) => {
    const [last] = await findAttempts(tx, row.id)
    if (last?.hash !== newest.hash) return false
    await insertAttempt(tx, row.id, newest.number + 1, bytes)
    return true
  })
}

function raisedBytes(work: Pass, row: SendRow, newest: AttemptRow, { policy, trouble }: FeeLimit): SignedBytes | null {
  const isEmpty = newest.nonce_only === 1
  const nonce = row.nonce ?? 0
  const fees = raiseFees(toFees(newest), work.chain.market, policy)
  if (fees && isEmpty) return signEmpty(work, nonce, fees)
  if (fees) return signBytes(work, { nonce, ...toCall(row), gasLimit: newest.gas_limit, fees })
  // If the network's ceiling forbids it too, the send's own limit is not the reason.
  const isOwnLimit = trouble && raiseFees(toFees(newest), work.chain.market, work.policy)
  work.troubles.push(isOwnLimit ? trouble : describeFeeTrouble(work))
  return null
}

/**
 * An empty transaction with the nonce of a send that may cost no more. Null if nodes may still accept the send as it
 * is, or nothing waits behind it.
 */
async function emptyBytes(work: Pass, row: SendRow, newest: AttemptRow): Promise<SignedBytes | null> {
  const { chain } = work
  const isFirst = row.nonce === chain.latestNonce
  if (row.nonce === null || !isFirst) return null
  if (!isTooLow({ fees: toFees(newest), answer: newest.answer }, chain.market)) return null
  const fees = raiseFees(toFees(newest), chain.market, work.policy)
  return fees && (await holdsUpOthers(work, row, newest)) ? signEmpty(work, row.nonce, fees) : null
}

/** The number of waiting sends that are examined. */
const OTHERS = 20

/** Tells whether the key has another send whose limit allows the present price of gas. */
async function holdsUpOthers({ ctx, account, ...work }: Pass, row: SendRow, newest: AttemptRow): Promise<boolean> {
  const others = [
    ...(await findSigned(ctx.db, account, { from: (row.nonce ?? 0) + 1, limit: OTHERS })),
    ...(await findQueued(ctx.db, account, work.now, OTHERS)),
  ].filter(({ refused_since }) => refused_since === null)
  for (const one of others) {
    const { policy } = await limitFees({ ctx, ...work }, one, newest.gas_limit)
    if (computeFees(work.chain.market, policy)) return true
  }
  return false
}
