import type { TestWallet } from './test-wallet.ts'

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let leaving = new AbortController()

afterEach(uninstall)

/** Removes all wallets from the page, for a test that needs several in turn. */
export function uninstall(): void {
  leaving.abort()
  leaving = new AbortController()
}

/** Installs a wallet in the page for one test. It answers requests for wallets (EIP-6963). */
export function install(provider: TestWallet, info: { name?: unknown; icon?: unknown } = {}): void {
  const detail = { info: { uuid: crypto.randomUUID(), name: 'Fox', icon: PNG, rdns: 'io.fox', ...info }, provider }
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce, { signal: leaving.signal })
}
