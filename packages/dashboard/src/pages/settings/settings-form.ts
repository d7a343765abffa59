import { html, nothing, type TemplateResult } from 'lit'
import { texts } from '../../languages/texts.ts'
import { notify } from '../../parts/notice.ts'
import { Progress } from '../../parts/progress.ts'
import { View } from '../../parts/view.ts'
import { mayUse } from '../../session.ts'

/** A section of the settings with a form of its own. Who may not change it sees it as it is. */
export abstract class SettingsForm extends View {
  readonly #progress = new Progress(this)

  /** Sends the changes. A text that it returns is said in place of "Saved". What it throws is shown in the form. */
  protected abstract save(values: FormData): Promise<unknown>

  /**
   * The form with its fields. `submit`: the words of its button. `isOwn`: it is of the user, not of the merchant.
   * `others`: more buttons.
   */
  protected form(
    fields: unknown,
    submit: string,
    { isMain = false, isOwn = false, others = nothing as unknown } = {},
  ): TemplateResult {
    const mayChange = isOwn || mayUse('merchant:write')
    const button = this.#progress.buttonView(submit, isMain ? 'primary' : '')
    return html`<form class="settings-form" @submit=${this.#submit}>
      <fieldset ?disabled=${!mayChange}>${fields}</fieldset>
      ${this.#progress.errorView()}
      ${mayChange ? html`${button} ${others}` : nothing}
    </form>`
  }

  #submit(event: SubmitEvent): Promise<void> {
    return this.#progress.submit(event, async (values) => {
      const said = await this.save(values)
      notify(typeof said === 'string' ? said : texts.shell.actions.saved)
    })
  }
}
