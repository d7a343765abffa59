import type { Faults } from '../faults.ts'
import type { Chain } from '../ledger/chain.ts'
import type { Ledger } from '../ledger/history.ts'

/** The context of a request to the RPC: the ledgers that it keeps, both ends included */
export type Window = {
  readonly chain: Chain
  readonly faults: Faults
  readonly oldest: Ledger
  readonly latest: Ledger
}

export function createWindow({ chain, faults }: Pick<Window, 'chain' | 'faults'>): Window {
  const { history } = chain
  const last = Math.max(1, history.head.sequence - faults.rpc.lagLedgers)
  const first = Math.max(1, last - faults.rpc.retentionLedgers + 1)
  return { chain, faults, oldest: history.ledger(first) ?? history.head, latest: history.ledger(last) ?? history.head }
}

export function isKept({ oldest, latest }: Window, sequence: number): boolean {
  return sequence >= oldest.sequence && sequence <= latest.sequence
}
