/** The styles of the steps of a withdrawal. The element loads them together with the steps. */
export const exchangeCss = `
.exchange[open] { padding-block-end: 0.375rem; }
.exchange ol { display: grid; gap: 0.375rem; margin-block: 0.25rem 0.5rem; padding-inline-start: 1.25rem; }
.exchange .value { display: block; inline-size: fit-content; color: var(--text); }
.exchange p + p { margin-block-start: 0.375rem; }
.exchange li { position: relative; }
.exchange li:has(.copy) { min-block-size: 2.75rem; padding-inline-end: 3rem; }
.exchange .copy { position: absolute; inset-block-start: 0; inset-inline-end: 0; }
`

/** The styles of the ways to pay. The element loads them with its choice. */
export const choicesCss = `
.choices { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-block-start: 0.5rem; }
.choices [aria-current] { border-color: var(--accent); }
.choices .secondary { gap: 0 0.5rem; flex-wrap: wrap; inline-size: auto; flex: 1 1 9rem; padding-inline: 0.5rem; }
.choices + ol { margin-block-start: 0.75rem; }
.choices [disabled] { cursor: default; }
.choices [disabled]:not([aria-current]) { color: var(--muted); }
`
