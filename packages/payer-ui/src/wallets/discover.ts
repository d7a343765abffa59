/** A wallet's interface to a page (EIP-1193). */
export type Eip1193Provider = {
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (value: never) => void): unknown
  removeListener?(event: string, listener: (value: never) => void): unknown
}

export type FoundWallet = {
  id: string
  /** The name that the wallet announces; null for one that does not announce itself. */
  name: string | null
  /** A data URI of an image, or null. */
  icon: string | null
  provider: Eip1193Provider
}

export type Discovery = {
  readonly wallets: readonly FoundWallet[]
  stop(): void
}

type Fields = Partial<Record<string, unknown>>
type WalletWindow = EventTarget & { readonly ethereum?: unknown }

/** A page that announces more wallets is not trustworthy. */
const MOST_WALLETS = 24
const LONGEST_NAME = 40
const ICON = /^data:image\/(png|svg\+xml|webp|gif|jpeg|avif)[;,]/i
const LARGEST_ICON = 500_000

/**
 * The wallets of this browser: those that announce themselves (EIP-6963), and `window.ethereum` unless it is one of
 * them. They may appear at any time; `onChange` is then called.
 */
export function discoverWallets(page: WalletWindow, onChange: () => void): Discovery {
  const announced = new Map<string, FoundWallet>()
  const hear = (event: Event) => {
    const wallet = announcedBy(event)
    if (wallet === null || announced.size >= MOST_WALLETS || announced.has(wallet.id)) return
    if ([...announced.values()].some(({ provider }) => provider === wallet.provider)) return
    announced.set(wallet.id, wallet)
    onChange()
  }
  page.addEventListener('eip6963:announceProvider', hear)
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  return {
    get wallets() {
      const found = [...announced.values()]
      const injected = page.ethereum
      if (!isProvider(injected) || found.some(({ provider }) => provider === injected)) return found
      return [...found, { id: 'window.ethereum', name: null, icon: null, provider: injected }]
    },
    stop: () => page.removeEventListener('eip6963:announceProvider', hear),
  }
}

function announcedBy(event: Event): FoundWallet | null {
  const { info, provider }: Fields = Object(event instanceof CustomEvent ? event.detail : null)
  const { uuid, name, icon }: Fields = Object(info)
  if (typeof uuid !== 'string' || uuid === '' || !isProvider(provider)) return null
  return { id: uuid, name: checkName(name), icon: checkIcon(icon), provider }
}

function checkName(name: unknown): string | null {
  const text = typeof name === 'string' ? name.trim() : ''
  return text === '' ? null : Array.from(text).slice(0, LONGEST_NAME).join('')
}

/** Accepts only images contained in the page: any other address would tell a third party who is paying here. */
function checkIcon(icon: unknown): string | null {
  return typeof icon === 'string' && ICON.test(icon) && icon.length <= LARGEST_ICON ? icon : null
}

/** Providers may be functions or proxies, so they are not copied. */
function isProvider(value: unknown): value is Eip1193Provider {
  return typeof Object(value).request === 'function'
}
