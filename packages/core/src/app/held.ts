import { getTokenAt } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { floorToMillionths, formatAmount } from '../domain/money.ts'
import { findWatchers } from '../payments/transfers/watched-wallets.ts'
import { findPendingRefunds } from '../refunds/find.ts'
import { findHeldKeys } from '../transactions/external-transactions.ts'

/** A key on hold, for the operator. */
export type HeldKeyState = {
  readonly environment: string
  readonly network: string
  readonly address: string
  /** How many of its transactions the database does not know. */
  readonly count: number
  /** The transactions that were found. Others may be too old for the node, or not final yet. */
  readonly transactions: readonly {
    readonly hash: string
    readonly nonce: number
    readonly block: number
    /** The transfer that it made; null if it moved no configured coin out of the key's account. */
    readonly paid: { readonly amount: string; readonly coin: string; readonly to: string } | null
    /** Pending refunds of that coin and amount: it may have been one of them. */
    readonly refunds: readonly string[]
  }[]
}

/** The keys that send nothing until their unknown transactions are explained, and what these did. Throws NodeError. */
export async function heldKeyStates(ctx: Context): Promise<HeldKeyState[]> {
  const states: HeldKeyState[] = []
  for (const { transactions, ...key } of await findHeldKeys(ctx)) {
    const { network } = key
    const shown: HeldKeyState['transactions'][number][] = []
    for (const { hash, nonce, blockNumber: block, moved } of transactions) {
      const token = moved && getTokenAt(network, moved.token)
      const refunds = moved ? await findPendingRefunds(ctx.db, network, moved) : []
      const amount = moved && token && formatAmount(floorToMillionths(moved.rawAmount, token.decimals))
      const paid = moved && token && amount !== null ? { amount, coin: token.coin, to: moved.to } : null
      shown.push({ hash, nonce, block, paid, refunds })
    }
    states.push({ ...key, environment: network.environment, network: network.name, transactions: shown })
  }
  return states
}

/**
 * Keys whose account was a merchant's wallet before they were configured; a later attempt is refused. The merchant's
 * own transactions use the key's nonces, and a thief of the server gets the merchant's money.
 */
export async function keysThatAreWallets(
  ctx: Pick<Context, 'db' | 'networks'>,
): Promise<{ readonly where: string; readonly address: string; readonly text: string }[]> {
  const found = ctx.networks.flatMap((network) =>
    (network.sending?.signers ?? []).map(async ({ address }) => {
      const watchers = await findWatchers(ctx.db, network.chain.id, [address.toLowerCase()])
      const text =
        "is also a merchant's wallet: use another key, or have the merchant use another wallet. Payments that name it are refused"
      return watchers.size === 0 ? [] : [{ where: `${network.environment} ${network.name}`, address, text }]
    }),
  )
  return (await Promise.all(found)).flat()
}
