/** Parts of the element whose scripts are loaded when a payer opens them. */

import type { Discovery } from '@crypto-checkout/payer-ui/wallets/discover'
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { CheckoutHost } from './host.ts'
import type { CardWallets, LazyPart, Model } from './views/model.ts'
import type { WalletPanel } from './wallets/panel.ts'
import type { ListedWallet } from './wallets/state.ts'

/**
 * Loads a script until it is there. Browsers remember a failed import, but retry under another address. The error contains
 * the address that failed. No other script may import the module statically: the bundler would rename its exports.
 */
function createLoader<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let again: string | null = null
  return async () => {
    try {
      return await (again ? import(/* webpackIgnore: true */ /* @vite-ignore */ again) : load())
    } catch (error) {
      const address = /https?:[^\s?]+/.exec(String(error))?.[0]
      again = address ? `${address}?${Date.now()}` : null
      throw error
    }
  }
}

type Changing<Fields> = { -readonly [Key in keyof Fields]: Fields[Key] }

/** `load`: imports a module that makes the part for its element. */
export function createLazyPart<Host extends ReactiveControllerHost, Part>(
  host: Host,
  load: () => Promise<{ createPart(host: Host): Part | Promise<Part> }>,
): LazyPart<Part> {
  const loadModule = createLoader(load)
  let isLoading = false
  const lazy: Changing<LazyPart<Part>> = {
    part: null,
    failed: false,
    async open() {
      if (lazy.part !== null || isLoading) return
      isLoading = true
      // While it is tried again, nothing says that it failed, and no button that would do nothing is shown.
      if (lazy.failed) host.requestUpdate()
      lazy.failed = false
      try {
        lazy.part = await (await loadModule()).createPart(host)
      } catch {
        lazy.failed = true
      }
      isLoading = false
      host.requestUpdate()
    },
  }
  return lazy
}

const FREIGHTER: ListedWallet = { id: 'Freighter', name: 'Freighter', icon: null }

/** Access to the wallets. Their names are looked for once a payment is shown; the panel's script is loaded on request. */
export class WalletLoader implements ReactiveController, CardWallets {
  panel: WalletPanel | null = null
  state: 'loading' | 'failed' | null = null
  #discovery: Discovery | null = null
  #finding: Promise<void> | null = null
  readonly #load = createLoader(() => import('./wallets/panel.ts'))
  readonly #host: CheckoutHost

  constructor(host: CheckoutHost) {
    this.#host = host
    host.addController(this)
  }

  hostDisconnected(): void {
    this.#discovery?.stop()
    this.#discovery = this.#finding = null
  }

  /** The wallets of this browser that pay on a network, as far as they are known. */
  list(network: string): readonly ListedWallet[] {
    if (network !== 'stellar') return this.#discovery?.wallets ?? []
    // Freighter's extension sets it. Only the panel asks it anything.
    return 'freighter' in window && window.freighter ? [FREIGHTER] : []
  }

  /** Looks for wallets that pay on a network. Without their names the button is as good. */
  find(network: string): void {
    // Freighter needs no search, and no other wallet of a browser pays there.
    if (network === 'stellar') return
    this.#finding ??= import('@crypto-checkout/payer-ui/wallets/discover').then(
      ({ discoverWallets }) => {
        if (!this.#host.isConnected) return
        this.#discovery = discoverWallets(window, () => this.#host.requestUpdate())
        this.#host.requestUpdate()
      },
      () => {},
    )
  }

  /** `wallet`: the id of the one that the payer has chosen; without one the panel offers all. */
  async open(model: Model, wallet?: string): Promise<void> {
    if (this.state === 'loading') return
    this.#become('loading')
    try {
      this.panel ??= new (await this.#load()).WalletPanel(this.#host)
      this.panel.show(model, wallet)
      this.#become(null)
    } catch {
      this.#become('failed')
    }
  }

  #become(state: WalletLoader['state']): void {
    this.state = state
    this.#host.requestUpdate()
  }
}
