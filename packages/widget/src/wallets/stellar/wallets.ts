import type { Attempt, DetectContext, DetectResult, WalletFamily } from '../family.ts'
import type { ListedWallet } from '../state.ts'
import type { OffersView } from './offers-view.ts'

const FREIGHTER: ListedWallet = { id: 'Freighter', name: 'Freighter', icon: null }

/** Freighter, which signs what the server builds and sends. Its script is loaded when the panel looks for wallets. */
export class StellarWallets implements WalletFamily {
  readonly chain = null
  readonly projectId = null
  /** Set if the browser has Freighter. */
  #freighter: typeof import('./freighter.ts') | null = null

  get wallets(): readonly ListedWallet[] {
    return this.#freighter ? [FREIGHTER] : []
  }

  get offersView(): OffersView | null {
    return this.#freighter?.renderOffersView ?? null
  }

  async detect({ card, signal, onStep }: DetectContext): Promise<DetectResult> {
    const script = await import('./freighter.ts').catch(() => null)
    const isThere = await script?.hasFreighter()
    if (signal.aborted) return null
    this.#freighter = isThere ? script : null
    if (script === null) onStep({ type: 'unreachable' })
    else if (script.isContradictory(card())) onStep({ type: 'contradiction' })
    else return isThere ? FREIGHTER : null
    return 'told'
  }

  async pay(_wallet: ListedWallet, attempt: Attempt): Promise<void> {
    await this.#freighter?.payWithFreighter(attempt)
  }
}
