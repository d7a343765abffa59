import { cardCss, entryCss, replaceLightDark, schemeCss } from '@crypto-checkout/payer-ui'

/** The stylesheet of the hosted pages, served at `{mount}/pay.css`. */
export const pageCss = replaceLightDark(`:root { color-scheme: light dark; ${schemeCss.light} }
@media (prefers-color-scheme: dark) {
  :root { ${schemeCss.dark} }
}
body {
  display: flex; flex-direction: column; align-items: center; gap: 1rem; min-block-size: 100dvh;
  box-sizing: border-box; margin: 0; padding: clamp(0.75rem, 4vh, 3rem) 0.75rem 2rem;
  background: light-dark(#f1f3f8, #0d0f13); color: light-dark(#12161f, #f1f3f7);
  font: 400 0.9375rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  -webkit-text-size-adjust: 100%;
}
main { inline-size: 100%; }
/* This page is the checkout's own: 1rem is what the reader has set, and its banner says once that this is a test. */
crypto-checkout { display: block; --crypto-checkout-size: 1rem; }
crypto-checkout::part(test-mode) { display: none; }
.quiet { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.later { visibility: hidden; }
noscript:has(*) + .later { display: none; }
.banner {
  box-sizing: border-box; inline-size: 100%; max-inline-size: 26.25rem; margin: 0 auto; padding: 0.5rem 1rem;
  border-radius: 12px; background: light-dark(#ffe9bd, #3a2c10); color: light-dark(#6b3a00, #ffd894);
  font-size: 0.875rem; text-align: center; text-wrap: balance;
}
.test {
  box-sizing: border-box; inline-size: 100%; max-inline-size: 26.25rem; margin: 0 auto; padding: 1rem 1.5rem 1.25rem;
  border: 1px dashed light-dark(#c9a35a, #7d6230); border-radius: 20px;
}
.test h2 { margin: 0; font-size: 0.9375rem; font-weight: 600; }
.test p { margin: 0.125rem 0 0; color: light-dark(#545d6f, #a4adbd); font-size: 0.8125rem; }
.test .scenarios { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-block-start: 0.75rem; }
.test #test-report:not(:empty) { margin-block-start: 0.75rem; }
.test form { display: contents; }
.test button {
  flex: 1 1 auto; min-block-size: 2.5rem; padding: 0.375rem 0.875rem;
  border: 1px solid light-dark(#c6ccd8, #3a414e); border-radius: 10px;
  background: light-dark(#ffffff, #1b1f27); color: inherit; font: inherit; font-size: 0.875rem; font-weight: 500; cursor: pointer;
}
.test form:first-child button { flex-basis: 100%; border-color: transparent; background: light-dark(#12161f, #f1f3f7); color: light-dark(#ffffff, #12161f); font-weight: 600; }
.test button:hover { border-color: currentcolor; }
.test button[aria-disabled='true'] { opacity: 0.6; cursor: progress; }
.test :focus-visible { outline: 2px solid light-dark(#1f4fd8, #8fb2ff); outline-offset: 2px; }
.wallets { display: grid; gap: 0.5rem; }
.wallets[hidden] { display: none; }
.wallets .primary { gap: 0.5rem; }
.entry .hint { overflow-wrap: anywhere; margin: 0.25rem 0 0; font-size: 0.875rem; }
.entry .actions { margin-block-start: 0.75rem; }
.entry .primary { font: inherit; font-weight: 600; cursor: pointer; }
h3#claim-title { font-weight: 600; }
/* The element has no choice of methods yet. */
.methods { margin-block-start: 0.75rem; font-size: 0.875rem; }
.methods summary { display: inline-block; padding-block: 0.375rem; color: var(--accent); font-weight: 500; cursor: pointer; }
.methods form { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-block-start: 0.5rem; }
.methods [aria-current] { border-color: var(--accent); }
@media print {
  :root { color-scheme: light; ${schemeCss.light} }
  body { display: block; padding: 0; background: none; }
  .test { display: none; }
}
${cardCss}${entryCss}`)
