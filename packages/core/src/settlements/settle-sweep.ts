import { getTokenAt, type Token } from '../chains/network.ts'
import { computeCost, type Transactor } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { findAccount } from '../deposits/account-store.ts'
import { releaseBalance } from '../deposits/deposit.ts'
import {
  endSweep,
  findFirstArrival,
  findOpenSweeps,
  findSweeps,
  type SweepRow,
  sumBooked,
} from '../deposits/sweeps-store.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { bookSwept } from '../domain/entry.ts'
import { formatAmount, max, toLedgerAmount } from '../domain/money.ts'
import { toOwner } from '../domain/owner.ts'
import { createBooking, recordEvent, recordEvents } from '../events/record.ts'
import { findAnyPayments } from '../payments/find.ts'
import { countSettled, listSettled, removeFromSettlement } from '../payments/settlement-store.ts'
import type { Tx } from '../storage/database.ts'
import type { Send, SendOutcome } from '../transactions/send.ts'
import { findSend } from '../transactions/store.ts'
import { startConversion } from './conversion/start.ts'
import { hasFactory } from './factory.ts'
import { computeUnbooked, findPaidOut, LOST, type PaidOut } from './paid-out.ts'
import { createStatementLinkIn } from './report-link.ts'
import { addFee, findAnySettlement, type SettlementRow, updateSettlement } from './store.ts'
import { takeDeposit } from './take.ts'
import { viewSettlement } from './view.ts'

const NOTHING_MOVED = 'the coin moved nothing: it may be paused, or the wallet or its deposits blocked by its issuer'

/** A sweep that moves nothing costs gas. It is retried at most once a day, however often periods are closed. */
const VAIN_PAUSE_MS = 86_400_000

/** The result for a deposit: the amount that reached the wallet, that left the deposit for it, and that was lost. */
type End = Pick<SweepRow, 'state'> & {
  readonly amount: bigint
  readonly left_amount: bigint
  readonly lost_amount: bigint
  /** The amounts that reached the wallet and left the deposit, in the coin's smallest unit; null if others moved it. */
  readonly raw: { readonly amount: bigint; readonly left: bigint } | null
}

const RELEASED: End = { state: 'released', amount: 0n, left_amount: 0n, lost_amount: 0n, raw: null }

/** Determines what a transaction's empty deposits have paid, and returns the function that books everything swept. */
export async function prepareSweepBooking(
  ctx: Context,
  send: Send,
  outcome: SendOutcome,
): Promise<(tx: Tx) => Promise<void>> {
  const settlement = await findAnySettlement(ctx.db, send.subject)
  const sweeping = settlement && findSweeping(ctx, settlement)
  const hasPaidOut = outcome.kind === 'succeeded' && sweeping && (await hasFactory(ctx.db, settlement.chain))
  const paidOut = hasPaidOut
    ? await findPaidOut(ctx.db, { settlement, sendId: send.id, receipt: outcome.receipt, ...sweeping })
    : new Map<string, PaidOut>()
  return (tx) => settleSweep(ctx, tx, send, outcome, paidOut)
}

type Sweeper = { readonly transactor: Transactor; readonly token: Token }

/** Null if the coin or the network is no longer configured. */
function findSweeping(ctx: Context, { livemode, network: name, token: address }: SettlementRow): Sweeper | null {
  const network = ctx.network(toEnvironment(livemode), name)
  const transactor = network?.chain.transactor
  const token = network && getTokenAt(network, address)
  return transactor && token ? { transactor, token } : null
}

type FoundPaidOut = ReadonlyMap<string, PaidOut>

