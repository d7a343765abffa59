import type { Settlement } from '@crypto-checkout/api-types'
import { findAccounts } from '../../deposits/account-store.ts'
import { type ConversionStatus, computeArrived, findConversionStatus } from '../../domain/conversion.ts'
import { formatAmount } from '../../domain/money.ts'
import type { Db } from '../../storage/database.ts'
import type { SettlementRow } from '../store.ts'
import { type ConversionRow, listConversions, listShares } from './store.ts'

type Conversion = NonNullable<Settlement['conversion']>
type ShareRow = Awaited<ReturnType<typeof listShares>>[number]

/** The conversions of these settlements as the API shows them, by settlement. Those without one are left out. */
export async function loadConversions(db: Db, settlements: readonly SettlementRow[]): Promise<Map<string, Conversion>> {
  const places = settlements.flatMap(({ method, chain, destination }) =>
    method === 'deposit' ? [{ chain, account: destination.toLowerCase() }] : [],
  )
  const accounts = await findAccounts(db, places)
  const findAccount = ({ chain, destination }: SettlementRow) => accounts.get(`${chain} ${destination.toLowerCase()}`)
  const converted = settlements.filter((row) => findAccount(row) !== undefined)
  if (converted.length === 0) return new Map()
  const ids = converted.map(({ id }) => id)
  const conversions = new Map((await listConversions(db, ids)).map((row) => [row.settlement_id, row]))
  const shares = Map.groupBy(await listShares(db, ids), (share) => share.settlement_id)
  return new Map(
    converted.flatMap((row) => {
      const account = findAccount(row)
      if (!account) return []
      const { to_network: network, recipient: wallet } = account
      const facts = describe(row, conversions.get(row.id) ?? null, shares.get(row.id) ?? [])
      return [[row.id, { ...facts, route: 'cctp', network, wallet, account: row.destination }] as const]
    }),
  )
}

function describe(
  { status: settlement }: SettlementRow,
  conversion: ConversionRow | null,
  shares: readonly ShareRow[],
) {
  const states = shares.map(({ state }) => state)
  const isFailed = settlement === 'failed'
  const status: ConversionStatus | 'failed' =
    conversion === null ? (isFailed ? 'failed' : 'waiting') : findConversionStatus(conversion, states)
  const sent = shares.reduce((sum, { amount }) => sum + amount, 0n)
  const arrived = shares.flatMap((share) => {
    const own = { amount: share.amount, position: share.placed_before }
    return share.arrived === null
      ? []
      : [{ sent: share.amount, got: computeArrived(own, { amount: share.left_amount, arrived: share.arrived }) }]
  })
  const received = arrived.reduce((sum, { got }) => sum + got, 0n)
  const fee = arrived.reduce((sum, one) => sum + one.sent - one.got, 0n)
  const hashes = shares.flatMap(({ tx_hash, arrived_hash }) => [
    tx_hash,
    ...(arrived_hash === null ? [] : [arrived_hash]),
  ])
  return {
    status,
    sentAmount: formatAmount(sent),
    receivedAmount: formatAmount(received),
    feeAmount: formatAmount(fee),
    transactions: [...new Set(hashes)],
  }
}
