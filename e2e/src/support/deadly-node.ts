/** A local node whose clients are killed at a given point of a transaction: a settlement's sweep, a refund, or a relay. */
import { startHostileProxy } from '@crypto-checkout/devnet/testing'
import { Transaction } from 'ethers'

export type Kind = 'settle' | 'refund' | 'relay'
type Step = 'estimate' | 'offer' | 'count' | 'receipt'

/**
 * A request about a transaction, and the moment at which its client is killed. `count`: the account's number of final
 * transactions, asked after a broadcast. `asked`: the node never receives the request. `done`: the client never
 * receives the answer. `next`: the client receives the answer, but its next request is not sent.
 */
export type Point = { readonly step: Step; readonly moment: 'asked' | 'done' | 'next' }

export const points: readonly Point[] = [
  { step: 'estimate', moment: 'asked' },
  { step: 'estimate', moment: 'done' },
  { step: 'estimate', moment: 'next' },
  { step: 'offer', moment: 'asked' },
  { step: 'offer', moment: 'done' },
  { step: 'offer', moment: 'next' },
  { step: 'count', moment: 'done' },
  { step: 'receipt', moment: 'asked' },
  { step: 'receipt', moment: 'done' },
  { step: 'receipt', moment: 'next' },
]

const STEPS: Readonly<Record<string, Step>> = {
  eth_estimateGas: 'estimate',
  eth_sendRawTransaction: 'offer',
  eth_getTransactionCount: 'count',
  eth_getTransactionReceipt: 'receipt',
}

/** By the selectors of the factory's `sweep`, ERC-20's `transfer` and EIP-3009's `transferWithAuthorization`. */
const KINDS: Readonly<Record<string, Kind>> = { '0xebfa037d': 'settle', '0xa9059cbb': 'refund', '0xe3ee160e': 'relay' }

function kindOf({ data }: { readonly data?: string }): Kind | null {
  return KINDS[data?.slice(0, 10) ?? ''] ?? null
}

/** The hash of a broadcast transaction, if it is of this kind. */
function hashOffered(kind: Kind, method: string, [raw]: readonly unknown[]): string | null {
  const transaction = STEPS[method] === 'offer' ? Transaction.from(String(raw)) : null
  return transaction && kindOf(transaction) === kind ? transaction.hash : null
}

/** True if a request is this step of a transaction of this kind. `offered`: the hashes broadcast so far. */
function isStep(step: Step, kind: Kind, offered: ReadonlySet<string>, method: string, params: readonly unknown[]) {
  if (STEPS[method] !== step) return false
  const [first, second] = params
  switch (step) {
    case 'estimate':
      return kindOf(first as object) === kind
    case 'offer':
      return hashOffered(kind, method, params) !== null
    case 'count':
      return offered.size > 0 && second !== 'latest'
    case 'receipt':
      return offered.has(String(first))
  }
}

export async function startDeadlyNode(rpcUrl: string) {
  const proxy = await startHostileProxy(rpcUrl)

  /** Calls `kill` when a transaction of a kind reaches a point, then resolves. From then on, the client gets no answers. */
  async function reach(kind: Kind, { step, moment }: Point, kill: () => void): Promise<void> {
    const offered = new Set<string>()
    const { promise: reached, resolve } = Promise.withResolvers<void>()
    let state: 'alive' | 'told' | 'over' = 'alive'
    const end = () => {
      if (state !== 'over') kill()
      state = 'over'
      resolve()
      return { send: (response: { destroy(): unknown }) => response.destroy() }
    }
    const undo = proxy.break({
      name: 'ends who asks',
      applies: () => true,
      async answer(method, params, ask) {
        if (state !== 'alive') return end()
        const hash = hashOffered(kind, method, params)
        if (hash) offered.add(hash)
        if (!isStep(step, kind, offered, method, params)) return ask(method, params)
        if (moment === 'asked') return end()
        const reply = await ask(method, params)
        if (moment === 'done') return end()
        state = 'told'
        return reply
      },
    })
    await reached
    undo()
  }

  return { url: proxy.url, reach, stop: proxy.stop }
}
