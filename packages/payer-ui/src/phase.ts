import type { PaymentStatus, PublicPayment } from '@crypto-checkout/api-types'

/** A payment's status as shown to the payer, at one moment of the server's clock. */
export type Phase = 'awaiting' | 'remainder' | 'checking' | 'seen' | 'completed' | 'expired' | 'late' | 'cancelled'

/** A message to the payer in addition to the phase. */
export type Notice =
  | 'network_unread'
  | 'delayed'
  | 'reported'
  | 'claimed'
  | 'claim_not_found'
  | 'claim_unrelated'
  | 'dropped'
  | 'underpaid'
  | 'overpaid'
  | 'multiple'

const PHASES: Readonly<Record<PaymentStatus, Phase>> = {
  created: 'awaiting',
  partially_paid: 'remainder',
  processing: 'seen',
  completed: 'completed',
  expired: 'expired',
  cancelled: 'cancelled',
}

export function isStatus(value: unknown): value is PaymentStatus {
  return typeof value === 'string' && Object.hasOwn(PHASES, value)
}

/**
 * From the deadline on the payer is no longer asked to pay, though the payment stays open until the network has been
 * read that far. `nowMs` is the server's clock.
 */
export function derivePhase(payment: Pick<PublicPayment, 'status' | 'expiresAt' | 'exceptions'>, nowMs: number): Phase {
  const phase = PHASES[payment.status]
  if (asksForMoney(phase)) return nowMs >= Date.parse(payment.expiresAt) ? 'checking' : phase
  return !isPaid(phase) && payment.exceptions.includes('late') ? 'late' : phase
}

export function asksForMoney(phase: Headline): boolean {
  return phase === 'awaiting' || phase === 'remainder'
}

/** Tells whether the full amount is on the network, final or not. */
export function isPaid(phase: Phase): boolean {
  return phase === 'completed' || phase === 'seen'
}

/** Tells whether a payer may choose among several ways to pay. */
export function takesChoice({ methods }: Pick<PublicPayment, 'methods'>, phase: Phase): boolean {
  return phase === 'awaiting' && methods.length > 1
}

/**
 * Tells whether a payer who has paid elsewhere can name the transaction: while money may arrive, unless claims are off.
 */
export function takesClaims({ claims }: Pick<PublicPayment, 'claims'>, phase: Phase): boolean {
  return claims !== 'off' && !isPaid(phase)
}

/** The notices of a phase, the most urgent first. `nowMs` is the server's clock. */
export function listNotices(
  payment: Pick<
    PublicPayment,
    'exceptions' | 'networkHealthy' | 'confirmationsDelayed' | 'amountReceived' | 'reported' | 'transactions'
  >,
  phase: Phase,
  nowMs: number,
): Notice[] {
  const open = asksForMoney(phase) || phase === 'checking'
  const notices: Notice[] = []
  if (open || phase === 'seen') notices.push(...findDelay(payment, phase))
  const claims = isPaid(phase) ? [] : listClaims(payment.reported, nowMs)
  notices.push(...claims)
  if (open && payment.reported.some(({ status }) => status === 'sent')) notices.push('reported')
  // While another transaction is on its way, the payer must not send again.
  const isExpected = notices.includes('reported') || notices.includes('claimed')
  if (!isExpected && asksForMoney(phase) && payment.transactions.some(({ status }) => status === 'orphaned')) {
    notices.push('dropped')
  }
  if (phase === 'expired' && !isZero(payment.amountReceived)) notices.push('underpaid')
  // A payer who has paid too much sees that alone.
  const found = (['overpaid', 'multiple'] as const).find((exception) => payment.exceptions.includes(exception))
  if (isPaid(phase) && found) notices.push(found)
  return notices
}

/** A transaction that is not found by then is probably mistyped, or on another network. */
const FOUND_WITHIN_MS = 600_000

/** Lists the transactions that the payer has named, and what became of them. */
function listClaims(reported: PublicPayment['reported'], nowMs: number): Notice[] {
  const notices = reported.flatMap(({ status, reportedAt }): Notice[] => {
    if (status === 'unrelated') return ['claim_unrelated']
    if (status !== 'claimed') return []
    return [nowMs - Date.parse(reportedAt) < FOUND_WITHIN_MS ? 'claimed' : 'claim_not_found']
  })
  return [...new Set(notices)]
}

/** The delay of an open payment. A payer who has not paid yet waits for no confirmation. */
function findDelay(
  { networkHealthy, confirmationsDelayed }: Pick<PublicPayment, 'networkHealthy' | 'confirmationsDelayed'>,
  phase: Phase,
): Notice[] {
  if (!networkHealthy) return ['network_unread']
  return confirmationsDelayed && !asksForMoney(phase) ? ['delayed'] : []
}

