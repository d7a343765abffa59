import type { Network, Token } from '../chains/network.ts'
import type { Context } from '../context.ts'
import { newMemo } from '../domain/memo.ts'
import type { Tx } from '../storage/database.ts'
import { reserveAmount } from './reservations.ts'
import { findByMemos } from './store.ts'

/** What tells a payment from all others to its wallet: the amount itself, or a memo beside it. */
export type Recognition = { readonly due: bigint; readonly memo: string | null }

type Terms = {
  readonly id: string
  readonly network: Network
  readonly token: Token
  readonly address: string
  readonly price: bigint
}

/** Makes a payment recognisable in the way of its chain. Null when the wallet has no more room for it. */
export async function makeRecognisable(ctx: Context, tx: Tx, terms: Terms): Promise<Recognition | null> {
  const { network, token, address, price } = terms
  if (network.chain.recognition === 'memo') return { due: price, memo: await unusedMemo(ctx, tx, network.chain.id) }
  const wallet = { chain: network.chain.id, token: token.address.toLowerCase(), address: address.toLowerCase() }
  const due = await reserveAmount(ctx, tx, wallet, price, terms.id)
  return due === null ? null : { due, memo: null }
}

/** Never used on any wallet of the chain; the table allows it once a wallet. */
async function unusedMemo(ctx: Context, tx: Tx, chain: string): Promise<string> {
  for (;;) {
    const memo = newMemo(ctx.random)
    if ((await findByMemos(tx, chain, [memo])).length === 0) return memo
  }
}
