import type { Model } from './views/model.ts'
import type { PanelHost, WalletPanel } from './wallets/panel.ts'

/** Access to the wallets, whose script is loaded on request. */
export class WalletLoader {
  panel: WalletPanel | null = null
  state: 'loading' | 'failed' | null = null
  /** Cache-busted URL to retry a failed import. */
  #again: string | null = null
  readonly #host: PanelHost

  constructor(host: PanelHost) {
    this.#host = host
  }

  async open(model: Model): Promise<void> {
    if (this.state === 'loading') return
    this.#become('loading')
    try {
      this.panel ??= new (await this.#load()).WalletPanel(this.#host)
      this.panel.show(model)
      this.#become(null)
    } catch (error) {
      // Browsers remember a failed import, but retry under another address. The error contains the address that failed.
      const address = /https?:[^\s?]+/.exec(String(error))?.[0]
      this.#again = address ? `${address}?${Date.now()}` : null
      this.#become('failed')
    }
  }

  #load(): Promise<typeof import('./wallets/panel.ts')> {
    return this.#again ? import(/* webpackIgnore: true */ /* @vite-ignore */ this.#again) : import('./wallets/panel.ts')
  }

  #become(state: WalletLoader['state']): void {
    this.state = state
    this.#host.requestUpdate()
  }
}
