/**
 * The styles of a payment, on the page without JavaScript and in the element. Page and element have the same text, so
 * that one replaces the other without a jump.
 */
export const cardCss = `
.card {
  --accent: var(--crypto-checkout-accent, light-dark(#1f4fd8, #8fb2ff));
  --on-accent: var(--crypto-checkout-on-accent, light-dark(#ffffff, #0c1526));
  --button: var(--crypto-checkout-button, var(--accent));
  --surface: var(--crypto-checkout-surface, light-dark(#ffffff, #16191f));
  --text: var(--crypto-checkout-text, light-dark(#12161f, #f1f3f7));
  --muted: var(--crypto-checkout-muted, light-dark(#586174, #a4adbd));
  --line: var(--crypto-checkout-line, light-dark(#e2e6ee, #2c323d));
  --soft: light-dark(#f5f7fb, #1e232c);
  --success: var(--crypto-checkout-success, light-dark(#0b7a48, #58d29a));
  --warning: light-dark(#8a4b00, #f5c069);
  --warning-soft: light-dark(#fff5e1, #2e2413);
  --radius: var(--crypto-checkout-radius, 20px);
  --mono: ui-monospace, Menlo, Consolas, monospace;
  box-sizing: border-box;
  inline-size: 100%;
  max-inline-size: 26.25rem;
  margin-inline: auto;
  padding: 1.25rem 1.5rem 1.125rem;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);
  color: var(--text);
  font: 400 0.9375rem/1.5 var(--crypto-checkout-font, system-ui, sans-serif);
  text-align: start;
  overflow-wrap: anywhere;
  box-shadow: 0 1px 2px light-dark(#12161f0a, #0000), 0 12px 32px -8px light-dark(#12161f1a, #0000);
}
/* For short texts: lines of a paragraph in a narrow column would be ragged. */
.card:lang(ja) :is(h2, h3, a, button, .outcome) { word-break: auto-phrase; }
.card *, .card *::before { box-sizing: border-box; }
:where(.card) :where(p, h1, h2, h3, ul, ol, dl, dd, figure) { margin: 0; padding: 0; }
:where(.card) :where(h1, h2, h3) { font: inherit; }
:where(.card) :where(ul) { list-style: none; }
:where(.card) :where(code) { font-family: var(--mono); font-size: 0.9em; }
:where(.card) :where(a) { color: var(--accent); text-underline-offset: 0.2em; }
.card :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }

.head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem 0.75rem; }
.logo { flex: none; inline-size: 2.25rem; block-size: 2.25rem; border-radius: 8px; object-fit: contain; }
.merchant { flex: 1 1 5rem; min-inline-size: 0; font-weight: 600; line-height: 1.3; }
.network {
  display: inline-flex; flex: none; align-items: center; gap: 0.4375rem;
  padding: 0.1875rem 0.6875rem 0.1875rem 0.5625rem;
  border: 1px solid var(--line); border-radius: 99px;
  font-size: 0.8125rem; font-weight: 600;
}
.network svg { inline-size: 0.5rem; block-size: 0.5rem; border-radius: 50%; background: currentcolor; }

.order { display: grid; gap: 0.125rem; margin-block-start: 0.75rem; font-size: 0.875rem; }
.items summary { inline-size: fit-content; padding-block: 0.25rem; color: var(--muted); font-size: 0.8125rem; cursor: pointer; }
.items li { display: flex; justify-content: space-between; gap: 1rem; padding-block: 0.125rem; }
.methods, .again { margin-block-start: 0.75rem; font-size: 0.875rem; }
:is(.methods, .again) summary { display: inline-block; padding-block: 0.375rem; color: var(--accent); font-weight: 500; cursor: pointer; }
.again summary { display: block; text-align: center; }

.icon { inline-size: 1.25rem; block-size: 1.25rem; fill: none; stroke: currentcolor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.state {
  display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.5rem;
  margin-block-start: 1rem; padding: 0.5rem 0.75rem;
  border-radius: 10px; background: var(--soft);
  font-size: 0.875rem;
}
.state .icon { flex: none; color: var(--accent); }
.state[data-warning] .icon { color: var(--warning); }
.state .title { flex: 1 1 7rem; font-weight: 600; }
.timer { margin-inline-start: auto; color: var(--muted); font-variant-numeric: tabular-nums; }
.timer[data-urgent] { color: var(--warning); font-weight: 600; }
.deadline { margin-block-start: 0.5rem; color: var(--muted); font-size: 0.8125rem; line-height: 1.45; text-wrap: pretty; }

.notices { display: grid; gap: 0.5rem; margin-block-start: 0.75rem; }
.notice {
  padding: 0.625rem 0.75rem; border-radius: 10px;
  background: var(--warning-soft); color: var(--warning);
  font-size: 0.875rem; line-height: 1.45;
}
.notice:is([data-kind='multiple'], [data-kind='leaving']) { background: var(--soft); color: var(--muted); }

.label { color: var(--muted); font-size: 0.8125rem; font-weight: 500; }
.amount { display: grid; grid-template-columns: 1fr 3rem; margin-block-start: 1.25rem; }
.amount > * { grid-column: 1 / -1; }
.figure { font-variant-numeric: tabular-nums; line-height: 1.15; letter-spacing: -0.02em; }
.amount .figure { grid-column: 1; margin-block-start: 0.125rem; }
.digits { font-size: 2rem; font-weight: 700; user-select: all; }
.figure:not([data-size='short']) .digits { font-size: 1.5rem; }
/*
 * The size follows the room, so that the coin stays beside its amount where they fit, but is never below that of the text
 * around. Only an amount that does not fit so is broken between its digits.
 */
@supports (inline-size: 1cqi) {
  .figure { container-type: inline-size; }
  .digits { font-size: clamp(1em, 10.6cqi, 2rem); }
  .figure[data-size='long'] .digits { font-size: clamp(1em, 8cqi, 1.5rem); }
  .figure[data-size='longest'] .digits { font-size: clamp(1em, 6.4cqi, 1.5rem); }
  .figure .coin { font-size: clamp(0.8em, 6.4cqi, 1.125rem); }
}
.coin { font-size: 1.125rem; font-weight: 600; letter-spacing: 0; white-space: nowrap; }
.price, .received { margin-block-start: 0.25rem; color: var(--muted); font-size: 0.875rem; }
.received { color: var(--text); }

.qr { margin-block-start: 1.25rem; text-align: center; }
.qr-code {
  display: block; inline-size: min(15rem, 100%); block-size: auto; margin-inline: auto;
  border-radius: 14px; background: #fff; forced-color-adjust: none;
  box-shadow: 0 0 0 1px var(--line);
}
.qr figcaption { margin-block-start: 0.625rem; color: var(--muted); font-size: 0.8125rem; line-height: 1.45; text-wrap: balance; }

.switch { display: block; margin-inline: auto; padding: 0.25rem 0.5rem; border: 0; background: none; color: var(--accent); font: inherit; font-size: 0.8125rem; cursor: pointer; }
.aside > :is(.code, .code-place) { margin-block-start: 1.25rem; }
.wallet:not([data-none]) ~ .aside { display: none; }
summary[class] { list-style: none; }
summary[class]::-webkit-details-marker { display: none; }

.fields { display: grid; gap: 0.625rem; margin-block-start: 1.25rem; }
.field { position: relative; padding: 0.5625rem 0.75rem 0.625rem; border: 1px solid var(--line); border-radius: 12px; }
.field dt { color: var(--muted); font-size: 0.75rem; font-weight: 500; }
.field :is(dt, dd) { padding-inline-end: 3rem; }
.field .copy { position: absolute; inset-block-start: calc(50% - 1.25rem); inset-inline-end: 0.5rem; }
.value { display: inline-block; min-inline-size: 0; font: 500 0.875rem/1.45 var(--mono); user-select: all; }
.value.memo { font-size: 1.0625rem; font-weight: 600; }
.explain {
  display: grid; gap: 0.25rem; margin-block-start: 0.625rem; padding: 0.6875rem 0.75rem;
  border-radius: 12px; background: var(--soft); font-size: 0.8125rem; line-height: 1.5; text-wrap: pretty;
}
.explain p + p { color: var(--muted); }
.exchange { margin-block-start: 0.375rem; color: var(--muted); font-size: 0.8125rem; line-height: 1.5; text-wrap: pretty; }
.exchange summary { padding-block: 0.375rem; font-weight: 500; cursor: pointer; }

.copy {
  display: inline-flex; flex: none; align-items: center; justify-content: center;
  inline-size: 2.5rem; block-size: 2.5rem; padding: 0;
  border: 1px solid var(--line); border-radius: 10px; background: var(--surface); color: var(--text);
  font: inherit; cursor: pointer;
}
.copy:hover { background: var(--soft); }
.copy[data-copied] { border-color: var(--success); color: var(--success); }
.copy .icon { inline-size: 1.125rem; block-size: 1.125rem; }
.amount .copy { grid-area: 2 / 2; justify-self: end; }

.outcome { display: grid; justify-items: center; padding-block: 1.5rem 0.25rem; text-align: center; text-wrap: balance; }
.outcome .icon {
  inline-size: 3.5rem; block-size: 3.5rem; padding: 0.875rem; margin-block-end: 0.875rem;
  border-radius: 50%; background: var(--soft); color: var(--muted);
}
[data-phase='late'] .outcome .icon { background: var(--warning-soft); color: var(--warning); }
[data-phase='completed'] .outcome .icon { background: var(--success); color: var(--surface); stroke-width: 2.5; }
:is([data-phase='seen'], [data-phase='checking']) .outcome .icon { color: var(--accent); animation: turn 1.2s linear infinite; }
.outcome .title { font-size: 1.25rem; font-weight: 650; line-height: 1.3; outline: none; }
.outcome .figure { justify-self: stretch; margin-block-start: 0.375rem; }
.detail { margin-block-start: 0.5rem; color: var(--muted); }
.confirmations { display: grid; gap: 0.375rem; inline-size: 100%; margin-block-start: 1.125rem; color: var(--muted); font-size: 0.875rem; font-variant-numeric: tabular-nums; }
.confirmations progress { appearance: none; inline-size: 100%; block-size: 0.375rem; border: 0; border-radius: 99px; overflow: hidden; background: var(--line); }
.confirmations progress::-webkit-progress-bar { background: var(--line); }
.confirmations progress::-webkit-progress-value { border-radius: 99px; background: var(--accent); transition: inline-size 0.4s; }
.confirmations progress::-moz-progress-bar { border-radius: 99px; background: var(--accent); }

.receipt { margin-block-start: 1.25rem; border-block-start: 1px solid var(--line); font-size: 0.875rem; }
.receipt div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding-block: 0.5rem; border-block-end: 1px solid var(--line); }
.receipt dt { color: var(--muted); }
.receipt dd { flex: 1 1 8rem; min-inline-size: 0; text-align: end; font-variant-numeric: tabular-nums; }
.transactions { margin-block-start: 1rem; font-size: 0.8125rem; }
.transactions li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.75rem; padding-block: 0.1875rem; }
.transactions .hash { flex: 1 1 9rem; padding-block: 0.1875rem; }
.transactions .sum { font-variant-numeric: tabular-nums; }
.transactions .finality { flex-basis: 100%; color: var(--muted); }
.transactions [data-status='final'] .finality { color: var(--success); }
.transactions [data-status='orphaned'] :is(.sum, .hash) { text-decoration: line-through; }

.actions { display: flex; gap: 0.625rem; justify-content: center; margin-block-start: 1.25rem; }
.primary, .secondary {
  display: flex; align-items: center; justify-content: center; inline-size: 100%; min-block-size: 2.875rem; padding: 0.5rem 1rem;
  border: 1px solid var(--line); border-radius: 12px; background: var(--surface); color: var(--text);
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; text-wrap: balance; cursor: pointer;
}
.primary { border-color: transparent; background: var(--button); color: var(--on-accent); }
.secondary:hover { background: var(--soft); }
@supports (color: color-mix(in oklab, red, red)) {
  .card { --soft: color-mix(in srgb, var(--surface), var(--text) 3.5%); }
  /* An edge, so that a button in the colour of the card is still seen. */
  .primary { border-color: color-mix(in oklab, var(--button), var(--text) 12%); }
  .primary:hover { background: color-mix(in oklab, var(--button), var(--text) 12%); }
}
.reference { margin-block-start: 1.125rem; color: var(--muted); font-size: 0.75rem; text-align: center; }
.reference code { user-select: all; }
/* Small, so that the line stays low. */
.reference .copy { inline-size: 1.75rem; block-size: 1.75rem; border: 0; background: none; color: inherit; vertical-align: middle; }
.id { display: inline-block; }

/* Its distance is within, because the element moves the foot by its margin. */
.ways { display: flex; text-align: center; flex-wrap: wrap; gap: 0.5rem 1.5rem; justify-content: center; padding-block-start: 1.25rem; }
.ways .link { font-size: 0.875rem; }
.ways > span:not([class]) { inline-size: 100%; margin-block-end: 0.25rem; text-wrap: balance; }
.claim { margin-block-start: 1rem; font-size: 0.875rem; text-align: center; }
.claim :is(summary, a):not(.primary), .ways .link { display: inline-block; padding-block: 0.375rem; color: var(--accent); font-weight: 500; cursor: pointer; }

@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) {
  .card *, .card *::before { animation: none !important; transition: none !important; }
}
@media (forced-colors: active) {
  .confirmations progress { border: 1px solid CanvasText; }
  .confirmations progress::-webkit-progress-value { background: Highlight; forced-color-adjust: none; }
  .confirmations progress::-moz-progress-bar { background: Highlight; forced-color-adjust: none; }
  .network svg { background: CanvasText; forced-color-adjust: none; }
  .primary { border: 1px solid; }
  .notice, .state, .outcome .icon { border: 1px solid CanvasText; }
  .icon { background: none !important; color: inherit !important; }
}
/* In a media query rem is the size that the reader has set: large text on a phone counts as a narrow screen. */
@media (max-width: 24rem) {
  .card { padding-inline: 1rem; }
}
@media (max-width: 18rem) {
  .amount .figure { grid-column: 1 / -1; }
  .amount .copy { grid-row: 3; }
  .amount .price { grid-column: 1; align-self: center; }
}
@media (max-width: 12rem) {
  .card, .state, .notice, .field, .explain, .primary, .secondary { padding-inline: 0.5rem; }
  .amount .price { grid-column: 1 / -1; }
  .amount .copy { grid-area: 4 / 1; justify-self: start; }
  .field dt { padding-inline-end: 0; }
  .field .copy { inset-block: auto 0.5rem; }
  .outcome .title { font-size: 1.0625rem; }
}
`
