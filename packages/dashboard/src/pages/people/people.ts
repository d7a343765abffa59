import {
  type ApiKey,
  type Invitation,
  type InvitationWithUrl,
  type IssuedReset,
  type LeftBehind,
  type List,
  listKeys,
  type Role,
  type User,
} from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { callAuth } from '../../api/sign-in.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { Actors } from '../../parts/actors.ts'
import { confirmDanger, openDialog, showDialog } from '../../parts/dialog.ts'
import { readText, textField } from '../../parts/field.ts'
import { type Column, Listing } from '../../parts/listing.ts'
import { badgeView, copyView, emailView, timeView, valueView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import type { Shop } from '../../router.ts'
import { mayUse, session } from '../../session.ts'

/** People who work for the shop. */
class PeoplePage extends Page {
  readonly #users = new Listing<User>(this)
  readonly #invitations = new Listing<Invitation>(this)
  readonly #actors = new Actors(this)

  protected override load(): void {
    const { shop } = this.place
    void this.#users.load(shop, '/users')
    void this.#invitations.load(shop, '/invitations')
    void this.#actors.load(shop)
  }

  override render() {
    const { people } = pageTexts
    const { shell, signIn } = texts
    const invite = html`<button type="button" class="primary" @click=${this.#invite}>${people.invite}</button>`
    const roles = listKeys(signIn.roles)
    return html`<div class="page-head">
        <h1>${shell.pages.people}</h1>
        ${mayUse('users:write') ? invite : nothing}
      </div>
      <p class="lead">${people.intro}</p>
      ${this.#users.view(this.#userColumns(), null, html``)}
      <section>
        <h2>${people.invitations}</h2>
        ${this.#invitations.view(this.#invitationColumns(), null, html`<p>${people.noInvitations}</p>`)}
      </section>
      <section>
        <h2>${people.roles}</h2>
        <dl class="roles">
          ${roles.map((role) => html`<dt>${signIn.roles[role]}</dt><dd>${signIn.roleSummaries[role]}</dd>`)}
        </dl>
      </section>`
  }

  #userColumns(): Column<User>[] {
    const { people } = pageTexts
    const { signIn } = texts
    return [
      [people.email, memberView],
      [people.role, ({ role }) => signIn.roles[role]],
      [people.signsInWith, describeMethods],
      [people.since, ({ createdAt }) => timeView(createdAt)],
      [people.lastSignedIn, ({ lastSignedInAt: at }) => (at ? timeView(at) : people.never)],
      ['', (user) => this.#userActions(user)],
    ]
  }

  #userActions(user: User): unknown {
    if (!mayUse('users:write')) return nothing
    const { changeRole, changeRoleTitle, remove, removeTitle, reset } = pageTexts.people
    const { id, email } = user
    const isOwn = id === session.current?.user.id
    const resetButton = html`<button type="button" class="quiet" aria-label=${reset.title(email)} @click=${() => this.#reset(user)}>
      ${reset.action}
    </button>`
    return html`<span class="row-actions">
      <button type="button" class="quiet" aria-label=${changeRoleTitle(email)} @click=${() => this.#changeRole(user)}>${changeRole}</button>
      ${isOwn ? nothing : resetButton}
      <button type="button" class="quiet" aria-label=${removeTitle(email)} @click=${() => this.#remove(user)}>${remove}</button>
    </span>`
  }

  #invitationColumns(): Column<Invitation>[] {
    const { people } = pageTexts
    const { signIn } = texts
    return [
      [people.email, ({ email }) => (email ? emailView(email) : people.anyAddress)],
      [people.role, ({ role }) => signIn.roles[role]],
      [people.invitedBy, ({ invitedBy }) => this.#actors.view(invitedBy)],
      [people.expires, ({ expiresAt }) => timeView(expiresAt)],
      ['', (invitation) => this.#withdrawButton(invitation)],
    ]
  }

  #withdrawButton(invitation: Invitation): unknown {
    if (!mayUse('users:write')) return nothing
    const { withdraw, withdrawFor, anyAddress } = pageTexts.people
    const label = withdrawFor(invitation.email ?? anyAddress)
    return html`<button type="button" class="quiet" aria-label=${label} @click=${() => this.#withdraw(invitation, label)}>
      ${withdraw}
    </button>`
  }

  readonly #invite = async (): Promise<void> => {
    const { people } = pageTexts
    const made = await openDialog<InvitationWithUrl>({
      title: people.invite,
      body: html`<p>${people.inviteReason}</p>
        ${textField({ name: 'invited', param: 'email', label: people.email, type: 'email', required: true, autofocus: true })}
        ${roleField('cashier')}`,
      submit: people.invite,
      run: (values) => {
        const body = { email: readText(values, 'invited'), role: values.get('role') }
        return callApi(this.place.shop, 'POST', '/invitations', { body })
      },
    })
    if (!made) return
    void this.#invitations.reload()
    await showLink(made, people.link)
  }

  async #changeRole(user: User): Promise<void> {
    const { changeRole, changeRoleTitle, changed, keysMayEnd } = pageTexts.people
    const made = await listMadeBy(this.place.shop, user.id)
    const done = await openDialog<User>({
      title: changeRoleTitle(user.email),
      body: html`${roleField(user.role)}${madeView(made, keysMayEnd)}`,
      submit: changeRole,
      run: (values) => callApi(this.place.shop, 'PATCH', `/users/${user.id}`, { body: { role: values.get('role') } }),
      notice: changed,
    })
    if (done) void this.#users.reload()
  }

  async #remove(user: User): Promise<void> {
    const { remove, removeTitle, removeReason, removed, keysEnd } = pageTexts.people
    const body = html`<p>${removeReason}</p>${madeView(await listMadeBy(this.place.shop, user.id), keysEnd)}`
    const run = () => callApi<object>(this.place.shop, 'DELETE', `/users/${user.id}`)
    const form = { title: removeTitle(user.email), body, submit: remove, danger: true, run, notice: removed }
    if (await openDialog(form)) void this.#users.reload()
  }

  /** For a colleague who lost the passkey, or the password and the phone. */
  async #reset({ id, email }: User): Promise<void> {
    const { reset } = pageTexts.people
    const run = () => callAuth<IssuedReset>('POST', '/resets', { user: id })
    const { submit, reason } = reset
    const made = await confirmDanger({ submit, title: reset.title(email), reason, run })
    if (made) await showLink(made, reset)
  }

  async #withdraw({ id }: Invitation, title: string): Promise<void> {
    const { withdraw, withdrawReason, withdrawn } = pageTexts.people
    const run = () => callApi<object>(this.place.shop, 'DELETE', `/invitations/${id}`)
    const question = { submit: withdraw, title, reason: withdrawReason, run, notice: withdrawn }
    if (await confirmDanger(question)) void this.#invitations.reload()
  }
}

