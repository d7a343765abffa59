import type { Chain } from '../chain.ts'
import { toid } from '../history.ts'
import { firstAfter } from './page.ts'

/** What a request to Horizon is answered from */
export type Scope = {
  readonly chain: Chain
  /** Where it was asked for: `http://127.0.0.1:8000` */
  readonly base: string
  readonly url: URL
  /** The last ledger that is told */
  readonly last: number
  /** Hashes of transactions that are not told */
  readonly omitted: readonly string[]
  /** Hashes of transactions that lists do not tell */
  readonly unlisted: readonly string[]
}

/** What is in the ledgers that are told */
export function told<Item extends { readonly toid: bigint }>({ last }: Scope, items: readonly Item[]): readonly Item[] {
  return items.slice(0, firstAfter(items, toid(last + 1) - 1n))
}
