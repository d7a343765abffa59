import { html, nothing, type TemplateResult } from 'lit'
import { callAuth } from '../api/sign-in.ts'
import { followEvents, stopEvents } from '../api/stream.ts'
import { texts } from '../languages/texts.ts'
import { findMenuEntry, findPage, type MenuEntry, menu, type PageEntry } from '../navigation.ts'
import { getRegion, getTimeZone } from '../parts/clock.ts'
import { icon } from '../parts/icons.ts'
import '../parts/notice.ts'
import { mayLeave } from '../parts/dialog.ts'
import { describeMissing, emptyView, failureView, loadingView } from '../parts/states.ts'
import { hasUnsaved } from '../parts/typed.ts'
import { type PagePlace, View } from '../parts/view.ts'
import { remember } from '../remember.ts'
import {
  type Environment,
  formatPlace,
  navigate,
  onPlaceChange,
  readPlace,
  restoreScroll,
  type Shop,
} from '../router.ts'
import { mayUse, session } from '../session.ts'
import { findShop } from './find-shop.ts'
import './reauthentication.ts'
import './search-field.ts'
import './security-notices.ts'

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
  /** The page that was shown last. */
  #focused: string | null = null
  /** The shop whose events are followed. */
  #followed = ''

  protected override begin() {
    const ends = [onPlaceChange(() => void this.#follow()), session.onChange(() => this.#followSession()), stopEvents]
    void this.#follow()
    return ends
  }

  /** Keeps typed text when a session changes or goes on, if its user and shop are the same. */
  #followSession(): void {
    if (!session.current) return
    const { shop, path } = readPlace()
    if (this.#page?.key === `${toKey(shop)} ${path}` && hasUnsaved()) this.requestUpdate()
    else void this.#follow()
  }

  /** Shows the page of the place. */
  async #follow(): Promise<void> {
    const place = readPlace()
    this.#isMenuOpen = false
    this.#error = null
    if (isWithoutShop(place.shop)) return this.#enterShop()
    const found = findPage(place.path)
    this.#useShop(place.shop)
    if (!found || !isAllowed(found.page)) this.#page = null
    else {
      const key = `${toKey(place.shop)} ${place.path}`
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
    document.title = `${this.#findTitle(place.path)} – ${texts.shell.environment[place.shop.environment]} – ${texts.shell.product}`
    this.requestUpdate()
    await this.updateComplete
    this.#moveFocus()
    restoreScroll()
  }

  /** Takes keyboards and screen readers from the link of another page into it. Its own form may have the focus already. */
  #moveFocus(): void {
    const key = this.#page?.key ?? null
    const isOther = this.#focused !== null && key !== null && key !== this.#focused
    this.#focused = key ?? this.#focused
    const content = this.querySelector<HTMLElement>('#content')
    if (isOther && !content?.contains(document.activeElement)) content?.focus({ preventScroll: true })
  }

  #findTitle(path: string): string {
    const entry = findMenuEntry(path)
    return entry ? texts.shell.pages[entry.name] : path === 'account' ? texts.shell.account : texts.shell.product
  }

  /** Gives an address that names no shop the one that it belongs to. */
  async #enterShop(): Promise<void> {
    this.#page = null
    this.requestUpdate()
    const { href } = location
    const place = readPlace()
    const shop = await findShop(place)
    if (location.href === href) navigate(formatPlace(shop, place.path, place.query), { replace: true })
  }

  #useShop(shop: Shop): void {
    const key = toKey(shop)
    if (this.#followed === key) return
    this.#followed = key
    remember('environment', shop.environment)
    if (session.merchant) remember('merchant', session.merchant.id)
    if (mayUse('events:read')) followEvents(shop)
    else stopEvents()
  }

  override render() {
    const place = readPlace()
    const { shell } = texts
    return html`<a class="skip" href="#content" @click=${this.#skip}>${shell.skip}</a>
      <div class="frame" data-environment=${place.shop.environment}>
        <header>
          ${
            place.shop.environment === 'sandbox'
              ? html`<p class="sandbox-notice">${shell.environment.sandboxNotice}</p>`
              : nothing
          }
          ${this.#top(place.shop)}
          <security-notices></security-notices>
        </header>
        <nav id="menu" class="menu" aria-label=${shell.menu} data-open=${this.#isMenuOpen}>
          ${menu.map((group) => groupView(group, place.shop, place.path))}
        </nav>
        <main id="content" tabindex="-1">${clockNote()}${this.#content(place.shop, place.path)}${clockLine()}</main>
        <notice-area></notice-area>
      </div>`
  }

  #top(shop: Shop): TemplateResult {
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
      <a class="brand" translate="no" href=${formatPlace(shop, '')}>${session.merchant?.name ?? shell.product}</a>
      ${
        merchants.length > 1
          ? html`<label class="merchant"
            ><span class="hidden">${shell.merchant}</span>
            <select @change=${this.#chooseMerchant}>
              ${session.merchant ? nothing : html`<option value="" selected disabled></option>`}
              ${merchants.map(
                ({ id, name }) => html`<option value=${id} ?selected=${id === session.merchant?.id}>${name}</option>`,
              )}
            </select></label
          >`
          : nothing
      }
      ${session.merchant && mayUse('payments:read') ? html`<search-field></search-field>` : nothing}
      ${environmentSwitch(shop)}
      <a class="account" href=${formatPlace(shop, 'account')}>
        ${icon('account')}<span class="wide" translate="no">${session.current?.user.email}</span><span class="hidden">${shell.account}</span>
      </a>
      <button type="button" class="quiet" @click=${this.#signOut}>${shell.signOut}</button>
    </div>`
  }

  #content(shop: Shop, path: string): unknown {
    const { states } = texts.shell
    if (this.#error) return failureView(this.#error, () => this.#follow())
    if (isWithoutShop(shop)) return loadingView()
    if (shop.merchant !== null && !session.merchant && path !== 'account') return foreignShopView(shop)
    if (this.#page?.path === path) return this.#page.element
    const found = findPage(path)
    if (!found) return emptyView(states.notFound, '', html`<a href=${formatPlace(shop, '')}>${states.toOverview}</a>`)
    if (!isAllowed(found.page))
      return emptyView(states.forbidden, found.page.scope ? describeMissing(found.page.scope) : '')
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

  readonly #chooseMerchant = async (event: Event): Promise<void> => {
    const { target } = event
    if (!(target instanceof HTMLSelectElement)) return
    const { shop } = readPlace()
    const merchant = target.value
    if (await mayLeave()) navigate(formatSibling({ ...shop, merchant }))
    else target.value = shop.merchant ?? ''
  }

  readonly #signOut = async (): Promise<void> => {
    await callAuth('POST', '/sign_out').catch(() => {})
    session.signOut()
  }
}

function isAllowed({ scope }: PageEntry): boolean {
  return scope === null || mayUse(scope)
}

/** Tells whether an address has yet to get its shop. Users without any have none there. */
function isWithoutShop({ merchant }: Shop): boolean {
  return merchant === null && (session.current?.merchants.length ?? 0) > 0
}

/** Returns a key of the pages' owner: another user's are made anew, although the address is the same. */
function toKey({ merchant, environment }: Shop): string {
  return `${session.current?.user.id} ${merchant} ${environment}`
}

/** The same page of another shop or environment, without an id: an object belongs to one shop and environment. */
function formatSibling(shop: Shop): string {
  return formatPlace(shop, findMenuEntry(readPlace().path)?.path ?? '')
}

/** For an address of somebody else's shop, or of one that the user has left. */
function foreignShopView(shop: Shop): TemplateResult {
  const { states } = texts.shell
  const merchant = session.current?.merchants[0]?.id ?? null
  const link = html`<a href=${formatPlace({ ...shop, merchant }, '')}>${states.toOverview}</a>`
  return emptyView(states.foreignShop, states.foreignShopDetail, link)
}

function environmentSwitch(shop: Shop): TemplateResult {
  const { environment } = texts.shell
  const option = (name: Environment) =>
    html`<a href=${formatSibling({ ...shop, environment: name })} aria-current=${name === shop.environment ? 'true' : 'false'}
      >${environment[name]}</a
    >`
  return html`<div class="environment" role="group" aria-label=${environment.label}>
    ${option('sandbox')} ${option('production')}
  </div>`
}

function groupView({ name, entries }: (typeof menu)[number], shop: Shop, path: string): unknown {
  const shown = entries.filter(isAllowed)
  if (shown.length === 0) return nothing
  const current = findMenuEntry(path)
  const link = (entry: MenuEntry) =>
    html`<li>
      <a href=${formatPlace(shop, entry.path)} aria-current=${entry === current ? 'page' : 'false'}>
        ${icon(entry.name)}${texts.shell.pages[entry.name]}
      </a>
    </li>`
  return html`${name ? html`<h2>${texts.shell.groups[name]}</h2>` : nothing}
    <ul>
      ${shown.map(link)}
    </ul>`
}

/** Says that times are not the shop's, because this browser does not know its zone. */
function clockNote(): TemplateResult | typeof nothing {
  const { timeZone } = getRegion()
  return timeZone === null || timeZone === getTimeZone()
    ? nothing
    : html`<p class="note" role="status">${texts.shell.clock.unknown(timeZone)}</p>`
}

/** The zone of all times of the page. */
function clockLine(): TemplateResult | typeof nothing {
  return session.merchant ? html`<p class="hint">${texts.shell.clock.zone(getTimeZone())}</p>` : nothing
}

customElements.define('dashboard-frame', DashboardFrame)
