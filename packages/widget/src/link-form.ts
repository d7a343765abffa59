import type { PublicPaymentLink } from '@crypto-checkout/api-types'
import { entryCss, isOver, type LinkTexts, listWays, parseTypedAmount, type Texts } from '@crypto-checkout/payer-ui'
import { texts as english } from '@crypto-checkout/payer-ui/languages/en/link'
import { translations } from '@crypto-checkout/payer-ui/translations/link'
import { css, html, type ReactiveController, type TemplateResult, unsafeCSS } from 'lit'
import { askServer } from './ask-server.ts'
import { copyText } from './browser.ts'
import { adoptStyles } from './crypto-checkout.styles.ts'
import { emit } from './events.ts'
import { createFailure, type Failure, getEndpointUrl, readPayment } from './fetch-status.ts'
import type { CheckoutHost } from './host.ts'
import { dropMade, restoreMade, saveMade } from './made-payment.ts'
import { computeRetryDelayMs } from './poll-schedule.ts'
import { readLink } from './read-link.ts'
import { ReaderLanguage } from './reader-language.ts'
import { failureView, loadingView } from './views/card.ts'
import { closedLinkView, type LinkModel, linkView, missingLinkView } from './views/link.ts'
import type { Model, View } from './views/model.ts'

const COPIED_MS = 2500

/**
 * Shows the payment link of an element. When the payer presses the button, it makes a payment, and the element shows that
 * from then on. A page that is loaded again in the same tab shows the same payment.
 */
export class LinkForm implements ReactiveController {
  #link: PublicPaymentLink | null = null
  #failure: Failure | null = null
  /** Failures since the last good answer. */
  #streak = 0
  /** The reason for which no payment was made. */
  #problem: LinkModel['problem'] = null
  #isBusy = false
  /** The result of the last attempt to copy the link's reference; null if there was none, or it was a while ago. */
  #copied: LinkModel['copied'] = null
  #uncopy: ReturnType<typeof setTimeout> | undefined
  /** The page of the payment that was made. */
  #made: string | null = null
  #reading = new AbortController()
  #retry: ReturnType<typeof setTimeout> | undefined
  readonly #host: CheckoutHost
  readonly #language: ReaderLanguage<LinkTexts>

