import { cardCss } from '@crypto-checkout/payer-ui'

/** The styles of the card. */
export function createCardStyles(): string {
  return cardCss
}
