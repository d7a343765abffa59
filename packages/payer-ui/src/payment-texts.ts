import type { PublicPayment } from '@crypto-checkout/api-types'
import { formatAmount, formatDuration, formatRate, formatTime, formatTimeOfDay, trimZeros } from './format.ts'
import type { Language } from './language.ts'
import { computeExcess, type Headline, isZero, listAlsoPaid, listNotices, type Notice, type Phase } from './phase.ts'

/** An amount of money for reading. */
export type Sum = {
  /** In the reader's language: `53,895387`. */
  amount: string
  coin: string
  network: string
}

/**
 * The values in sentences. Every text that says what to send names coin and network; of the label above the amount, the
 * amount itself names the coin.
 */
export type Terms = Sum & {
  /** The plain form, the same in every language: `53.895387`. For copying, and for wallets. */
  exactAmount: string
  address: string
  memo: string | null
  /** The amount that has arrived, in the reader's language. */
  received: string
  /** The amount beyond what was asked for that has arrived, in the reader's language. */
  excess: string
  recognition: PublicPayment['recognition']
  merchant: string
}

/** An integer in a sentence: its digits, and the plural form of the words around it. */
type Count = { digits: string; form: Intl.LDMLPluralRule }

/** Values that a payer can copy. */
export type CopyTarget = 'amount' | 'address' | 'memo' | 'reference'

/** A language of page and element: a value without imports, so that it can be loaded by itself. */
export type Texts = {
  language: Language
  /** For numbers and times. More than the language if it must set the digits. */
  locale: string
  direction: 'ltr' | 'rtl'
  titles: Readonly<Record<Headline, string>>
  details: Readonly<Record<Phase, (terms: Terms) => string | null>>
  /** After the end of a payment that leads to no other one. */
  ask: (terms: Terms) => string
  notices: Readonly<Record<Notice, (terms: Terms) => string>>
  /** Money that arrived and is not what the payment asked for. */
  misdirected: (found: Sum, terms: Terms) => string
  /** Money that came by a second method. It counts for nothing. */
  alsoPaid: (found: Sum, terms: Terms) => string
  /** Money that the merchant must claim before it counts. */
  claimable: (found: Sum, terms: Terms) => string
  /** The page's title while it asks for money. */
  heading: (terms: Terms) => string
  /** Above the amount. */
  sendLabel: (terms: Terms, phase: Phase) => string
  /** Explains the mark that identifies the payment, and what the payer must do for that. */
  explain: (terms: Terms) => string
  fees: string
  /** Unfolds what a payer would only need to pay again. */
  howToPay: string
  payFromExchange: string
  /** A form for payers whose money the page does not show. */
  claim: {
    title: string
    submit: string
    /** The server did not take it. */
    failed: string
  }
  /** The choice among the ways to pay. `failed`: a choice was refused. */
  methods: Readonly<Record<'title' | 'unavailable' | 'failed', string>>
  payWithWallet: string
  /** Pays with a wallet that was found in the browser. */
  payWith: (wallet: string) => string
  openWalletApp: string
  showCode: string
  /** Names of the two codes: the address alone, or the whole request (ERC-681). */
  codes: Readonly<Record<'address' | 'request' | 'requestCaption', string>>
  walletsFailed: string
  deadline: (time: string) => string
  /** Until when the rate holds. */
  rate: (rate: string, time: string) => string
  timeLeft: (remaining: string) => string
  qrLabel: (terms: Terms) => string
  qrCaption: (terms: Terms) => string
  addressLabel: (terms: Terms) => string
  memoLabel: string
  /** Both sums include their coin. */
  received: (received: string, asked: string, terms: Terms) => string
  confirmations: (seen: Count, required: Count) => string
  /** The time at which a payment becomes final. */
  finality: { expected: (duration: string) => string; soon: string; overdue: string }
  transactionStatus: Readonly<Record<PublicPayment['transactions'][number]['status'], string>>
  openTransaction: (hash: string) => string
  labels: Readonly<
    Record<
      | ('amount' | 'received' | 'price' | 'network' | 'merchant' | 'confirmedAt' | 'transactions')
      | ('order' | 'items' | 'reference'),
      string
    >
  >
  returnTo: (terms: Terms) => string
  /** Leads to the payment that replaced this one. */
  openReplacement: string
  print: string
  languageLabel: string
  contact: (terms: Pick<Terms, 'merchant'>) => string
  redirect: { countdown: (duration: string, terms: Terms) => string; stay: string }
  close: string
  testMode: { title: string; detail: string }
  loading: string
  copy: Readonly<Record<CopyTarget, string>>
  copied: Readonly<Record<CopyTarget, string>>
  copyRefused: string
  notFoundTitle: string
  failureTitle: string
  failures: Readonly<
    Record<'invalid_src' | 'not_found' | 'rate_limited' | 'server_error' | 'invalid_response' | 'unreachable', string>
  >
  /** Shown while the last known state is still on screen. */
  stale: (terms: Terms) => string
  offline: string
  retry: string
}

