import { endpointOf } from '../../fetch-status.ts'
import type { Attempt, Looked, Looking, WalletFamily } from '../family.ts'
import type { ListedWallet } from '../panel-view.ts'
import { isPublic, passphraseOf } from './network.ts'

const FREIGHTER: ListedWallet = { id: 'Freighter', name: 'Freighter', icon: null }

/** Freighter, which signs what the server has built and sends. Its script is loaded when it is looked for. */
export class StellarWallets implements WalletFamily {
  readonly chain = null
  readonly projectId = null
  /** Where the browser has it. */
  #freighter: typeof import('./freighter.ts') | null = null

  get wallets(): readonly ListedWallet[] {
    return this.#freighter ? [FREIGHTER] : []
  }

  async look({ card, signal }: Looking): Promise<Looked> {
    const script = await import('./freighter.ts').catch(() => null)
    const isThere = await script?.hasFreighter()
    if (signal.aborted) return null
    this.#freighter = isThere ? script : null
    const { paymentUri = '', livemode = false } = card()?.payment ?? {}
    if (script === null) return 'unreachable'
    if (isPublic(passphraseOf(paymentUri)) && !livemode) return 'contradiction'
    return isThere ? FREIGHTER : null
  }

  async pay(_wallet: ListedWallet, { src, card, signal, tell }: Attempt): Promise<void> {
    const uri = card()?.payment.paymentUri
    const [transaction, submit] = (['transaction', 'submit'] as const).map((name) =>
      endpointOf(src, document.baseURI, `stellar/${name}`),
    )
    if (!uri || !transaction || !submit) return
    await this.#freighter?.payWithFreighter({
      passphrase: passphraseOf(uri),
      urls: { transaction, submit },
      signal,
      tell,
    })
  }
}
