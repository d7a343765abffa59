import type { List, Passkey, RecoveryCodes, SignInSession, TotpEnrolment } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callAuth, hasPasskeys, makePasskey, type SignedIn } from '../api/sign-in.ts'
import { chooseLanguage, findLanguage, type Language, languageNames, pageTexts, texts } from '../languages/texts.ts'
import { confirm, confirmDanger, openDialog } from '../parts/dialog.ts'
import { listChoices, readText, selectField, textField } from '../parts/field.ts'
import { type Column, tableView } from '../parts/listing.ts'
import { Loader } from '../parts/loader.ts'
import { notify } from '../parts/notice.ts'
import { attempt, describeError, showLoaded } from '../parts/states.ts'
import { badgeView, copyView, emailView, timeView } from '../parts/values.ts'
import { Page } from '../parts/view.ts'
import { session } from '../session.ts'
import { showRecoveryCodes } from '../shell/recovery-codes.ts'

/** The user's own account. */
class AccountPage extends Page {
  readonly #sessions = new Loader<List<SignInSession>>(this)
  readonly #passkeys = new Loader<List<Passkey>>(this)

  protected override load(): void {
    void this.#sessions.load(() => callAuth('GET', '/sessions'))
    void this.#passkeys.load(() => callAuth('GET', '/passkeys'))
  }

  override render() {
    const { account } = pageTexts
    return html`<h1>${account.title}</h1>
      <p>${emailView(session.current?.user.email ?? '')}</p>
      <form class="inline" @change=${this.#changeLanguage}>
        ${selectField({ name: 'language', label: account.language, value: findLanguage() }, listChoices(languageNames))}
      </form>
      <section><h2>${account.passkeys}</h2>${showLoaded(this.#passkeys, ({ data }) => this.#passkeyList(data))}</section>
      <section><h2>${account.password}</h2>${this.#password()}</section>
      <section><h2>${account.sessions}</h2>${showLoaded(this.#sessions, ({ data }) => this.#sessionList(data))}</section>`
  }

  #passkeyList(passkeys: readonly Passkey[]): TemplateResult {
    const { account } = pageTexts
    const columns: Column<Passkey>[] = [
      [account.name, ({ name }) => name],
      [account.lastUsed, ({ lastUsedAt }) => (lastUsedAt ? timeView(lastUsedAt) : account.neverUsed)],
      [
        '',
        ({ id, name }) =>
          html`<button type="button" class="quiet" aria-label=${`${account.removePasskey}: ${name}`} @click=${() => this.#removePasskey(id)}>
            ${account.removePasskey}
          </button>`,
      ],
    ]
    return html`${passkeys.length > 0 ? tableView(columns, passkeys) : html`<p>${account.noPasskeys}</p>`}
      ${hasPasskeys() ? html`<button type="button" @click=${this.#addPasskey}>${account.addPasskey}</button>` : nothing}`
  }

