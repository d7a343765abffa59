/** A running checkout for operators: figures, and keys on hold. */

import { getTokenAt, type Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import type { Environment } from '../domain/catalog/networks.ts'
import { floorToMillionths, formatAmount } from '../domain/money.ts'
import { findWatchers } from '../payments/transfers/watched-wallets.ts'
import { findPendingRefunds } from '../refunds/find.ts'
import type { Connections } from '../storage/database.ts'
import { computeNonceGap, findHeldKeys } from '../transactions/external-transactions.ts'
import { countOpenSends, findOldestUnknown } from '../transactions/send.ts'
import { countPendingDeliveries } from '../webhooks/deliveries/find.ts'
import { countAllDisabledWebhooks } from '../webhooks/find.ts'
import type { KeyBalanceCache } from '../workers/network-readings.ts'

/** The state of one key's transactions, and its balance. */
type KeyFigures = {
  readonly environment: Environment
  readonly network: string
  readonly address: string
  readonly queued: number
  readonly signed: number
  /** The age of the oldest signed transaction whose outcome is unknown; 0 if there is none. */
  readonly unknownSeconds: number
  /** In wei, at most a minute old; null while it is not known. */
  readonly balance: bigint | null
  /**
   * The chain's count of its transactions minus those signed here, at most a minute old. Below 0 while some of these
   * are not mined, above 0 when others use the key. Null before the first one.
   */
  readonly nonceGap: number | null
}

/** Figures counted on request, each by an index, so the cost does not grow with the data. */
export type Figures = {
  /** The number of pending deliveries, counted up to 10,000. */
  readonly pendingDeliveries: number
  /** The age of the oldest of them; 0 if there are none. */
  readonly oldestDeliverySeconds: number
  readonly disabledWebhooks: number
  readonly keys: readonly KeyFigures[]
  /**
   * The work that one of several servers does at a time, and whether this server does it. Empty if there can be only
   * one.
   */
  readonly leases: readonly LeaseStatus[]
  /** The database's reading connections; null with SQLite. */
  readonly connections: Connections | null
}

export type LeaseStatus = { readonly name: string; readonly held: boolean }

export async function collectFigures(
  ctx: Context,
  gas: KeyBalanceCache,
  known: Pick<Figures, 'leases' | 'connections'>,
): Promise<Figures> {
  const now = ctx.now()
  const secondsSince = (time: number | null) => (time === null ? 0 : Math.max(0, now - time) / 1_000)
  const keys = ctx.networks.flatMap((network) =>
    (network.sending?.signers ?? []).map(async (signer) => {
      const onChain = gas.get(network)?.get(signer.address) ?? null
      return {
        environment: network.environment,
        network: network.name,
        address: signer.address,
        ...(await countOpenSends(ctx.db, network, signer)),
        unknownSeconds: secondsSince(await findOldestUnknown(ctx.db, network, signer)),
        balance: onChain?.balance ?? null,
        nonceGap: onChain && (await computeNonceGap(ctx, network, signer, onChain.sent)),
      }
    }),
  )
  const pending = await countPendingDeliveries(ctx.db)
  return {
    ...known,
    pendingDeliveries: pending.count,
    oldestDeliverySeconds: secondsSince(pending.oldest),
    disabledWebhooks: await countAllDisabledWebhooks(ctx.db),
    keys: await Promise.all(keys),
  }
}

/** A key on hold, for the operator. */
export type HeldKeyState = {
  readonly environment: string
  readonly network: string
  readonly address: string
  /** It is in no configuration any more: the refunds that it may have paid wait. */
  readonly isFormer: boolean
  /** The number of its transactions that the database does not know. */
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

function listKeyAccounts({ sending, chain }: Network): string[] {
  return [...(sending?.signers ?? []).map(({ address }) => address), ...(chain.sponsor ? [chain.sponsor.account] : [])]
}

/**
 * Keys whose account was a merchant's wallet before they were configured; a later attempt is refused. The merchant's
 * own transactions use the key's nonces, and a thief of the server gets the merchant's money.
 */
export async function keysThatAreWallets(
  ctx: Pick<Context, 'db' | 'networks'>,
): Promise<{ readonly where: string; readonly address: string; readonly text: string }[]> {
  const found = ctx.networks.flatMap((network) =>
    listKeyAccounts(network).map(async (address) => {
      const watchers = await findWatchers(ctx.db, network.chain.id, [address.toLowerCase()])
      const text =
        "is also a merchant's wallet: use another key, or have the merchant use another wallet. Payments that name it are refused"
      return watchers.size === 0 ? [] : [{ where: `${network.environment} ${network.name}`, address, text }]
    }),
  )
  return (await Promise.all(found)).flat()
}
