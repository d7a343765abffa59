import { cardCss, replaceLightDark, schemeCss } from '@crypto-checkout/payer-ui'

/** The styles of the card. `knowsLightDark`: whether the browser has `light-dark()`. */
export function createCardStyles(knowsLightDark: boolean): string {
  if (knowsLightDark) return cardCss
  return `${replaceLightDark(cardCss)}
.card, .card[data-scheme='light'] { ${schemeCss.light} }
@media (prefers-color-scheme: dark) { .card { ${schemeCss.dark} } }
.card[data-scheme='dark'] { ${schemeCss.dark} }
@media print { .card.card { ${schemeCss.light} } }`
}