  #password(): TemplateResult {
    const { account } = pageTexts
    const user = session.current?.user
    if (!user?.hasPassword)
      return html`<p>${account.hasNoPassword}</p>
        <button type="button" @click=${this.#setPassword}>${account.setPassword}</button>`
    return html`<p>${account.hasPassword} ${account.recoveryCodes(user.recoveryCodesLeft)}</p>
      <p class="actions">
        <button type="button" @click=${this.#changePassword}>${account.changePassword}</button>
        <button type="button" @click=${this.#renewCodes}>${account.newRecoveryCodes}</button>
        ${
          user.passkeyCount > 0
            ? html`<button type="button" class="quiet" @click=${this.#removePassword}>${account.removePassword}</button>`
            : nothing
        }
      </p>`
  }

  #sessionList(sessions: readonly SignInSession[]): TemplateResult {
    const { account } = pageTexts
    const columns: Column<SignInSession>[] = [
      [
        account.browser,
        ({ userAgent, address, current, method }) =>
          html`${current ? badgeView(account.thisBrowser, 'good') : nothing} <span title=${userAgent}>${describeBrowser(userAgent)}</span><br /><small>${address}, ${account.method[method]}</small>`,
      ],
      [account.seen, ({ lastSeenAt }) => timeView(lastSeenAt)],
      [
        '',
        ({ id, current }) =>
          current
            ? nothing
            : html`<button type="button" class="quiet" @click=${() => this.#endSession(id)}>${account.endSession}</button>`,
      ],
    ]
    return html`${tableView(columns, sessions)}
      ${sessions.length > 1 ? html`<button type="button" @click=${this.#endOthers}>${account.endOthers}</button>` : nothing}`
  }

  readonly #changeLanguage = (event: Event): void => {
    if (event.target instanceof HTMLSelectElement) chooseLanguage(event.target.value as Language)
  }

  /** Runs a change and shows its refusal. */
  #change(run: () => Promise<unknown>): Promise<void> {
    return attempt(async () => {
      await run()
      session.begin(await callAuth('GET', '/session'))
      notify(pageTexts.account.done)
      this.load()
    })
  }

  readonly #endOthers = (): Promise<void> => this.#change(() => callAuth('DELETE', '/sessions'))

  #endSession(id: string): Promise<void> {
    return this.#change(() => callAuth('DELETE', `/sessions/${id}`))
  }

  #removePasskey(id: string): Promise<void> {
    return this.#change(() => callAuth('DELETE', `/passkeys/${id}`))
  }

  readonly #addPasskey = async (): Promise<void> => {
    const { addPasskey, passkeyName } = pageTexts.account
    const added = await openDialog({
      title: addPasskey,
      body: textField({ name: 'name', label: passkeyName, required: true, maxLength: 100, autofocus: true }),
      submit: addPasskey,
      run: async (values) => {
        const passkey = await makePasskey(await callAuth('POST', '/passkeys/options'))
        return callAuth('POST', '/passkeys', { passkey, name: readText(values, 'name') })
      },
    })
    if (added) await this.#change(async () => {})
  }

  readonly #changePassword = async (): Promise<void> => {
    const changed = await openDialog({
      title: pageTexts.account.changePassword,
      body: newPasswordField(),
      submit: pageTexts.account.changePassword,
      run: (values) => callAuth<SignedIn>('POST', '/password', { password: String(values.get('password')) }),
    })
    if (changed) await this.#change(async () => {})
  }

  /** A first password needs an authenticator app, as each password does. */
  readonly #setPassword = async (): Promise<void> => {
    const { invitation } = texts.signIn
    const totp = await callAuth<TotpEnrolment>('POST', '/totp').catch((error: unknown) => notify(describeError(error)))
    if (!totp) return
    const body = html`${newPasswordField()}
      <p>${invitation.scan}</p>
      <img class="code" src=${totp.qrCode} alt="" width="180" height="180" />
      <p class="hint">${invitation.secret} ${copyView(totp.secret, { full: true })}</p>
      ${textField({ name: 'code', label: invitation.firstCode, required: true, inputmode: 'numeric', autocomplete: 'one-time-code' })}`
    const set = await openDialog({
      title: pageTexts.account.setPassword,
      body,
      submit: pageTexts.account.setPassword,
      run: (values) => {
        const input = {
          password: String(values.get('password')),
          enrolment: totp.enrolment,
          code: readText(values, 'code'),
        }
        return callAuth<SignedIn>('POST', '/password', input)
      },
    })
    if (set?.recoveryCodes) await showRecoveryCodes(set.recoveryCodes)
    if (set) await this.#change(async () => {})
  }

  readonly #removePassword = async (): Promise<void> => {
    const { removePassword, removePasswordReason } = pageTexts.account
    const run = () => callAuth('DELETE', '/password')
    const removed = await confirmDanger({ submit: removePassword, reason: removePasswordReason, run })
    if (removed) await this.#change(async () => {})
  }

  readonly #renewCodes = async (): Promise<void> => {
    const { newRecoveryCodes, newRecoveryCodesReason } = pageTexts.account
    const run = () => callAuth<RecoveryCodes>('POST', '/recovery_codes')
    const made = await confirm({ submit: newRecoveryCodes, reason: newRecoveryCodesReason, run })
    if (made?.recoveryCodes) await showRecoveryCodes(made.recoveryCodes)
    if (made) await this.#change(async () => {})
  }
}

/** `describeBrowser('Mozilla/5.0 (X11; Linux x86_64) … Chrome/153.0.0.0 …') // 'Chrome, Linux'` */
function describeBrowser(userAgent: string): string {
  const browser = /\b(Edg|OPR|Firefox|Chrome|Safari)(?=\w*\/)/.exec(userAgent)?.[1] ?? userAgent.slice(0, 40)
  const system = /\b(iPhone|iPad|Android|Windows|Mac OS|CrOS|Linux)\b/.exec(userAgent)?.[1]
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser
  return system ? `${name}, ${system}` : name
}

function newPasswordField(): TemplateResult {
  const { newPassword, passwordHint } = texts.signIn.invitation
  const field = { name: 'password', label: newPassword, hint: passwordHint, type: 'password' } as const
  return textField({ ...field, required: true, autocomplete: 'new-password', autofocus: true })
}

customElements.define('account-page', AccountPage)
