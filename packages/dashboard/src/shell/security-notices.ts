import type { List, SecurityNotice } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callAuth } from '../api/sign-in.ts'
import { texts } from '../languages/texts.ts'
import { Actors } from '../parts/actors.ts'
import { Loader } from '../parts/loader.ts'
import { isReady } from '../parts/states.ts'
import { timeView } from '../parts/values.ts'
import { View } from '../parts/view.ts'
import { formatPlace, onPlaceChange, readPlace, type Shop } from '../router.ts'
import { mayUse, session } from '../session.ts'

/** Changes of the last day that the user has to know of: wallets, keys, owners, and how people sign in. */
class SecurityNotices extends View {
  readonly #notices = new Loader<List<SecurityNotice>>(this)
  readonly #actors = new Actors(this)
  #merchant: string | null = null
  /** The merchant and environment whose names were loaded. */
  #named = ''

  protected override begin() {
    void this.#load()
    return [onPlaceChange(() => void this.#load())]
  }

  /** With each page, so that no change waits for the next sign-in. */
  async #load(): Promise<void> {
    const { shop } = readPlace()
    const merchant = session.merchant?.id ?? null
    if (merchant === null) return
    const isSame = this.#merchant === merchant
    this.#merchant = merchant
    await this.#notices.load(() => callAuth('GET', `/notices/${merchant}`), { quietly: isSame })
    const { current } = this.#notices
    const place = `${merchant} ${shop.environment}`
    if (this.#named === place || !isReady(current) || current.value.data.length === 0) return
    this.#named = place
    await this.#actors.load(shop)
  }

  override render() {
    const { current } = this.#notices
    const { shop } = readPlace()
    if (!isReady(current) || this.#merchant !== session.merchant?.id) return nothing
    const shown = current.value.data.filter(({ entry }) => isFor(shop, entry))
    if (shown.length === 0) return nothing
    return html`<aside class="security note" aria-label=${texts.shell.security.title}>
      <strong>${texts.shell.security.title}</strong>
      <ul>${shown.map((notice) => this.#item(notice))}</ul>
      ${mayUse('audit:read') ? html`<a href=${formatPlace(shop, 'audit')}>${texts.shell.security.more}</a>` : nothing}
    </aside>`
  }

  #item({ matter, count, entry }: SecurityNotice): TemplateResult {
    const { matters, times } = texts.shell.security
    return html`<li>
      ${matters[matter]}${count > 1 ? ` ${times(count)}` : ''} – ${this.#actors.view(entry.actor)}, ${timeView(entry.createdAt)}
    </li>`
  }
}

/** Users belong to both environments. */
function isFor({ environment }: Shop, { livemode, target }: SecurityNotice['entry']): boolean {
  return target.object === 'user' || livemode === (environment === 'production')
}

customElements.define('security-notices', SecurityNotices)
