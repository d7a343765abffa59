import type { WalletTerms } from '@crypto-checkout/api-types'
import type { Discovery, Eip1193Provider, FoundWallet } from '@crypto-checkout/payer-ui/wallets/discover'
import { isTouched } from '../../browser.ts'
import { getEndpointUrl } from '../../fetch-status.ts'
import type { CheckoutHost } from '../../host.ts'
import type { Model } from '../../views/model.ts'
import { chooseBestMethod } from '../best-method.ts'
import type { Attempt, DetectContext, DetectResult, WalletFamily } from '../family.ts'
import type { Gasless } from '../gasless/signing.ts'
import type { Paired } from '../pairing.ts'
import type { PairingView } from '../pairing-view.ts'
import type { ListedWallet } from '../state.ts'
import { fetchTerms } from '../terms.ts'
import type { WalletConnectSession } from '../walletconnect/connect.ts'
import type { Chain } from './chain.ts'
import { payWith, type Ready } from './pay.ts'
import { parseTransfer, type Transfer } from './transfer.ts'

export const WALLET_CONNECT = 'WalletConnect'
/** Wallets answer at once; extensions may need a moment. */
const ANNOUNCED_MS = 200

/** Wallets that send what they sign: the browser's own, and one on another device through WalletConnect. */
export class EvmWallets implements WalletFamily {
  /** The server's terms for wallets on the payment's network. */
  terms: WalletTerms | null = null
  pairingView: PairingView | null = null
  /** Null until a payment can be paid without gas. */
  gasless: Gasless | null = null
  #discovery: Discovery | null = null
  #session: WalletConnectSession | null = null
  readonly #host: CheckoutHost

  constructor(host: CheckoutHost) {
    this.#host = host
  }

  get wallets(): readonly FoundWallet[] {
    return this.#discovery?.wallets ?? []
  }

  get chain(): Chain | null {
    return this.terms?.chain ?? null
  }

  get projectId(): string | null {
    // The page's own project takes precedence over the server's.
    return this.#host.getAttribute('walletconnect-project-id') || (this.terms?.walletConnectProjectId ?? null)
  }

  /** True if the payment can be paid without gas now. */
  get offersGasless(): boolean {
    return this.gasless !== null && this.terms?.gasless === 'offered'
  }

