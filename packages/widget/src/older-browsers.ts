/** Styles that the element needs in browsers without `light-dark()`. Others do not load it. */
import { replaceLightDark, schemeCss } from '@crypto-checkout/payer-ui'
import { type CSSResult, type LitElement, unsafeCSS } from 'lit'

const SCHEMES = `.card, .card[data-scheme='light'] { ${schemeCss.light} }
@media (prefers-color-scheme: dark) { .card { ${schemeCss.dark} } }
.card[data-scheme='dark'] { ${schemeCss.dark} }
@media print { .card.card { ${schemeCss.light} } }`

/** Gives the element styles of older browsers. It must not be defined yet. */
export function adaptStyles(element: typeof LitElement & { styles: CSSResult[] }): void {
  element.styles = [...element.styles.map(({ cssText }) => replaceLightDark(cssText)), SCHEMES].map(unsafeCSS)
  element.addInitializer((one) => one.addController({ hostUpdated: () => keepScheme(one as LitElement) }))
}

/** Sets the colour scheme that the page has fixed for the element, if any. */
function keepScheme(host: LitElement): void {
  const schemes = getComputedStyle(host).colorScheme.split(' ')
  const dark = schemes.includes('dark')
  const both = dark && schemes.includes('light')
  host.renderRoot.querySelector('.card')?.setAttribute('data-scheme', both ? '' : dark ? 'dark' : 'light')
}
