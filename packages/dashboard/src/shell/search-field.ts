import { html } from 'lit'
import { live } from 'lit/directives/live.js'
import { texts } from '../languages/texts.ts'
import { findPage } from '../navigation.ts'
import { mayLeave } from '../parts/dialog.ts'
import { icon } from '../parts/icons.ts'
import { View } from '../parts/view.ts'
import { formatPlace, navigate, onPlaceChange, type Route, readPlace } from '../router.ts'
import { mayUse } from '../session.ts'

/** The folder of the page that shows an object, by the prefix of its id. */
const folders: Readonly<Record<string, string>> = {
  pay: 'payments',
  pl: 'links',
  re: 'refunds',
  set: 'settlements',
  tr: 'unattributed',
  evt: 'events',
  wh: 'webhooks',
  dlv: 'deliveries',
}

/** The pages of payers, whose addresses have ids without their prefixes. */
const PAYER_PAGES = /\/(pay|l)\/(?=[0-9a-z]{26})/g
const toPrefix = (_: string, page: string) => (page === 'l' ? '/pl_' : '/pay_')

const IDS = /(?<![a-z0-9])([a-z]{2,3})_[0-9a-hjkmnp-tv-z]{26}(?![a-z0-9])/g

/** The page of the last id in a text, such as a link, if there is one that the user may see. */
function findObjectPath(text: string): string | null {
  const paths = [...text.toLowerCase().replace(PAYER_PAGES, toPrefix).matchAll(IDS)].flatMap(([id, prefix = '']) => {
    const path = folders[prefix] && `${folders[prefix]}/${id}`
    const scope = path && findPage(path)?.page.scope
    return path && scope && mayUse(scope) ? [path] : []
  })
  return paths.at(-1) ?? null
}

/**
 * Finds the address that a search leads to: the object of an id or a link, or else the payments that the text finds.
 * Filters of the list stay, because it shows them.
 */
function findAddress({ shop, path, query }: Route, text: string): string {
  const object = findObjectPath(text)
  if (object !== null) return formatPlace(shop, object)
  const filters = new URLSearchParams(path === 'payments' ? query : '')
  if (text === '') filters.delete('q')
  else filters.set('q', text)
  return formatPlace(shop, 'payments', filters)
}

/** The search of every page, in the shop and environment of its address. The list of payments has no other. */
class SearchField extends View {
  protected override begin() {
    return [onPlaceChange(() => this.requestUpdate())]
  }

  override render() {
    const { label, hint } = texts.shell.search
    const { path, query } = readPlace()
    const sought = path === 'payments' ? (query.get('q') ?? '') : ''
    return html`<form role="search" aria-label=${label} @submit=${this.#submit}>
      <label>
        <span class="hidden">${label}</span>${icon('search')}
        <input type="search" name="q" maxlength="500" autocomplete="off" enterkeyhint="search" placeholder=${hint} .value=${live(sought)} />
      </label>
    </form>`
  }

  readonly #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const text = this.querySelector('input')?.value.trim() ?? ''
    const place = readPlace()
    if (text === '' && place.path !== 'payments') return
    const address = findAddress(place, text)
    if (await mayLeave()) navigate(address)
  }
}

customElements.define('search-field', SearchField)