/** Books what a settlement's transaction has swept, and ends the settlement with its last transaction. */
async function settleSweep(
  ctx: Context,
  tx: Tx,
  send: Send,
  outcome: SendOutcome,
  paidOut: FoundPaidOut,
): Promise<void> {
  const settlement = await findAnySettlement(tx, send.subject)
  if (!settlement) throw new Error(`transaction ${send.id} sweeps for ${send.subject}, which is not there`)
  const sweeps = await findOpenSweeps(tx, send.id)
  const ends = await findEnds(tx, { settlement, sweeping: findSweeping(ctx, settlement), sweeps, paidOut }, outcome)
  for (const sweep of sweeps) {
    const end = ends.get(sweep.address) ?? RELEASED
    await endSweep(tx, sweep, end)
    const wasVain = outcome.kind === 'succeeded' && end.state === 'released'
    // Lost coins can no longer be swept.
    const gone = end.left_amount + end.lost_amount
    await releaseBalance(tx, sweep, gone, ctx.now() + (wasVain ? VAIN_PAUSE_MS : 0))
  }
  const hasMoved = (end: End | undefined) => end?.state === 'swept' || (end?.amount ?? 0n) > 0n
  const pickPayments = (moved: boolean) =>
    sweeps.filter(({ address }) => hasMoved(ends.get(address)) === moved).map((sweep) => sweep.payment_id)
  await bookSweeps(ctx, tx, settlement, { sweeps, ends, outcome })
  for (const { address } of sweeps.filter((sweep) => isEmptied(ends.get(sweep.address)))) {
    await takeDeposit(tx, settlement, address)
  }
  await listSettled(tx, settlement, { ids: pickPayments(true) })
  await removeFromSettlement(tx, settlement.id, pickPayments(false))
  await finish(ctx, tx, await updateSettlement(tx, settlement, toFacts(settlement, outcome)))
}

/** Tells whether money left a deposit, if only because it was destroyed. */
function isEmptied(end: End | undefined): boolean {
  return end !== undefined && end.left_amount + end.lost_amount > 0n
}

/** Books what left the deposits, and what reached the wallet. */
async function bookSweeps(
  ctx: Context,
  tx: Tx,
  settlement: SettlementRow,
  found: {
    readonly sweeps: readonly SweepRow[]
    readonly ends: ReadonlyMap<string, End>
    readonly outcome: SendOutcome
  },
): Promise<void> {
  const { sweeps, ends, outcome } = found
  const receipt = 'receipt' in outcome ? outcome.receipt : null
  const payments = await findAnyPayments(
    tx,
    sweeps.map((sweep) => sweep.payment_id),
  )
  const entries = sweeps.flatMap((sweep) => {
    const end = ends.get(sweep.address)
    if (!end) return []
    const own = end.state === 'swept' ? receipt : null
    const facts = toSweepFacts(settlement, sweep, payments.get(sweep.payment_id)?.reference ?? null)
    const { amount, left_amount, lost_amount, raw } = end
    const chain = { tx_hash: own?.hash ?? null, chain_time: own?.blockTime ?? null }
    return bookSwept({ ...facts, ...chain, amount, left_amount, lost_amount, raw }, ctx.now())
  })
  await recordEvents(ctx, tx, createBooking(toOwner(settlement), entries))
}

/** The facts of a sweep that do not depend on its end. */
export function toSweepFacts(settlement: SettlementRow, sweep: SweepRow, reference: string | null) {
  return {
    settlement_id: settlement.id,
    payment_id: sweep.payment_id,
    reference,
    network: settlement.network,
    chain: settlement.chain,
    coin: settlement.cryptocurrency,
    token: settlement.token,
    deposit: sweep.address,
    wallet: settlement.destination.toLowerCase(),
  }
}

/** The deposits of a transaction that are swept now, by it or by another caller, by address. */
async function findEnds(
  tx: Tx,
  of: {
    readonly settlement: SettlementRow
    readonly sweeping: Sweeper | null
    readonly sweeps: readonly SweepRow[]
    readonly paidOut: FoundPaidOut
  },
  outcome: SendOutcome,
): Promise<Map<string, End>> {
  const { settlement, sweeping, sweeps, paidOut } = of
  if (outcome.kind !== 'succeeded' || !(await hasFactory(tx, settlement.chain))) return new Map()
  // The handler is called again when the network is configured again.
  if (!sweeping) throw new Error(`${settlement.network} no longer has the coin of ${settlement.id}`)
  const { transactor, token } = sweeping
  const { receipt } = outcome
  const told = Map.groupBy(transactor.sweeping.listSwept(receipt.logs, settlement.token), ({ deposit }) => deposit)
  const moved = transactor.transfersIn(receipt).filter((one) => one.token === settlement.token)
  const ends = new Map<string, End>()
  for (const sweep of sweeps) {
    const { address } = sweep
    const about = told.get(address)
    if (about) {
      const rawAmount = about.reduce((sum, one) => sum + (one.swept ? one.rawAmount : 0n), 0n)
      if (rawAmount === 0n) continue
      const rawLeft = moved.reduce((sum, one) => (one.from === address ? sum + one.rawAmount : sum), 0n)
      const raw = { amount: rawAmount, left: max(rawLeft, rawAmount) }
      const amount = toLedgerAmount(raw.amount, token.decimals)
      const left = toLedgerAmount(raw.left, token.decimals)
      ends.set(address, { state: 'swept', amount, left_amount: left, lost_amount: 0n, raw })
    } else ends.set(address, await endOfEmpty(tx, sweep, paidOut))
  }
  return ends
}

