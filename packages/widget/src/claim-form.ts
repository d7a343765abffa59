import type { MisdirectedTransfer, PublicPayment } from '@crypto-checkout/api-types'
import { type ClaimTexts, describeUnnamed, entryCss, getHeadline } from '@crypto-checkout/payer-ui'
import { texts as english } from '@crypto-checkout/payer-ui/languages/en/claim'
import { translations } from '@crypto-checkout/payer-ui/translations/claim'
import { css, html, nothing, unsafeCSS } from 'lit'
import type { ClaimProof } from './claim-proof.ts'
import { adoptStyles } from './crypto-checkout.styles.ts'
import { getEndpointUrl } from './fetch-status.ts'
import type { CheckoutHost } from './host.ts'
import { ReaderLanguage } from './reader-language.ts'
import type { Model, View } from './views/model.ts'

/**
 * A form in which a payer whose money the page does not show names the transaction. Once that is found and can be proven,
 * wallets of the browser are offered for it.
 */
export class ClaimForm {
  #proof: ClaimProof | 'loading' | null = null
  /**
   * The reason for which the last entry was not taken: it holds no hash of the network, or the server did not answer.
   */
  #problem: 'invalid' | 'failed' | null = null
  readonly #host: CheckoutHost
  readonly #language: ReaderLanguage<ClaimTexts>

  constructor(host: CheckoutHost, language: ReaderLanguage<ClaimTexts>) {
    this.#host = host
    this.#language = language
    adoptStyles(host, styles)
  }

  view(model: Model): View {
    const { terms, texts: page, payment, phase, nowMs } = model
    const { texts } = this.#language
    if (texts === null) return nothing
    const problem = this.#problem
    const found = findProvable(payment)
    if (found) void this.#loadProof()
    const proof = this.#proof
    if (found && proof instanceof Object) return proof.view(model, found, texts)
    // The button that unfolds it has been the primary one until now, if this is the next step.
    const isNext = getHeadline(payment, phase, nowMs) === 'claim_not_found'
    const asked = describeUnnamed(payment, texts, page.locale)
    return html`<form class="entry" @submit=${this.#submit}>
      ${asked === null ? nothing : html`<p class="asked">${asked}</p>`}
      <p>${texts.ask(terms)}</p>
      <label for="claim">${texts.label}</label>
      <input id="claim" name="hash" dir="ltr" required maxlength="512" autocomplete="off" autocapitalize="off" spellcheck="false" aria-invalid=${problem === 'invalid'} aria-describedby=${problem ? 'claim-refused' : nothing}>
      ${problem ? html`<p class="refused" id="claim-refused" role="alert">${problem === 'invalid' ? texts.invalid : page.claim.failed}</p>` : nothing}
      ${isNext ? html`<button class="primary" part="button-primary">${page.claim.submit}</button>` : html`<button class="secondary" part="button-secondary">${page.claim.submit}</button>`}
    </form>`
  }

  readonly #submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const host = this.#host
    this.#problem = await send(host.src, new FormData(form).get('hash'))
    host.requestUpdate()
    if (this.#problem !== null) return
    form.reset()
    form.closest('details')?.removeAttribute('open')
    await host.refresh()
    // The card says above what became of the transaction, or the way to prove it is here.
    const place = host.payment && findProvable(host.payment) ? '.claim' : '.card'
    host.shadowRoot?.querySelector(place)?.scrollIntoView({ block: 'nearest' })
  }

  /** If its script does not load, the payer still has the way to the merchant. */
  async #loadProof(): Promise<void> {
    if (this.#proof !== null) return
    this.#proof = 'loading'
    try {
      const { ClaimProof } = await import('./claim-proof.ts')
      this.#proof = new ClaimProof(this.#host)
      this.#host.requestUpdate()
    } catch {}
  }
}

/** Resolves when there are texts in the reader's language. */
export async function createPart(host: CheckoutHost): Promise<ClaimForm> {
  const language = new ReaderLanguage(host, english, translations)
  await language.ready
  return new ClaimForm(host, language)
}

function findProvable({ misdirected }: PublicPayment): MisdirectedTransfer | undefined {
  return misdirected.find(({ provable }) => provable)
}

async function send(src: string, hash: unknown): Promise<'invalid' | 'failed' | null> {
  try {
    const url = getEndpointUrl(src, document.baseURI, 'transactions') ?? ''
    const { ok, status } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ hash }),
      credentials: 'omit',
    })
    if (ok) return null
    return status === 400 ? 'invalid' : 'failed'
  } catch {
    return 'failed'
  }
}

const styles = css`
  ${unsafeCSS(entryCss)}
  /* Unfolded, it is the title of the form, whose own button is the next step. */
  .claim[open] > .primary {
    display: block;
    min-block-size: 0;
    padding-block: 0.375rem;
    border-color: transparent;
    background: none;
    color: inherit;
    font-size: 0.9375rem;
    text-align: inherit;
  }
  .claim[open] > .primary + .entry {
    margin-block-start: 0.25rem;
  }
`
