/** The ways on from a payment: links that lead on, and the content of its QR code. */
import type { PublicPayment } from '@crypto-checkout/api-types'
import { parseWebAddress } from './format.ts'
import { asksForMoney, getHeadline, isPayingFolded, listNotices, type Notice, type Phase } from './phase.ts'

/**
 * A link that leads on from a payment, or, with an empty `href`, a button that copies the payment's reference. At most
 * one of a payment's ways is `primary`: the payer's next step.
 */
export type Way = {
  readonly kind: 'replacement' | 'return' | 'contact' | 'reference'
  readonly href: string
  readonly look: 'primary' | 'secondary' | 'link'
}

/** The notices in which the payer depends on the merchant. */
const NEEDS_MERCHANT: readonly Notice[] = ['claim_not_found', 'claim_unrelated', 'underpaid', 'overpaid']

/**
 * The ways on, the most useful first. `nowMs` is the server's clock. `leadsOn`: what shows the payment leads to another one
 * itself.
 */
export function listWays(payment: PublicPayment, phase: Phase, nowMs: number, leadsOn = false): Way[] {
  const isStuck = needsMerchant(payment, phase, nowMs)
  const back = ['return', getReturnUrl(payment)] as const
  const contact = getContactUrl(payment)
  const needsHelp = isStuck || needsNewPayment(payment, phase, nowMs, leadsOn)
  // Without a link to the merchant, the payer takes along what the merchant will ask for.
  const help = needsHelp && contact === null ? (['reference', ''] as const) : (['contact', contact] as const)
  const ways = [
    ['replacement', parseWebAddress(payment.supersededByUrl)] as const,
    ...(isStuck ? [help, back] : [back, help]),
  ]
  const headline = getHeadline(payment, phase, nowMs)
  const isPaying = asksForMoney(phase) && !isPayingFolded(headline)
  // To pay, to pay anew, to prove who has paid, or to name the transaction again.
  const hasOtherAction =
    isPaying ||
    (leadsOn && isOver(phase) && !isStuck) ||
    headline === 'claim_not_found' ||
    payment.misdirected.some(({ provable }) => provable)
  const found = ways.flatMap(([kind, href]) => (href === null ? [] : [{ kind, href }]))
  return found.map((way, index) => {
    const isUseful = way.kind === help[0] ? isStuck || isOver(phase) : !asksForMoney(phase)
    if (!isUseful) return { ...way, look: 'link' }
    return { ...way, look: index === 0 && !hasOtherAction ? 'primary' : 'secondary' }
  })
}

/**
 * Tells whether only the merchant can make what a payer needs who still wants to pay: the payment is over, with no
 * money of the payer in it, and leads to no other one.
 */
export function needsNewPayment(payment: PublicPayment, phase: Phase, nowMs: number, leadsOn = false): boolean {
  const next = parseWebAddress(payment.supersededByUrl) ?? getReturnUrl(payment)
  return isOver(phase) && !leadsOn && next === null && !needsMerchant(payment, phase, nowMs)
}

function getReturnUrl({ redirectUrl, cancelUrl }: PublicPayment): string | null {
  return parseWebAddress(redirectUrl ?? cancelUrl)
}

/** Tells whether nothing more can be paid, and nothing was paid in time. */
export function isOver(phase: Phase): boolean {
  return phase === 'expired' || phase === 'late' || phase === 'cancelled'
}

/** Tells whether only the merchant can settle what became of the payer's money. */
function needsMerchant(payment: PublicPayment, phase: Phase, nowMs: number): boolean {
  const isFound = payment.misdirected.length > 0 || payment.claimable.length > 0
  return (
    isFound || phase === 'late' || listNotices(payment, phase, nowMs).some((notice) => NEEDS_MERCHANT.includes(notice))
  )
}

/**
 * Returns the address where the payer reaches the merchant: a page, or an e-mail that names the payment or the link;
 * null if neither is known.
 */
export function getContactUrl({
  id,
  supportEmail,
  supportUrl,
}: Pick<PublicPayment, 'id' | 'supportEmail' | 'supportUrl'>): string | null {
  if (supportUrl) return parseWebAddress(supportUrl)
  // RFC 6068 writes the @ as it is.
  return supportEmail ? `mailto:${encodeURIComponent(supportEmail).replace('%40', '@')}?subject=${id}` : null
}

/**
 * The content of a payment's QR code. On EVM networks the plain address: some wallets that misread an ERC-681 code send
 * the money to the token's contract. On Stellar the SEP-7 URI without `msg`, which makes the code denser and which the
 * wallet does not need.
 */
export function getQrContent(payment: Pick<PublicPayment, 'network' | 'address' | 'paymentUri'>): string {
  if (payment.network !== 'stellar') return payment.address
  return payment.paymentUri.replace(/([?&])msg=[^&]*(&|$)/, (_, before: string, after: string) => (after ? before : ''))
}
