import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit'
import { describeError } from './states.ts'
import { forgetTyped } from './typed.ts'

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

  /** Runs an action, and shows how it fails. `form`: the form that was sent. */
  async run(act: () => Promise<unknown>, form: HTMLFormElement | null = null): Promise<void> {
    this.show('', true)
    try {
      await act()
      this.show('', false)
    } catch (error) {
      this.show(describeError(error, form), false)
    }
  }

  /** Sends a form, which is then no longer unsaved. One that is being sent is not sent again. */
  async submit(event: SubmitEvent, send: (values: FormData) => Promise<unknown>): Promise<void> {
    event.preventDefault()
    const form = event.target
    if (this.isBusy || !(form instanceof HTMLFormElement)) return
    await this.run(async () => {
      await send(new FormData(form, event.submitter))
      forgetTyped(form)
    }, form)
  }

  /** The button of a form. */
  buttonView(text: string, kind = 'primary'): TemplateResult {
    return html`<button class=${kind} aria-busy=${this.isBusy} ?disabled=${this.isBusy}>${text}</button>`
  }

  errorView(): TemplateResult | typeof nothing {
    return this.error ? html`<p class="error" role="alert">${this.error}</p>` : nothing
  }
}
