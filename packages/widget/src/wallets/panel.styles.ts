import { css } from 'lit'

/** The panel, in the card's colours: it is inside `.card`. */
export const styles = css`
.wallet { margin-block-start: 1rem; padding: 1rem; border: 1px solid var(--line); border-radius: 14px; }
.wallet-head { display: flex; gap: 0.75rem; align-items: start; }
.wallet-head:not(:has(.wallet-detail)) { align-items: center; }
.wallet-head > div { min-inline-size: 0; }
.wallet-title { font-weight: 650; line-height: 1.35; }
.wallet .wallet-title { outline: none; }
.wallet-detail { margin-block-start: 0.25rem; color: var(--muted); font-size: 0.875rem; line-height: 1.5; text-wrap: pretty; }
.wallet-account { margin-block-start: 0.75rem; padding: 0.375rem 0.75rem; border-radius: 10px; background: var(--soft); color: var(--muted); font-size: 0.8125rem; }
.wallet-account a { display: inline-block; padding-block: 0.1875rem; }
.wallet-badge { position: relative; display: inline-grid; flex: none; place-items: center; inline-size: 2.25rem; block-size: 2.25rem; border-radius: 10px; background: var(--soft); color: var(--muted); }
.wallet-badge[data-kind='warning'] { background: var(--warning-soft); color: var(--warning); }
.wallet-badge[data-kind='sent'] { background: var(--button); color: var(--on-accent); }
.wallet-badge[data-kind='waiting']::before { content: ''; position: absolute; inset: -4px; border: 2px solid var(--line); border-block-start-color: var(--accent); border-radius: 50%; animation: turn 1.2s linear infinite; }
.wallet-badge[data-kind] { border-radius: 50%; }
.wallet-icon { inline-size: 100%; block-size: 100%; border-radius: inherit; object-fit: contain; }
.wallet-list { display: grid; gap: 0.5rem; margin-block-start: 0.875rem; }
.wallet-option {
  display: flex; gap: 0.75rem; align-items: center; box-sizing: border-box; inline-size: 100%; min-block-size: 3rem; padding: 0.375rem 0.75rem;
  border: 1px solid var(--line); border-radius: 12px; background: var(--surface); color: var(--text);
  font: inherit; font-weight: 600; text-align: start; text-decoration: none; cursor: pointer;
}
.wallet-option small { display: block; color: var(--muted); font-weight: 400; line-height: 1.35; }
.wallet-option:hover { background: var(--soft); }
.wallet .qr-code { inline-size: min(18rem, 100%); margin-block-start: 1rem; }
.quiet-button { justify-self: center; min-block-size: 2.25rem; padding: 0.25rem 0.5rem; border: 0; background: none; color: var(--muted); font: inherit; font-size: 0.875rem; text-decoration: underline; text-underline-offset: 0.2em; cursor: pointer; }
.wallet-actions { display: grid; gap: 0.5rem; margin-block-start: 0.875rem; }
@media (forced-colors: active) {
  .wallet-badge[data-kind] { border: 1px solid CanvasText; }
  .wallet-badge[data-kind='waiting'] { border: 0; }
  .wallet-badge[data-kind='waiting']::before { border-block-start-color: Canvas; }
}
`
