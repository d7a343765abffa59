import type { WalletTerms } from '../../wire.ts'
import type { Eip1193Provider } from './provider.ts'
import { type Refusal, refusalOf } from './refusal.ts'

/** A network as wallets take it (EIP-3085). */
export type Chain = NonNullable<WalletTerms['chain']>

/** Some wallets answer before they have moved. */
const ARRIVAL_MS = [0, 150, 300, 600, 1200]
const READ_MS = 10_000

/** Asks what a wallet answers without its owner. @throws with code 4900 when it does not within ten seconds */
export async function read(provider: Eip1193Provider, method: string, params: unknown[] = []): Promise<unknown> {
  const answer = provider.request({ method, params })
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error(`${method}: no answer`), { code: 4900 })), READ_MS)
  })
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer))
}

/** The wallet's network. NaN when it says none. */
export async function chainIdOf(provider: Eip1193Provider): Promise<number> {
  const id = await read(provider, 'eth_chainId')
  return typeof id === 'string' || typeof id === 'number' ? Number(id) : Number.NaN
}

/**
 * Leads a wallet to a network, adding it where the wallet does not know it; null when it is there, otherwise what was
 * in the way. Most wallets answer 4902 for an unknown network, others anything: adding is tried after all that is no refusal.
 */
export async function switchChain(provider: Eip1193Provider, chain: Chain): Promise<Refusal | null> {
  const refusal = await ask(provider, 'wallet_switchEthereumChain', { chainId: hex(chain.id) })
  if (refusal === 'rejected' || refusal === 'pending') return refusal
  if (refusal !== null) {
    if (chain.rpcUrls.length === 0) return refusal
    const refused = await ask(provider, 'wallet_addEthereumChain', addition(chain))
    if (refused !== null) return refused
    // To add is not to switch, says EIP-3085, though many wallets do both.
    if (!(await arrived(provider, chain.id))) {
      const again = await ask(provider, 'wallet_switchEthereumChain', { chainId: hex(chain.id) })
      if (again !== null) return again
    }
  }
  return (await arrived(provider, chain.id)) ? null : 'wrong_chain'
}

export function hex(value: number): string {
  return `0x${value.toString(16)}`
}

async function ask(provider: Eip1193Provider, method: string, param: object): Promise<Refusal | null> {
  try {
    await provider.request({ method, params: [param] })
    return null
  } catch (error) {
    return refusalOf(error)
  }
}

async function arrived(provider: Eip1193Provider, chainId: number): Promise<boolean> {
  for (const waitMs of ARRIVAL_MS) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    if ((await chainIdOf(provider)) === chainId) return true
  }
  return false
}

function addition({ id, name, nativeCurrency, rpcUrls, explorerUrl }: Chain): object {
  const explorer = explorerUrl === null ? {} : { blockExplorerUrls: [explorerUrl] }
  return { chainId: hex(id), chainName: name, nativeCurrency, rpcUrls, ...explorer }
}