type LinkWords = Pick<typeof pageTexts.people.link, 'subject' | 'body'> & { readonly heading: string }

/** Shows a link, once. */
async function showLink(
  { email, url }: Pick<InvitationWithUrl, 'email' | 'url'>,
  { heading, subject, body: letter }: LinkWords,
): Promise<void> {
  const { link, anyAddress } = pageTexts.people
  const query = `subject=${encodeURIComponent(subject(session.merchant?.name ?? ''))}&body=${encodeURIComponent(letter(url))}`
  const mail = `mailto:${encodeURIComponent(email ?? '')}?${query}`
  const body = html`<p>${link.reason(email ?? anyAddress)}</p>
    <dl class="secrets"><dt>${link.label}</dt><dd>${copyView(url, { full: true })}</dd></dl>
    <p><a class="button" href=${mail}>${link.mail}</a></p>`
  await showDialog(heading, body, link.done)
}

function memberView({ id, email }: User): TemplateResult {
  const isOwn = id === session.current?.user.id
  return html`${emailView(email)} ${isOwn ? badgeView(pageTexts.people.you, 'busy') : nothing}`
}

function describeMethods({ passkeyCount, hasPassword }: User): string {
  const { methods } = pageTexts.people
  const ways = [
    ...(passkeyCount > 0 ? [methods.passkeys(passkeyCount)] : []),
    ...(hasPassword ? [methods.password] : []),
  ]
  return ways.join(', ')
}

/** The keys that a user made, or that such a key made, in both environments. */
async function listKeysMadeBy({ merchant }: Shop, userId: string): Promise<ApiKey[]> {
  const query = { status: 'active', limit: 100 }
  const lists = await Promise.all(
    (['sandbox', 'production'] as const).map((environment) =>
      callApi<List<ApiKey>>({ merchant, environment }, 'GET', '/keys', { query }),
    ),
  )
  const makers = new Set([userId])
  // A key comes after the one that made it.
  return lists
    .flatMap(({ data }) => data.toReversed())
    .filter(({ id, createdBy }) => createdBy !== null && makers.has(createdBy) && makers.add(id))
}

type Made = { readonly keys: readonly ApiKey[]; readonly left: readonly LeftBehind[] }

/**
 * Lists the things that a user made and that work on by themselves. Without an answer, the dialog opens all the same.
 */
async function listMadeBy(shop: Shop, userId: string): Promise<Made> {
  const asked = callAuth<List<LeftBehind>>('POST', '/left', { merchant: shop.merchant, user: userId })
  const [keys, left] = await Promise.all([
    mayUse('keys:read') ? listKeysMadeBy(shop, userId) : [],
    asked.then(({ data }) => data).catch(() => []),
  ])
  return { keys, left }
}

/** `aboutKeys`: what becomes of the keys. */
function madeView({ keys, left }: Made, aboutKeys: string): TemplateResult {
  const { leftBehind, webhook, paymentLink } = pageTexts.people
  const { sandbox, production } = texts.shell.environment
  const item = (name: TemplateResult, livemode: boolean) => html`<li>${name} (${livemode ? production : sandbox})</li>`
  const kinds = { webhook, payment_link: paymentLink }
  return html`${
    keys.length > 0
      ? html`<p>${aboutKeys}</p>
        <ul>${keys.map(({ id, name, livemode }) => item(valueView(name ?? id), livemode))}</ul>`
      : nothing
  }
  ${
    left.length > 0
      ? html`<p>${leftBehind}</p>
        <ul>${left.map(({ object, name, livemode }) => item(html`${kinds[object]}: ${valueView(name)}`, livemode))}</ul>`
      : nothing
  }`
}

/** A choice of the role, each in words. */
function roleField(current: Role): TemplateResult {
  const { roles, roleSummaries } = texts.signIn
  return html`<fieldset class="field">
    <legend>${pageTexts.people.role}</legend>
    ${listKeys(roles).map(
      (role) => html`<label class="check">
        <input type="radio" name="role" value=${role} ?checked=${role === current} required />
        <span>${roles[role]}<small>${roleSummaries[role]}</small></span>
      </label>`,
    )}
  </fieldset>`
}

customElements.define('people-page', PeoplePage)
