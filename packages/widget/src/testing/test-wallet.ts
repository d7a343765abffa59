import type { Eip1193Provider } from '@crypto-checkout/payer-ui/wallets/discover'

type Answer = (params: never) => unknown

/** A wallet for tests, with the interface that pages see. It does what the test sets, and records its requests. */
export type TestWallet = Eip1193Provider & {
  requests: { method: string; params: unknown }[]
  /** Counts the requests of a method. */
  count(method: string): number
  emit(event: string, value: unknown): void
  answers: Record<string, Answer>
  chainId: number
  accounts: string[]
  knownChains: Set<number>
}

export const ACCOUNT = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
export const HASH = `0x${'8c1f5b0e'.repeat(8)}`
export const SIGNATURE = `0x${'5d'.repeat(65)}`

/** Connected to a network with enough of every coin by default. */
export function testWallet(chainId = 137): TestWallet {
  const listeners = new Map<string, Set<(value: never) => void>>()
  const wallet: TestWallet = {
    requests: [],
    chainId,
    accounts: [ACCOUNT],
    knownChains: new Set([1, 137]),
    count: (method) => wallet.requests.filter((one) => one.method === method).length,
    emit: (event, value) => {
      for (const listener of listeners.get(event) ?? []) listener(value as never)
    },
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
    request: async ({ method, params }) => {
      wallet.requests.push({ method, params })
      const answer = wallet.answers[method]
      if (answer === undefined) throw Object.assign(new Error(`${method} does not exist`), { code: -32601 })
      return answer(params as never)
    },
    answers: {
      eth_requestAccounts: () => wallet.accounts,
      eth_accounts: () => wallet.accounts,
      eth_chainId: () => `0x${wallet.chainId.toString(16)}`,
      eth_call: () => `0x${'f'.repeat(40).padStart(64, '0')}`,
      eth_sendTransaction: () => HASH,
      eth_signTypedData_v4: () => SIGNATURE,
      personal_sign: () => SIGNATURE,
      wallet_switchEthereumChain: ([{ chainId }]: [{ chainId: string }]) => {
        if (!wallet.knownChains.has(Number(chainId))) throw createRefusal(4902)
        wallet.chainId = Number(chainId)
        return null
      },
      wallet_addEthereumChain: ([{ chainId }]: [{ chainId: string }]) => {
        wallet.knownChains.add(Number(chainId))
        return null
      },
    },
  }
  return wallet
}

export function createRefusal(code: number, message = 'refused'): Error {
  return Object.assign(new Error(message), { code })
}
