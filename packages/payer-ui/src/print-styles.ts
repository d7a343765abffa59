/** Styles of a printed card. The element loads it after its first paint. */
export const printCss = `
@media print {
  .card { color-scheme: light; border: 0; box-shadow: none; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  .transactions li::after { content: attr(data-hash); flex-basis: 100%; font-family: var(--mono); }
  .copy, .actions, .ways, .qr, .exchange, .claim, .methods, .again { display: none; }
  .items::details-content { content-visibility: visible; block-size: auto; }
}
`
