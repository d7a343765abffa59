import type { Context } from '../context.ts'
import type { Tx } from '../storage/database.ts'
import { prepared } from '../storage/prepared.ts'

type Watched = { chain: string; address: string; merchant_id: string; livemode: 0 | 1 }

const insert = prepared<Watched>()((db, value) =>
  db
    .insertInto('wallets')
    .values({
      chain: value.chain,
      address: value.address,
      merchant_id: value.merchant_id,
      livemode: value.livemode,
    })
    .onConflict((conflict) => conflict.doNothing()),
)

/** From the commit on, transfers to the wallet (lower case) are recorded for the caller. */
export async function watchWallet(
  _ctx: Context,
  tx: Tx,
  wallet: {
    readonly chain: string
    readonly address: string
    readonly caller: { readonly merchantId: string; readonly livemode: boolean }
  },
): Promise<void> {
  const { chain, address, caller } = wallet
  await insert(tx, { chain, address, merchant_id: caller.merchantId, livemode: caller.livemode ? 1 : 0 })
}
