/**
 * Parts of the element's build for the hosted page, in place of `card-styles.ts`, `embed-place.ts`, `events.ts`,
 * `link-place.ts`, `payment-code.ts` and `usage-place.ts`: the page has their results itself, or never needs them.
 */
import type { PaymentStatus, PublicPayment } from '@crypto-checkout/api-types'
import { nothing, type TemplateResult } from 'lit'
import type { QrPath } from './qr-path.ts'

/** Reads the card's styles back from the page's stylesheet, so that the page does not load them twice. */
export function createCardStyles(): string {
  const { sheet } = document.querySelector<HTMLLinkElement>('link[href*="/pay.css"]') ?? {}
  return [...(sheet?.cssRules ?? [])].map(({ cssText }) => cssText).join('\n')
}

/** Keeps the place of a code that is being loaded. */
const BLANK: QrPath = { width: 1, path: '' }

/**
 * Takes the QR code that the server has drawn into the page. The encoder is loaded for another one: after a change of the
 * method or of the amount, or if the payer wants the whole request.
 */
export function drawPaymentCode(content: string, show: (code: QrPath | null) => void): QrPath | null {
  const drawn = document.querySelector<SVGSVGElement>('svg.qr-code')
  const path = drawn?.querySelector('path')?.getAttribute('d')
  if (drawn?.dataset.content === content && path) return { width: drawn.viewBox.baseVal.width, path }
  import('./qr-path.ts').then(
    ({ createQrPath }) => show(createQrPath(content)),
    // The payer can copy the address.
    () => show(null),
  )
  return BLANK
}

/** The page shows payments, and no payment links. */
export class LinkPlace {
  follow(): void {}
  read(): void {}
  view = () => nothing
  again = (_: unknown, ways: (leadsOn: boolean) => unknown) => ways(false)
}

/** The page's names are the checkout's own: none is misspelt. */
export const createUsagePlace = () => ({ warn() {}, look() {} })

/** Only the page itself listens, and only for a new status. */
export const emit = () => {}

export function emitStatus(element: EventTarget, from: PaymentStatus | null, payment: PublicPayment): void {
  if (from !== payment.status) element.dispatchEvent(new CustomEvent('checkout-status-change', { detail: { payment } }))
}

/** The page has no dialog, and prefers no method. */
export class EmbedPlace {
  reset(): void {}
  frame(): void {}
  view = (content: TemplateResult) => content
  prefer(): void {}
}
