import { html, nothing } from 'lit'
import type { Model } from './model.ts'
import type { View } from './parts.ts'

/** For a payer whose money the page does not show: a form for the transaction. */
export function claimView({ terms, texts, claimProblem, onClaim }: Model): View {
  const { title, ask, label, submit } = texts.claim
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    void onClaim(String(new FormData(form).get('hash')), form)
  }
  return html`<details class="claim" part="claim"><summary>${title}</summary>
    <form class="entry" @submit=${send}>
      <p>${ask(terms)}</p>
      <label for="claim">${label}</label>
      <input id="claim" name="hash" dir="ltr" required maxlength="512" autocomplete="off" autocapitalize="off" spellcheck="false" aria-invalid=${claimProblem === 'invalid'} aria-describedby=${claimProblem ? 'claim-refused' : nothing}>
      ${claimProblem ? html`<p class="refused" id="claim-refused" role="alert">${texts.claim[claimProblem]}</p>` : nothing}
      <button class="secondary" part="button-secondary">${submit}</button>
    </form>
  </details>`
}
