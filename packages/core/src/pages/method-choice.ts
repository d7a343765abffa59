import type { PublicPayment } from '@crypto-checkout/api-types'
import type { Texts } from '@crypto-checkout/payer-ui'
import { methodTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'
import { html, type Markup } from './html.ts'

/** The form in which a payer chooses among the ways to pay. `failed`: the last choice was refused. */
export type MethodForm = { readonly path: string; readonly failed: boolean }

/** Each way to pay as a button. The chosen one and those that are not available cannot be pressed. */
export function renderMethodChoice(
  { methods }: Pick<PublicPayment, 'methods'>,
  { path, failed }: MethodForm,
  texts: Texts,
): Markup {
  const { title, unavailable, failed: refused } = methodTexts[texts.language]
  return html`<details class="methods"${failed && html` open`}><summary>${title}</summary>
${failed && html`<p class="refused" role="alert">${refused}</p>`}
<form method="post" action="${path}">${methods.map((method) => {
    const isOff = method.state === 'unavailable'
    const isFixed = isOff || method.state === 'chosen'
    return html`<button class="secondary" name="method" value="${formatMethod(method)}"${isFixed && html` disabled`}${method.state === 'chosen' && html` aria-current="true"`}><bdi>${method.cryptocurrency} · ${method.networkTitle}</bdi>${isOff && html` <small>${unavailable}</small>`}</button>`
  })}</form>
</details>`
}

type Asset = { readonly cryptocurrency: string; readonly network: string }

function formatMethod({ cryptocurrency, network }: Asset): string {
  return `${cryptocurrency} ${network}`
}

/** A button's value. Texts that no button has become a method that no payment offers. */
export function parseMethod(text: string): Asset {
  const [cryptocurrency = '', network = ''] = text.split(' ')
  return { cryptocurrency, network }
}
