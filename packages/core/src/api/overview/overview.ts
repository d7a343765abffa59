import {
  findDate,
  findDay,
  isDate,
  isTimeZone,
  type Overview,
  type Setup,
  type Span,
  shiftDate,
} from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { Caller, Context } from '../../context/context.ts'
import { CheckoutError } from '../../domain/error.ts'
import { formatAmount } from '../../domain/money.ts'
import { DAY_MS } from '../../domain/time.ts'
import { findTimeZone, loadSettings } from '../../merchants/settings.ts'
import { findMerchant } from '../../merchants/store.ts'
import { findFacets } from '../../payments/count-store.ts'
import { limitToOwn, sumOwnReceived } from '../../payments/own.ts'
import { QUARTER_MS, type Received, sumReceived } from '../../payments/received-store.ts'
import { pipeline } from '../../storage/database.ts'
import { countAttention } from './attention.ts'
import { findWebhookStates, hasActiveKey } from './store.ts'

const MAX_DAYS = 92
const DEFAULT_DAYS = 30

const date = z.string().refine(isDate, 'must be a date such as 2026-11-21')

export const overviewQuery = z.strictObject({
  from: date.optional().meta({ description: 'The first day, as 2026-11-01. Default: 29 days before the last one' }),
  to: date.optional().meta({ description: 'The last day, included; at most 92 days in all. Default: today' }),
  timeZone: z
    .string()
    .refine(isTimeZone, 'must be UTC or another name of the IANA time zone database, such as Europe/Berlin')
    .optional()
    .meta({
      description: "The zone of the days, of the IANA database. Default: the shop's",
    }),
})
type ValidOverviewQuery = z.output<typeof overviewQuery>

/**
 * Reads the income of each day, the things that need a hand, and those that are set up. Throws `invalid_parameter` for
 * the days.
 */
export async function readOverview(ctx: Context, caller: Caller, query: ValidOverviewQuery): Promise<Overview> {
  const timeZone = query.timeZone ?? findTimeZone((await loadSettings(ctx.db, caller)).settings)
  const days = listDays(findDate(timeZone, ctx.now()), query)
  const spans = days.map((day) => findQuarters(timeZone, day))
  const own = limitToOwn(ctx, caller)
  const sums = own ? await sumOwnReceived(ctx.db, caller, own, spans) : await sumReceived(ctx.db, caller, spans)
  const attention = await countAttention(ctx, caller)
  const setup = await readSetup(ctx, caller)
  return {
    object: 'overview',
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    timeZone,
    received: days.flatMap((day, index) => (sums[index] ?? []).map((one) => ({ date: day, ...toView(one) }))),
    totals: addUp(sums.flat()).map(toView),
    attention,
    setup,
    livemode: caller.livemode,
  }
}

/** The days of a query. */
function listDays(today: string, { from, to }: ValidOverviewQuery): string[] {
  const last = to ?? today
  const first = from ?? shiftDate(last, 1 - DEFAULT_DAYS)
  const refuse = (problem: string) => new CheckoutError('invalid_parameter', problem, 'from')
  if (first > last) throw refuse('from must not be after to, which is today if it is left out.')
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  if (count > MAX_DAYS) throw refuse(`from and to must be at most ${MAX_DAYS} days apart, both included.`)
  return Array.from({ length: count }, (_, index) => shiftDate(first, index))
}

/** The time of a day. Today every zone's days begin with a quarter hour, of which the sums are kept. */
function findQuarters(timeZone: string, day: string): Span {
  const span = findDay(timeZone, day)
  if (span.from % QUARTER_MS === 0 && span.to % QUARTER_MS === 0) return span
  const problem = `timeZone: the days of ${timeZone} did not begin with a quarter hour then. Use UTC.`
  throw new CheckoutError('invalid_parameter', problem, 'timeZone')
}

function toView({ network, cryptocurrency, amount, payments }: Received) {
  return { network, cryptocurrency, amount: formatAmount(amount), payments }
}

function addUp(received: readonly Received[]): Received[] {
  const kinds = Map.groupBy(received, ({ network, cryptocurrency }) => `${network} ${cryptocurrency}`)
  return [...kinds]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, same]) =>
      same.slice(0, 1).map((first) => ({
        ...first,
        amount: same.reduce((sum, { amount }) => sum + amount, 0n),
        payments: same.reduce((sum, { payments }) => sum + payments, 0),
      })),
    )
}

async function readSetup({ db, now }: Context, caller: Caller): Promise<Setup> {
  const [merchant, { settings }, webhooks, hasKey, completed] = await pipeline([
    findMerchant(db, caller.merchantId),
    loadSettings(db, caller),
    findWebhookStates(db, caller),
    hasActiveKey(db, caller, now()),
    findFacets(db, caller, { status: 'completed' }),
  ])
  return {
    hasWallets: Object.keys(settings.wallets).length > 0,
    hasKey,
    hasWebhook: webhooks.length > 0,
    hasCompletedPayment: completed.length > 0,
    hasLogo: (merchant?.logo ?? null) !== null,
    hasSupport: (merchant?.support_email ?? merchant?.support_url ?? null) !== null,
  }
}
