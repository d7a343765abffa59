import type { Texts } from '@crypto-checkout/payer-ui'
import { css, html, nothing, type ReactiveController, type TemplateResult } from 'lit'
import { adoptStyles } from './crypto-checkout.styles.ts'
import { emit } from './events.ts'
import type { CheckoutHost } from './host.ts'
import { icon } from './views/parts.ts'

const CLOSE_ICON = 'M6 6l12 12M18 6L6 18'

const styles = css`
:host([modal]) { display: contents; }
dialog {
  box-sizing: border-box; inset: 0; inline-size: min(27.25rem, 100%); block-size: fit-content;
  max-inline-size: none; max-block-size: 100dvh; margin: auto; padding: 0.5rem 0.5rem 0;
  border: 0; background: none; color: inherit; overflow: hidden;
}
dialog[open] { display: flex; flex-direction: column; }
dialog::backdrop { background: #000a; }
.close {
  display: grid; flex: none; align-self: end; place-content: center; inline-size: 2.75rem; block-size: 2.75rem; margin-block-end: 0.5rem; padding: 0;
  border: 0; border-radius: 50%; background: Canvas; color: CanvasText; box-shadow: 0 0 0 1px #fff4; cursor: pointer;
}
.close:focus-visible { outline: 2px solid #fff; outline-offset: 2px; }
.scroll { padding-block-end: 0.5rem; overflow: auto; overscroll-behavior: contain; }
@media print { .close { display: none; } }
`

/** Shows an element over the page while it is `opened`, instead of in place. Closing it only hides the view. */
export class Dialog implements ReactiveController {
  readonly #host: CheckoutHost
  /**
   * True if the element itself closed the dialog. The event arrives later, when the element may have been opened again.
   */
  #closedByElement = false

  constructor(host: CheckoutHost) {
    this.#host = host
    adoptStyles(host, styles)
    host.addController(this)
  }

  /** A dialog that returns to the document would be open again, but not over the page. */
  hostDisconnected(): void {
    this.#host.opened = false
  }

  hostUpdated(): void {
    const { isConnected, opened, shadowRoot } = this.#host
    const dialog = shadowRoot?.querySelector('dialog')
    if (!dialog || dialog.open === opened) return
    if (opened) {
      if (isConnected) dialog.showModal()
      return
    }
    this.#closedByElement = true
    dialog.close()
  }

  view(content: TemplateResult, texts: Texts | null): TemplateResult {
    return html`<dialog part="dialog" lang=${texts?.language ?? nothing} dir=${texts?.direction ?? nothing} aria-labelledby="checkout-state" aria-label=${texts?.loading ?? nothing} @close=${this.#closed}>
      <button class="close" part="button-close" type="button" aria-label=${texts?.close ?? nothing} @click=${() => this.#host.close()}>${icon(CLOSE_ICON)}</button>
      <div class="scroll">${content}</div>
    </dialog>`
  }

  /** Handles every way to close it: the button, Escape, the page. */
  readonly #closed = (): void => {
    if (!this.#closedByElement) this.#host.opened = false
    this.#closedByElement = false
    emit(this.#host, 'checkout-close', { payment: this.#host.payment })
  }
}
