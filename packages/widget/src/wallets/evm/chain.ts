import type { WalletTerms } from '@crypto-checkout/api-types'
import type { Eip1193Provider } from '@crypto-checkout/payer-ui/wallets/discover'
import { classifyRefusal, type Refusal } from './provider.ts'

/** A network's parameters, as wallets accept them (EIP-3085). */
export type Chain = NonNullable<WalletTerms['chain']>

/** Delays between checks of the network, because some wallets answer before they have switched. */
const ARRIVAL_MS = [0, 150, 300, 600, 1200]
const READ_MS = 10_000

/**
 * Sends a request that a wallet answers without its user. @throws with code 4900 if it does not answer within ten
 * seconds
 */
export async function read(provider: Eip1193Provider, method: string, params: unknown[] = []): Promise<unknown> {
  const answer = provider.request({ method, params })
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error(`${method}: no answer`), { code: 4900 })), READ_MS)
  })
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer))
}

/** The wallet's network; NaN if it reports none. */
export async function readChainId(provider: Eip1193Provider): Promise<number> {
  const id = await read(provider, 'eth_chainId')
  return typeof id === 'string' || typeof id === 'number' ? Number(id) : Number.NaN
}

/**
 * Switches a wallet to a network, and adds the network if the wallet does not know it. Null on success, otherwise the
 * reason for the failure. Most wallets answer 4902 for an unknown network, but others answer anything: adding is tried
 * after every error that is not a refusal.
 */
export async function switchChain(provider: Eip1193Provider, chain: Chain): Promise<Refusal | null> {
  const refusal = await ask(provider, 'wallet_switchEthereumChain', { chainId: encodeHex(chain.id) })
  if (refusal === 'rejected' || refusal === 'pending') return refusal
  if (refusal !== null) {
    if (chain.rpcUrls.length === 0) return refusal
    const refused = await ask(provider, 'wallet_addEthereumChain', addition(chain))
    if (refused !== null) return refused
    // According to EIP-3085 adding does not switch, though many wallets do both.
    if (!(await arrived(provider, chain.id))) {
      const again = await ask(provider, 'wallet_switchEthereumChain', { chainId: encodeHex(chain.id) })
      if (again !== null) return again
    }
  }
  return (await arrived(provider, chain.id)) ? null : 'wrong_chain'
}

export function encodeHex(value: number): string {
  return `0x${value.toString(16)}`
}

async function ask(provider: Eip1193Provider, method: string, param: object): Promise<Refusal | null> {
  try {
    await provider.request({ method, params: [param] })
    return null
  } catch (error) {
    return classifyRefusal(error)
  }
}

async function arrived(provider: Eip1193Provider, chainId: number): Promise<boolean> {
  for (const waitMs of ARRIVAL_MS) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    if ((await readChainId(provider)) === chainId) return true
  }
  return false
}

function addition({ id, name, nativeCurrency, rpcUrls, explorerUrl }: Chain): object {
  const explorer = explorerUrl === null ? {} : { blockExplorerUrls: [explorerUrl] }
  return { chainId: encodeHex(id), chainName: name, nativeCurrency, rpcUrls, ...explorer }
}
