import type { Token } from '../chains/network.ts'
import type { Receipt, Transactor } from '../chains/transactor.ts'
import { bookedAmount, larger, smaller } from '../domain/money.ts'
import type { Db } from '../storage/database.ts'
import type { SettlementRow } from './store.ts'
import { firstArrival, openSweepsOf, type SweepRow } from './sweeps-store.ts'

/** In millionths: what reached the wallet, and what left the deposit for it. */
export type PaidOut = { readonly arrived: bigint; readonly left: bigint }

type Of = {
  readonly settlement: SettlementRow
  readonly sendId: number
  readonly receipt: Receipt
  readonly transactor: Transactor
  readonly token: Token
}

/**
 * What the deposits that a sweep found empty have paid to the wallet up to its block, by address: in all their time, by
 * whoever called the factory. The contract pays nobody else, but an issuer can destroy what a deposit holds. Throws
 * NodeError where the nodes do not agree.
 */
export async function findPaidOut(db: Db, of: Of): Promise<ReadonlyMap<string, PaidOut>> {
  const { settlement, receipt, transactor, token } = of
  const told = new Set(transactor.sweeping.sweptOf(receipt.logs, settlement.token).map(({ deposit }) => deposit))
  const empty = (await openSweepsOf(db, of.sendId)).filter(({ address }) => !told.has(address))
  if (empty.length === 0) return new Map()
  const senders = empty.map(({ address }) => address)
  const to = receipt.blockNumber
  const from = Math.min(
    to,
    ...(await Promise.all(empty.map((sweep) => firstArrival(db, sweep)))).map((one) => one ?? 0),
  )
  const recipient = settlement.destination.toLowerCase()
  const receipts = await transactor.finalMovements({ token: settlement.token, senders, recipient }, { from, to })
  const moved = receipts.filter(({ succeeded }) => succeeded).map((one) => movedIn(transactor, one, settlement.token))
  const sumOf = (address: string): PaidOut => {
    const own = moved.map((transfers) => transfers.filter((one) => one.from === address))
    // A transaction that paid the wallet nothing from this deposit is no payout of it.
    const payouts = own.filter((transfers) => transfers.some((one) => one.to === recipient)).flat()
    const arrived = payouts.reduce((sum, one) => (one.to === recipient ? sum + one.rawAmount : sum), 0n)
    const left = payouts.reduce((sum, one) => sum + one.rawAmount, 0n)
    return { arrived: bookedAmount(arrived, token.decimals), left: bookedAmount(left, token.decimals) }
  }
  return new Map(senders.map((address) => [address, sumOf(address)]))
}

function movedIn(transactor: Transactor, receipt: Receipt, token: string) {
  return transactor.transfersIn(receipt).filter((one) => one.token === token)
}

/** What of it is not booked yet with the deposit's other sweeps, up to what was expected. */
export function unbookedOf({ expected }: SweepRow, paidOut: PaidOut, booked: PaidOut): PaidOut {
  const limit = (amount: bigint) => larger(0n, smaller(amount, BigInt(expected)))
  const left = limit(paidOut.left - booked.left)
  const arrived = limit(paidOut.arrived - booked.arrived)
  return { arrived: smaller(arrived, left), left }
}
