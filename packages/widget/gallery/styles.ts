/** The gallery's own stylesheets by address. */
export const styles: Readonly<Record<string, string>> = {
  '/gallery.css': `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body {
  display: grid; grid-template-columns: 14rem 1fr; margin: 0; block-size: 100dvh;
  background: light-dark(#f6f7f9, #101216); color: light-dark(#12161f, #f1f3f7);
  font: 400 0.875rem/1.4 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
a { color: inherit; text-decoration: none; border-radius: 6px; }
a:hover { background: light-dark(#e6e9ef, #242933); }
a[aria-current] { background: light-dark(#dfe7fd, #22305a); color: light-dark(#173fae, #b8ccff); font-weight: 600; }
:focus-visible { outline: 2px solid light-dark(#1f4fd8, #8fb2ff); outline-offset: 1px; }
.states {
  padding: 1rem 0.75rem 2rem; border-inline-end: 1px solid light-dark(#dfe3ea, #262b34);
  background: light-dark(#ffffff, #16191f); overflow-y: auto;
}
h1 { margin: 0 0.625rem 1rem; font-size: 1.0625rem; }
h2 { margin: 1rem 0.625rem 0.25rem; color: light-dark(#586174, #a4adbd); font-size: 0.75rem; font-weight: 600; }
ul { margin: 0; padding: 0; list-style: none; }
li a { display: block; padding: 0.25rem 0.625rem; }
main { display: grid; grid-template-rows: auto 1fr; min-inline-size: 0; min-block-size: 0; }
.choices {
  display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; padding: 0.75rem 1rem;
  border-block-end: 1px solid light-dark(#dfe3ea, #262b34); background: light-dark(#ffffff, #16191f);
}
.choice { display: flex; flex-wrap: wrap; align-items: center; gap: 0.125rem; }
.choice span { margin-inline-end: 0.375rem; color: light-dark(#586174, #a4adbd); font-size: 0.8125rem; }
.choice a { padding: 0.1875rem 0.5rem; }
.alone { margin-inline-start: auto; padding: 0.1875rem 0.5rem; text-decoration: underline; text-underline-offset: 0.2em; }
.stage { display: grid; justify-items: center; min-block-size: 0; padding: 1rem; }
iframe { inline-size: 100%; block-size: 100%; border: 1px solid light-dark(#dfe3ea, #262b34); border-radius: 10px; background: light-dark(#ffffff, #0d0f13); }
[data-width='320'] iframe { inline-size: calc(320px + 2px); }
[data-width='390'] iframe { inline-size: calc(390px + 2px); }
@media (max-width: 48rem) {
  body { grid-template-columns: none; grid-template-rows: auto 1fr; }
  .states { max-block-size: 12rem; border-inline-end: 0; border-block-end: 1px solid light-dark(#dfe3ea, #262b34); }
}
`,
  // As plain as a shop's page may be: the element brings its own styles.
  '/shop.css': `
:root { color-scheme: light dark; }
body { margin: 0; padding: 1.5rem 0.75rem; background: light-dark(#ffffff, #0d0f13); color: light-dark(#12161f, #f1f3f7); font: 1rem/1.5 system-ui, sans-serif; }
.quiet { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`,
  // Rules of shops' themes for all text and every element. The text properties are inherited, and the root is small.
  '/hostile.css': `
html { font-size: 62.5%; }
body {
  margin: 0; padding: 24px 12px; background: #ffffff; color: hotpink;
  font: italic small-caps 900 2.4rem/1 fantasy; text-align: end; text-transform: uppercase; letter-spacing: 0.3em;
  word-spacing: 0.5em; text-indent: 3em; text-shadow: 0 0 9px red; white-space: pre; word-break: break-all;
  line-break: anywhere; hyphens: auto; -webkit-text-fill-color: red; -webkit-text-stroke: 3px red;
  list-style: square inside; quotes: '?' '!'; font-feature-settings: 'smcp', 'zero'; font-variant-numeric: oldstyle-nums;
  text-underline-offset: 9px; text-emphasis: filled dot; text-wrap: balance; tab-size: 1; cursor: crosshair;
}
*, *::before, *::after { box-sizing: content-box !important; }
p, h1, h2, h3, ul, ol, li, dl, dt, dd, figure, details, summary, section, header, code, bdi, span { margin: 0 0 40px !important; color: lime !important; float: inline-start; }
button, input, a { all: unset !important; background: black !important; color: yellow !important; }
img, svg, path { display: none !important; }
.card, .head, .state, .amount, .field, .primary, .secondary, .copy, .icon, .foot { border: 9px dotted blue !important; opacity: 0.2 !important; }
.quiet { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`,
  '/theme-auto.css': '',
  '/theme-light.css': ':root, crypto-checkout { color-scheme: light; }',
  '/theme-dark.css': ':root, crypto-checkout { color-scheme: dark; }',
}