  constructor(host: CheckoutHost) {
    this.#host = host
    adoptStyles(host, styles)
    this.#language = new ReaderLanguage(host, english, translations)
    host.addEventListener('checkout-error', ({ detail }) => {
      // The server no longer has the payment that this tab remembers.
      if (detail.code === 'not_found' && this.#shows()) void this.#restart()
    })
    host.addController(this)
  }

  hostConnected(): void {
    if (this.#link === null && this.#made === null) this.follow()
  }

  hostDisconnected(): void {
    this.#stop()
  }

  /** Switches to the link that the element has now. */
  follow(): void {
    const host = this.#host
    this.#stop()
    if (this.#shows()) host.src = ''
    this.#made = null
    this.#link = null
    this.#failure = null
    this.#streak = 0
    this.#problem = null
    if (!host.link) return
    if (host.src || host.snapshot) {
      console.warn('crypto-checkout: there are two payments to show: use either link, or src with its snapshot.')
    }
    if (host.src) return
    const made = restoreMade(this.#url('status'))
    if (made === null) void this.read()
    else this.#show(made, null)
  }

  /** Reads the link now. Resolves when the answer is known. */
  async read(): Promise<void> {
    this.#stop()
    const { signal } = this.#reading
    const url = this.#url('status')
    const answer = url === null ? { failure: createFailure('invalid_src') } : await readLink(url, signal)
    if (signal.aborted) return
    if ('link' in answer) {
      this.#link = answer.link
      this.#failure = null
      this.#streak = 0
    } else this.#failed(answer.failure)
    this.#host.requestUpdate()
  }

  view(texts: Texts): TemplateResult {
    const words = this.#language.texts
    const link = this.#link
    if (words === null) return loadingView(texts)
    if (link === null) {
      if (this.#failure === null) return loadingView(texts)
      if (this.#failure.code === 'not_found') return missingLinkView(words, texts)
      return failureView(this.#failure, texts, () => void this.read())
    }
    const model: LinkModel = {
      link,
      texts,
      words,
      problem: this.#problem,
      isBusy: this.#isBusy,
      copied: this.#copied,
      onSubmit: this.#submit,
      onCopy: this.#copy,
    }
    return link.status === 'active' ? linkView(model) : closedLinkView(model, link.status)
  }

  /** The ways on from a payment, with the one to another payment after the end of the one that was made. */
  again({ payment, phase, nowMs }: Model, ways: (leadsOn: boolean) => View): View {
    const { texts } = this.#language
    const isEnded = phase === 'completed' || phase === 'expired' || phase === 'cancelled'
    if (texts === null || !isEnded || !this.#shows()) return ways(false)
    const hasPrimary = listWays(payment, phase, nowMs, true).some(({ look }) => look === 'primary')
    // Parts are written out, so that the element's manifest can be held against them.
    const button =
      hasPrimary || !isOver(phase)
        ? html`<button class="secondary" part="button-secondary" type="button" @click=${this.#restart}>${texts.again}</button>`
        : html`<button class="primary" part="button-primary" type="button" @click=${this.#restart}>${texts.again}</button>`
    const another = html`<p class="actions">${button}</p>`
    return hasPrimary ? html`${ways(true)} ${another}` : html`${another} ${ways(true)}`
  }

  /** Tells whether the element shows the payment that was made here. */
  #shows(): boolean {
    return this.#made !== null && this.#host.src === this.#made
  }

  #url(name: 'status' | 'payments'): string | null {
    return getEndpointUrl(this.#host.link ?? '', document.baseURI, name)
  }

  #stop(): void {
    this.#reading.abort()
    this.#reading = new AbortController()
    clearTimeout(this.#retry)
    clearTimeout(this.#uncopy)
    this.#copied = null
  }

  #failed(failure: Failure): void {
    const { code, retryable, retryAfterMs } = failure
    this.#failure = failure
    this.#streak += 1
    if (retryable) {
      const delayMs = computeRetryDelayMs(this.#streak, retryAfterMs, Math.random)
      this.#retry = setTimeout(() => void this.read(), delayMs)
    }
    if (this.#streak > 1) return
    if (code === 'invalid_src') {
      console.warn('crypto-checkout: link is not the address of a payment link:', this.#host.link)
    }
    emit(this.#host, 'checkout-error', { code, retryable })
  }

  readonly #submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const link = this.#link
    if (link === null || this.#isBusy) return
    const field = new FormData(event.currentTarget as HTMLFormElement).get('amount')
    const amount = link.amount === null ? parseTypedAmount(String(field), link.currency) : null
    if (link.amount === null && !isWithin(link, amount)) {
      await this.#refuse('amount')
      return
    }
    this.#isBusy = true
    this.#problem = null
    this.#host.requestUpdate()
    await this.#pay(amount)
  }

  readonly #copy = async (): Promise<void> => {
    const { shadowRoot } = this.#host
    if (this.#link === null || shadowRoot === null) return
    this.#become((await copyText(this.#link.id, shadowRoot)) ? 'yes' : 'refused')
    clearTimeout(this.#uncopy)
    this.#uncopy = setTimeout(() => this.#become(null), COPIED_MS)
  }

  #become(copied: LinkModel['copied']): void {
    this.#copied = copied
    this.#host.requestUpdate()
  }

  async #pay(amount: number | null): Promise<void> {
    const host = this.#host
    const { link } = host
    const { status, body } = await askServer(this.#url('payments'), amount === null ? {} : { amount })
    this.#isBusy = false
    // The page shows another link by now.
    if (host.link !== link) return
    const snapshot = JSON.stringify(body)
    const payment = status === 201 ? readPayment(snapshot) : null
    if (payment === null || typeof body.url !== 'string') {
      await this.#refuse(Object(body.error).param === 'amount' ? 'amount' : 'other')
      return
    }
    saveMade(this.#url('status'), body.url)
    emit(host, 'checkout-payment-created', { payment })
    this.#show(body.url, snapshot)
  }

  async #refuse(problem: LinkModel['problem']): Promise<void> {
    this.#problem = problem
    this.#host.requestUpdate()
    // It may make no further payments.
    if (problem === 'other') await this.read()
    await this.#host.updateComplete
    this.#host.shadowRoot?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  #show(src: string, snapshot: string | null): void {
    const host = this.#host
    this.#made = src
    host.snapshot = snapshot
    host.src = src
    // It says nothing about another payment that the page may show later.
    void host.updateComplete.then(() => {
      host.snapshot = null
    })
  }

  /** Shows the link again, in place of the payment. */
  readonly #restart = async (): Promise<void> => {
    const host = this.#host
    dropMade(this.#url('status'))
    this.#made = null
    host.src = ''
    await this.read()
    await host.updateComplete
    host.shadowRoot?.getElementById('checkout-state')?.focus()
  }
}

function isWithin({ minimum, maximum }: PublicPaymentLink, amount: number | null): boolean {
  return amount !== null && amount >= (minimum ?? 0) && amount <= (maximum ?? Number.POSITIVE_INFINITY)
}

const styles = css`
  ${unsafeCSS(entryCss)}
  .subject.subject {
    margin-block-start: 1.25rem;
    font-size: 1.25rem;
    font-weight: 650;
    line-height: 1.3;
    outline: none;
  }
  .entry .hint {
    overflow-wrap: anywhere;
    font-size: 0.875rem;
  }
  .entry .actions {
    margin-block-start: 0.75rem;
  }
`

export function createPart(host: CheckoutHost): LinkForm {
  return new LinkForm(host)
}
