import type { SpokenTexts, WalletTexts } from '@crypto-checkout/payer-ui'
import { texts as english } from '@crypto-checkout/payer-ui/languages/en/wallet'
import { translations } from '@crypto-checkout/payer-ui/translations/wallet'
import type { ReactiveController, TemplateResult } from 'lit'
import { isTouched } from '../browser.ts'
import { adoptStyles } from '../crypto-checkout.styles.ts'
import { emit } from '../events.ts'
import { getEndpointUrl } from '../fetch-status.ts'
import type { CheckoutHost } from '../host.ts'
import { ReaderLanguage } from '../reader-language.ts'
import type { Model } from '../views/model.ts'
import { createPairedWallet, EvmWallets, isPaired, listenForWalletChange, WALLET_CONNECT } from './evm/wallets.ts'
import type { Attempt, DetectContext, PaymentMode, WalletFamily } from './family.ts'
import { listBrowserLinks, listPaymentLinks, type WalletLink } from './links.ts'
import { styles } from './panel.styles.ts'
import { MODE_BY_PROBLEM, renderPanelView } from './panel-view.ts'
import {
  dropPendingRequest,
  type PendingRequest,
  reportTransaction,
  restorePendingRequest,
  savePendingRequest,
} from './pending-request.ts'
import { type Found, getPanelMessage } from './saying.ts'
import {
  applyEvent,
  isSent,
  type ListedWallet,
  mayBeSent,
  type PanelStep,
  type Problem,
  type WalletEvent,
  type WalletState,
} from './state.ts'
import { StellarWallets } from './stellar/wallets.ts'

/** The state of one attempt; `mark` is set once the wallet is asked to send. */
type Course = { signal: AbortSignal; src: string; mark: PendingRequest | null }

/** SLIP-44, which stands for every EVM chain. */
const ETHER = 60
/** After this long without an answer the payer is told where to look, and may try again. */
const SILENT_MS = 15_000
/** Problems that another account or network in the wallet may fix. */
const MENDED_IN_WALLET: ReadonlySet<Problem> = new Set([
  ...(['pending', 'locked', 'account', 'network', 'insufficient', 'gas'] as const),
])

/** Pays with the payer's wallet, from the choice to the sent transfer. The element renders it in its card. */
export class WalletPanel implements ReactiveController {
  open = false
  #src: string
  #state: WalletState = { at: 'choosing' }
  #wallet: ListedWallet | null = null
  /** Aborted when another attempt begins. */
  #attempt = new AbortController()
  /** Transactions that the payer reports as failed. */
  readonly #setAside = new Set<string>()
  /** The account that could not pay without gas. */
  #ungasless: string | null = null
  #focus: 'wallet-title' | 'wallet-button' | null = null
  /** The current card while it asks for money; null otherwise. */
  #card: Model | null = null
  #rendered = false
  #silence: ReturnType<typeof setTimeout> | undefined
  #announcement = ''
  readonly #evm: EvmWallets
  readonly #stellar = new StellarWallets()
  readonly #host: CheckoutHost
  readonly #language: ReaderLanguage<WalletTexts>

  constructor(host: CheckoutHost) {
    this.#host = host
    this.#src = host.src
    this.#evm = new EvmWallets(host)
    adoptStyles(host, styles)
    this.#language = new ReaderLanguage(host, english, translations)
    host.addController(this)
  }

