import type { WalletTerms } from '@crypto-checkout/api-types'

const PATIENCE_MS = 10_000

/** The server's terms for paying with a wallet; null if they cannot be loaded. */
export async function fetchTerms(url: string): Promise<WalletTerms | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const response = await fetch(url, { headers: { accept: 'application/json' }, credentials: 'omit', signal })
    const terms: unknown = response.ok ? await response.json() : null
    return isTerms(terms) ? terms : null
  } catch {
    return null
  }
}

type Fields = Partial<Record<string, unknown>>

function isTerms(value: unknown): value is WalletTerms {
  const { chain, walletConnectProjectId: id }: Fields = Object(value)
  return (chain === null || isChain(chain)) && (id === null || typeof id === 'string')
}

function isChain(value: unknown): value is WalletTerms['chain'] {
  const { id, name, nativeCurrency, rpcUrls, explorerUrl }: Fields = Object(value)
  return (
    Number.isSafeInteger(id) &&
    typeof name === 'string' &&
    typeof Object(nativeCurrency).symbol === 'string' &&
    Array.isArray(rpcUrls) &&
    rpcUrls.every((url) => typeof url === 'string') &&
    (explorerUrl === null || typeof explorerUrl === 'string')
  )
}
