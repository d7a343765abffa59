/** The look of the reason for which an entry or a choice was refused. */
export const refusedCss = '.refused { color: light-dark(#b3261e, #ff8a80); font-size: 0.875rem; }'

/** The styles of a form in a card. The element loads them together with the form. */
export const entryCss = `
/* No smaller than 1rem: phones zoom into smaller fields. */
.entry { display: grid; gap: 0.375rem; margin-block-start: 1rem; text-align: start; }
.entry label { font-size: 0.8125rem; font-weight: 600; }
.entry input {
  inline-size: 100%; min-block-size: 2.75rem; padding: 0.5rem 0.75rem;
  border: 1px solid light-dark(#8a93a5, #6a7383); border-radius: 10px;
  background: var(--surface); color: inherit; font: 400 1rem/1.4 var(--mono);
}
.entry input[aria-invalid='true'] { border-color: light-dark(#b3261e, #ff8a80); }
${refusedCss}`
