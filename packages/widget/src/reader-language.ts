import { english, LANGUAGES, type Language, type Texts } from '@crypto-checkout/core/payer'
import type { ReactiveController, ReactiveControllerHost } from 'lit'

type Module = { texts: Texts }

/** English is in the element; the others are scripts of their own beside it. */
const MODULES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Module>>> = {
  ar: () => import('@crypto-checkout/core/payer/languages/ar'),
  de: () => import('@crypto-checkout/core/payer/languages/de'),
  es: () => import('@crypto-checkout/core/payer/languages/es'),
  fr: () => import('@crypto-checkout/core/payer/languages/fr'),
  it: () => import('@crypto-checkout/core/payer/languages/it'),
  ja: () => import('@crypto-checkout/core/payer/languages/ja'),
  nl: () => import('@crypto-checkout/core/payer/languages/nl'),
  pl: () => import('@crypto-checkout/core/payer/languages/pl'),
  pt: () => import('@crypto-checkout/core/payer/languages/pt'),
  tr: () => import('@crypto-checkout/core/payer/languages/tr'),
  zh: () => import('@crypto-checkout/core/payer/languages/zh'),
}

/** A payer waits no longer for a language. */
const PATIENCE_MS = 4000

const loaded = new Map<Language, Promise<Texts>>()

/** Keeps the texts of an element in the language of the place where it stands. */
export class ReaderLanguage implements ReactiveController {
  /** Null until the first are there. */
  texts: Texts | null = null
  /** Resolves when there are texts to show. */
  ready: Promise<void> = Promise.resolve()
  #language: Language | null = null
  #observer: MutationObserver | null = null
  readonly #host: ReactiveControllerHost & Element

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {
    this.#observer = new MutationObserver(() => this.#choose())
    let root = this.#host.getRootNode()
    this.#observer.observe(root, { attributeFilter: ['lang'], subtree: true })
    // A language is inherited into shadow trees, whose observers see nothing of what is outside.
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
      this.#show(english)
      return
    }
    const shown = load(language).then((texts) => {
      // Meanwhile it may have become another one.
      if (language === this.#language) this.#show(texts)
    })
    const waited = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)).then(() => {
      if (this.texts === null) this.#show(english)
    })
    this.ready = Promise.race([shown, waited])
  }

  #show(texts: Texts): void {
    this.texts = texts
    this.#host.requestUpdate()
  }
}

/** English where the language can not be loaded; the next element tries again. */
function load(language: Exclude<Language, 'en'>): Promise<Texts> {
  const texts =
    loaded.get(language) ??
    MODULES[language]().then(
      (module) => module.texts,
      (error) => {
        loaded.delete(language)
        console.warn(`crypto-checkout: the texts in "${language}" can not be loaded.`, error)
        return english
      },
    )
  loaded.set(language, texts)
  return texts
}