const MINUTE_MS = 60_000
const HALF_DAY_MS = 43_200_000

/** The terms of what to pay now: after a partial payment, the rest. */
export function formatTerms(payment: PublicPayment, phase: Phase, { locale }: Pick<Texts, 'locale'>): Terms {
  const exactAmount = phase === 'remainder' ? payment.amountDue : payment.cryptoAmount
  return {
    amount: formatAmount(exactAmount, locale),
    exactAmount: trimZeros(exactAmount),
    coin: payment.cryptocurrency,
    network: payment.networkTitle,
    address: payment.address,
    memo: payment.memo,
    received: formatAmount(payment.amountReceived, locale),
    excess: formatAmount(computeExcess(payment), locale),
    recognition: payment.recognition,
    merchant: payment.merchantName,
  }
}

/** A sum of the payment's coin for reading: `sumAmounts('60.000000', 'USDC', 'de') // '60,000000 USDC'` */
export function formatSum(amount: string, coin: string, locale: string): string {
  return `${formatAmount(amount, locale)} ${coin}`
}

/**
 * The deadline and the rate that holds until then. It is without the day if it is less than 12 hours away. The default
 * zone is the reader's own.
 */
export function formatDeadline(payment: PublicPayment, texts: Texts, timeZone?: string): string {
  const { expiresAt, serverTime, currency, cryptocurrency } = payment
  const isNear = Date.parse(expiresAt) - Date.parse(serverTime) < HALF_DAY_MS
  const time = (isNear ? formatTimeOfDay : formatTime)(expiresAt, texts.locale, timeZone)
  const rate = payment.methods.find(({ state }) => state === 'chosen')?.rate
  if (!rate) return texts.deadline(time)
  return texts.rate(`1 ${cryptocurrency} = ${formatRate(rate, currency, texts.locale)}`, time)
}

/** Formats the part of the amount that has arrived. */
export function formatReceived(payment: PublicPayment, terms: Terms, texts: Texts): string {
  const sum = (amount: string) => formatSum(amount, terms.coin, texts.locale)
  return texts.received(sum(payment.amountReceived), sum(payment.cryptoAmount), terms)
}

type Found = { readonly amount: string; readonly cryptocurrency: string; readonly networkTitle?: string }

/** The messages besides the phase, the most urgent first. `nowMs` is the server's clock. */
export function describeNotices(
  payment: PublicPayment,
  phase: Phase,
  { terms, texts, nowMs }: { terms: Terms; texts: Texts; nowMs: number },
): { kind: Notice | 'misdirected' | 'claimable' | 'also_paid'; words: string }[] {
  const usual = listNotices(payment, phase, nowMs).map((kind) => ({ kind, words: texts.notices[kind](terms) }))
  const told =
    <Kind>(kind: Kind, say: (found: Sum, terms: Terms) => string) =>
    ({ amount, cryptocurrency: coin, networkTitle: network = payment.networkTitle }: Found) => ({
      kind,
      words: say({ amount: formatAmount(amount, texts.locale), coin, network }, terms),
    })
  const also = listAlsoPaid(payment).map(told('also_paid' as const, texts.alsoPaid))
  // Money of another method is told by its own amount, and is no excess of the payment's coin.
  const isToldOtherwise = { multiple: also[0], overpaid: isZero(computeExcess(payment)) }
  const others = usual.filter(({ kind }) => !isToldOtherwise[kind as 'multiple' | 'overpaid'])
  return [
    ...payment.misdirected.map(told('misdirected' as const, texts.misdirected)),
    ...payment.claimable.map(told('claimable' as const, texts.claimable)),
    ...also,
    ...others,
  ]
}

/** Networks finalise blocks in batches, so an estimate may be late by some minutes. */
const OVERDUE_MS = 10 * MINUTE_MS

/**
 * Describes the time at which a payment is expected to be final; null if there is no estimate. `nowMs` is the server's
 * clock.
 */
export function describeFinality({ confirmations }: PublicPayment, nowMs: number, texts: Texts): string | null {
  const leftMs = Date.parse(confirmations?.expectedAt ?? '') - nowMs
  if (Number.isNaN(leftMs)) return null
  const { expected, soon, overdue } = texts.finality
  if (leftMs <= 0) return leftMs > -OVERDUE_MS ? soon : overdue
  const unitMs = leftMs > MINUTE_MS ? MINUTE_MS : 5000
  return expected(formatDuration(Math.ceil(leftMs / unitMs) * unitMs, texts.locale))
}

/** Formats a payment's progress to finality. */
export function formatConfirmations(seen: number, required: number, { locale, confirmations }: Texts): string {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const count = (value: number): Count => ({ digits: numbers.format(value), form: rules.select(value) })
  return confirmations(count(seen), count(required))
}
