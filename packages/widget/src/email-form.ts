import { type EmailTexts, entryCss } from '@crypto-checkout/payer-ui'
import { texts as english } from '@crypto-checkout/payer-ui/languages/en/email'
import { translations } from '@crypto-checkout/payer-ui/translations/email'
import { html, nothing, unsafeCSS } from 'lit'
import { askServer } from './ask-server.ts'
import { adoptStyles } from './crypto-checkout.styles.ts'
import { getEndpointUrl } from './fetch-status.ts'
import type { CheckoutHost } from './host.ts'
import { ReaderLanguage } from './reader-language.ts'
import type { Model, View } from './views/model.ts'

/** A field for the e-mail address that gets the receipt. It is shown once, and never shows an address that was given. */
class EmailForm {
  /** The payment whose payer has given an address here. */
  #givenFor: string | null = null
  #problem: 'invalid' | 'failed' | null = null
  readonly #host: CheckoutHost
  readonly #language: ReaderLanguage<EmailTexts>

  constructor(host: CheckoutHost, language: ReaderLanguage<EmailTexts>) {
    this.#host = host
    this.#language = language
    adoptStyles(host, unsafeCSS(entryCss))
  }

  view({ payment }: Model): View {
    const { texts } = this.#language
    if (texts === null) return nothing
    const isGiven = this.#givenFor === payment.id
    if (!isGiven && !payment.asksForEmail) return nothing
    // It is there before it has a text, or screen readers would not read that.
    return html`<div class="email"><div role="status">${isGiven ? html`<p class="explain">${texts.done}</p>` : nothing}</div>${isGiven ? nothing : this.#field(texts)}</div>`
  }

  #field(texts: EmailTexts): View {
    const problem = this.#problem
    return html`<form class="entry" novalidate @submit=${this.#submit}>
      <label for="email">${texts.label}</label>
      <input id="email" name="email" type="email" dir="ltr" maxlength="254" autocomplete="email" aria-invalid=${problem === 'invalid'} aria-describedby=${problem ? 'email-refused' : nothing}>
      ${problem ? html`<p class="refused" id="email-refused" role="alert">${texts[problem]}</p>` : nothing}
      <button class="secondary" part="button-secondary">${texts.submit}</button>
    </form>`
  }

  readonly #submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const host = this.#host
    const id = host.payment?.id ?? null
    const email = new FormData(event.currentTarget as HTMLFormElement).get('email')
    const url = getEndpointUrl(host.src, document.baseURI, 'email')
    const { status, body } = await askServer(url, { email, language: this.#language.texts?.language })
    const { param } = Object(body.error)
    this.#problem = status === 200 ? null : param === 'email' ? 'invalid' : 'failed'
    if (status === 200) this.#givenFor = id
    host.requestUpdate()
    // A refusal may be that the payment has ended meanwhile.
    if (status > 0) await host.refresh()
  }
}

/** Resolves when there are texts in the reader's language. */
export async function createPart(host: CheckoutHost): Promise<EmailForm> {
  const language = new ReaderLanguage(host, english, translations)
  await language.ready
  return new EmailForm(host, language)
}
