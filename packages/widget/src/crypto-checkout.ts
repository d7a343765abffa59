import type { PaymentStatus, PublicPayment } from '@crypto-checkout/api-types'
import {
  asksForMoney,
  type CopyTarget,
  derivePhase,
  english,
  formatTerms,
  getHeadline,
  getQrContent,
  type Headline,
  type Phase,
} from '@crypto-checkout/payer-ui'
import { translations } from '@crypto-checkout/payer-ui/translations/payment'
import { type CSSResult, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { copyText, healTexts, holdHeight, showState } from './browser.ts'
import { styles } from './crypto-checkout.styles.ts'
import { EmbedPlace } from './embed-place.ts'
import { emit, emitStatus } from './events.ts'
import { createLazyPart, WalletLoader } from './lazy-parts.ts'
import { LinkPlace } from './link-place.ts'
import { drawPaymentCode } from './payment-code.ts'
import { PaymentFollower } from './payment-follower.ts'
import type { QrPath } from './qr-path.ts'
import { ReaderLanguage } from './reader-language.ts'
import type { Redirect } from './redirect.ts'
import { createUsagePlace } from './usage-place.ts'
import { cardView, failureView, loadingView } from './views/card.ts'
import type { Turn } from './views/model.ts'

export type { PaymentStatus, PublicPayment } from '@crypto-checkout/api-types'
export type { CheckoutEventMap, CheckoutEvents } from './events.ts'
export type { FailureCode } from './fetch-status.ts'

const COPIED_MS = 2500
type RedirectModule = typeof import('./redirect.ts')
/** Once it is loaded, its notice appears together with the receipt. */
let redirect: RedirectModule | null = null
const loadRedirect = async () => {
  redirect = await import('./redirect.ts')
  return redirect
}

/**
 * Shows a payment and follows it until it is completed.
 *
 * @summary A stablecoin payment: amount, network, address, QR code, time left and outcome.
 * @element crypto-checkout
 *
 * @attr {string} src - The payment's page: the field `url` of the payment.
 * @attr {string} link - The address of a payment link, in place of `src`: shows what it is for, and makes a payment when the payer presses its button.
 * @attr {string} lang - The language, own or inherited: en, ar, de, es, fr, it, ja, nl, pl, pt, tr, zh. Any other value shows English.
 * @attr {boolean} modal - Shows nothing in place; shows the payment in a dialog over the page while it is `opened`.
 * @attr {boolean} opened - True if the dialog of a `modal` element is open.
 * @attr {'auto' | 'manual'} redirect - `auto` if a payer who has seen the payment complete is redirected to its `redirectUrl`, after a countdown that they can stop. Default: auto.
 * @attr {string} method - The coin and the network that the page prefers among those that the payment offers: `USDC polygon`.
 * @attr {string} snapshot - The payment's public view as JSON, if the server has it at hand: shown before the first answer.
 * @attr {string} walletconnect-project-id - The page's own WalletConnect project, instead of the checkout server's.
 *
 * @fires {CustomEvent<{ from: PaymentStatus | null; to: PaymentStatus; payment: PublicPayment }>} checkout-status-change - The status is known (`from` is null) or has changed.
 * @fires {CustomEvent<{ payment: PublicPayment }>} checkout-method-change - The payment asks for another coin or network than before.
 * @fires {CustomEvent<{ payment: PublicPayment }>} checkout-payment-created - The payer has made a payment by the element's `link`.
 * @fires {CustomEvent<{ payment: PublicPayment }>} checkout-completed - The full amount is final.
 * @fires {CustomEvent<{ payment: PublicPayment }>} checkout-expired - The deadline passed without the full amount.
 * @fires {CustomEvent<{ payment: PublicPayment | null }>} checkout-close - The dialog was closed. The payment continues.
 * @fires {CustomEvent<{ code: FailureCode; retryable: boolean }>} checkout-error - The status, or the link, cannot be read. Fires once for each series of failures.
 * @fires {CustomEvent<{ wallet: string | null; account: string }>} checkout-wallet-connected - A wallet has connected: its name, and the account that it would pay from.
 * @fires {CustomEvent<{ hash: string }>} checkout-transaction-sent - The wallet has sent the transfer. It counts as paid only once the network has it.
 *
 * @slot - Shown until the payment is known.
 * @slot header - Replaces the merchant's name.
 * @slot footer - Below the payment's id.
 * @slot completed - Extra content for a completed payment.
 * @slot expired - Extra content for an expired payment.
 *
 * @csspart dialog - The dialog around the card of a `modal` element.
 * @csspart container - The card.
 * @csspart test-mode - The notice in test mode that the payment's coins have no value.
 * @csspart header - Merchant and network.
 * @csspart network - The network's badge.
 * @csspart status - The state of the payment.
 * @csspart timer - The time left.
 * @csspart deadline - The sentence with the deadline.
 * @csspart notices - What is unusual about the payment.
 * @csspart amount - The amount with its coin.
 * @csspart wallet - The wallet panel, once it is open.
 * @csspart qr - The QR code with its caption.
 * @csspart address - The field with the address.
 * @csspart memo - The field with the memo.
 * @csspart explanation - How the payment is recognised.
 * @csspart redirect - The notice of the redirect back to the shop.
 * @csspart progress - The confirmations.
 * @csspart receipt - The table of what was paid.
 * @csspart transactions - The transactions.
 * @csspart button-copy - Each copy button.
 * @csspart button-primary - The payer's next step: to pay with a wallet, to go back to the shop, or to ask for help.
 * @csspart button-secondary - Every other button.
 * @csspart button-retry - The retry button inside a notice.
 * @csspart button-close - Closes the dialog.
 * @csspart button-stay - Cancels the redirect back to the shop.
 * @csspart order - What the payment is for.
 * @csspart methods - The other ways to pay.
 * @csspart link - Each link on that is not a button: back to the shop, or to the merchant's support.
 * @csspart logo - The merchant's logo.
 * @csspart claim - The form for a payer who has already paid.
 * @csspart footer - The payment's id.
 *
 * @cssproperty --crypto-checkout-accent - Links, buttons, progress.
 * @cssproperty --crypto-checkout-button - The button of the next step. Default: the accent.
 * @cssproperty --crypto-checkout-on-accent - Text on that button.
 * @cssproperty --crypto-checkout-surface - The card. Its inner panels add a little of the text.
 * @cssproperty --crypto-checkout-text - Text.
 * @cssproperty --crypto-checkout-muted - Less prominent text.
 * @cssproperty --crypto-checkout-line - Borders.
 * @cssproperty --crypto-checkout-success - A completed payment.
 * @cssproperty --crypto-checkout-radius - The corners of the card.
 * @cssproperty --crypto-checkout-font - The font family.
 * @cssproperty --crypto-checkout-size - The size of `1rem` in the element, in px or rem. Default: `1rem` of the page, at least 16px and at most 32px.
 */
export class CryptoCheckout extends LitElement {
  static override styles: CSSResult[] = styles
  static override properties = {
    src: { type: String },
    link: { type: String },
    snapshot: { type: String },
    method: { type: String },
    redirect: { type: String },
    modal: { type: Boolean, reflect: true },
    opened: { type: Boolean, reflect: true },
  }

  declare src: string
  declare link: string | null
  declare snapshot: string | null
  declare method: string | null
  declare redirect: 'auto' | 'manual'
  declare modal: boolean
  declare opened: boolean

  #copied: CopyTarget | null = null
  #announcement = ''
  #shownPhase: Phase | null = null
  #shownHeadline: Headline | null = null
  #screen: Turn = 0
  #offer: Turn = 0
  #offered = ''
  #emittedStatus: PaymentStatus | null = null
  #emittedMethod: string | null = null
  #code: 'address' | 'request' = 'address'
  #qr: { content: string; path: QrPath | null } | null = null
  #uncopy: ReturnType<typeof setTimeout> | undefined
  #hadFocus = false
  #stateChanged = false
  #leaving: Redirect | null = null
  readonly #language = new ReaderLanguage(this, english, translations)
  readonly #usage = createUsagePlace(this)
  readonly #follower = new PaymentFollower(this, ({ code, retryable }) => {
    if (code === 'invalid_src') this.#usage.warn('src', this.src)
    emit(this, 'checkout-error', { code, retryable })
  })
  readonly #wallets = new WalletLoader(this)
  readonly #linkPlace = new LinkPlace(this)
  readonly #embedPlace = new EmbedPlace(this)
  readonly #lazyParts = {
    claimForm: createLazyPart(this, () => import('./claim-form.ts')),
    emailForm: createLazyPart(this, () => import('./email-form.ts')),
    exchangePath: createLazyPart(this, () => import('./exchange-path.ts')),
    methodChoice: createLazyPart(this, () => import('./method-choice.ts')),
  }

  constructor() {
    super()
    this.src = ''
    this.link = null
    this.snapshot = null
    this.method = null
    this.redirect = 'auto'
    this.modal = false
    this.opened = false
  }

  /** The payment as last read; null before the first answer. */
  get payment(): PublicPayment | null {
    return this.#follower.payment
  }

  /** The displayed state in words; null before the first answer. */
  get label(): string | null {
    const { texts } = this.#language
    const { payment, nowMs } = this.#follower
    if (texts === null || payment === null || this.#shownPhase === null) return null
    return texts.titles[getHeadline(payment, this.#shownPhase, nowMs)]
  }

  /** Reads the status now, without waiting for the next poll. Resolves when the answer is shown. */
  async refresh(): Promise<void> {
    await (this.src ? this.#follower.check() : this.#linkPlace.read())
    await this.updateComplete
  }

  /** Shows the payment over the page, if the element is `modal`. */
  open(): void {
    if (this.modal) this.opened = true
    else this.#usage.warn('open')
  }

  /** Closes the dialog. The payment is not cancelled, and the element continues to follow it. */
  close(): void {
    this.opened = false
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#uncopy)
    this.#copied = null
  }

  /** An update is complete once its texts are loaded. */
  protected override async getUpdateComplete(): Promise<boolean> {
    await this.#language.ready
    return super.getUpdateComplete()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // This may change src.
    if (changed.has('link')) this.#linkPlace.follow()
    if (changed.has('src') || !this.hasUpdated) {
      this.#emittedStatus = null
      this.#emittedMethod = null
      this.#embedPlace.reset()
      this.#shownPhase = null
      this.#leaving = null
      this.#code = 'address'
      this.#follower.follow(this.src, this.snapshot)
      if (this.snapshot && this.payment === null) this.#usage.warn('snapshot', this.snapshot)
    }
    if (changed.has('modal') && this.modal) this.#embedPlace.frame()
    const { payment, nowMs } = this.#follower
    const phase = payment === null ? null : derivePhase(payment, nowMs)
    if (payment !== null) this.#renewOffer(payment)
    // The focused control may disappear in this update; the reader must not start over at the top.
    this.#hadFocus = this.shadowRoot?.activeElement != null
    const [earlier, before] = [this.#shownPhase, this.#shownHeadline]
    this.#shownPhase = phase
    this.#shownHeadline = payment && phase && getHeadline(payment, phase, nowMs)
    if (earlier !== null && phase !== null && this.#shownHeadline !== before) this.#enter(phase, earlier)
  }

  /** Has what is paid where rendered anew once it is another. */
  #renewOffer({ network, cryptocurrency, amountDue, address }: PublicPayment): void {
    const offered = [network, cryptocurrency, amountDue, address].join()
    if (offered !== this.#offered) this.#offer = this.#offer === 0 ? 1 : 0
    this.#offered = offered
  }

  /** Shows another state. */
  #enter(phase: Phase, earlier: Phase): void {
    const { payment } = this
    holdHeight(this.shadowRoot)
    this.#stateChanged = true
    // The wallet panel goes on through all states.
    if (!this.#wallets.panel?.open) this.#screen = this.#screen === 0 ? 1 : 0
    if (phase === 'seen') loadRedirect().catch(() => {})
    if (phase === 'completed' && phase !== earlier && payment?.redirectUrl) this.#leave(payment.id)
    this.#announce(phase)
  }

  /** Texts are put where a translator has changed nodes. If it has even removed those that Lit needs, all is rendered anew. */
  protected override update(changed: PropertyValues<this>): void {
    const { renderRoot } = this
    try {
      super.update(changed)
    } catch {
      // Lit keeps here what it has rendered.
      Object.assign(renderRoot, { _$litPart$: undefined })
      renderRoot.replaceChildren()
      super.update(changed)
    }
    healTexts(renderRoot)
  }

  protected override render(): TemplateResult {
    const { texts } = this.#language
    const content = html`${this.#view()}
      <p class="quiet" role="status" lang=${texts?.language ?? nothing}>${this.#announcement}</p>`
    return this.#embedPlace.view(content, texts)
  }

  protected override updated(): void {
    if (this.#hadFocus && this.shadowRoot?.activeElement === null) {
      this.shadowRoot.getElementById('checkout-state')?.focus()
    }
    if (this.#stateChanged) showState(this.shadowRoot)
    this.#stateChanged = false
    const { payment, failure } = this.#follower
    if (payment !== null) this.#tell(payment)
    // A misspelt attribute delays no payment.
    if (payment || failure || !this.src) this.#usage.look()
  }

  /** Tells the page of a payment, and looks for wallets that can pay it. */
  #tell(payment: PublicPayment): void {
    const from = this.#emittedStatus
    this.#emittedStatus = payment.status
    emitStatus(this, from, payment)
    if (this.#shownPhase !== null && asksForMoney(this.#shownPhase) && payment.paymentUri)
      this.#wallets.find(payment.network)
    this.#followMethod(payment)
  }

  /** Tells of another method, and chooses the one that the page prefers. */
  #followMethod(payment: PublicPayment): void {
    const method = `${payment.cryptocurrency} ${payment.network}`
    const earlier = this.#emittedMethod
    this.#emittedMethod = method
    if (earlier !== null && earlier !== method) {
      this.#announcement = this.#language.texts?.heading(formatTerms(payment, 'awaiting', this.#language.texts)) ?? ''
      emit(this, 'checkout-method-change', { payment })
      this.requestUpdate()
    }
    if (this.#shownPhase === 'awaiting') this.#embedPlace.prefer(method)
  }

  #view(): TemplateResult {
    const { payment, failure, nowMs, stale } = this.#follower
    const { texts } = this.#language
    const onRetry = () => void this.refresh()
    if (texts === null) return loadingView(null)
    if (this.link && !this.src) return this.#linkPlace.view(texts)
    if (payment === null || this.#shownPhase === null) {
      return failure === null ? loadingView(texts) : failureView(failure, texts, onRetry)
    }
    const terms = formatTerms(payment, this.#shownPhase, texts)
    return cardView({
      src: this.src,
      payment,
      phase: this.#shownPhase,
      terms,
      nowMs,
      screen: this.#screen,
      offer: this.#offer,
      qr: asksForMoney(this.#shownPhase) ? this.#makeQr(payment) : null,
      code: this.#code,
      copied: this.#copied,
      stale,
      texts,
      leaving: this.#leaving?.view(terms, texts) ?? null,
      wallets: payment.paymentUri ? this.#wallets : null,
      ...this.#lazyParts,
      linkPlace: this.#linkPlace,
      onCopy: (target) => void this.#copy(target),
      onSwitchCode: () => {
        this.#code = this.#code === 'request' ? 'address' : 'request'
        this.requestUpdate()
      },
      onRetry,
    })
  }

  /** Cached: the code changes at most with a partial payment, but the countdown changes each second. */
  #makeQr(payment: PublicPayment): QrPath | null {
    const content = this.#code === 'request' ? payment.paymentUri : getQrContent(payment)
    if (this.#qr?.content !== content) {
      this.#qr = { content, path: drawPaymentCode(content, (path) => this.#showCode({ content, path })) }
    }
    return this.#qr.path
  }

  /** Shows a code that was drawn late, unless another one is needed by now. */
  #showCode(qr: { content: string; path: QrPath | null }): void {
    if (this.#qr?.content !== qr.content) return
    this.#qr = qr
    // Without a code there would be no button back.
    if (qr.path === null) this.#code = 'address'
    this.requestUpdate()
  }

  /** Redirects only a payer who has seen the payment complete: a payer who reopens it wants to see it. */
  #leave(paid: string): void {
    const start = ({ startRedirect }: RedirectModule) => {
      if (this.payment?.id !== paid) return
      this.#leaving = startRedirect(this)
      this.#announce('completed')
      this.requestUpdate()
    }
    if (redirect) start(redirect)
    // There is also a link.
    else loadRedirect().then(start, () => {})
  }

  #announce(phase: Phase): void {
    const { payment } = this.#follower
    const { texts } = this.#language
    if (payment === null || texts === null) return
    const terms = formatTerms(payment, phase, texts)
    const detail = texts.details[phase](terms)
    const more = [detail, this.#leaving?.words(terms, texts)].filter(Boolean).join(' ')
    this.#announcement = [this.label, more].filter(Boolean).join('. ')
  }

  async #copy(target: CopyTarget): Promise<void> {
    const { payment } = this.#follower
    const { texts } = this.#language
    if (payment === null || texts === null || this.#shownPhase === null || this.shadowRoot === null) return
    const { exactAmount, address, memo } = formatTerms(payment, this.#shownPhase, texts)
    const text = { amount: exactAmount, address, memo, reference: payment.id }[target]
    const copied = text !== null && (await copyText(text, this.shadowRoot))
    this.#copied = copied ? target : null
    this.#announcement = copied ? texts.copied[target] : texts.copyRefused
    this.requestUpdate()
    clearTimeout(this.#uncopy)
    this.#uncopy = setTimeout(() => {
      this.#copied = null
      this.#announcement = ''
      this.requestUpdate()
    }, COPIED_MS)
  }
}

/** Importing the module twice, for instance from two bundles, must not fail. */
function define(): void {
  if (!customElements.get('crypto-checkout')) customElements.define('crypto-checkout', CryptoCheckout)
}

// A server has no `CSS`; only the class is defined there.
if (globalThis.CSS?.supports('color', 'light-dark(#000, #fff)') ?? true) define()
else import('./older-browsers.ts').then(({ adaptStyles }) => adaptStyles(CryptoCheckout)).then(define, define)

declare global {
  interface HTMLElementTagNameMap {
    'crypto-checkout': CryptoCheckout
  }
}
