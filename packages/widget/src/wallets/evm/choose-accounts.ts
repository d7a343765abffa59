import type { Eip1193Provider } from './provider.ts'
import { classifyRefusal } from './refusal.ts'

/**
 * Lets the wallet's user choose which accounts a page may use. Not every wallet supports this (EIP-2255); the others
 * connect with their current account. Throws if the user declines.
 */
export async function chooseAccounts(provider: Eip1193Provider): Promise<void> {
  try {
    await provider.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
  } catch (error) {
    if (classifyRefusal(error) === 'rejected') throw error
  }
}
