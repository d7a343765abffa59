import { type CopyTarget, type ExchangeTexts, exchangeCss, listExchangeMethods } from '@crypto-checkout/payer-ui'
import { texts as english } from '@crypto-checkout/payer-ui/languages/en/exchange'
import { translations } from '@crypto-checkout/payer-ui/translations/exchange'
import { html, nothing, unsafeCSS } from 'lit'
import { adoptStyles } from './crypto-checkout.styles.ts'
import type { CheckoutHost } from './host.ts'
import { ReaderLanguage } from './reader-language.ts'
import type { Model, View } from './views/model.ts'
import { copyButton, renew } from './views/parts.ts'

/** The steps of a withdrawal from an exchange. First another method, if the fee of an exchange spoils the chosen one. */
export type ExchangePath = { view(model: Model): View }

/** Resolves when there are texts in the reader's language. */
export async function createPart(host: CheckoutHost): Promise<ExchangePath> {
  const language = new ReaderLanguage(host, english, translations)
  await language.ready
  adoptStyles(host, unsafeCSS(exchangeCss))
  return { view: (model) => (language.texts === null ? nothing : exchangePath(model, language.texts)) }
}

function exchangePath(model: Model, texts: ExchangeTexts): View {
  const methods = listExchangeMethods(model.payment, model.phase)
  if (methods.length === 0) return steps(model, texts)
  const { part, failed, open } = model.methodChoice
  if (failed) return steps(model, texts)
  // The steps appear together with what stands above them.
  if (part !== null) return html`<p>${texts.switch}</p> ${part.view(model, methods)} ${steps(model, texts)}`
  void open()
  return nothing
}

/** In the order of an exchange's form. */
function steps(model: Model, { network, amount, note, time }: ExchangeTexts): View {
  const { terms, texts } = model
  const step = (label: string, value: string, target: CopyTarget) =>
    html`<li><span>${label} <span class="value address" dir="ltr" translate="no">${value}</span></span>${copyButton(model, target)}</li>`
  const content = html`<ol>
      <li>${network({ ...terms, exchangeNetwork: model.payment.exchangeNetwork })}</li>
      ${step(texts.addressLabel(terms), terms.address, 'address')}
      ${terms.memo === null ? nothing : step(texts.memoLabel, terms.memo, 'memo')}
      ${step(amount(terms), terms.amount, 'amount')}
    </ol><p>${note[terms.recognition]}</p><p>${time(terms)}</p>`
  return renew(model.offer, content)
}
