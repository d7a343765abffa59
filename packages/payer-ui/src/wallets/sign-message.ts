/** Signatures by a wallet in the browser, which prove that an account is somebody's. */
import type { Eip1193Provider } from './discover.ts'

/** Tells whether a wallet shows an account to the page. It may ask its user first, and throws if the user declines. */
export async function showsAccount(provider: Eip1193Provider, account: string): Promise<boolean> {
  const accounts: unknown = await provider.request({ method: 'eth_requestAccounts' })
  return Array.isArray(accounts) && accounts.some((one) => String(one).toLowerCase() === account.toLowerCase())
}

/** Has a wallet sign a text (EIP-191). Throws if the user declines. */
export async function signMessage(provider: Eip1193Provider, account: string, text: string): Promise<string> {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'))
  return String(await provider.request({ method: 'personal_sign', params: [`0x${bytes.join('')}`, account] }))
}
