import type { ReportSummary } from '@crypto-checkout/api-types'
import { formatSignedAmount } from '../../domain/money.ts'
import { createFormats, type Message } from './formats.ts'
import { mailTexts } from './texts.ts'

type Reader = { readonly language: 'en' | 'de'; readonly nameNetwork: (name: string) => string }
type Sum = { readonly network: string; readonly cryptocurrency: string | null; readonly amount: string }

/** The sums of a month in words and figures, with the days of its page. */
export function describeMonth(reader: Reader, summary: ReportSummary): Message {
  const { language } = reader
  const { month: texts } = mailTexts[language]
  const [from, to] = [summary.from ?? '', summary.to ?? '']
  const inUtc = { timeZone: 'UTC' } as const
  const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', ...inUtc }).format(Date.parse(from))
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', ...inUtc })
  const span = days.formatRange(Date.parse(from), Date.parse(to))
  const hasMoved = summary.coins.length + summary.networkFees.length > 0
  const lines = [
    hasMoved ? texts.text(span, summary.timeZone) : texts.nothing(span, summary.timeZone),
    ...(summary.completedPayments === null || !hasMoved ? [] : [texts.payments(summary.completedPayments)]),
    '',
    ...listTotals(language, summary),
    ...listCoins(reader, summary),
    ...listOpen(reader, summary.open),
    '',
    texts.link,
  ]
  return { subject: texts.subject(name), lines, path: `reports?${new URLSearchParams({ from, to })}` }
}

function listTotals(language: Reader['language'], { totals }: ReportSummary): string[] {
  const { month: texts } = mailTexts[language]
  const { money } = createFormats(language)
  return totals.flatMap(({ currency, received, refunded, net }) => [
    `${texts.received}: ${money(received, currency)}`,
    `${texts.refunded}: ${money(refunded, currency)}`,
    `${texts.net}: ${money(net, currency)}`,
    '',
  ])
}

/** The sums of coins and fees, each group under its name. What is zero is left out. */
function listCoins(reader: Reader, { coins, withoutValue, networkFees }: ReportSummary): string[] {
  const { month: texts } = mailTexts[reader.language]
  const pick = (name: 'direct' | 'paidOut') => coins.map((coin) => ({ ...coin, amount: coin[name] }))
  const unvalued = (['receivedCoins', 'refundedCoins'] as const).flatMap((name) =>
    withoutValue.map((one) => ({ ...one, amount: one[name] })),
  )
  const unknown = networkFees.reduce((sum, fee) => sum + fee.unknown, 0)
  return [
    ...group(texts.direct, listSums(reader, pick('direct'))),
    ...group(texts.paidOut, listSums(reader, pick('paidOut'))),
    ...group(texts.fees, [
      ...listSums(reader, addByCoin(networkFees)),
      ...(unknown > 0 ? [texts.unknown(unknown)] : []),
    ]),
    ...group(texts.withoutValue, listSums(reader, addByCoin(unvalued))),
  ]
}

/** One sum for each coin. The page has them by their reasons and kinds. */
function addByCoin(sums: readonly Sum[]): Sum[] {
  const byCoin = Map.groupBy(sums, ({ network, cryptocurrency }) => `${network} ${cryptocurrency}`)
  return [...byCoin.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { network, cryptocurrency } = first
    const amount = others.reduce((sum, other) => sum + parseSigned(other.amount), parseSigned(first.amount))
    return [{ network, cryptocurrency, amount: formatSignedAmount(amount) }]
  })
}

/** Sums have six decimals: `parseSigned('-1.500000') // -1_500_000n` */
function parseSigned(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}

function listOpen(reader: Reader, open: ReportSummary['open']): string[] {
  const { month: texts } = mailTexts[reader.language]
  const kinds = ['unattributedTransfers', 'partlyPaidPayments', 'waitingRefunds'] as const
  const items = kinds
    .filter((kind) => open[kind].count > 0)
    .map((kind) => `${texts.open[kind]}: ${open[kind].count} (${listSums(reader, open[kind].coins).join('; ')})`)
  return items.length > 0 ? [`${texts.open.title}:`, ...items.map((item) => `- ${item}`)] : [texts.open.nothing]
}

function group(title: string, items: readonly string[]): string[] {
  return items.length > 0 ? [`${title}:`, ...items.map((item) => `- ${item}`), ''] : []
}

function listSums({ language, nameNetwork }: Reader, sums: readonly Sum[]): string[] {
  const { month: texts } = mailTexts[language]
  const { coins } = createFormats(language)
  return sums
    .filter(({ amount }) => Number(amount) !== 0)
    .map(({ amount, cryptocurrency, network }) => {
      const coin = cryptocurrency ?? texts.unknownCoin
      return `${coins(amount)} ${coin} (${nameNetwork(network)})`
    })
}
