import { html, nothing, type TemplateResult } from 'lit'
import { callAuth } from '../api/sign-in.ts'
import { followEvents, stopEvents } from '../api/stream.ts'
import { texts } from '../languages/texts.ts'
import { findMenuEntry, findPage, type MenuEntry, menu, type PageEntry } from '../navigation.ts'
import { icon } from '../parts/icons.ts'
import '../parts/notice.ts'
import { emptyView, failureView, loadingView } from '../parts/states.ts'
import { type PagePlace, View } from '../parts/view.ts'
import { remember } from '../remember.ts'
import { type Environment, formatPlace, onPlaceChange, readPlace } from '../router.ts'
import { mayUse, session } from '../session.ts'
import './reauthentication.ts'

/** The frame of every page: the environment, the menu, and the page itself. */
class DashboardFrame extends View {
  #page: {
    readonly entry: PageEntry
    readonly path: string
    readonly key: string
    readonly element: HTMLElement & { place: PagePlace }
  } | null = null
  #error: unknown = null
  #isMenuOpen = false
  #environment: Environment | null = null
  readonly #ends: (() => void)[] = []

  override connectedCallback(): void {
    super.connectedCallback()
    this.#ends.push(
      onPlaceChange(() => void this.#follow()),
      session.onChange(() => void this.#follow()),
    )
    void this.#follow()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    for (const end of this.#ends.splice(0)) end()
    stopEvents()
  }

  /** Shows the page of the place. */
  async #follow(): Promise<void> {
    const place = readPlace()
    const found = findPage(place)
    this.#isMenuOpen = false
    this.#error = null
    this.#useEnvironment(place.environment)
    if (!found || !isAllowed(found.page)) this.#page = null
    else {
      const key = `${session.merchant?.id} ${place.environment} ${place.path}`
      try {
        await found.page.load()
        const kept = this.#page?.key === key ? this.#page.element : null
        const element = kept ?? (document.createElement(found.page.tag) as HTMLElement & { place: PagePlace })
        element.place = { ...place, id: found.id }
        this.#page = { entry: found.page, path: place.path, key, element }
      } catch (error) {
        this.#error = error
      }
    }
    document.title = `${this.#findTitle(place.path)} – ${texts.shell.environment[place.environment]} – ${texts.shell.product}`
    this.requestUpdate()
  }

  #findTitle(path: string): string {
    const entry = findMenuEntry(path)
    return entry ? texts.shell.pages[entry.name] : path === 'account' ? texts.shell.account : texts.shell.product
  }

  #useEnvironment(environment: Environment): void {
    if (this.#environment === environment) return
    this.#environment = environment
    remember('environment', environment)
    if (mayUse('events:read')) followEvents(environment)
  }

  override render() {
    const place = readPlace()
    const { shell } = texts
    return html`<a class="skip" href="#content" @click=${this.#skip}>${shell.skip}</a>
      <div class="frame" data-environment=${place.environment}>
        <header>
          ${
            place.environment === 'sandbox'
              ? html`<p class="sandbox-notice">${shell.environment.sandboxNotice}</p>`
              : nothing
          }
          ${this.#top(place.environment)}
        </header>
        <nav id="menu" class="menu" aria-label=${shell.menu} data-open=${this.#isMenuOpen}>
          ${menu.map((group) => groupView(group, place.environment, place.path))}
        </nav>
        <main id="content" tabindex="-1">${this.#content(place.path)}</main>
        <notice-area></notice-area>
      </div>`
  }

  #top(environment: Environment): TemplateResult {
    const { shell } = texts
    const merchants = session.current?.merchants ?? []
    return html`<div class="top">
      <button
        type="button"
        class="quiet menu-button"
        aria-expanded=${this.#isMenuOpen}
        aria-controls="menu"
        aria-label=${shell.menu}
        @click=${this.#toggleMenu}
      >
        ${icon('menu')}
      </button>
      <a class="brand" href=${formatPlace(environment, '')}>${session.merchant?.name ?? shell.product}</a>
      ${
        merchants.length > 1
          ? html`<label class="merchant"
            ><span class="hidden">${shell.merchant}</span>
            <select @change=${this.#chooseMerchant}>
              ${merchants.map(
                ({ id, name }) => html`<option value=${id} ?selected=${id === session.merchant?.id}>${name}</option>`,
              )}
            </select></label
          >`
          : nothing
      }
      ${environmentSwitch(environment)}
      <a class="account" href=${formatPlace(environment, 'account')}>
        ${icon('account')}<span class="wide">${session.current?.user.email}</span><span class="hidden">${shell.account}</span>
      </a>
      <button type="button" class="quiet" @click=${this.#signOut}>${shell.signOut}</button>
    </div>`
  }

  #content(path: string): unknown {
    const { states } = texts.shell
    if (this.#error) return failureView(this.#error, () => this.#follow())
    if (this.#page?.path === path) return this.#page.element
    const found = findPage(readPlace())
    if (!found)
      return emptyView(
        states.notFound,
        '',
        html`<a href=${formatPlace(readPlace().environment, '')}>${states.toOverview}</a>`,
      )
    if (!isAllowed(found.page)) return emptyView(states.forbidden, states.missingScope(found.page.scope ?? ''))
    return loadingView()
  }

  readonly #toggleMenu = (): void => {
    this.#isMenuOpen = !this.#isMenuOpen
    this.requestUpdate()
  }

  readonly #skip = (event: Event): void => {
    // The document's base element would make the address of `#content` another one.
    event.preventDefault()
    this.querySelector<HTMLElement>('#content')?.focus()
  }

  readonly #chooseMerchant = (event: Event): void => {
    if (event.target instanceof HTMLSelectElement) session.chooseMerchant(event.target.value)
    this.#environment = null
    void this.#follow()
  }

  readonly #signOut = async (): Promise<void> => {
    await callAuth('POST', '/sign_out').catch(() => {})
    session.end()
  }
}

function isAllowed({ scope }: PageEntry): boolean {
  return scope === null || mayUse(scope)
}

/** Leads to the same page of the other environment, where it has no id: an object belongs to one environment. */
function environmentSwitch(current: Environment): TemplateResult {
  const { environment } = texts.shell
  const path = findMenuEntry(readPlace().path)?.path ?? ''
  const option = (name: Environment) =>
    html`<a href=${formatPlace(name, path)} aria-current=${name === current ? 'true' : 'false'}>${environment[name]}</a>`
  return html`<div class="environment" role="group" aria-label=${environment.label}>
    ${option('sandbox')} ${option('production')}
  </div>`
}

function groupView({ name, entries }: (typeof menu)[number], environment: Environment, path: string): unknown {
  const shown = entries.filter(isAllowed)
  if (shown.length === 0) return nothing
  const current = findMenuEntry(path)
  const link = (entry: MenuEntry) =>
    html`<li>
      <a href=${formatPlace(environment, entry.path)} aria-current=${entry === current ? 'page' : 'false'}>
        ${icon(entry.name)}${texts.shell.pages[entry.name]}
      </a>
    </li>`
  return html`${name ? html`<h2>${texts.shell.groups[name]}</h2>` : nothing}
    <ul>
      ${shown.map(link)}
    </ul>`
}

customElements.define('dashboard-frame', DashboardFrame)
