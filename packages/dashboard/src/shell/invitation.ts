import type { OpenInvitation } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { acceptWithPasskey, callAuth, hasPasskeys, openInvitation, type SignedIn } from '../api/sign-in.ts'
import { texts } from '../languages/texts.ts'
import { readText, textField } from '../parts/field.ts'
import { Loader } from '../parts/loader.ts'
import { Progress } from '../parts/progress.ts'
import { showLoaded } from '../parts/states.ts'
import { copyView } from '../parts/values.ts'
import { View } from '../parts/view.ts'
import { formatPlace, navigate, readPlace } from '../router.ts'
import { session } from '../session.ts'
import { showRecoveryCodes } from './recovery-codes.ts'
import { wordDeclined } from './sign-in.ts'

/** The page on which the holder of a one-time link makes an account, joins a shop, or gets new credentials. */
class InvitationPage extends View {
  /** Behind the `#`, so that no server's log has it. It leaves the address at once, and with it the browser's history. */
  readonly #token = location.hash.slice(1)
  readonly #invitation = new Loader<OpenInvitation>(this)
  #email: string | undefined
  readonly #progress = new Progress(this)
  #byPassword = !hasPasskeys()

  override connectedCallback(): void {
    super.connectedCallback()
    history.replaceState(null, '', location.pathname)
    document.title = `${texts.shell.product}`
    void this.#invitation.load(() => openInvitation(this.#token))
  }

  override render() {
    const { current } = this.#invitation
    if (current.state === 'failed') {
      const { invalid, another, again, againHint } = texts.signIn.invitation
      const [title, hint] = this.#token === '' ? [again, againHint] : [invalid, another]
      return html`<main class="entrance"><h1>${title}</h1><p>${hint}</p></main>`
    }
    return html`<main class="entrance">${showLoaded(this.#invitation, (invitation) => this.#form(invitation))}</main>`
  }

  #form(invitation: OpenInvitation): TemplateResult {
    const { signIn } = texts
    const { merchant, role, account, first } = invitation
    const title = first ? signIn.invitation.first : merchant && signIn.invitation.title(merchant.name)
    const error = this.#progress.errorView()
    const intro = html`<h1>${title ?? texts.shell.product}</h1>
      ${role ? html`<p>${signIn.invitation.role(signIn.roles[role])} ${signIn.roleSummaries[role]}</p>` : nothing}`
    if (account === 'existing' && !session.current)
      return html`${intro}<p>${signIn.invitation.existing}</p><sign-in-page></sign-in-page>`
    if (account === 'existing')
      return html`${intro}${error}<button class="primary wide-button" @click=${() => this.#accept({})}>${signIn.invitation.join}</button>`
    return html`${intro} ${account === 'reset' ? html`<p>${signIn.invitation.reset}</p>` : nothing} ${error}
      <form @submit=${this.#submit}>
        ${
          invitation.email
            ? html`<p translate="no">${invitation.email}</p>`
            : textField({ name: 'email', label: signIn.email, type: 'email', required: true, autocomplete: 'username' })
        }
        ${this.#byPassword ? this.#passwordFields(invitation) : this.#passkeyButtons()}
      </form>
      ${account === 'new' && !first ? html`<p class="hint">${signIn.invitation.haveAccount}</p>` : nothing}`
  }

  #passkeyButtons(): TemplateResult {
    const { invitation } = texts.signIn
    return html`<button class="primary wide-button" ?disabled=${this.#progress.isBusy}>${invitation.byPasskey}</button>
      <p class="hint">${invitation.passkeyHint}</p>
      <button type="button" class="quiet wide-button" @click=${this.#choosePassword}>${invitation.byPassword}</button>`
  }

  #passwordFields({ totp }: OpenInvitation): TemplateResult {
    const { invitation } = texts.signIn
    return html`${textField({
      name: 'password',
      label: invitation.newPassword,
      hint: invitation.passwordHint,
      type: 'password',
      required: true,
      autocomplete: 'new-password',
    })}
      ${
        totp
          ? html`<p>${invitation.scan}</p>
            <img class="code" src=${totp.qrCode} alt="" width="180" height="180" />
            <p class="hint">${invitation.secret} ${copyView(totp.secret, { full: true })}</p>`
          : nothing
      }
      ${textField({ name: 'code', label: invitation.firstCode, required: true, inputmode: 'numeric', autocomplete: 'one-time-code' })}
      <button class="primary wide-button" ?disabled=${this.#progress.isBusy}>${invitation.submit}</button>`
  }

  readonly #choosePassword = (): void => {
    this.#byPassword = true
    this.requestUpdate()
  }

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!(event.target instanceof HTMLFormElement)) return
    const values = new FormData(event.target)
    this.#email = readText(values, 'email')
    if (!this.#byPassword)
      return void this.#enter(() => acceptWithPasskey(this.#token, this.#email, texts.signIn.invitation.passkeyName))
    const { current } = this.#invitation
    const enrolment = current.state === 'ready' ? current.value.totp?.enrolment : undefined
    const code = readText(values, 'code') ?? ''
    void this.#accept({ password: String(values.get('password')), enrolment, code })
  }

  #accept(credentials: object): Promise<void> {
    const email = this.#email ? { email: this.#email } : {}
    return this.#enter(() => callAuth('POST', '/invitation/accept', { token: this.#token, ...email, ...credentials }))
  }

  #enter(ask: () => Promise<SignedIn>): Promise<void> {
    return this.#progress.run(async () => {
      const signedIn = await wordDeclined(ask())
      if (signedIn.recoveryCodes) await showRecoveryCodes(signedIn.recoveryCodes)
      const { current } = this.#invitation
      const merchant = current.state === 'ready' ? (current.value.merchant?.id ?? null) : null
      navigate(formatPlace({ ...readPlace().shop, merchant }, ''), { replace: true })
      session.signIn(signedIn)
      scrollTo(0, 0)
    }, this.querySelector('form'))
  }
}

customElements.define('invitation-page', InvitationPage)
