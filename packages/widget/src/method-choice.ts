import type { PublicPayment } from '@crypto-checkout/api-types'
import { choicesCss, refusedCss } from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult, unsafeCSS } from 'lit'
import { chooseMethod, type Method } from './ask-server.ts'
import { adoptStyles } from './crypto-checkout.styles.ts'
import type { CheckoutHost } from './host.ts'
import type { Model } from './views/model.ts'

/** The ways to pay as buttons. The chosen one and those that are not available cannot be pressed. */
class MethodChoice {
  #busy: Method | null = null
  #failed = false
  readonly #host: CheckoutHost

  constructor(host: CheckoutHost) {
    this.#host = host
    adoptStyles(host, unsafeCSS(choicesCss + refusedCss))
  }

  /** `methods`: those to choose from, all of the payment's unless others are given. */
  view({ texts, payment }: Model, methods = payment.methods): TemplateResult {
    const isTold = this.#failed || methods.some(({ state, reason }) => state === 'chosen' && reason !== null)
    return html`${isTold ? html`<p class="refused" role="alert">${texts.methods.failed}</p>` : nothing}
      <div class="choices">${methods.map((method) => this.#button(method, texts.methods.unavailable))}</div>`
  }

  #button(method: PublicPayment['methods'][number], unavailable: string): TemplateResult {
    const { cryptocurrency, network, networkTitle, state, reason } = method
    const isChosen = state === 'chosen'
    const isOff = reason !== null
    const isBusy = this.#busy?.cryptocurrency === cryptocurrency && this.#busy.network === network
    return html`<button class="secondary" part="button-secondary" type="button" ?disabled=${isChosen || isOff} aria-current=${isChosen ? 'true' : nothing} aria-busy=${isBusy ? 'true' : nothing} @click=${() => this.#choose(method)}><bdi>${cryptocurrency} · ${networkTitle}</bdi>${isOff ? html` <small>${unavailable}</small>` : nothing}</button>`
  }

  async #choose(method: Method): Promise<void> {
    if (this.#busy !== null) return
    this.#busy = method
    this.#host.requestUpdate()
    this.#failed = !(await chooseMethod(this.#host, method))
    this.#busy = null
    this.#host.requestUpdate()
    if (!this.#failed) this.#host.shadowRoot?.querySelector('.methods')?.removeAttribute('open')
  }
}

export function createPart(host: CheckoutHost): MethodChoice {
  return new MethodChoice(host)
}
