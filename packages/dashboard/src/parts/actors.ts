import type { ApiKey, List, User } from '@crypto-checkout/api-types'
import { shortenHash } from '@crypto-checkout/payer-ui'
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit'
import { callApi } from '../api/request.ts'
import { texts } from '../languages/texts.ts'
import type { Shop } from '../router.ts'
import { mayUse, session } from '../session.ts'

/** The names of those who made a change: people by their addresses, keys by their names. Others keep their ids. */
export class Actors implements ReactiveController {
  readonly #names = new Map<string, string>()
  readonly #host: ReactiveControllerHost

  constructor(host: ReactiveControllerHost) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {}

  /** Reads the names that the user may see. Without them the ids still say who it was. */
  async load(shop: Shop): Promise<void> {
    const query = { limit: 100 }
    const lists = await Promise.all([
      mayUse('users:read') ? callApi<List<User>>(shop, 'GET', '/users', { query }).catch(() => null) : null,
      mayUse('keys:read') ? callApi<List<ApiKey>>(shop, 'GET', '/keys', { query }).catch(() => null) : null,
    ])
    const [users, keys] = lists
    for (const { id, email } of users?.data ?? []) this.#names.set(id, email)
    for (const { id, name } of keys?.data ?? []) this.#names.set(id, texts.shell.actors.key(name ?? shortenHash(id)))
    this.#host.requestUpdate()
  }

  /** Those whose names are known, to filter by; undefined if there are none. */
  get choices(): { readonly value: string; readonly label: string }[] | undefined {
    const choices = [...this.#names].map(([value, label]) => ({ value, label }))
    return choices.length > 0 ? choices : undefined
  }

  view(actor: string): TemplateResult {
    const { user } = session.current ?? {}
    const own = user && { [user.id]: user.email }
    const known: Readonly<Record<string, string>> = { ...texts.shell.actors.others, ...own }
    const name = this.#names.get(actor) ?? known[actor]
    return name === undefined
      ? html`<code translate="no" class="address">${actor}</code>`
      : html`<span class="words" title=${actor} translate=${actor in texts.shell.actors.others ? nothing : 'no'}>${name}</span>`
  }
}
