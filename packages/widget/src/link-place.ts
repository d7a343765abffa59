import type { Texts } from '@crypto-checkout/payer-ui'
import type { TemplateResult } from 'lit'
import type { CheckoutHost } from './host.ts'
import { createLazyPart } from './lazy-parts.ts'
import type { LinkForm } from './link-form.ts'
import { failureView, loadingView } from './views/card.ts'
import type { LazyPart, Model, View } from './views/model.ts'

/** The payment link of an element. Its script is loaded once there is one. */
export class LinkPlace {
  readonly #host: CheckoutHost
  readonly #form: LazyPart<LinkForm>

  constructor(host: CheckoutHost) {
    this.#host = host
    this.#form = createLazyPart(host, () => import('./link-form.ts'))
  }

  /** Switches to the link that the element has now. This may change its `src`. */
  follow(): void {
    this.#form.part?.follow()
    if (this.#host.link) void this.#form.open()
  }

  /** Reads the link now. Resolves when the answer is known. */
  async read(): Promise<void> {
    await this.#form.part?.read()
  }

  /** The link in place of a payment. */
  view(texts: Texts): TemplateResult {
    const { part, failed, open } = this.#form
    return part?.view(texts) ?? (failed ? failureView(null, texts, open) : loadingView(texts))
  }

  /** The ways on from the payment that was made: the usual ones, and after its end the way to another payment. */
  again(model: Model, ways: (leadsOn: boolean) => View): View {
    return this.#form.part?.again(model, ways) ?? ways(false)
  }
}
