/** The wallets in this browser, for merchants who prove that an address is theirs. */

type Provider = { request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown> }

/** Those that announce themselves (EIP-6963), else `window.ethereum`. */
export function findOwnWallets(): Provider[] {
  const found = new Set<Provider>()
  const hear = (event: Event) => {
    const { provider }: { readonly provider?: unknown } = Object(event instanceof CustomEvent ? event.detail : null)
    if (isProvider(provider)) found.add(provider)
  }
  addEventListener('eip6963:announceProvider', hear)
  dispatchEvent(new Event('eip6963:requestProvider'))
  removeEventListener('eip6963:announceProvider', hear)
  const injected: unknown = Reflect.get(window, 'ethereum')
  if (found.size === 0 && isProvider(injected)) found.add(injected)
  return [...found]
}

function isProvider(value: unknown): value is Provider {
  return typeof Object(value).request === 'function'
}

/** Has the wallet that holds an address sign a text (EIP-191); null if none of them shows that address. */
export async function signByWallet(
  wallets: readonly Provider[],
  address: string,
  message: string,
): Promise<string | null> {
  for (const wallet of wallets) {
    const accounts = await wallet.request({ method: 'eth_requestAccounts' })
    if (!Array.isArray(accounts) || !accounts.some((one) => isSame(String(one), address))) continue
    const hex = [...new TextEncoder().encode(message)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return String(await wallet.request({ method: 'personal_sign', params: [`0x${hex}`, address] }))
  }
  return null
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