  async detect({ src, card, signal, onStep }: DetectContext): Promise<DetectResult> {
    const [terms] = await Promise.all([this.#read(src), this.#discover()])
    this.terms = terms
    if (terms?.gasless) await this.#loadGasless()
    if (signal.aborted) return null
    const relaying = terms?.gasless === 'pending'
    if (relaying && this.gasless)
      void this.gasless.watch({ src, card, signal, onStep, reread: () => this.#reread(src) })
    else if (terms === null || relaying) onStep({ type: 'unreachable' })
    else if (this.#transfer(card()) === null) onStep({ type: 'contradiction' })
    else return this.#only()
    return 'told'
  }

  /** Waits for the wallets that announce themselves. If the script does not load, there are none. */
  async #discover(): Promise<void> {
    const script = await import('@crypto-checkout/payer-ui/wallets/discover').catch(() => null)
    this.#discovery ??= script?.discoverWallets(window, () => this.#host.requestUpdate()) ?? null
    await new Promise((resolve) => setTimeout(resolve, ANNOUNCED_MS))
  }

  #only(): FoundWallet | null {
    const [only, ...more] = this.wallets
    // In a wallet's own browser payers do not want another wallet.
    const alone = more.length === 0 && (this.projectId === null || isTouched())
    return only !== undefined && alone ? only : null
  }

  async #read(src: string): Promise<WalletTerms | null> {
    const url = getEndpointUrl(src, document.baseURI, 'wallet')
    return url === null ? null : fetchTerms(url)
  }

  async #reread(src: string): Promise<WalletTerms['gasless'] | 'unknown'> {
    const terms = await this.#read(src)
    this.terms = terms ?? this.terms
    return terms === null ? 'unknown' : terms.gasless
  }

  /** If its script does not load, payments are made with gas. */
  async #loadGasless(): Promise<void> {
    try {
      this.gasless ??= new (await import('../gasless/signing.ts')).Gasless(this.#host)
      await this.gasless.ready
    } catch {}
  }

  /** Resolves when the wallet has given its last answer. */
  async pay(listed: ListedWallet, { src, card, otherAccount, signal, onStep, way }: Attempt): Promise<void> {
    const { chain } = this
    const provider = findProvider(listed)
    if (chain === null || provider === null) return
    const reread = () => this.#reread(src)
    const instead = (ready: Ready) => {
      const gasless = (way ? way === 'signing' : this.terms?.gasless) ? this.gasless : null
      if (gasless === null) return null
      if (way) return gasless.pay({ src, card, signal, onStep, reread, provider, ...ready })
      return Promise.resolve(onStep({ type: 'ready' }))
    }
    // A wallet on another device has agreed to one network.
    const prefer = isPaired(listed) ? null : (account: string) => this.#prefer(src, account, chain)
    const transfer = () => this.#transfer(card())
    await payWith({ provider, chain, otherAccount, transfer, signal, onStep, prefer, instead })
  }

  /** Chooses what the account can pay best. Answers the network to pay on. */
  async #prefer(src: string, account: string, chain: Chain): Promise<Chain> {
    if (!(await chooseBestMethod(this.#host, account))) return chain
    this.terms = (await this.#read(src)) ?? this.terms
    if (this.terms?.gasless) await this.#loadGasless()
    return this.chain ?? chain
  }

  /**
   * The wallet of an existing session, or one that scans the code. `anew` asks for another wallet than the last one.
   */
  async pair(card: Model, anew: boolean, signal: AbortSignal, onUri: (uri: string) => void): Promise<Paired | null> {
    const { projectId, chain } = this
    if (projectId === null || chain === null) return null
    const page = { name: card.payment.merchantName, url: location.origin }
    const paired = await import('../pairing.ts').then(
      ({ pairWallet, renderPairingView: pairingView }) => {
        this.pairingView = pairingView
        return pairWallet({ projectId, chain, page, signal, left: anew ? this.#session : null, onUri })
      },
      (): Paired => ({ problem: 'relay', wallet: null }),
    )
    if (!signal.aborted) this.#session = 'session' in paired ? paired.session : null
    return paired
  }

  stop(): void {
    this.#discovery?.stop()
    this.#discovery = null
  }

  /** The transfer that is due now; null if it contradicts what is shown. */
  #transfer(card: Model | null): Transfer | null {
    return card && this.chain ? parseTransfer(card.payment, card.terms.exactAmount, this.chain) : null
  }
}

export function createPairedWallet({ provider, walletName }: WalletConnectSession): FoundWallet {
  return { id: WALLET_CONNECT, name: walletName ?? WALLET_CONNECT, icon: null, provider }
}

/**
 * Tells whether the wallet comes from a pairing. Its session may be over, so a session is looked up again, not reused.
 */
export function isPaired({ id }: ListedWallet): boolean {
  return id === WALLET_CONNECT
}

/** Calls back when the payer unlocks the wallet, or changes account or network in it, until the signal aborts. */
export function listenForWalletChange(listed: ListedWallet, signal: AbortSignal, changed: () => void): void {
  const provider = findProvider(listed)
  const hear = (change: unknown) => {
    if (!Array.isArray(change) || change.length > 0) changed()
  }
  for (const event of ['accountsChanged', 'chainChanged']) {
    provider?.on?.(event, hear)
    signal.addEventListener('abort', () => provider?.removeListener?.(event, hear))
  }
  if (provider) void awaitAccount(provider, signal, changed)
}

const LOOK_EVERY_MS = 1000

/** Not every wallet tells a page of its first account, so one without accounts is asked for them, which opens nothing. */
async function awaitAccount(provider: Eip1193Provider, signal: AbortSignal, appeared: () => void): Promise<void> {
  const hasAccount = async () => {
    const accounts = await provider.request({ method: 'eth_accounts' }).catch(() => null)
    return Array.isArray(accounts) && accounts.length > 0
  }
  if (await hasAccount()) return
  while (!signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    if (!signal.aborted && (await hasAccount())) return appeared()
  }
}

function findProvider(listed: ListedWallet): Eip1193Provider | null {
  return 'provider' in listed ? (listed as FoundWallet).provider : null
}
