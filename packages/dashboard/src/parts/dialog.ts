/** Dialogs: a form over the page, which resolves to what came of it. */
import '@awesome.me/webawesome/dist/components/dialog/dialog.js'
import type WaDialog from '@awesome.me/webawesome/dist/components/dialog/dialog.js'
import type { WaHideEvent } from '@awesome.me/webawesome/dist/events/hide.js'
import { html, nothing, type TemplateResult } from 'lit'
import { texts } from '../languages/texts.ts'
import { onPlaceChange } from '../router.ts'
import { session } from '../session.ts'
import { notify } from './notice.ts'
import { Progress } from './progress.ts'
import { describeError } from './states.ts'
import { forgetTyped, hasUnsaved } from './typed.ts'
import { View } from './view.ts'

export type DialogForm<Result> = {
  readonly title: string
  /** The fields. They are read as FormData when the form is sent. */
  readonly body: unknown
  /** The words of the button. */
  readonly submit: string
  /** True if it destroys something, or moves money. */
  readonly danger?: boolean
  /** For forms with many fields. */
  readonly wide?: boolean
  /** Shows what is shown only once: a slip of the hand does not close it, and there is nothing to cancel. */
  readonly once?: boolean
  /** Does what the form is for. What it throws is shown in the dialog, which stays open. */
  readonly run: (values: FormData) => Promise<Result>
  /** Said once it is done. */
  readonly notice?: string | ((result: Result) => string)
}

let count = 0

class FormDialog extends View {
  form: DialogForm<unknown> | null = null
  settle: (result: unknown) => void = () => {}
  /** Dialogs may stand over one another: some changes ask for the password while their form is open. */
  readonly #id = `dialog-form-${++count}`
  readonly #progress = new Progress(this)
  #isFinished = false

  protected override begin() {
    // A form is for the page below it. What is shown only once stays, but not for whoever signs in next.
    return [
      onPlaceChange(() => !this.form?.once && this.#hide()),
      session.onChange(() => session.isOver && this.#hide()),
    ]
  }

  override render() {
    const { form } = this
    if (!form) return nothing
    return html`<wa-dialog
      label=${form.title}
      class=${form.wide ? 'wide-dialog' : ''}
      open
      ?light-dismiss=${!form.once}
      @wa-hide=${this.#keepOpen}
      @wa-after-hide=${this.#finish}
    >
      <form id=${this.#id} @submit=${this.#submit}>${form.body}</form>
      ${this.#progress.errorView()}
      <div slot="footer" class="actions">${this.#buttons(form)}</div>
    </wa-dialog>`
  }

  #buttons({ submit, danger, once }: DialogForm<unknown>): TemplateResult {
    const cancel = html`<button type="button" class="quiet" @click=${this.#hide}>${texts.shell.actions.cancel}</button>`
    return html`${once ? nothing : cancel}
      <button form=${this.#id} class=${danger ? 'danger' : 'primary'} aria-busy=${this.#progress.isBusy} ?disabled=${this.#progress.isBusy}>
        ${submit}
      </button>`
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (!this.form || this.#progress.isBusy || !(event.target instanceof HTMLFormElement)) return
    const form = event.target
    this.#progress.show('', true)
    try {
      const result = await this.form.run(new FormData(form))
      forgetTyped(form)
      this.settle(result)
      this.#hide()
    } catch (error) {
      this.#progress.show(describeError(error, form), false)
    }
  }

  readonly #hide = (): void => {
    this.#isFinished = true
    const dialog = this.querySelector<WaDialog>('wa-dialog')
    if (dialog) dialog.open = false
  }

  readonly #keepOpen = (event: WaHideEvent): void => {
    // The Escape key, or a press beside it. The button in the corner is meant.
    const isSlip = !this.#isFinished && event.detail?.source instanceof HTMLDialogElement
    const isKept = this.form?.once || hasUnsaved(this.querySelector('form'))
    if (isKept && isSlip && event.target === this.querySelector('wa-dialog')) event.preventDefault()
  }

  readonly #finish = (event: Event): void => {
    // Components inside the dialog hide things too.
    if (event.target !== this.querySelector('wa-dialog')) return
    this.settle(null)
    this.remove()
  }
}

customElements.define('form-dialog', FormDialog)

/** Opens a dialog. Resolves to the result of `run`, or to null if the user closes it. */
export async function openDialog<Result>({ notice, ...form }: DialogForm<Result>): Promise<Result | null> {
  const result = await new Promise<Result | null>((resolve) => {
    const dialog = new FormDialog()
    dialog.form = form
    dialog.settle = (result) => resolve(result as Result | null)
    document.body.append(dialog)
  })
  if (result !== null && notice) notify(typeof notice === 'string' ? notice : notice(result))
  return result
}

type Question<Result> = Omit<DialogForm<Result>, 'title' | 'body'> & {
  readonly title?: string
  readonly reason: unknown
}

/** Asks before something is done: a dialog without fields, titled as its button unless told. */
export function confirm<Result>({ reason, ...form }: Question<Result>): Promise<Result | null> {
  return openDialog({ title: form.submit, body: html`<p>${reason}</p>`, ...form })
}

/** Asks before something is destroyed, or money moves. */
export function confirmDanger<Result>(question: Question<Result>): Promise<Result | null> {
  return confirm({ ...question, danger: true })
}

/** Tells whether somebody agrees to lose what was typed. Nobody is asked if there is nothing. */
export function mayLeave(): boolean | Promise<boolean> {
  return !hasUnsaved() || confirmLeaving()
}

async function confirmLeaving(): Promise<boolean> {
  const { leave: submit, ...words } = texts.shell.unsaved
  const agreed = await confirmDanger({ ...words, submit, run: async () => true })
  if (agreed) forgetTyped()
  return agreed !== null
}

/** Shows something over the page until the user closes it, such as a secret that is shown only once. */
export function showDialog(title: string, body: unknown, close: string = texts.shell.actions.close): Promise<unknown> {
  return openDialog({ title, body, submit: close, once: true, run: async () => true })
}
