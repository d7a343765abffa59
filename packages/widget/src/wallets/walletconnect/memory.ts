/** The name of the session list in the library's store ends with this, after a varying prefix. */
const SESSIONS = '//session'

/**
 * WalletConnect's data between visits, in the page's localStorage under our own prefix. So a shop that uses
 * WalletConnect itself shares nothing with the checkout. If the browser stores nothing, the data lasts as long as the
 * page.
 */
export class Memory {
  readonly #prefix: string
  readonly #values = new Map<string, string>()

  constructor(projectId: string) {
    this.#prefix = `crypto-checkout:walletconnect:${projectId}:`
    const storage = localStorageOrNull()
    for (const key of Object.keys(storage ?? {})) {
      const value = key.startsWith(this.#prefix) ? storage?.getItem(key) : null
      if (value && isJson(value)) this.#values.set(key.slice(this.#prefix.length), value)
    }
  }

  /** True if an earlier visit left a session. It may have ended since. */
  get hasSession(): boolean {
    return [...this.#values].some(([key, value]) => key.endsWith(SESSIONS) && value !== '[]')
  }

  async getKeys(): Promise<string[]> {
    return [...this.#values.keys()]
  }

  async getEntries<T>(): Promise<[string, T][]> {
    return [...this.#values].map(([key, value]) => [key, JSON.parse(value)])
  }

  async getItem<T>(key: string): Promise<T | undefined> {
    const value = this.#values.get(key)
    return value === undefined ? undefined : JSON.parse(value)
  }

  async setItem<T>(key: string, value: T): Promise<void> {
    const text = JSON.stringify(value) ?? 'null'
    this.#values.set(key, text)
    write((storage) => storage.setItem(this.#prefix + key, text))
  }

  async removeItem(key: string): Promise<void> {
    this.#values.delete(key)
    write((storage) => storage.removeItem(this.#prefix + key))
  }
}

function localStorageOrNull(): Storage | null {
  try {
    return localStorage
  } catch {
    return null // Storage is disabled for this page: access throws.
  }
}

function write(change: (storage: Storage) => void): void {
  try {
    change(localStorage)
  } catch {
    // Storage is disabled or full: the session lasts as long as the page.
  }
}

/** Any script of the page may have written here. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