/** Tells whether there are messages besides the phase. Then the page must stay open for the payer to read them. */
export function hasNotices(payment: PublicPayment, phase: Phase): boolean {
  const notices = listNotices(payment, phase, Date.parse(payment.serverTime))
  return payment.misdirected.length > 0 || payment.claimable.length > 0 || notices.length > 0
}

/** Tells whether a crypto amount is zero: `'0.000000'`. */
export function isZero(amount: string): boolean {
  return /^[0.]*$/.test(amount)
}

/** The title of the state: the phase, or what the payer must know first. */
export type Headline =
  | Phase
  | ('sent' | 'claimed' | 'claim_not_found' | 'dropped' | 'claimable' | 'wrong_amount' | 'wrong_coin')
  | ('unavailable' | 'network_unread' | 'overpaid' | 'twice')

/** `nowMs` is the server's clock. */
export function getHeadline(payment: PublicPayment, phase: Phase, nowMs: number): Headline {
  const notices = listNotices(payment, phase, nowMs)
  if (asksForMoney(phase)) return getOpenHeadline(payment, phase, notices)
  if (phase !== 'completed') return phase
  if (listAlsoPaid(payment).length > 0 || computeExcess(payment) === payment.cryptoAmount) return 'twice'
  return notices.includes('overpaid') ? 'overpaid' : phase
}

function getOpenHeadline(payment: PublicPayment, phase: Phase, notices: readonly Notice[]): Headline {
  const isTold = (notice: Notice) => notices.includes(notice)
  if (isTold('reported')) return 'sent'
  const [stray] = payment.misdirected
  const found = (['claimed', 'dropped'] as const).find(isTold) ?? (payment.claimable[0] && 'claimable')
  if (found) return found
  if (!stray)
    return (['claim_not_found', 'network_unread'] as const).find(isTold) ?? (payment.paymentUri ? phase : 'unavailable')
  const isRightCoin = stray.cryptocurrency === payment.cryptocurrency && stray.network === payment.network
  return isRightCoin ? 'wrong_amount' : 'wrong_coin'
}

/**
 * Tells whether the payer of a payment that asks for money should not pay now: a transaction is on its way or looked
 * for, only the merchant can settle what has arrived, the money could not be received, or nobody would see it. What is
 * needed to pay is folded then, and no deadline hurries the payer.
 */
export function isPayingFolded(headline: Headline): boolean {
  return headline !== 'dropped' && !asksForMoney(headline)
}

/** Computes the amount beyond what was asked for: `'1.500000'`; zero if nothing. */
export function computeExcess({ amountReceived, cryptoAmount }: PublicPayment): string {
  const excess = parseMillionths(amountReceived) - parseMillionths(cryptoAmount)
  const digits = String(excess > 0n ? excess : 0n).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** Zero for what is no amount. */
function parseMillionths(amount: string): bigint {
  return /^\d+\.\d{6}$/.test(amount) ? BigInt(amount.replace('.', '')) : 0n
}

type AlsoPaid = { amount: string; cryptocurrency: string; networkTitle: string }

/** Lists the money that arrived by other methods than the one that paid. It counts for nothing. */
export function listAlsoPaid(payment: PublicPayment): AlsoPaid[] {
  if (!PAID.includes(payment.status)) return []
  return payment.methods.flatMap(({ state, amountReceived, cryptocurrency, networkTitle }) =>
    state !== 'open' || amountReceived === null || isZero(amountReceived)
      ? []
      : [{ amount: amountReceived, cryptocurrency, networkTitle }],
  )
}

const PAID: readonly PublicPayment['status'][] = ['processing', 'completed']

/** The icon of an open payment's state: that of another phase where the payer should not pay. */
export function getStateIcon(headline: Headline, phase: Phase): string {
  if (!isPayingFolded(headline)) return icons[phase]
  const isOnItsWay = headline === 'sent' || headline === 'claimed'
  return isOnItsWay ? icons.seen : icons.late
}

/** The icon of each phase: strokes of 1.75 in a box of 24. */
export const icons: Readonly<Record<Phase, string>> = {
  awaiting: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7.5V12l3 2',
  remainder: 'M12 3a9 9 0 1 0 9 9M12 7.5V12l3 2',
  checking: 'M12 3a9 9 0 1 0 9 9',
  seen: 'M12 3a9 9 0 1 0 9 9',
  completed: 'M5 12.5l4.5 4.5L19 7.5',
  expired: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7.5V12l3 2',
  late: 'M12 4L2.8 19.5h18.4zM12 10v4M12 16.8v.2',
  cancelled: 'M7 7l10 10M17 7L7 17',
}
