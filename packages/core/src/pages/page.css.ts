import {
  type Colour,
  cardCss,
  choicesCss,
  chooseInk,
  entryCss,
  exchangeCss,
  findReadableShade,
  printCss,
  replaceLightDark,
  schemeCss,
  surfaces,
} from '@crypto-checkout/payer-ui'
import { createLru } from '../domain/cache.ts'

/** The stylesheet of every hosted page, served at `{mount}/pay.css`: all that a payer who loads a payment waits for. */
export const pageCss = minifyCss(
  replaceLightDark(`:root { color-scheme: light dark; ${schemeCss.light} }
@media (prefers-color-scheme: dark) {
  :root { ${schemeCss.dark} }
}
body {
  display: flex; flex-direction: column; align-items: center; gap: 1rem; min-block-size: 100dvh;
  box-sizing: border-box; margin: 0; padding: clamp(0.75rem, 4vh, 3rem) 0.75rem 3.5rem;
  background: light-dark(#f1f3f8, #0d0f13); color: light-dark(#12161f, #f1f3f7);
  font: 400 0.9375rem/1.5 system-ui, sans-serif;
  -webkit-text-size-adjust: 100%;
}
main { inline-size: 100%; }
/* This page is the checkout's own: 1rem is what the reader has set, and its banner says once that this is a test. */
crypto-checkout { display: block; --crypto-checkout-size: 1rem; }
crypto-checkout::part(test-mode) { display: none; }
crypto-checkout > .actions { margin-block-end: 0; }
.quiet { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }
.later { visibility: hidden; }
/* On phones the element folds the code: the payer cannot scan the screen in their hand. */
.code-place.code-place { display: none; }
@media (pointer: coarse) and (scripting: enabled) {
  .code-place.code-place { display: flex; visibility: hidden; }
  .qr:has(+ .code-place) { display: none; }
}
noscript:has(*) + .later { display: none; }
.banner {
  box-sizing: border-box; inline-size: 100%; max-inline-size: 26.25rem; margin: 0 auto; padding: 0.5rem 1rem;
  border-radius: 12px; background: light-dark(#ffe9bd, #3a2c10); color: light-dark(#6b3a00, #ffd894);
  font-size: 0.875rem; text-align: center; text-wrap: balance;
}
#print, .print, .receipt-link { padding: 0.375rem 0.75rem; border: 0; background: none; color: light-dark(#545d6f, #a4adbd); font: inherit; font-size: 0.875rem; text-decoration: underline; text-underline-offset: 0.2em; cursor: pointer; }
/* For a payer whose browser does not run the element. It moves nothing, and no other payer sees it. */
.check { position: fixed; inset: auto 0 0; margin: 0; background: light-dark(#f1f3f8, #0d0f13); text-align: center; animation: check 4s; }
.check a { display: block; padding: 0.75rem; color: light-dark(#1f4fd8, #8fb2ff); }
crypto-checkout:defined ~ .check { display: none; }
@keyframes check { from, 99% { visibility: hidden; } }
.languages { font-size: 0.8125rem; text-align: center; }
.languages summary { inline-size: fit-content; margin-inline: auto; padding: 0.375rem 0.75rem; color: light-dark(#545d6f, #a4adbd); cursor: pointer; }
.languages p { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 1rem; max-inline-size: 26.25rem; margin: 0; }
.languages a { padding-block: 0.375rem; color: light-dark(#1f4fd8, #8fb2ff); }
.languages [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
@media print {
  :root { color-scheme: light; ${schemeCss.light} }
  body { display: block; padding: 0; background: none; }
  .languages, .check, #print, .print, .receipt-link { display: none; }
}
${cardCss}
${printCss}
${choicesCss}
${exchangeCss}
/*
 * Two columns: what the payment is, and how to pay it by hand or what has arrived. Its width is that of every state. The card
 * says itself if it has one column: :has() would move what stands there while the rest of the page is still arriving.
 */
@media (min-width: 52rem) {
  .payment.payment.card { display: grid; grid: repeat(11, auto) 1fr repeat(3, auto) / 1fr 1fr; column-gap: 2.5rem; max-inline-size: 50rem; }
  .payment > * { grid-column: 1; }
  .payment > .head, .payment[data-single] > * { grid-column: 1 / -1; }
  .payment > .aside { display: block; grid-area: 2 / 2 / -1; min-inline-size: 0; }
  .payment > .foot { display: contents; }
  .payment > .foot > * { grid-column: 1; justify-content: start; text-align: start; }
  .payment > .again > summary { text-align: start; }
  .payment > .foot > :is(.ways, .claim) { grid-row: -4; }
  .payment > .foot > * + :is(.ways, .claim) { grid-row: -3; }
  .payment > .foot > .reference { grid-row: -2; }
  .payment > .aside .receipt { border-block-start: 0; }
  .payment > .wallet[data-at='pairing'] ~ .aside { visibility: hidden; }
  .payment .outcome { align-self: start; }
}`),
)

/**
 * The same styles without comments and needless spaces. Strings in them must not contain spaces beside punctuation.
 *
 *     minifyCss('a { color: red; }') // 'a{color:red}'
 */
