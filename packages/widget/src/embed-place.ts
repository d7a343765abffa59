import type { Texts } from '@crypto-checkout/payer-ui'
import { html, type TemplateResult } from 'lit'
import type { Dialog } from './dialog.ts'
import type { CheckoutHost } from './host.ts'

/**
 * Requests to the element that only the pages of merchants make: to show the payment in a dialog, and to prefer a
 * method.
 */
export class EmbedPlace {
  #dialog: Dialog | null = null
  #preferred: string | null = null
  readonly #host: CheckoutHost

  constructor(host: CheckoutHost) {
    this.#host = host
  }

  /** Another payment is shown from now on. */
  reset(): void {
    this.#preferred = null
  }

  /** If the dialog's script does not load, the payment is shown in place: better there than nowhere. */
  frame(): void {
    const host = this.#host
    import('./dialog.ts').then(
      ({ Dialog }) => {
        this.#dialog ??= new Dialog(host)
        host.requestUpdate()
      },
      () => {
        host.modal = false
      },
    )
  }

  view(content: TemplateResult, texts: Texts | null): TemplateResult {
    if (!this.#host.modal) return content
    return this.#dialog?.view(content, texts) ?? html``
  }

  /** Chooses the method that the page prefers, once. `method`: the one that the payment asks for. */
  prefer(method: string): void {
    const host = this.#host
    const preferred = host.method
    if (!preferred || preferred === this.#preferred) return
    this.#preferred = preferred
    if (preferred !== method) {
      import('./prefer-method.ts').then(
        ({ preferMethod }) => preferMethod(host, preferred),
        // The payer can still pay, and choose.
        () => {},
      )
    }
  }
}
