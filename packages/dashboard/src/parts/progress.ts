import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit'

/** The last action of an element: whether it is under way, and how it failed. The element renders each change. */
export class Progress {
  error = ''
  isBusy = false
  readonly #host: Pick<ReactiveControllerHost, 'requestUpdate'>

  constructor(host: Pick<ReactiveControllerHost, 'requestUpdate'>) {
    this.#host = host
  }

  /** `error`: empty while nothing is wrong. */
  show(error: string, isBusy: boolean): void {
    this.error = error
    this.isBusy = isBusy
    this.#host.requestUpdate()
  }

  errorView(): TemplateResult | typeof nothing {
    return this.error ? html`<p class="error" role="alert">${this.error}</p>` : nothing
  }
}
