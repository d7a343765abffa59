import { formatNativeAmount, getNativeSymbol } from '../chains/network.ts'
import type { Sending } from '../chains/transactor.ts'
import { max, min } from '../domain/money.ts'
import { computeFees, computeNextNonce, type Fees, REFUSED_AFTER_MS, type SendTrouble } from '../domain/send.ts'
import type { Tx } from '../storage/database.ts'
import { finishSend } from './finish.ts'
import { describeFeeTrouble, endWaiting, measureWait, type Pass, reschedule } from './pass.ts'
import type { OwnLimit } from './send.ts'
import {
  type AttemptRow,
  changeSend,
  fillContent,
  findHighestNonce,
  findQueued,
  hasNonce,
  insertAttempt,
  insertQueued,
  LEAST_GAS,
  type SendRow,
  type SignedBytes,
} from './store.ts'

/** The highest gas limit of a transaction (EIP-7825). */
const MAX_GAS = 16_777_216n

/**
 * Gives queued sends a nonce and signed bytes, as many as there is room for. The bytes are on disk when this resolves,
 * and not exposed before. `reserved`: the wei that pending sends may cost.
 */
export async function signQueued(work: Pass, room: number, reserved: bigint): Promise<void> {
  const { ctx, account, transactor, signer, policy, chain, now } = work
  const rows = room > 0 ? await findQueued(ctx.db, account, now, room) : []
  if (rows.length === 0) return
  let left = (await transactor.balance(signer.address)) - reserved
  for (const row of rows) {
    const asked = computeFees(chain.market, policy)
    if (!asked) {
      work.troubles.push(describeFeeTrouble(work))
      return
    }
    const gas = await estimateGas(work, row, { fees: asked, left })
    if (gas === null) {
      await waitForContract(work, row)
      continue
    }
    const gasLimit = limitGas(row, gas)
    const limit = await limitFees(work, row, gasLimit)
    const fees = computeFees(chain.market, limit.policy)
    if (!fees) {
      // Sends behind it may have a higher limit.
      await reschedule(work, row, limit.trouble ?? describeFeeTrouble(work))
      continue
    }
    const cost = gasLimit * fees.maxFeePerGas
    if (left < cost) {
      work.troubles.push(unfunded(work, left, cost))
      return
    }
    if (await signNext(work, row, gasLimit, fees)) left -= cost
  }
}

/** Gas with the fees that it is sent with; null if the contract refuses it. `left`: what the key can spend, in wei. */
async function estimateGas(
  { signer, transactor }: Pass,
  row: SendRow,
  { fees, left }: { readonly fees: Fees; readonly left: bigint },
): Promise<bigint | null> {
  const call = { from: signer.address, ...toCall(row) }
  const gas = await transactor.estimate(call, fees)
  if (gas !== null) return gas
  // A node refuses it as well if the key cannot pay for it.
  const unpaid = await transactor.estimate(call)
  return unpaid !== null && left < limitGas(row, unpaid) * fees.maxFeePerGas ? unpaid : null
}

/** A quarter more than the estimate: the state can change before the block. */
function limitGas({ least_gas }: SendRow, gas: bigint): bigint {
  return min(max(gas + gas / 4n, least_gas), MAX_GAS)
}

/** False if another process was faster: then the signed bytes are discarded. */
async function signNext(work: Pass, row: SendRow, gasLimit: bigint, fees: Fees): Promise<boolean> {
  const { ctx, account, chain } = work
  const free = async (db: Parameters<typeof findHighestNonce>[0]) =>
    computeNextNonce(chain.latestNonce, await findHighestNonce(db, account))
  const nonce = await free(ctx.db)
  const bytes = signBytes(work, { nonce, ...toCall(row), gasLimit, fees })
  return ctx.transact(async (tx) => (await free(tx)) === nonce && storeSigned(tx, row.id, nonce, bytes))
}

async function storeSigned(tx: Tx, id: number, nonce: number, bytes: SignedBytes): Promise<boolean> {
  if (!(await changeSend(tx, id, 'queued', { state: 'signed', nonce, refused_since: null }))) return false
  await insertAttempt(tx, id, 1, bytes)
  return true
}

/** The call that a send makes. */
export function toCall({ to_address: to, data }: SendRow) {
  return { to, data }
}

type Content = {
  readonly nonce: number
  readonly to: string
  readonly data: string
  readonly gasLimit: bigint
  readonly fees: Fees
}

export function signBytes({ signer, transactor, now }: Pass, { fees, ...content }: Content): SignedBytes {
  const { hash, raw } = signer.sign({ chainId: transactor.chainId, ...content, ...fees })
  return { hash, raw, gasLimit: content.gasLimit, fees, signedAt: now, nonceOnly: false }
}

/** Signs an empty transaction to the key's own address. */
export function signEmpty(work: Pass, nonce: number, fees: Fees): SignedBytes {
  const to = work.signer.address.toLowerCase()
  const bytes = signBytes(work, { nonce, to, data: '0x', gasLimit: LEAST_GAS, fees })
  return { ...bytes, nonceOnly: true }
}

