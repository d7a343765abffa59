import { cardCss } from '@crypto-checkout/payer-ui'

/**
 * Resets the styles that the text of a shop's page passes on. The dialog and what is read aloud stand outside the card.
 * The checkout's own page passes on nothing.
 */
const resetCss = `
:host { white-space: normal; }
:where(.card, dialog, .quiet) {
  text-transform: none; text-indent: 0; text-shadow: none; letter-spacing: normal; word-spacing: normal;
  white-space: normal; word-break: normal; line-break: auto; hyphens: manual; text-emphasis: none; text-wrap: wrap; list-style: outside;
  -webkit-text-fill-color: currentcolor; -webkit-text-stroke: 0;
}
`

/** The styles of the card. */
export function createCardStyles(): string {
  return `${resetCss}${cardCss}`
}
