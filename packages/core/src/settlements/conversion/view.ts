import type { Settlement } from '@crypto-checkout/api-types'
import type { Context } from '../../context/context.ts'
import { type AccountRow, findAccounts } from '../../deposits/account-store.ts'
import { readTerms } from '../../deposits/terms.ts'
import { type ConversionStatus, computeArrived, findConversionStatus } from '../../domain/conversion.ts'
import { formatAmount } from '../../domain/money.ts'
import type { Db } from '../../storage/database.ts'
import type { SettlementRow } from '../store.ts'
import { type ConversionRow, listConversions, listShares } from './store.ts'

type Conversion = NonNullable<Settlement['conversion']>
type Networks = Pick<Context, 'networks'>
type ShareRow = Awaited<ReturnType<typeof listShares>>[number]

/** The conversions of these settlements as the API shows them, by settlement. Those without one are left out. */
export async function loadConversions(
  ctx: Networks,
  db: Db,
  settlements: readonly SettlementRow[],
): Promise<Map<string, Conversion>> {
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
      const [own, parts] = [conversions.get(row.id) ?? null, shares.get(row.id) ?? []]
      const calls = {
        deliveries: listDeliveries(ctx, account, parts),
        releaseCall: findReleaseCall(ctx, account, { settlement: row, conversion: own }),
      }
      const facts = describe(row, own, parts)
      return [[row.id, { ...facts, ...calls, route: 'cctp', network, wallet, account: row.destination }] as const]
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

/** The burns that anybody can deliver. A burn may be of several settlements. */
function listDeliveries(
  { networks }: Networks,
  { to_chain }: AccountRow,
  shares: readonly ShareRow[],
): Conversion['deliveries'] {
  const contract = networks.find(({ chain, cctp }) => chain.id === to_chain && cctp)?.cctp?.transmitter
  return shares.flatMap(({ state, message, attestation }) =>
    contract === undefined || state !== 'attested' || message === null || attestation === null
      ? []
      : [{ contract, message, attestation }],
  )
}

type Waiting = { readonly settlement: SettlementRow; readonly conversion: ConversionRow | null }

/** The call by which the wallet gets what has not left the account. */
function findReleaseCall(
  { networks }: Networks,
  account: AccountRow,
  { settlement, conversion }: Waiting,
): Conversion['releaseCall'] {
  const isHere =
    conversion === null
      ? settlement.status === 'pending'
      : conversion.ended_at === null && conversion.placed < conversion.amount
  const { transactor, addresses } = networks.find(({ chain }) => chain.id === account.chain)?.chain ?? {}
  if (!isHere || !transactor || !addresses) return null
  return { from: addresses.display(account.wallet), ...transactor.converting.releaseCall(readTerms(account)) }
}
