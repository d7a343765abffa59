import type { MisdirectedTransfer, PublicPayment } from '../wire.ts'
import { formatAmount, formatDuration, formatTime } from './format.ts'
import type { Language } from './language.ts'
import { type Notice, noticesOf, type Phase } from './phase.ts'

/** Money as it is read. */
export type Sum = {
  /** As the reader's language writes it: `53,895387`. */
  amount: string
  coin: string
  network: string
}

/** What sentences are made of. Whatever asks for money names coin and network. */
export type Terms = Sum & {
  /** As it must be typed, whatever the language: `53.895387`. For what is copied. */
  exactAmount: string
  address: string
  memo: string | null
  recognition: PublicPayment['recognition']
  merchant: string
}

/** A whole number in a sentence: as it is written, and the form that the words around it take. */
type Count = { digits: string; form: Intl.LDMLPluralRule }

/** A language of page and element: a value without imports, so that it can be loaded by itself. */
export type Texts = {
  language: Language
  /** For numbers and times; more than the language where its digits must be said. */
  locale: string
  direction: 'ltr' | 'rtl'
  titles: Readonly<Record<Phase, string>>
  details: Readonly<Record<Phase, (terms: Terms) => string | null>>
  notices: Readonly<Record<Notice, (terms: Terms) => string>>
  /** Money that arrived and is not what was asked for. */
  misdirected: (found: Sum, terms: Terms) => string
  /** Money that the merchant has to claim before it counts. */
  claimable: (found: Sum, terms: Terms) => string
  /** The title of the page while it asks for money. */
  heading: (terms: Terms) => string
  /** Above the amount. */
  sendLabel: (terms: Terms, phase: Phase) => string
  /** How the payment is recognised, and what follows from that. */
  explain: (terms: Terms) => string
  fees: string
  exchange: { title: string; detail: (terms: Terms) => string }
  payWithWallet: (terms: Terms) => string
  walletsFailed: string
  deadline: (terms: Terms, time: string) => string
  timeLeft: (remaining: string) => string
  qrLabel: (terms: Terms) => string
  qrCaption: (terms: Terms) => string
  addressLabel: (terms: Terms) => string
  memoLabel: string
  /** Both sums with their coin. */
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
  /** While the last known state is still shown. */
  stale: (terms: Terms) => string
  offline: string
  retry: string
}

/** As people call them. */
export const networkTitles: Readonly<Record<PublicPayment['network'], string>> = {
  stellar: 'Stellar',
  ethereum: 'Ethereum',
  polygon: 'Polygon',
}

/** The terms of what is to be paid now: after a part of the amount has arrived, the rest. */
export function termsOf(payment: PublicPayment, phase: Phase, { locale }: Pick<Texts, 'locale'>): Terms {
  const exactAmount = phase === 'remainder' ? payment.amountDue : payment.cryptoAmount
  return {
    amount: formatAmount(exactAmount, locale),
    exactAmount,
    coin: payment.cryptocurrency,
    network: networkTitles[payment.network],
    address: payment.address,
    memo: payment.memo,
    recognition: payment.recognition,
    merchant: payment.merchantName,
  }
}

/** A sum of the payment's coin for reading: `sumOf('60.000000', 'USDC', 'de') // '60,000000 USDC'` */
export function sumOf(amount: string, coin: string, locale: string): string {
  return `${formatAmount(amount, locale)} ${coin}`
}

/** Until when to pay. Without `timeZone` it is the reader's own. */
export function deadlineOf(payment: PublicPayment, terms: Terms, texts: Texts, timeZone?: string): string {
  return texts.deadline(terms, formatTime(payment.expiresAt, texts.locale, timeZone))
}

/** How much of the amount has arrived. */
export function receivedOf(payment: PublicPayment, terms: Terms, texts: Texts): string {
  const sum = (amount: string) => sumOf(amount, terms.coin, texts.locale)
  return texts.received(sum(payment.amountReceived), sum(payment.cryptoAmount), terms)
}

type Found = Pick<MisdirectedTransfer, 'amount' | 'cryptocurrency'> & Partial<Pick<MisdirectedTransfer, 'network'>>

/** What a payer is told beside the phase, the most pressing first. */
export function noticeWords(
  payment: PublicPayment,
  phase: Phase,
  terms: Terms,
  texts: Texts,
): { kind: Notice | 'misdirected' | 'claimable'; words: string }[] {
  const usual = noticesOf(payment, phase).map((kind) => ({ kind, words: texts.notices[kind](terms) }))
  const told = (kind: 'misdirected' | 'claimable') => (one: Found) => {
    const { amount, cryptocurrency: coin, network = payment.network } = one
    const found = { amount: formatAmount(amount, texts.locale), coin, network: networkTitles[network] }
    return { kind, words: texts[kind](found, terms) }
  }
  return [...payment.misdirected.map(told('misdirected')), ...payment.claimable.map(told('claimable')), ...usual]
}

const MINUTE_MS = 60_000
/** Networks make blocks final in batches, so that an estimate may pass by some minutes. */
const OVERDUE_MS = 10 * MINUTE_MS

/** When a payment is expected to be final, in words; null when nobody can tell. `nowMs` is the server's clock. */
export function finalityWords({ confirmations }: PublicPayment, nowMs: number, texts: Texts): string | null {
  const leftMs = Date.parse(confirmations?.expectedAt ?? '') - nowMs
  if (Number.isNaN(leftMs)) return null
  const { expected, soon, overdue } = texts.finality
  if (leftMs <= 0) return leftMs > -OVERDUE_MS ? soon : overdue
  const unitMs = leftMs > MINUTE_MS ? MINUTE_MS : 5000
  return expected(formatDuration(Math.ceil(leftMs / unitMs) * unitMs, texts.locale))
}

/** How far a payment is from its finality. */
export function confirmationsOf(seen: number, required: number, { locale, confirmations }: Texts): string {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const count = (value: number): Count => ({ digits: numbers.format(value), form: rules.select(value) })
  return confirmations(count(seen), count(required))
}