/** Anyone may sweep, and only to the same wallet. Coins that are neither there nor paid out are lost. */
async function endOfEmpty(tx: Tx, sweep: SweepRow, paidOut: FoundPaidOut): Promise<End> {
  const found = paidOut.get(sweep.address)
  if (!found) throw new Error(`nobody looked what the deposit ${sweep.address} has paid out`)
  const { arrived, left } = computeUnbooked(sweep, found, await sumBooked(tx, sweep))
  return { state: 'empty', amount: arrived, left_amount: left, lost_amount: sweep.expected - left, raw: null }
}

/** The changes that a transaction makes to its settlement. */
function toFacts(row: SettlementRow, outcome: SendOutcome): Partial<SettlementRow> {
  // Nothing was mined. The operator learns which contract refuses it, the merchant the reason.
  if (!('receipt' in outcome)) return { failure: outcome.kind === 'refused' ? NOTHING_MOVED : outcome.reason }
  const fee = addFee(row, computeCost(outcome.receipt))
  if (outcome.kind === 'reverted') return { ...fee, failure: `transaction ${outcome.hash} reverted` }
  return { ...fee, transactions: JSON.stringify([...JSON.parse(row.transactions), outcome.hash]) }
}

function describeFailure({ failure, cryptocurrency }: SettlementRow, lost: bigint): string {
  if (lost > 0n) return `${formatAmount(lost)} ${cryptocurrency} ${LOST}`
  return failure ?? NOTHING_MOVED
}

async function finish(ctx: Context, tx: Tx, row: SettlementRow): Promise<void> {
  const sweeps = await findSweeps(tx, row.id)
  const paymentCount = await countSettled(tx, row.id)
  if (sweeps.some(({ state }) => state === 'open')) {
    await updateSettlement(tx, row, { payment_count: paymentCount })
    return
  }
  const completed = sweeps.some(({ state, amount }) => state === 'swept' || (state === 'empty' && (amount ?? 0n) > 0n))
  const lost = sweeps.reduce((sum, { lost_amount }) => sum + lost_amount, 0n)
  const sums = { amount: sweeps.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n), payment_count: paymentCount }
  const account = await findAccount(tx, { chain: row.chain, account: row.destination.toLowerCase() })
  if (completed && account) {
    const from = await findFirstBlock(tx, sweeps)
    return startConversion(ctx, tx, await updateSettlement(tx, row, sums), { account, from })
  }
  const ended = await updateSettlement(tx, row, {
    ...sums,
    status: completed ? 'completed' : 'failed',
    failure: completed ? null : describeFailure(row, lost),
    completed_at: completed ? ctx.now() : null,
  })
  const owner = toOwner(row)
  const link = await createStatementLinkIn(ctx, tx, owner)
  const type = completed ? 'settlement.completed' : 'settlement.failed'
  const object = await viewSettlement(ctx, tx, ended, link(ended.id, ctx.now()))
  await recordEvent(ctx, tx, { ...owner, type, object })
}

/** The first block in which money of these sweeps can have reached the wallet: others may have swept the empty ones. */
async function findFirstBlock(tx: Tx, sweeps: readonly SweepRow[]): Promise<number> {
  const blocks = sweeps.map(async (sweep) => {
    const own = sweep.state === 'swept' ? await findSend(tx, sweep.send_id) : null
    return own?.block_number ?? (await findFirstArrival(tx, sweep)) ?? 0
  })
  return Math.min(...(await Promise.all(blocks)))
}