  /** True if the wallet has sent the money, as far as the panel knows. */
  get sent(): boolean {
    return this.open && isSent(this.#state.at)
  }

  /** True if the panel stands in place of everything that asks for money. */
  get replacesTerms(): boolean {
    return this.sent || (this.open && this.#state.at === 'contradiction')
  }

  /** The words that take the place of the payment's state: not to pay; null where that is still true. */
  get warning(): string | null {
    return this.open && this.#state.at === 'contradiction' ? (this.#message?.[0] ?? null) : null
  }

  /** Opens where the payer left off, or afresh if nothing is under way: then with a wallet, if its id is given. */
  show(card: Model, wallet?: string): void {
    // The payer may have left while this script was loading.
    if (!this.#host.isConnected) return
    this.#card = card
    this.open = true
    this.#focus = 'wallet-title'
    if (this.#apply({ type: 'opened' })) void this.#start(true, wallet)
    this.#host.requestUpdate()
  }

  view(card: Model): TemplateResult {
    this.#card = card
    this.#rendered = true
    return renderPanelView({
      card,
      announcement: this.#announcement,
      texts: this.#texts,
      state: this.#state,
      wallets: this.#family.wallets,
      chosen: this.#wallet,
      chain: this.#family.chain,
      found: this.#found,
      links: this.#links,
      walletConnect: this.#family.projectId !== null,
      pairing: this.#evm.pairingView,
      offers: this.#stellar.offersView,
      gasless: this.#evm.offersGasless && !('account' in this.#state && this.#state.account === this.#ungasless),
      on: {
        choose: (wallet) => this.#choose(wallet),
        pair: () => void this.#pair(true),
        chooseAnother: () => this.#chooseAnother(),
        again: (way) => this.#again(way),
        otherAccount: () => this.#wallet && this.#choose(this.#wallet, { otherAccount: true }),
        offer: (offer) => this.#wallet && this.#choose(this.#wallet, { offer }),
        otherMethod: () => void this.#showMethods(),
        reopen: () => this.show(card),
        close: () => this.#close(),
        failed: () => this.#setSentAside(),
      },
    })
  }

  hostUpdate(): void {
    this.#rendered = false
    if (this.#host.src !== this.#src) this.#turnTo(this.#host.src)
    // Nobody would see what is requested now.
    if (this.open && this.#host.modal && !this.#host.opened && !mayBeSent(this.#state)) this.#leave()
    if (this.open && !mayBeSent(this.#state) && this.#heedReports()) this.#renew()
  }

  hostUpdated(): void {
    // The card shows something else now. An answer to a request to send is still received.
    if (this.open && !this.#rendered) {
      if (this.#host.payment !== null) restorePendingRequest(this.#host.payment)
      this.#leave()
    }
    if (this.#focus !== null) this.#host.shadowRoot?.getElementById(this.#focus)?.focus()
    this.#focus = null
  }

  hostDisconnected(): void {
    this.#leave()
    this.#evm.stop()
  }

  async #start(recalling = true, wanted?: string): Promise<void> {
    const looking = this.#course()
    if (this.#heedReports() || (recalling && this.#recall())) return
    const found = await this.#family.detect(looking)
    if (looking.signal.aborted || found === 'told') return
    const wallet = found ?? this.#family.wallets.find(({ id }) => id === wanted)
    if (wallet) this.#choose(wallet)
    else this.#apply({ type: 'found' })
  }

  /** Tells whether a transfer is already under way, from this page or another; no other one is then requested. */
  #heedReports(): boolean {
    const known = this.#host.payment?.reported.find(
      ({ hash, status }) => status !== 'unrelated' && !this.#setAside.has(hash),
    )
    return known !== undefined && this.#apply({ type: 'reported', ...known })
  }

  /** Tells whether a wallet was asked to send before the page was loaded; the panel then shows that first. */
  #recall(): boolean {
    const mark = this.#host.payment && restorePendingRequest(this.#host.payment)
    if (!mark) return false
    const { hash, from, wallet } = mark
    this.#wallet = null
    this.#evm.terms = null
    if (hash === null || from === null) return this.#apply({ type: 'recalled', wallet, account: from })
    void this.#report({ hash, from }, this.#src)
    return this.#apply({ type: 'sent', hash, from })
  }

  #again(way?: PaymentMode): void {
    if (this.#wallet !== null) this.#choose(this.#wallet, { way })
    else if (this.#evm.terms !== null) void this.#pair(false, way)
    // After a reload it is unknown which wallet it was.
    else if (this.#apply({ type: 'restarted' })) void this.#start(false)
  }

  #choose(wallet: ListedWallet, how: Partial<Pick<Attempt, 'otherAccount' | 'offer' | 'way'>> = {}): void {
    if (!this.#apply({ type: 'chosen', wallet: wallet.name })) return
    this.#wallet = isPaired(wallet) ? null : wallet
    const attempt: Attempt = { ...this.#course(), otherAccount: false, ...how }
    const { signal } = attempt
    void this.#family.pay(wallet, attempt).then(() => {
      const state = this.#state
      const waits = state.at === 'ready' || (state.at === 'stopped' && MENDED_IN_WALLET.has(state.problem))
      // A change in the wallet that may fix the problem restarts the attempt without another click.
      if (waits && !signal.aborted) listenForWalletChange(wallet, signal, () => this.#choose(wallet))
    })
  }

  /** Starts a new attempt and ends the previous one. */
  #course(): DetectContext {
    const { signal } = this.#renew()
    const course: Course = { signal, src: this.#src, mark: null }
    return { src: this.#src, card: () => this.#card, signal, onStep: (step) => this.#step(step, course) }
  }

  /** `anew`: with a wallet other than the connected one. */
  async #pair(anew: boolean, way?: PaymentMode): Promise<void> {
    const card = this.#card
    if (this.#family.projectId === null || this.#family.chain === null || card === null) return
    if (!this.#apply({ type: 'pairing', wallet: WALLET_CONNECT, uri: null })) return
    this.#wallet = null
    const { signal } = this.#renew()
    const onUri = (uri: string) =>
      void (signal.aborted || this.#apply({ type: 'pairing', wallet: WALLET_CONNECT, uri }))
    const paired = await this.#evm.pair(card, anew, signal, onUri)
    if (paired === null || signal.aborted) return
    if ('problem' in paired) this.#apply({ type: 'unpaired', ...paired })
    else this.#choose(createPairedWallet(paired.session), { way })
  }

  #chooseAnother(): void {
    this.#renew()
    this.#apply({ type: 'found' })
  }

  /**
   * A sent transfer is reported whatever has happened since; all other steps only if their attempt is still current.
   */
  #step(step: PanelStep, course: Course): void {
    const { signal, src } = course
    if (step.type === 'sent') {
      if (course.mark !== null) savePendingRequest({ ...course.mark, hash: step.hash, from: step.from })
      emit(this.#host, 'checkout-transaction-sent', { hash: step.hash })
      void this.#report(step, src)
    } else if (signal.aborted) return
    if (src !== this.#src || !this.#apply(step)) return
    if (step.type === 'sending') {
      course.mark = this.#mark()
      clearTimeout(this.#silence)
      this.#silence = setTimeout(() => this.#apply({ type: 'silent' }), SILENT_MS)
    }
    if (step.type === 'stopped' && course.mark !== null) dropPendingRequest(course.mark.payment)
    // Another attempt may be under way, because the outcome of this one was unknown.
    if (step.type === 'sent') this.#renew()
    if (step.type === 'stopped' && MODE_BY_PROBLEM[step.problem] === 'sending' && 'account' in this.#state)
      this.#ungasless = this.#state.account
    if (step.type !== 'connected') return
    const wallet = 'wallet' in this.#state ? this.#state.wallet : null
    emit(this.#host, 'checkout-wallet-connected', { wallet, account: step.account })
  }

  /** Records that the wallet is asked to send. */
  #mark(): PendingRequest | null {
    if (this.#card === null || this.#state.at !== 'sending') return null
    const { id, amountDue } = this.#card.payment
    const mark = { payment: id, due: amountDue, wallet: this.#state.wallet, from: this.#state.account, hash: null }
    savePendingRequest(mark)
    return mark
  }

  async #report({ hash, from }: { hash: string; from: string }, src: string): Promise<void> {
    const url = getEndpointUrl(src, document.baseURI, 'transactions')
    if (url !== null && (await reportTransaction(url, { hash, from }))) await this.#host.refresh()
  }

  #turnTo(src: string): void {
    this.#src = src
    this.#leave()
    this.#renew()
    this.#state = { at: 'choosing' }
  }

  /** Returns whether the event changed the state. */
  #apply(event: WalletEvent): boolean {
    const before = this.#state
    this.#state = applyEvent(before, event)
    if (this.#state === before) return false
    // The focused control may disappear or change in the next state.
    if (this.#host.shadowRoot?.activeElement?.closest('.wallet')) this.#focus = 'wallet-title'
    this.#announcement = this.#saying()
    this.#host.requestUpdate()
    return true
  }

  #saying(): string {
    return (this.#message ?? []).filter((part) => part !== null).join('. ')
  }

  get #message(): ReturnType<typeof getPanelMessage> | null {
    const texts = this.#texts
    if (this.#card === null || texts === null) return null
    return getPanelMessage(this.#state, texts, this.#card, this.#family.chain, this.#found)
  }

  get #texts(): SpokenTexts | null {
    const { texts } = this.#language
    const more = this.#evm.gasless?.texts
    // No state that needs the other texts can be reached before they are loaded.
    return texts && ({ ...texts, ...more, messages: { ...texts.messages, ...more?.messages } } as SpokenTexts)
  }

  get #isStellar(): boolean {
    return this.#card?.payment.network === 'stellar'
  }

  get #family(): WalletFamily {
    return this.#isStellar ? this.#stellar : this.#evm
  }

  get #links(): WalletLink[] {
    const payment = this.#card?.payment
    if (payment === undefined || !isTouched() || this.#family.wallets.length > 0) return []
    if (this.#isStellar) return listPaymentLinks(payment.paymentUri, this.#texts?.openInWallet ?? '')
    return listBrowserLinks(new URL(this.#src, document.baseURI).href, this.#evm.terms?.coinType ?? ETHER)
  }

  get #found(): Found {
    if (this.#family.projectId !== null || this.#family.wallets.length > 0) return 'choosing'
    if (this.#links.length === 0) return 'none'
    return this.#isStellar ? 'handover' : 'apps'
  }

  #setSentAside(): void {
    if (this.#state.at === 'sent') this.#setAside.add(this.#state.hash)
    if (this.#card !== null) dropPendingRequest(this.#card.payment.id)
    this.#close()
  }

  #close(): void {
    this.#leave()
    this.#focus = 'wallet-button'
    this.#host.requestUpdate()
  }

  /** Leads to the choice of another coin or network. */
  async #showMethods(): Promise<void> {
    this.#leave()
    this.#host.requestUpdate()
    await this.#host.updateComplete
    const methods = this.#host.shadowRoot?.querySelector<HTMLDetailsElement>('details.methods')
    if (!methods) return
    methods.open = true
    methods.querySelector('summary')?.focus()
  }

  /** A transfer that was not sent will not be; a request to send is out of our hands. */
  #leave(): void {
    this.open = false
    this.#card = null
    if (!mayBeSent(this.#state)) this.#renew()
  }

  #renew(): AbortController {
    this.#attempt.abort()
    this.#attempt = new AbortController()
    return this.#attempt
  }
}
