import { replaceLightDark, schemeCss } from '@crypto-checkout/payer-ui'
import { minifyCss } from '../page.css.ts'

/** The stylesheet of the reference, which stands in the page itself. */
export const referenceCss = minifyCss(
  replaceLightDark(`:root {
  color-scheme: light dark; ${schemeCss.light}
  --ground: light-dark(#ffffff, #0f1217); --soft: light-dark(#f1f3f8, #181c23); --line: light-dark(#d5dae4, #2f3641);
  --ink: light-dark(#12161f, #f1f3f7); --muted: light-dark(#545d6f, #a4adbd); --link: light-dark(#1f4fd8, #8fb2ff);
}
@media (prefers-color-scheme: dark) { :root { ${schemeCss.dark} } }
html { scroll-padding-block-start: 1rem; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 400 1rem/1.55 system-ui, sans-serif;
  -webkit-text-size-adjust: 100%;
}
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; inset-inline-start: -100vw; }
.skip:focus { inset-inline-start: 1rem; padding: 0.5rem 1rem; background: var(--ground); }
header, nav, main { padding-inline: clamp(1rem, 4vw, 2.5rem); }
header { padding-block: 1.5rem 1rem; border-block-end: 1px solid var(--line); }
header p { margin: 0.25rem 0 0; color: var(--muted); }
.addresses span { display: inline-block; margin-inline-end: 1.5rem; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 3rem 0 0.5rem; font-size: 1.5rem; line-height: 1.25; }
h3 { margin: 0 0 0.25rem; font-size: 1.125rem; line-height: 1.35; }
h4 { margin: 1rem 0 0.25rem; font-size: 0.9375rem; }
p { margin: 0.5rem 0; max-inline-size: 46rem; }
code, pre { font: 400 0.875em/1.5 ui-monospace, Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; }
pre { margin: 0.5rem 0; padding: 0.75rem 1rem; overflow: auto; max-block-size: 28rem; border-radius: 10px; background: var(--soft); }
pre code { overflow-wrap: normal; }
nav { padding-block: 1rem; font-size: 0.9375rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li > ul { padding-inline-start: 1.125rem; }
nav a { display: block; padding-block: 0.25rem; color: inherit; text-decoration: none; }
nav a:hover { color: var(--link); text-decoration: underline; }
summary { padding-block: 0.25rem; cursor: pointer; }
.operation, .object { margin-block-start: 1.5rem; padding-block-start: 1.5rem; border-block-start: 1px solid var(--line); }
.place { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.625rem; }
.method { padding: 0.0625rem 0.5rem; border-radius: 6px; background: var(--soft); font-size: 0.8125rem; font-weight: 700; }
.method[data-method='get'] { color: light-dark(#1f4fd8, #8fb2ff); }
.method[data-method='post'] { color: light-dark(#11724a, #4fd39a); }
.method[data-method='patch'] { color: light-dark(#8a5200, #ffc46b); }
.method[data-method='delete'] { color: light-dark(#b3261e, #ff8a80); }
.fields { margin: 0.5rem 0; border-inline-start: 2px solid var(--line); }
.fields dt { padding-inline-start: 0.875rem; }
.fields dd { margin: 0 0 0.625rem; padding-inline-start: 0.875rem; }
.fields dd p { margin: 0; }
.fields dt > code { font-weight: 650; }
.type { color: var(--muted); font-size: 0.875rem; }
.required { color: light-dark(#b3261e, #ff8a80); font-size: 0.8125rem; }
.values { line-height: 1.8; }
.values code { padding: 0.0625rem 0.375rem; border-radius: 5px; background: var(--soft); }
details > summary { font-weight: 600; }
.refusals { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin: 0.25rem 0; }
.refusals dd { margin: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; inline-size: 100%; font-size: 0.9375rem; }
th, td { padding: 0.5rem 1rem 0.5rem 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
tbody th { font-weight: 400; }
tbody th code { overflow-wrap: normal; white-space: nowrap; }
main { padding-block-end: 4rem; }
main > section:first-child h2 { margin-block-start: 1.5rem; }
@media (max-width: 40rem) {
  table, tbody, tr, td, tbody th { display: block; }
  thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding-block: 0.5rem; border-block-end: 1px solid var(--line); }
  th, td { padding: 0; border: 0; }
}
@media (min-width: 64rem) {
  body { display: grid; grid-template: auto 1fr / 18rem minmax(0, 1fr); }
  header { grid-column: 1 / -1; }
  nav { position: sticky; inset-block-start: 0; block-size: 100dvh; box-sizing: border-box; overflow-y: auto; border-inline-end: 1px solid var(--line); }
}
@media print { nav, .skip { display: none; } }`),
)
