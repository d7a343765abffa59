import { endpointOf } from '../../fetch-status.ts'
import type { Model } from '../../views/model.ts'
import type { WalletTerms } from '../../wire.ts'
import type { Attempt, Looked, Looking, WalletFamily } from '../family.ts'
import { isTouched } from '../links.ts'
import { type Paired, pairWallet } from '../pairing.ts'
import type { ListedWallet } from '../panel-view.ts'
import { fetchTerms } from '../terms.ts'
import type { WalletConnectSession } from '../walletconnect/connect.ts'
import type { Chain } from './chain.ts'
import { type Discovery, discoverWallets, type FoundWallet } from './discover.ts'
import { payWith } from './pay.ts'
import type { Eip1193Provider } from './provider.ts'
import { type Transfer, transferOf } from './transfer.ts'

export const WALLET_CONNECT = 'WalletConnect'
/** Wallets answer at once; extensions may be a moment late. */
const ANNOUNCED_MS = 200

/** Wallets that send what they sign: those of the browser, and one on another device by WalletConnect. */
export class EvmWallets implements WalletFamily {
  /** What the server says of the payment's network. */
  terms: WalletTerms | null = null
  #discovery: Discovery | null = null
  #session: WalletConnectSession | null = null
  readonly #changed: () => void
  readonly #ownProjectId: () => string | null

  /** `changed` when another wallet was found; `ownProjectId` is the page's, which goes before the server's. */
  constructor(changed: () => void, ownProjectId: () => string | null) {
    this.#changed = changed
    this.#ownProjectId = ownProjectId
  }

  get wallets(): readonly FoundWallet[] {
    return this.#discovery?.wallets ?? []
  }

  get chain(): Chain | null {
    return this.terms?.chain ?? null
  }

  get projectId(): string | null {
    return this.#ownProjectId() || (this.terms?.walletConnectProjectId ?? null)
  }

  async look({ src, card, signal }: Looking): Promise<Looked> {
    this.#discovery ??= discoverWallets(window, this.#changed)
    const url = endpointOf(src, document.baseURI, 'wallet')
    const announced = new Promise((resolve) => setTimeout(resolve, ANNOUNCED_MS))
    const [terms] = await Promise.all([url === null ? null : fetchTerms(url), announced])
    if (signal.aborted) return null
    this.terms = terms
    if (terms === null) return 'unreachable'
    if (this.#transfer(card()) === null) return 'contradiction'
    const [only, ...more] = this.wallets
    // In the browser of a wallet nobody wants another one.
    const alone = more.length === 0 && (this.projectId === null || isTouched())
    return only !== undefined && alone ? only : null
  }

  /** Resolves when the wallet has answered for the last time. */
  async pay(listed: ListedWallet, { card, otherAccount, signal, tell }: Attempt): Promise<void> {
    const { chain } = this
    const provider = providerOf(listed)
    if (chain === null || provider === null) return
    await payWith({ provider, chain, otherAccount, transfer: () => this.#transfer(card()), signal, tell })
  }

  /** The wallet of a session that is there already, or of one that takes the code; `anew` with another wallet than the last. */
  async pair(card: Model, anew: boolean, signal: AbortSignal, onUri: (uri: string) => void): Promise<Paired | null> {
    const { projectId, chain } = this
    if (projectId === null || chain === null) return null
    const page = { name: card.payment.merchantName, url: location.origin }
    const paired = await pairWallet({ projectId, chain, page, signal, left: anew ? this.#session : null, onUri })
    if (!signal.aborted) this.#session = 'session' in paired ? paired.session : null
    return paired
  }

  stop(): void {
    this.#discovery?.stop()
    this.#discovery = null
  }

  /** The transfer that is due now; null when it contradicts what is shown. */
  #transfer(card: Model | null): Transfer | null {
    return card && this.chain ? transferOf(card.payment, card.terms.exactAmount, this.chain.id) : null
  }
}

export function pairedWallet({ provider, walletName }: WalletConnectSession): FoundWallet {
  return { id: WALLET_CONNECT, name: walletName ?? WALLET_CONNECT, icon: null, provider }
}

/** A session may be over: it is looked for again rather than used again. */
export function isPaired({ id }: ListedWallet): boolean {
  return id === WALLET_CONNECT
}

/** Says until the signal's end when the payer has changed account or network in the wallet. */
export function onWalletChange(listed: ListedWallet, signal: AbortSignal, changed: () => void): void {
  const provider = providerOf(listed)
  const hear = (change: unknown) => {
    if (!Array.isArray(change) || change.length > 0) changed()
  }
  for (const event of ['accountsChanged', 'chainChanged']) {
    provider?.on?.(event, hear)
    signal.addEventListener('abort', () => provider?.removeListener?.(event, hear))
  }
}

function providerOf(listed: ListedWallet): Eip1193Provider | null {
  return 'provider' in listed ? (listed as FoundWallet).provider : null
}
