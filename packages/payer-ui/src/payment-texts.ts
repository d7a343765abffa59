import type { MisdirectedTransfer, PublicPayment } from '@crypto-checkout/api-types'
import { formatAmount, formatDuration, formatTime, formatTimeOfDay } from './format.ts'
import type { Language } from './language.ts'
import { listNotices, type Notice, type Phase } from './phase.ts'

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
  /** The amount to type, in every language: `53.895387`. For copying. */
  exactAmount: string
  address: string
  memo: string | null
  /** How much has arrived, in the reader's language. */
  received: string
  recognition: PublicPayment['recognition']
  merchant: string
}

/** An integer in a sentence: its digits, and the plural form of the words around it. */
type Count = { digits: string; form: Intl.LDMLPluralRule }

/** A language of page and element: a value without imports, so that it can be loaded by itself. */
export type Texts = {
  language: Language
  /** For numbers and times. More than the language if it must set the digits. */
  locale: string
  direction: 'ltr' | 'rtl'
  titles: Readonly<Record<Phase, string>>
  details: Readonly<Record<Phase, (terms: Terms) => string | null>>
  notices: Readonly<Record<Notice, (terms: Terms) => string>>
  /** Money that arrived and is not what the payment asked for. */
  misdirected: (found: Sum, terms: Terms) => string
  /** Money that the merchant must claim before it counts. */
  claimable: (found: Sum, terms: Terms) => string
  /** The page's title while it asks for money. */
  heading: (terms: Terms) => string
  /** Above the amount. */
  sendLabel: (terms: Terms, phase: Phase) => string
  /** How the payment is identified, and what the payer must do for that. */
  explain: (terms: Terms) => string
  fees: string
  exchange: { title: string; detail: (terms: Terms) => string }
  /** A form for payers whose money the page does not show. */
  claim: {
    title: string
    ask: (terms: Terms) => string
    label: string
    submit: string
    /** The text holds no hash, or several. */
    invalid: string
    /** The server did not take it. */
    failed: string
  }
  payWithWallet: (terms: Terms) => string
  walletsFailed: string
  deadline: (time: string) => string
  timeLeft: (remaining: string) => string
  qrLabel: (terms: Terms) => string
  qrCaption: (terms: Terms) => string
  addressLabel: (terms: Terms) => string
  memoLabel: string
  /** Both sums include their coin. */
  received: (received: string, asked: string, terms: Terms) => string
  confirmations: (seen: Count, required: Count) => string
  /** When a payment becomes final. */
  finality: { expected: (duration: string) => string; soon: string; overdue: string }
  transactionStatus: Readonly<Record<PublicPayment['transactions'][number]['status'], string>>
  openTransaction: (hash: string) => string
  labels: Readonly<
    Record<
      'amount' | 'received' | 'price' | 'network' | 'merchant' | 'confirmedAt' | 'transactions' | 'reference',
      string
    >
  >
  returnTo: (terms: Terms) => string
  contact: (terms: Terms) => string
  redirect: { countdown: (duration: string, terms: Terms) => string; stay: string }
  close: string
  testMode: { title: string; detail: string }
  loading: string
  copy: Readonly<Record<'amount' | 'address' | 'memo', string>>
  copied: Readonly<Record<'amount' | 'address' | 'memo', string>>
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

/** The choice among the ways to pay. */
export type MethodTexts = {
  readonly title: string
  readonly unavailable: string
  /** A choice was refused. */
  readonly failed: string
}

const MINUTE_MS = 60_000
const HALF_DAY_MS = 43_200_000

/** The terms of what to pay now: after a partial payment, the rest. */
export function formatTerms(payment: PublicPayment, phase: Phase, { locale }: Pick<Texts, 'locale'>): Terms {
  const exactAmount = phase === 'remainder' ? payment.amountDue : payment.cryptoAmount
  return {
    amount: formatAmount(exactAmount, locale),
    exactAmount,
    coin: payment.cryptocurrency,
    network: payment.networkTitle,
    address: payment.address,
    memo: payment.memo,
    received: formatAmount(payment.amountReceived, locale),
    recognition: payment.recognition,
    merchant: payment.merchantName,
  }
}

/** A sum of the payment's coin for reading: `sumAmounts('60.000000', 'USDC', 'de') // '60,000000 USDC'` */
export function formatSum(amount: string, coin: string, locale: string): string {
  return `${formatAmount(amount, locale)} ${coin}`
}

/** The deadline, without the day if it is less than 12 hours away. The default zone is the reader's own. */
export function formatDeadline({ expiresAt, serverTime }: PublicPayment, texts: Texts, timeZone?: string): string {
  const isNear = Date.parse(expiresAt) - Date.parse(serverTime) < HALF_DAY_MS
  return texts.deadline((isNear ? formatTimeOfDay : formatTime)(expiresAt, texts.locale, timeZone))
}

/** How much of the amount has arrived. */
export function formatReceived(payment: PublicPayment, terms: Terms, texts: Texts): string {
  const sum = (amount: string) => formatSum(amount, terms.coin, texts.locale)
  return texts.received(sum(payment.amountReceived), sum(payment.cryptoAmount), terms)
}

type Found = Pick<MisdirectedTransfer, 'amount' | 'cryptocurrency'> & Partial<Pick<MisdirectedTransfer, 'networkTitle'>>

/** The messages besides the phase, the most urgent first. `nowMs` is the server's clock. */
export function describeNotices(
  payment: PublicPayment,
  phase: Phase,
  { terms, texts, nowMs }: { terms: Terms; texts: Texts; nowMs: number },
): { kind: Notice | 'misdirected' | 'claimable'; words: string }[] {
  const usual = listNotices(payment, phase, nowMs).map((kind) => ({ kind, words: texts.notices[kind](terms) }))
  const told = (kind: 'misdirected' | 'claimable') => (one: Found) => {
    const { amount, cryptocurrency: coin, networkTitle: network = payment.networkTitle } = one
    const found = { amount: formatAmount(amount, texts.locale), coin, network }
    return { kind, words: texts[kind](found, terms) }
  }
  return [...payment.misdirected.map(told('misdirected')), ...payment.claimable.map(told('claimable')), ...usual]
}

/** Networks finalise blocks in batches, so an estimate may be late by some minutes. */
const OVERDUE_MS = 10 * MINUTE_MS

/** When a payment is expected to be final, in words; null if there is no estimate. `nowMs` is the server's clock. */
export function describeFinality({ confirmations }: PublicPayment, nowMs: number, texts: Texts): string | null {
  const leftMs = Date.parse(confirmations?.expectedAt ?? '') - nowMs
  if (Number.isNaN(leftMs)) return null
  const { expected, soon, overdue } = texts.finality
  if (leftMs <= 0) return leftMs > -OVERDUE_MS ? soon : overdue
  const unitMs = leftMs > MINUTE_MS ? MINUTE_MS : 5000
  return expected(formatDuration(Math.ceil(leftMs / unitMs) * unitMs, texts.locale))
}

/** How far a payment is from finality. */
export function formatConfirmations(seen: number, required: number, { locale, confirmations }: Texts): string {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const count = (value: number): Count => ({ digits: numbers.format(value), form: rules.select(value) })
  return confirmations(count(seen), count(required))
}
