import type { ReportSummary } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { formatAmount, formatCents, formatSignedAmount } from '../domain/money.ts'
import type { Owner } from '../domain/owner.ts'
import { toIsoTime } from '../domain/time.ts'
import { findTimeZone, loadSettings } from '../merchants/settings.ts'
import { QUARTER_MS, sumReceived } from '../payments/received-store.ts'
import { pipeline } from '../storage/database.ts'
import { addEntry, type CoinSum, createSums, type FeeSum, type NoValueSum, type Sums, type ValueSum } from './add-up.ts'
import { findSpan, type ReportSpan, type ValidSpanQuery } from './span.ts'
import { type OpenSum, readFacts, sumOpen } from './store.ts'

/** Adds up what a merchant's ledger has of a span of time. Throws what `findSpan` throws. */
export async function summarise(ctx: Context, owner: Owner, query: ValidSpanQuery): Promise<ReportSummary> {
  const { settings } = await loadSettings(ctx.db, owner)
  const timeZone = findTimeZone(settings)
  const now = ctx.now()
  const span = findSpan(query, timeZone, now)
  const sums = createSums()
  for await (const facts of readFacts(ctx.db, owner, span)) for (const fact of facts) addEntry(sums, fact)
  const totals = addTotals([...sums.values.values()])
  return {
    object: 'report_summary',
    from: span.days?.from ?? null,
    to: span.days?.to ?? null,
    start: toIsoTime(span.from),
    end: toIsoTime(span.to),
    timeZone,
    total: totals.find(({ currency }) => currency === settings.currency) ?? null,
    totals,
    ...toViews(sums),
    completedPayments: await countCompleted(ctx, owner, span),
    open: await readOpen(ctx, owner),
    complete: span.to <= now,
    livemode: owner.livemode,
  }
}

function toViews({ values, withoutValue, coins, fees }: Sums) {
  return {
    values: sortByKey(values).map(toValueView),
    withoutValue: sortByKey(withoutValue)
      .filter(({ receivedCoins, refundedCoins }) => receivedCoins !== 0n || refundedCoins !== 0n)
      .map(toNoValueView),
    coins: sortByKey(coins).map(toCoinView),
    networkFees: sortByKey(fees).map(toFeeView),
  }
}

/** The order of a report does not depend on the order of the entries. */
function sortByKey<Sum>(sums: ReadonlyMap<string, Sum>): Sum[] {
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}

function addTotals(values: readonly ValueSum[]): ReportSummary['totals'] {
  const byCurrency = [...Map.groupBy(values, ({ currency }) => currency)]
  return byCurrency
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, same]) =>
      toTotal(
        currency,
        same.reduce((sum, { received }) => sum + received, 0n),
        same.reduce((sum, { refunded }) => sum + refunded, 0n),
      ),
    )
}

function toTotal(currency: string, received: bigint, refunded: bigint): ReportSummary['totals'][number] {
  return {
    currency,
    received: formatCents(received, currency),
    refunded: formatCents(refunded, currency),
    net: formatCents(received + refunded, currency),
  }
}

function toValueView({ network, coin, currency, received, refunded, receivedCoins, refundedCoins }: ValueSum) {
  return {
    network,
    cryptocurrency: coin,
    ...toTotal(currency, received, refunded),
    receivedCoins: formatSignedAmount(receivedCoins),
    refundedCoins: formatSignedAmount(refundedCoins),
  }
}

function toNoValueView({ network, coin, reason, receivedCoins, refundedCoins }: NoValueSum) {
  return {
    reason,
    network,
    cryptocurrency: coin,
    receivedCoins: formatSignedAmount(receivedCoins),
    refundedCoins: formatSignedAmount(refundedCoins),
  }
}

function toCoinView({ network, coin, transfers, refunds, ...sum }: CoinSum) {
  return {
    network,
    cryptocurrency: coin,
    received: formatSignedAmount(sum.received),
    direct: formatSignedAmount(sum.direct),
    refunded: formatSignedAmount(sum.refunded),
    net: formatSignedAmount(sum.received + sum.refunded),
    paidOut: formatSignedAmount(sum.paidOut),
    coinFees: formatSignedAmount(sum.coinFees),
    destroyed: formatSignedAmount(sum.destroyed),
    transfers,
    refunds,
  }
}

/** A chain's own coin has 18 decimals on EVM networks, and 7 on Stellar. */
function toFeeView({ kind, network, chain, coin, raw, count, unknown }: FeeSum) {
  const unit = 10n ** (chain.startsWith('eip155:') ? 12n : 1n)
  return {
    kind,
    network,
    cryptocurrency: coin,
    amount: formatSignedAmount(raw / unit),
    rawAmount: String(raw),
    count,
    unknown,
  }
}

/** From the tallies, which have whole quarter hours. */
async function countCompleted(ctx: Context, owner: Owner, { from, to }: ReportSpan): Promise<number | null> {
  if (from % QUARTER_MS !== 0 || to % QUARTER_MS !== 0) return null
  const [received = []] = await sumReceived(ctx.db, owner, [{ from, to }])
  return received.reduce((sum, { payments }) => sum + payments, 0)
}

async function readOpen({ db }: Context, owner: Owner): Promise<ReportSummary['open']> {
  const [unattributed, partlyPaid, refunds] = await pipeline([
    sumOpen(db, owner, 'unattributedTransfers'),
    sumOpen(db, owner, 'partlyPaidPayments'),
    sumOpen(db, owner, 'waitingRefunds'),
  ])
  return {
    unattributedTransfers: toOpen(unattributed, '/transfers?status=unattributed'),
    partlyPaidPayments: toOpen(partlyPaid, '/payments?status=partially_paid'),
    waitingRefunds: toOpen(refunds, '/refunds?status=pending'),
  }
}

function toOpen(sums: readonly OpenSum[], list: string) {
  return {
    count: sums.reduce((total, { count }) => total + count, 0),
    coins: sums.map(({ amount, ...sum }) => ({ ...sum, amount: formatAmount(amount) })),
    list,
  }
}
