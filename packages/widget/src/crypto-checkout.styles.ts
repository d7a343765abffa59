import { cardCss, schemeCss, withoutLightDark } from '@crypto-checkout/core/payer'
import { css, unsafeCSS } from 'lit'

/** On a server, which has no `CSS`, only the class is defined. */
const knowsLightDark = globalThis.CSS?.supports('color', 'light-dark(#000, #fff)') ?? true

const card = knowsLightDark
  ? cardCss
  : `${withoutLightDark(cardCss)}
.card, .card[data-scheme='light'] { ${schemeCss.light} }
@media (prefers-color-scheme: dark) { .card { ${schemeCss.dark} } }
.card[data-scheme='dark'] { ${schemeCss.dark} }
@media print { .card.card { ${schemeCss.light} } }`

/** Browsers without `light-dark()` are told which scheme the page has fixed for the element, if it has. */
export function keepScheme(host: Element & { renderRoot: ParentNode }): void {
  if (knowsLightDark) return
  const schemes = getComputedStyle(host).colorScheme.split(' ')
  const dark = schemes.includes('dark')
  const both = dark && schemes.includes('light')
  host.renderRoot.querySelector('.card')?.setAttribute('data-scheme', both ? '' : dark ? 'dark' : 'light')
}

/** The card, and what only the element has. */
export const styles = css`
:host { display: block; color-scheme: light dark; }
:host([hidden]) { display: none; }
.quiet { position: absolute; inline-size: 1px; block-size: 1px; margin: 0; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
${unsafeCSS(card)}
.card > slot::slotted(*) { display: block; margin-block-start: 1.25rem; }
.notice { text-wrap: pretty; }
.actions + .notice { margin-block-start: 0.5rem; }
.secondary[aria-busy='true'] { cursor: progress; }
.retry { padding: 0.125rem 0; border: 0; background: none; color: inherit; font: inherit; font-weight: 600; text-decoration: underline; text-underline-offset: 0.2em; cursor: pointer; }
[data-phase='failed'] .outcome .icon { background: var(--warning-soft); color: var(--warning); }
.skeleton { display: grid; gap: 1rem; min-block-size: 28rem; padding-block: 0.5rem; grid-template-rows: 2.5rem 4rem auto; }
.skeleton span { border-radius: 12px; background: var(--soft); animation: breathe 1.6s ease-in-out infinite alternate; }
@keyframes breathe { to { opacity: 0.5; } }
`
