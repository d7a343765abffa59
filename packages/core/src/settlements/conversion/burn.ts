/** Moving the money of a converter's account on: it is burned, or released if that cannot be done. */
import type { Network } from '../../chains/network.ts'
import { type Burnable, type Converting, computeCost } from '../../chains/transactor.ts'
import type { Context } from '../../context/context.ts'
import { type AccountRow, findAccount, hasConverter, saveSend } from '../../deposits/account-store.ts'
import { readTerms } from '../../deposits/terms.ts'
import { computeBurnLimit, computeOffered, computeShare } from '../../domain/conversion.ts'
import { min } from '../../domain/money.ts'
import { AttesterError, type BurnFees } from '../../outbound/attester.ts'
import type { Tx } from '../../storage/database.ts'
import { enqueueSend } from '../../transactions/queue.ts'
import type { Send, SendOutcome } from '../../transactions/send.ts'
import { findSend, type SendRow } from '../../transactions/store.ts'
import { addFee, findAnySettlement, updateSettlement } from '../store.ts'
import { listUnplaced } from './store.ts'

/** A transaction is sent again after this time, should it have failed, or have announced a release. */
const PAUSE_MS = 10 * 60_000
/** Money that could not be converted for this long is released to the wallet. */
const RELEASED_AFTER_MS = 24 * 3_600_000
/** The contract pays what is announced after this time. */
const ANNOUNCED_FOR_MS = 72 * 3_600_000

/**
 * Sends the transaction that burns what is at an account, unless one is under way. What cannot be burned for a day is
 * released. So is what would cost more than its terms offer. The contract lets nobody but the wallet do that at once: then the first transaction announces it, and one three
 * days later pays. Throws NodeError.
 */
export async function burn(ctx: Context, network: Network, key: AccountRow, readers: BurnReaders): Promise<void> {
  const { transactor } = network.chain
  const gas = network.sending?.gas
  if (!transactor || !gas || !(await hasConverter(ctx.db, network.chain.id))) return
  const { converting } = transactor
  const held = await transactor.tokenBalance(key.token, key.account)
  if (held === 0n) return
  const amount = min(held, computeBurnLimit(await readers.readLimits(key.token), readTerms(key).maxFee))
  const refusal = await refuseFee(amount, { key, to: findDestination(ctx, network, key), ...readers })
  await ctx.transact(async (tx) => {
    const account = await findAccount(tx, key)
    const [oldest] = await listUnplaced(tx, key)
    if (!account || !oldest) return
    const last = account.send_id === null ? null : await findSend(tx, account.send_id)
    const terms = readTerms(account)
    const calls = { convert: converting.convertCall(terms), release: converting.releaseCall(terms) }
    if (last && isWaiting(ctx, last, calls.release.data)) return
    const hasGas = findDestination(ctx, network, account)?.sending?.gas != null
    const isReady = amount >= terms.minimum && hasGas && refusal === null
    const isLate = ctx.now() - oldest.created_at > RELEASED_AFTER_MS
    const isAnnounced = last !== null && wasAnnounced(ctx, last, calls.release.data)
    const call = chooseCall({ isReady, isLate, isAnnounced, last }, calls)
    if (!call) return
    const order = { network, signer: gas.address, purpose: 'conversion', subject: oldest.settlement_id } as const
    await saveSend(tx, account, await enqueueSend(ctx, tx, { ...order, ...call }))
  })
  if (refusal) throw refusal
}

/** Reads what the attester asks for burns to a network. Throws AttesterError. */
type FeeReader = (to: Network) => Promise<BurnFees>

export type BurnReaders = {
  readonly readFees: FeeReader
  /** Reads the bounds of a burn of a token (lower case). Throws NodeError. */
  readonly readLimits: (token: string) => Promise<Burnable>
}

/**
 * The reason not to burn now; null if the attester asks for no more than the terms offer. A burn that offers less is never
 * signed, and money that is burned can no longer be released.
 */
async function refuseFee(
  amount: bigint,
  { key, to, readFees }: { readonly key: AccountRow; readonly to: Network | null; readonly readFees: FeeReader },
): Promise<AttesterError | null> {
  if (!to?.cctp) return null
  const fees = await readFees(to).catch((error: unknown) => {
    if (error instanceof AttesterError) return error
    throw error
  })
  if (fees instanceof AttesterError) return fees
  // A fast burn that offers too little for that is attested as a standard one.
  const asked = computeShare(amount, fees.standard)
  const offered = computeOffered(amount, readTerms(key))
  if (asked <= offered) return null
  return new AttesterError(`a burn costs ${fees.standard} millionths of it, more than ${key.account} may offer`)
}

type Calls = Readonly<Record<'convert' | 'release', ReturnType<Converting['convertCall']>>>

/** The burn, or the release of what could not be burned for a day; null to wait. */
function chooseCall(
  {
    isReady,
    isLate,
    isAnnounced,
    last,
  }: Readonly<Record<'isReady' | 'isLate' | 'isAnnounced', boolean>> & { readonly last: SendRow | null },
  { convert, release }: Calls,
) {
  const wasRefused = last?.data === convert.data && last.state !== 'succeeded'
  if (isLate && (!isReady || wasRefused)) return isAnnounced ? null : release
  return isReady ? convert : null
}

/** Tells whether a release is announced, and the contract would refuse another try. */
function wasAnnounced(ctx: Pick<Context, 'now'>, { state, data, ended_at }: SendRow, release: string): boolean {
  return state === 'succeeded' && data === release && ended_at !== null && ctx.now() - ended_at < ANNOUNCED_FOR_MS
}

/** Tells whether a transaction is under way, or ended without an effect a short time ago. */
function isWaiting(ctx: Pick<Context, 'now'>, { state, data, ended_at }: SendRow, release: string): boolean {
  if (ended_at === null) return true
  return (state !== 'succeeded' || data === release) && ctx.now() - ended_at < PAUSE_MS
}

/** The network that an account's money goes to, in the environment of its own; null if it is not configured now. */
export function findDestination(
  ctx: Pick<Context, 'networks'>,
  { environment }: Network,
  { to_chain }: AccountRow,
): Network | null {
  return ctx.networks.find((one) => one.environment === environment && one.chain.id === to_chain && one.cctp) ?? null
}

/** Adds what a transaction of a conversion has cost to its settlement. What it moved is read from the chain. */
export async function recordBurn(_: Context, tx: Tx, { subject }: Send, outcome: SendOutcome): Promise<void> {
  const settlement = await findAnySettlement(tx, subject)
  if (!('receipt' in outcome) || !settlement || settlement.status === 'completed') return
  await updateSettlement(tx, settlement, addFee(settlement, computeCost(outcome.receipt)))
}
