/** Payments out of empty deposits, and coins that an issuer has destroyed. */
import type { Network, Token } from '../chains/network.ts'
import type { Receipt, Transactor } from '../chains/transactor.ts'
import { findFirstArrival, findLostSince, findOpenSweeps, type SweepRow } from '../deposits/sweeps-store.ts'
import { formatAmount, max, min, toLedgerAmount } from '../domain/money.ts'
import type { Db } from '../storage/database.ts'
import type { SettlementRow } from './store.ts'

/** The amounts that reached the wallet, and that left the deposit for it, in millionths. */
export type PaidOut = { readonly arrived: bigint; readonly left: bigint }

type Of = {
  readonly settlement: SettlementRow
  readonly sendId: number
  readonly receipt: Receipt
  readonly transactor: Transactor
  readonly token: Token
}

/**
 * For each deposit that a sweep found empty: the total that it has paid to the wallet up to the sweep's block, also in
 * transactions of other programs. The contract pays no other account, but an issuer can destroy a deposit's coins.
 * Throws NodeError if the nodes disagree.
 */
export async function findPaidOut(db: Db, of: Of): Promise<ReadonlyMap<string, PaidOut>> {
  const { settlement, receipt, transactor, token } = of
  const told = new Set(transactor.sweeping.listSwept(receipt.logs, settlement.token).map(({ deposit }) => deposit))
  const empty = (await findOpenSweeps(db, of.sendId)).filter(({ address }) => !told.has(address))
  if (empty.length === 0) return new Map()
  const senders = empty.map(({ address }) => address)
  const to = receipt.blockNumber
  const from = Math.min(
    to,
    ...(await Promise.all(empty.map((sweep) => findFirstArrival(db, sweep)))).map((one) => one ?? 0),
  )
  const recipient = settlement.destination.toLowerCase()
  const receipts = await transactor.finalMovements({ token: settlement.token, senders, recipient }, { from, to })
  const moved = receipts.filter(({ succeeded }) => succeeded).map((one) => movedIn(transactor, one, settlement.token))
  const getSum = (address: string): PaidOut => {
    const own = moved.map((transfers) => transfers.filter((one) => one.from === address))
    // A transaction without a transfer from this deposit to the wallet is no payout.
    const payouts = own.filter((transfers) => transfers.some((one) => one.to === recipient)).flat()
    const arrived = payouts.reduce((sum, one) => (one.to === recipient ? sum + one.rawAmount : sum), 0n)
    const left = payouts.reduce((sum, one) => sum + one.rawAmount, 0n)
    return { arrived: toLedgerAmount(arrived, token.decimals), left: toLedgerAmount(left, token.decimals) }
  }
  return new Map(senders.map((address) => [address, getSum(address)]))
}

function movedIn(transactor: Transactor, receipt: Receipt, token: string) {
  return transactor.transfersIn(receipt).filter((one) => one.token === token)
}

/** The part that the deposit's other sweeps have not booked yet, up to the expected amount. */
export function computeUnbooked({ expected }: SweepRow, paidOut: PaidOut, booked: PaidOut): PaidOut {
  const limit = (amount: bigint) => max(0n, min(amount, expected))
  const left = limit(paidOut.left - booked.left)
  const arrived = limit(paidOut.arrived - booked.arrived)
  return { arrived: min(arrived, left), left }
}

export const LOST = 'are no longer there and were not paid out: the issuer may have destroyed them'

/** An operator can do nothing about it except inform the merchant. */
const TOLD_FOR_MS = 30 * 86_400_000
/** The number of deposits that are named; all are counted. */
const NAMED = 5

/** For the operator: the deposits of a network that lost coins in the last 30 days; null if none did. */
export async function describeLostCoins(
  ctx: { readonly db: Db; now(): number },
  network: Network,
): Promise<string | null> {
  const livemode = network.environment === 'production'
  const rows = await findLostSince(ctx.db, { chain: network.chain.id, livemode, since: ctx.now() - TOLD_FOR_MS })
  if (rows.length === 0) return null
  const named = rows.slice(0, NAMED).map((row) => `${explainLost(row)} (${row.settlement_id})`)
  const others = rows.length > NAMED ? [`and ${rows.length - NAMED} deposits more`] : []
  return [...named, ...others].join('; ')
}

/** The amount missing from one deposit. */
export function explainLost(row: {
  readonly lost_amount: bigint
  readonly cryptocurrency: string
  readonly payment_id: string
}): string {
  const amount = `${formatAmount(row.lost_amount)} ${row.cryptocurrency}`
  return `${amount} on the deposit of payment ${row.payment_id} ${LOST}`
}
