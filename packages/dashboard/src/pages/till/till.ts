import type { ConfiguredMethod } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { createOnce } from '../../api/once.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { getFirstCurrency } from '../../parts/clock.ts'
import { currencyField, readCurrency } from '../../parts/currency.ts'
import { noMethodsView } from '../../parts/lack.ts'
import { Loader } from '../../parts/loader.ts'
import { Progress } from '../../parts/progress.ts'
import { emptyView, isReady, showLoaded } from '../../parts/states.ts'
import { formatPrice } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'
import { chooseFirst, methodFields, readMethod } from '../payments/methods.ts'
import { findKey, isWithin, type Key, pressKey, toAmount } from './keypad.ts'
import { loadTill, sell, sellByLink, type Till } from './sale.ts'
import './sale-view.ts'

const KEYS: readonly Key[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0', 'back']

/** The till: an amount by a keypad, then the code to pay it, then the next customer. */
class TillPage extends Page {
  readonly #till = new Loader<Till>(this)
  readonly #send = createOnce()
  #digits = 0
  #currency = getFirstCurrency()
  #chosen: ConfiguredMethod | undefined
  #soldId: string | null = null
  readonly #progress = new Progress(this)

  protected override begin() {
    document.addEventListener('keydown', this.#onKey)
    return [() => document.removeEventListener('keydown', this.#onKey)]
  }

  protected override load(): void {
    const { shop, query } = this.place
    void this.#till.load((signal) => loadTill(shop, query.get('link'), signal))
  }

  override render() {
    const { shell } = texts
    if (this.#soldId !== null)
      return html`<h1 class="hidden">${shell.pages.till}</h1>
        <till-sale .shop=${this.place.shop} .paymentId=${this.#soldId} @next-customer=${this.#next}></till-sale>`
    return html`<h1 class="hidden">${shell.pages.till}</h1>
      ${showLoaded(this.#till, (till) => this.#entry(till))}`
  }

  #entry({ methods, configured, link }: Till): TemplateResult {
    const { till } = pageTexts
    const { shop } = this.place
    if (link) {
      const isOurs = link.livemode === (shop.environment === 'production')
      const leave = html`<a class="button" href=${formatPlace(shop, 'till')}>${till.leaveLink}</a>`
      if (!isOurs) return emptyView(till.linkElsewhere, '', leave)
      if (link.status !== 'active') return emptyView(till.linkClosed, link.title, leave)
    } else if (methods.length === 0) return noMethodsView(configured, shop)
    const isFixed = link !== null && link.amount !== null
    return html`<div class="till">
      ${link ? html`<p class="till-title">${link.title}</p>` : nothing}
      <output class="till-amount" translate="no" aria-label=${till.amount}>${this.#formatAmount(link)}</output>
      ${isFixed ? nothing : this.#keypad()}
      ${this.#progress.errorView()}
      <button
        type="button"
        class="primary till-take"
        aria-busy=${this.#progress.isBusy}
        ?disabled=${this.#progress.isBusy || !(isFixed || this.#digits > 0)}
        @click=${this.#take}
      >
        ${till.take}
      </button>
      ${link ? nothing : this.#settings(methods)}
    </div>`
  }

  #formatAmount(link: Till['link']): string {
    return formatPrice(link?.amount ?? this.#readAmount(link), link?.currency ?? this.#currency)
  }

  #readAmount(link: Till['link']): number {
    return toAmount(this.#digits, link?.currency ?? this.#currency)
  }

  #keypad(): TemplateResult {
    const { till } = pageTexts
    const press = (key: Key) => () => this.#press(key)
    return html`<div class="keypad" role="group" aria-label=${till.keypad}>
      ${KEYS.map((key) =>
        key === 'back'
          ? html`<button type="button" aria-label=${till.back} @click=${press('back')}>⌫</button>`
          : html`<button type="button" @click=${press(key)}>${key}</button>`,
      )}
    </div>`
  }

  #settings(methods: readonly ConfiguredMethod[]): TemplateResult | typeof nothing {
    const chosen = this.#chosen ?? chooseFirst(methods)
    if (!chosen) return nothing
    const choose = (method: ConfiguredMethod) => {
      this.#chosen = method
    }
    return html`<details class="till-settings">
      <summary>${pageTexts.till.settings}</summary>
      <form @change=${this.#changeSettings} @submit=${(event: Event) => event.preventDefault()}>
        ${currencyField({ value: this.#currency })} ${methodFields(methods, chosen, choose, { withWallet: false })}
      </form>
    </details>`
  }

  readonly #changeSettings = (event: Event): void => {
    const form = event.currentTarget
    if (!(form instanceof HTMLFormElement) || !form.checkValidity()) return
    const values = new FormData(form)
    this.#currency = readCurrency(values)
    const chosen = this.#findChosen()
    if (chosen) readMethod(values, chosen)
    this.requestUpdate()
  }

  #findChosen(): ConfiguredMethod | undefined {
    const { current } = this.#till
    return this.#chosen ?? (isReady(current) ? chooseFirst(current.value.methods) : undefined)
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const { target } = event
    const isTyped = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
    if (this.#soldId !== null || isTyped || event.ctrlKey || event.metaKey || event.altKey) return
    if (document.querySelector('form-dialog')) return
    // Enter on a button presses that button.
    if (event.key === 'Enter' && !(target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement)) {
      void this.#take()
      return
    }
    const key = findKey(event.key)
    if (key) this.#press(key)
  }

  #press(key: Key): void {
    const { current } = this.#till
    const link = isReady(current) ? current.value.link : null
    this.#digits = pressKey(this.#digits, key, link?.currency ?? this.#currency)
    this.#progress.show('', this.#progress.isBusy)
  }

  readonly #take = async (): Promise<void> => {
    const { current } = this.#till
    if (!isReady(current) || this.#progress.isBusy) return
    const { link } = current.value
    const problem = this.#findProblem(link)
    if (problem !== null) return this.#progress.show(problem, false)
    await this.#progress.run(async () => {
      const amount = this.#readAmount(link)
      const chosen = this.#findChosen()
      if (link) this.#soldId = (await sellByLink(link, amount)).id
      else if (chosen) {
        const price = { amount, currency: this.#currency }
        this.#soldId = (await sell(this.#send, this.place.shop, chosen, price)).id
      }
    })
  }

  #findProblem(link: Till['link']): string | null {
    if (link?.amount != null) return null
    const { minimum = null, maximum = null, currency = '' } = link ?? {}
    if (isWithin(this.#readAmount(link), { minimum, maximum })) return null
    if (minimum === null) return pageTexts.payments.form.badAmount
    return pageTexts.till.outside(
      formatPrice(minimum, currency),
      maximum === null ? '' : formatPrice(maximum, currency),
    )
  }

  readonly #next = (): void => {
    this.#soldId = null
    this.#digits = 0
    this.requestUpdate()
  }
}

customElements.define('till-page', TillPage)