export function minifyCss(css: string): string {
  return (
    css
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{}>~]) ?|([;,]) | (?=!)/g, '$1$2')
      // An empty value keeps its space: older browsers need one.
      .replace(/: (?![;}])/g, ':')
      .replace(/;}/g, '}')
      .replace(/\b0(?=\.\d)/g, '')
      .trim()
  )
}

/**
 * The rules of forms, posters and the panel of test mode, served at `{mount}/pay-forms.css`. Pages that have them link
 * it after `pay.css`.
 */
export const formsCss = minifyCss(
  replaceLightDark(`.test {
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
.test form:first-child button { flex-basis: 100%; }
.test button:hover { border-color: currentcolor; }
.test button[aria-disabled='true'] { opacity: 0.6; cursor: progress; }
.test :focus-visible { outline: 2px solid light-dark(#1f4fd8, #8fb2ff); outline-offset: 2px; }
.wallets { display: grid; gap: 0.5rem; }
.wallets > * { gap: 0.5rem; }
.entry .hint { overflow-wrap: anywhere; margin: 0.25rem 0 0; font-size: 0.875rem; }
.entry .actions { margin-block-start: 0.75rem; }
.entry .actions + .actions { margin-block-start: 0; }
.entry .primary { font: inherit; font-weight: 600; cursor: pointer; }
/* Fills in the address: buttons that a script adds. */
.fill, .fill div { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.fill .hint { flex-basis: 100%; }
.fill .hint:empty { display: none; }
.fill .secondary { inline-size: auto; gap: 0.5rem; cursor: pointer; }
/* Like the fields of one line, but of several, so that a phone shows the whole address. */
.entry textarea {
  display: block; inline-size: 100%; min-block-size: 4rem; padding: 0.5rem 0.75rem; resize: none; overflow-wrap: anywhere;
  field-sizing: content;
  border: 1px solid light-dark(#8a93a5, #6a7383); border-radius: 10px;
  background: var(--surface); color: inherit; font: 400 1rem/1.4 var(--mono);
}
.entry textarea[aria-invalid='true'] { border-color: light-dark(#b3261e, #ff8a80); }
.field.whole dd { padding-inline-end: 0; }
/* The groups are apart for the eye only: text that is copied has no gaps. */
.groups { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; }
.groups b { color: var(--accent); font-weight: 700; }
/* The subject of a payment link. */
.subject.subject { margin-block-start: 1.25rem; font-size: 1.25rem; font-weight: 650; line-height: 1.3; }
/* Printed, unlike the code of a payment. */
.poster { margin-block-start: 1.25rem; text-align: center; }
.poster figcaption { margin-block-start: 0.75rem; font-weight: 600; }
/* A receipt's code is long, so its modules are small. */
.proof { margin-block-start: 1rem; }
.proof .qr-code { inline-size: min(100%, 20rem); block-size: auto; background: #fff; }
.proof .poster { margin-block-start: 0; }
.receipt dd.whole { overflow-wrap: anywhere; }
.poster bdi { color: var(--muted); font-size: 0.8125rem; font-weight: 400; }
h3#claim-title { font-weight: 600; }
/* A till is read from a distance, and pressed with fingers. */
.till.entry input { font-size: 2.25rem; font-weight: 700; text-align: end; }
.till .digits { font-size: clamp(1em, 13cqi, 2.5rem); font-weight: 700; }
.till .figure { margin-block-start: 1rem; text-align: center; }
.till .received { text-align: center; }
.till > .title { margin-block-start: 0.5rem; color: var(--muted); text-align: center; }
.till .paid { font-size: clamp(1em, 14.5vw, 3.5rem); font-weight: 800; }
.till .poster { margin-block-start: 0.75rem; }
.till[data-phase='seen'] .outcome .icon { color: var(--accent); animation: turn 1.2s linear infinite; }
.till[data-phase='completed'] .outcome .icon { background: var(--success); color: var(--surface); stroke-width: 2.5; }
.keys { display: grid; grid-template-columns: repeat(3, 1fr); gap: 0.5rem; margin-block-start: 0.5rem; }
.keys button {
  min-block-size: 3.5rem; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); color: inherit;
  font: inherit; font-size: 1.5rem; font-weight: 600; cursor: pointer; touch-action: manipulation;
}
.keys button:hover { background: var(--soft); }
@media print {
  .test { display: none; }
  .proof { break-inside: avoid; }
}
${entryCss}`),
)

const REMEMBERED = 256
const stylesheets = createLru<string>(REMEMBERED, (accent) => {
  const light = findReadableShade(accent, surfaces.light)
  const dark = findReadableShade(accent, surfaces.dark)
  const shades = replaceLightDark(`:root {
  --crypto-checkout-accent: light-dark(#${light}, #${dark});
  --crypto-checkout-button: #${accent};
  --crypto-checkout-on-accent: #${chooseInk(accent)};
}`)
  return `${pageCss}\n${shades}`
})

/**
 * The stylesheet of the hosted pages in a merchant's colour. Buttons have the colour itself. Text has a shade of it that is
 * readable on the card.
 */
export function createPageCss(accent: Colour): string {
  return stylesheets.get(accent)
}
