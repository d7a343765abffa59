import { type CSSResult, css, unsafeCSS } from 'lit'
import { createCardStyles } from './card-styles.ts'

/**
 * Styles whose `rem` is the element's own. Many themes have `html { font-size: 62.5% }`: there `1rem` is 10 px and the
 * element would be unreadable. Pixels would ignore readers who have set a larger text. So the unit is `1rem` within
 * bounds: at least the browser's default, and at most twice that, because some pages have a root of 100 px. The hosted
 * page has no bounds, because its root is the reader's. Queries are left alone: `rem` in a query never depends on the
 * page.
 */
function sizeStyles(text: string): CSSResult {
  return unsafeCSS(text.replace(/@media[^{]*|([\d.]+)rem/g, (all, size) => (size ? `calc(${size} * var(--rem))` : all)))
}

/** Adds the styles of parts that are loaded later. */
export function adoptStyles(host: HTMLElement, { cssText }: CSSResult): void {
  const { styleSheet } = sizeStyles(cssText)
  if (styleSheet) host.shadowRoot?.adoptedStyleSheets.push(styleSheet)
}

/** The card, and styles that only the element needs. */
const own = css`
:host { display: block; color-scheme: light dark; }
:host([hidden]) { display: none; }
.quiet { position: absolute; inline-size: 1px; block-size: 1px; margin: 0; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
${unsafeCSS(createCardStyles())}
.test-mode { margin-block-end: 0.875rem; padding: 0.375rem 0.75rem; border-radius: 8px; background: var(--warning-soft); color: var(--warning); font-size: 0.8125rem; line-height: 1.45; text-align: center; text-wrap: balance; }
.card[data-held] { display: flex; flex-direction: column; }
.foot { display: contents; }
.card[data-held] .foot > :first-child { margin-block-start: auto; }
.card[data-held] > .outcome ~ .aside { margin-block-end: 0.5rem; }
.card[data-held] .outcome:not(:has(+ .notices)) { min-block-size: var(--outcome); align-content: start; }
.card > slot::slotted(*), .foot > slot::slotted(*) { display: block; margin-block-start: 1.25rem; }
.notice { text-wrap: pretty; }
.actions + .notice { margin-block-start: 0.5rem; }
[aria-busy='true'] { cursor: progress; }
.actions img { inline-size: 1.25rem; block-size: 1.25rem; margin-inline-end: 0.5rem; border-radius: 4px; }
.retry { padding: 0.125rem 0; border: 0; background: none; color: inherit; font: inherit; font-weight: 600; text-decoration: underline; text-underline-offset: 0.2em; cursor: pointer; }
[data-phase='failed'] .outcome .icon { background: var(--warning-soft); color: var(--warning); }
.skeleton { display: grid; gap: 1rem; min-block-size: 28rem; padding-block: 0.5rem; grid-template-rows: 2.5rem 4rem auto; }
.skeleton span { border-radius: 12px; background: var(--soft); animation: breathe 1.6s ease-in-out infinite alternate; }
[data-phase='completed'] .outcome .icon { animation: arrive 0.2s ease-out; }
@keyframes arrive { from { transform: scale(0.6); } }
@keyframes breathe { to { opacity: 0.5; } }
@media (forced-colors: active) {
  .test-mode { border: 1px solid CanvasText; }
}
`

export const styles = [
  css`:where(.card, dialog) { --rem: var(--crypto-checkout-size, clamp(16px, 1rem, 32px)); }`,
  sizeStyles(own.cssText),
]
