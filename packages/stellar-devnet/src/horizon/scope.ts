import type { Chain } from '../ledger/chain.ts'
import { encodeToid } from '../ledger/history.ts'
import { findFirstAfter } from './page.ts'

/** The context of a request to Horizon */
export type Scope = {
  readonly chain: Chain
  /** The origin of the request: `http://127.0.0.1:8000` */
  readonly base: string
  readonly url: URL
  /** The last visible ledger */
  readonly last: number
  /** Hashes of hidden transactions */
  readonly omitted: readonly string[]
  /** Hashes of transactions that lists omit */
  readonly unlisted: readonly string[]
}

/** The items in visible ledgers */
export function selectVisible<Item extends { readonly toid: bigint }>(
  { last }: Scope,
  items: readonly Item[],
): readonly Item[] {
  return items.slice(0, findFirstAfter(items, encodeToid(last + 1) - 1n))
}
