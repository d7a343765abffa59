import type { Texts } from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import type { Failure } from '../failure.ts'
import { icon } from './parts.ts'

const WARNING_ICON = 'M12 4L2.8 19.5h18.4zM12 10v4M12 16.8v.2'

/** Before the first answer: the element's own content, or an empty card. It has no text until the texts are loaded. */
export function loadingView(texts: Texts | null): TemplateResult {
  return html`<slot
    ><section class="card" part="container" aria-busy="true">
      <div class="skeleton" role=${texts ? 'img' : nothing} aria-label=${texts?.loading ?? nothing}><span></span><span></span><span></span></div>
    </section></slot
  >`
}

/** No answer yet, and the last attempt failed. */
export function failureView({ code }: Failure, texts: Texts, onRetry: () => void): TemplateResult {
  return html`<section class="card" part="container" data-phase="failed" lang=${texts.language} dir=${texts.direction} aria-labelledby="checkout-state">
    <div class="outcome" part="status">
      ${icon(WARNING_ICON)}
      <h2 class="title" id="checkout-state" tabindex="-1">${code === 'not_found' ? texts.notFoundTitle : texts.failureTitle}</h2>
      <p class="detail">${texts.failures[code]}</p>
    </div>
    <p class="actions"><button class="primary" part="button-primary" type="button" @click=${onRetry}>${texts.retry}</button></p>
  </section>`
}
