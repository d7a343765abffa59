import { html, nothing } from 'lit'
import { callAuth, hasPasskeys, PasskeyDeclined, type SignedIn, signInWithPasskey } from '../api/sign-in.ts'
import { texts } from '../languages/texts.ts'
import { readText, textField } from '../parts/field.ts'
import { Progress } from '../parts/progress.ts'
import { View } from '../parts/view.ts'
import { session } from '../session.ts'

/** The page on which a user signs in, with a passkey or a password. The page that was asked for comes after it. */
class SignInPage extends View {
  readonly #progress = new Progress(this)

  override connectedCallback(): void {
    super.connectedCallback()
    document.title = `${texts.signIn.title} – ${texts.shell.product}`
  }

  override render() {
    const { signIn, shell } = texts
    return html`<main class="entrance">
      <h1>${shell.product}</h1>
      ${this.#progress.errorView()}
      ${
        hasPasskeys()
          ? html`<button type="button" class="primary wide-button" ?disabled=${this.#progress.isBusy} @click=${this.#usePasskey}>
              ${signIn.passkey}
            </button>
            <p class="or">${signIn.or}</p>`
          : nothing
      }
      <form @submit=${this.#usePassword}>
        ${textField({ name: 'email', label: signIn.email, type: 'email', required: true, autocomplete: 'username' })}
        ${textField({ name: 'password', label: signIn.password, type: 'password', required: true, autocomplete: 'current-password' })}
        ${textField({ name: 'code', label: signIn.code, hint: signIn.codeHint, required: true, autocomplete: 'one-time-code' })}
        <button class=${hasPasskeys() ? 'wide-button' : 'primary wide-button'} ?disabled=${this.#progress.isBusy}>${signIn.submit}</button>
      </form>
      <p class="hint">${signIn.lockedOut}</p>
    </main>`
  }

  readonly #usePasskey = (): Promise<void> => this.#enter(signInWithPasskey)

  readonly #usePassword = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!(event.target instanceof HTMLFormElement)) return
    const values = new FormData(event.target)
    const read = (name: string) => readText(values, name) ?? ''
    const credentials = {
      email: read('email'),
      password: String(values.get('password')),
      code: read('code').replaceAll(' ', ''),
    }
    void this.#enter(() => callAuth('POST', '/sign_in', credentials))
  }

  #enter(ask: () => Promise<SignedIn>): Promise<void> {
    return this.#progress.run(async () => {
      session.signIn(await wordDeclined(ask()))
      scrollTo(0, 0)
    }, this.querySelector('form'))
  }
}

/** The answer, or the words for a passkey that the user or the browser does not show. */
export function wordDeclined<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((error: unknown) => {
    throw error instanceof PasskeyDeclined ? new Error(texts.signIn.declined) : error
  })
}

customElements.define('sign-in-page', SignInPage)
