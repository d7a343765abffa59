import { LANGUAGES, type Language, type Translations } from '@crypto-checkout/payer-ui'
import type { ReactiveController, ReactiveControllerHost } from 'lit'

/** The longest time that a payer waits for a language. */
const PATIENCE_MS = 4000

/** Keeps the texts of an element in the language of its place in the document. */
export class ReaderLanguage<Texts> implements ReactiveController {
  /** Null until the first texts are loaded. */
  texts: Texts | null = null
  /** Resolves when there are texts to show. */
  ready: Promise<void> = Promise.resolve()
  #language: Language | null = null
  #observer: MutationObserver | null = null
  readonly #host: ReactiveControllerHost & Element
  readonly #english: Texts
  readonly #translations: Translations<Texts>

  constructor(host: ReactiveControllerHost & Element, english: Texts, translations: Translations<Texts>) {
    this.#host = host
    this.#english = english
    this.#translations = translations
    host.addController(this)
  }

  hostConnected(): void {
    this.#observer = new MutationObserver(() => this.#choose())
    let root = this.#host.getRootNode()
    this.#observer.observe(root, { attributeFilter: ['lang'], subtree: true })
    // Shadow trees inherit the language, but their observers do not see changes outside.
    while (root instanceof ShadowRoot) {
      root = root.host.getRootNode()
      this.#observer.observe(root, { attributeFilter: ['lang'], subtree: true })
    }
    this.#choose()
  }

  hostDisconnected(): void {
    this.#observer?.disconnect()
  }

  #choose(): void {
    const language = LANGUAGES.find((one) => this.#host.matches(`:lang(${one})`)) ?? 'en'
    if (language === this.#language) return
    this.#language = language
    if (language === 'en') {
      this.#show(this.#english)
      return
    }
    const shown = this.#load(language).then((texts) => {
      // The language may have changed meanwhile.
      if (language === this.#language) this.#show(texts)
    })
    const waited = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)).then(() => {
      if (this.texts === null) this.#show(this.#english)
    })
    this.ready = Promise.race([shown, waited])
  }

  /** Falls back to English if the language cannot be loaded; the next element tries again. */
  async #load(language: Exclude<Language, 'en'>): Promise<Texts> {
    try {
      return (await this.#translations[language]()).texts
    } catch (error) {
      console.warn(`crypto-checkout: the texts in "${language}" cannot be loaded.`, error)
      return this.#english
    }
  }

  #show(texts: Texts): void {
    this.texts = texts
    this.#host.requestUpdate()
  }
}
