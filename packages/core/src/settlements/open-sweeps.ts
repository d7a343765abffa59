import type { Cryptocurrency } from '@crypto-checkout/api-types'
import { getNativeSymbol, type Network } from '../chains/network.ts'
import type { Sweeping } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { findAccount } from '../deposits/account-store.ts'
import { type BalanceRow, deriveDepositSalt, findSweepable, holdBalance } from '../deposits/deposit.ts'
import { computeUnswept, insertSweep } from '../deposits/sweeps-store.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import type { ConversionRoute } from '../domain/conversion-route.ts'
import { formatAmount } from '../domain/money.ts'
import { type Owner, toOwnerColumns } from '../domain/owner.ts'
import { recordEvent } from '../events/record.ts'
import { loadSettingsAt } from '../merchants/settings.ts'
import { findSettledRoute } from '../merchants/settlement-routes.ts'
import { countSettled, listSettled } from '../payments/settlement-store.ts'
import type { Db, Tx } from '../storage/database.ts'
import { pick } from '../storage/tables.ts'
import { enqueueSend } from '../transactions/queue.ts'
import { hasFactory } from './factory.ts'
import type { StatementLink } from './report-link.ts'
import { insertSettlement, type SettlementRow, updateSettlement } from './store.ts'
import { viewSettlement } from './view.ts'

/** Deposits in one transaction. At 60,000 gas each they fit every block, and a failed one delays few others. */
const DEPOSITS_A_SWEEP = 50

type Period = { readonly start: number; readonly end: number }
type Due = { readonly network: Network; readonly sweeping: Sweeping; readonly gas: string; readonly rows: BalanceRow[] }

/** Deposits of one wallet and coin to sweep: those funded before a time. Null if there are none. */
export async function findDue(ctx: Context, db: Db, owner: Owner, before: number, limit = 1): Promise<Due | null> {
  for (const network of ctx.networks) {
    const { transactor, id } = network.chain
    const { gas, minSweep: least = 0n } = network.sending ?? {}
    if (network.environment !== toEnvironment(owner.livemode) || !transactor || !gas) continue
    if (!(await hasFactory(db, id))) continue
    const rows = await findSweepable(db, owner, network, { before, least, limit })
    if (rows.length > 0) return { network, sweeping: transactor.sweeping, gas: gas.address, rows }
  }
  return null
}

/**
 * Puts up to `limit` deposits of one wallet and coin into a settlement. Their sweeps are sent once this is committed.
 * Returns their number, 0 when none are left.
 */
export async function openSweeps(
  ctx: Context,
  tx: Tx,
  { owner, link }: { readonly owner: Owner; readonly link: StatementLink },
  period: Period,
  limit: number,
): Promise<number> {
  const due = await findDue(ctx, tx, owner, period.end, limit)
  if (!due) return 0
  const settlement = await insertOpened(ctx, tx, owner, period, due)
  for (let from = 0; from < due.rows.length; from += DEPOSITS_A_SWEEP) {
    await sendSweep(ctx, tx, settlement, due, due.rows.slice(from, from + DEPOSITS_A_SWEEP))
  }
  await listSettled(tx, settlement, { ids: due.rows.map((row) => row.payment_id) })
  const listed = await updateSettlement(tx, settlement, { payment_count: await countSettled(tx, settlement.id) })
  const object = await viewSettlement(ctx, tx, listed, link(listed.id, ctx.now()))
  await recordEvent(ctx, tx, { ...owner, type: 'settlement.created', object })
  return due.rows.length
}

const BY_CCTP: ConversionRoute = { outcome: 'converted', by: 'cctp', reason: null }

async function insertOpened(
  ctx: Context,
  tx: Tx,
  owner: Owner,
  period: Period,
  { network, rows }: Due,
): Promise<SettlementRow> {
  const [first] = rows
  if (!first) throw new Error('a settlement needs a deposit')
  // Only tokens in which payments are made are swept.
  const cryptocurrency = first.cryptocurrency as Cryptocurrency
  const destination = network.chain.addresses.parse(first.recipient) ?? first.recipient
  const { settlementCurrency } = await loadSettingsAt(tx, owner, period.end)
  const settled = { cryptocurrency, wallet: destination, isDirect: false, periodEnd: period.end }
  // The money of each deposit goes where it was to go when its payment was made.
  const account = await findAccount(tx, { chain: network.chain.id, account: first.recipient })
  const route = account ? BY_CCTP : await findSettledRoute(ctx, tx, owner, { network: network.name, ...settled })
  return insertSettlement(tx, {
    id: ctx.newId('set'),
    ...toOwnerColumns(owner),
    status: 'pending',
    method: 'deposit',
    network: network.name,
    chain: network.chain.id,
    token: first.token,
    cryptocurrency,
    destination,
    amount: rows.reduce((sum, row) => sum + computeUnswept(row), 0n),
    settlement_currency: settlementCurrency,
    fee_amount: formatAmount(0n),
    fee_currency: getNativeSymbol(network),
    payment_count: 0,
    transactions: '[]',
    by_entries: 1,
    period_start: period.start,
    period_end: period.end,
    failure: null,
    route: JSON.stringify(route),
    created_at: ctx.now(),
    completed_at: null,
  })
}

/** Queues one transaction that sweeps these deposits. */
async function sendSweep(
  ctx: Context,
  tx: Tx,
  settlement: SettlementRow,
  { network, sweeping, gas }: Due,
  rows: readonly BalanceRow[],
): Promise<void> {
  const salts = rows.map((row) => deriveDepositSalt(row.payment_id))
  const { destination: recipient, token } = settlement
  const call = sweeping.sweepCall({ recipient, token, salts })
  const order = { network, signer: gas, purpose: 'settlement', subject: settlement.id } as const
  const sendId = await enqueueSend(ctx, tx, { ...order, ...call })
  for (const row of rows) {
    await holdBalance(tx, row, settlement.id)
    await insertSweep(tx, {
      settlement_id: settlement.id,
      ...pick(row, 'address', 'chain', 'token', 'payment_id'),
      send_id: sendId,
      state: 'open',
      expected: computeUnswept(row),
      amount: null,
    })
  }
}
