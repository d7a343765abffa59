import { printCss } from '@crypto-checkout/payer-ui'
import { unsafeCSS } from 'lit'
import { adoptStyles } from './crypto-checkout.styles.ts'
import type { CheckoutHost } from './host.ts'
import { createUsageCheck } from './usage.ts'

/**
 * Prepares the things that no first paint waits for: how the element is printed, and the check of how a page uses it,
 * which is returned.
 */
export function prepareAfterPaint(host: CheckoutHost): ReturnType<typeof createUsageCheck> {
  adoptStyles(host, unsafeCSS(printCss))
  return createUsageCheck(host)
}
