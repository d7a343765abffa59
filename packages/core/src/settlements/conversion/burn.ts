/** Moving the money of a converter's account on: it is burned, or released if that cannot be done. */
import type { Network } from '../../chains/network.ts'
import { type Converting, computeCost } from '../../chains/transactor.ts'
import type { Context } from '../../context/context.ts'
import { type AccountRow, findAccount, hasConverter, saveSend } from '../../deposits/account-store.ts'
import { readTerms } from '../../deposits/terms.ts'
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

/**
 * Sends the transaction that burns what is at an account, unless one is under way. What cannot be burned for a day is
 * released. The contract lets nobody but the wallet do that at once: then the first transaction announces it, and one three
 * days later pays. Throws NodeError.
 */
export async function burn(ctx: Context, network: Network, key: AccountRow): Promise<void> {
  const { transactor } = network.chain
  const gas = network.sending?.gas
  if (!transactor || !gas || !(await hasConverter(ctx.db, network.chain.id))) return
  const { converting } = transactor
  const held = await transactor.tokenBalance(key.token, key.account)
  if (held === 0n) return
  await ctx.transact(async (tx) => {
    const account = await findAccount(tx, key)
    const [oldest] = await listUnplaced(tx, key)
    if (!account || !oldest) return
    const last = account.send_id === null ? null : await findSend(tx, account.send_id)
    const terms = readTerms(account)
    const calls = { convert: converting.convertCall(terms), release: converting.releaseCall(terms) }
    if (last && isWaiting(ctx, last, calls.release.data)) return
    const isReady = held >= terms.minimum && findDestination(ctx, network, account)?.sending?.gas != null
    const isLate = ctx.now() - oldest.created_at > RELEASED_AFTER_MS
    const call = chooseCall({ isReady, isLate, last }, calls)
    if (!call) return
    const order = { network, signer: gas.address, purpose: 'conversion', subject: oldest.settlement_id } as const
    await saveSend(tx, account, await enqueueSend(ctx, tx, { ...order, ...call }))
  })
}

type Calls = Readonly<Record<'convert' | 'release', ReturnType<Converting['convertCall']>>>

/** The burn, or the release of what could not be burned for a day; null to wait. */
function chooseCall(
  { isReady, isLate, last }: { readonly isReady: boolean; readonly isLate: boolean; readonly last: SendRow | null },
  { convert, release }: Calls,
) {
  const wasRefused = last?.data === convert.data && last.state !== 'succeeded'
  if (isLate && (!isReady || wasRefused)) return release
  return isReady ? convert : null
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
