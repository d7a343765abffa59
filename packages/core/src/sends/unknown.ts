import type { Network } from '../chains/network.ts'
import type { Signer } from '../chains/transactor.ts'
import type { Context } from '../context.ts'
import { highestNonce } from './store.ts'

/** Transactions of a key that the chain has and this database has not. */
export type UnknownSends = { readonly where: string; readonly address: string; readonly transactions: number }

/**
 * How many transactions each key has sent by the chain's count (as of the newest block) beyond those of this database: by others
 * with the same key, or by this checkout since the copy was made that the database was put back from. Throws NodeError.
 */
export async function unknownSends(ctx: Pick<Context, 'db' | 'networks'>): Promise<UnknownSends[]> {
  const found = ctx.networks.flatMap((network) =>
    (network.sending?.signers ?? []).map(async (signer) => {
      const sent = (await network.chain.transactor?.nonce(signer.address, 'latest')) ?? 0
      const gap = await nonceGap(ctx, network, signer, sent)
      const where = `${network.environment} ${network.name}`
      return { where, address: signer.address, transactions: Math.max(0, gap ?? sent) }
    }),
  )
  return (await Promise.all(found)).filter(({ transactions }) => transactions > 0)
}

/**
 * How many transactions a key has sent by the chain's count beyond those that this database has signed: below 0 while some of these
 * are not mined. Null before the first one.
 */
export async function nonceGap(ctx: Pick<Context, 'db'>, network: Network, signer: Signer, sent: number) {
  const highest = await highestNonce(ctx.db, { network, signer })
  return highest === null ? null : sent - (highest + 1)
}