/** Takes a nonce that the chain waits for, with an empty transaction to the key's own address. */
export async function fillGap(work: Pass, nonce: number): Promise<void> {
  const { ctx, account, signer, now } = work
  const fees = computeFees(work.chain.market, work.policy)
  if (!fees) {
    work.troubles.push(describeFeeTrouble(work))
    return
  }
  const send = fillContent(nonce, signer.address.toLowerCase())
  // This send is the empty transaction itself, not a substitute.
  const bytes = { ...signEmpty(work, nonce, fees), nonceOnly: false }
  await ctx.transact(async (tx) => {
    if (await hasNonce(tx, account, nonce)) return
    const id = await insertQueued(tx, account, { ...send, created_at: now, due_at: now })
    await storeSigned(tx, id, nonce, bytes)
  })
}

/** The contract would refuse it, so nothing is signed. After a while the send ends as refused. */
async function waitForContract(work: Pass, row: SendRow): Promise<void> {
  const { ctx, now, network } = work
  const since = row.refused_since ?? now
  const waiting = `refused ${row.id}`
  if (row.refused_since === null) endWaiting(network, waiting)
  const reason = `the contract at ${row.to_address} refuses what is to be sent for ${row.purpose} ${row.subject}`
  if (measureWait(ctx, network, waiting) >= REFUSED_AFTER_MS) {
    endWaiting(network, waiting)
    await finishSend(work, row, { kind: 'refused', reason })
    return
  }
  await reschedule(work, row, { kind: 'refused', text: `${reason}: it is tried again` }, { refused_since: since })
}

function unfunded({ signer, network }: Pass, left: bigint, cost: bigint) {
  const has = `${signer.address} has ${formatNativeAmount(network, max(left, 0n))} left for gas on ${network.name}`
  const text = `${has}, and the next transaction may cost ${formatNativeAmount(network, cost)}: send it some`
  return { kind: 'unfunded', text } as const
}

/** The most that an attempt can cost, in wei. */
export function computeMaxCost(attempt: Pick<AttemptRow, 'gas_limit' | 'max_fee'>): bigint {
  return attempt.gas_limit * attempt.max_fee
}

/**
 * The fees that a send may have. `trouble`: reported while gas costs more than the send's own limit; null if it has no
 * such limit.
 */
export type FeeLimit = { readonly policy: Sending; readonly trouble: SendTrouble | null }

/**
 * Limits a send's fees by the network's ceiling, its order's `max_cost`, the value of the coins that it moves, and what
 * other sends of its purpose leave. That value follows prices, so it is computed for each attempt.
 */
export async function limitFees(work: FeeWork, row: SendRow, gasLimit: bigint): Promise<FeeLimit> {
  const { policy } = work
  const [lowest] = [limitByOrder(row), await limitByWorth(work, row), await limitByOthers(work, row)]
    .filter((limit) => limit !== null)
    .toSorted((one, other) => (one.wei < other.wei ? -1 : 1))
  if (!lowest) return { policy, trouble: null }
  const maxFeePerGas = min(policy.maxFeePerGas, lowest.wei / gasLimit)
  return { policy: { ...policy, maxFeePerGas }, trouble: lowest.trouble }
}

type FeeWork = Pick<Pass, 'ctx' | 'network' | 'outcomes' | 'policy'>

function limitByOrder({ max_cost, purpose, subject }: SendRow): OwnLimit | null {
  if (max_cost === null) return null
  const text = `gas costs more than is allowed for ${purpose} ${subject}: it waits until it costs less`
  return { wei: max_cost, trouble: { kind: 'fee_too_high', text } }
}

async function limitByOthers({ ctx, network, outcomes }: FeeWork, row: SendRow): Promise<OwnLimit | null> {
  return (await findHandler(outcomes, row)?.findLimit?.(ctx, network, row)) ?? null
}

function findHandler(outcomes: Pass['outcomes'], row: SendRow) {
  const purpose = row.purpose
  const handler = purpose === 'fill' ? undefined : outcomes[purpose]
  return typeof handler === 'object' ? handler : null
}

async function limitByWorth({ ctx, network, outcomes }: FeeWork, row: SendRow): Promise<OwnLimit | null> {
  const moved = (await findHandler(outcomes, row)?.findMoved?.(ctx.db, row)) ?? null
  const bound = moved && ctx.boundFee(network, moved)
  if (!bound) return null
  const { environment, name } = network
  const symbol = getNativeSymbol(network)
  const what = `${row.purpose} ${row.subject}`
  const text = bound.isPriced
    ? `gas for ${what} costs more than the coins that it moves are worth: it waits until gas costs less, or feesAboveValue of ${environment} ${name} is true`
    : `the price of ${symbol} is not known: ${what} waits until its feed is read, or nativeUsd of ${environment} ${name} is set`
  return { wei: bound.wei, trouble: { kind: bound.isPriced ? 'fee_above_value' : 'unpriced', text } }
}
