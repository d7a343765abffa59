/** Refunds are on hold while a merchant's wallet may have paid them after a backup that was put back since. */

import { getTokenAt, type Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import type { Environment } from '../domain/catalog/networks.ts'
import { formatAmount } from '../domain/money.ts'
import { toIsoTime } from '../domain/time.ts'
import type { Db } from '../storage/database.ts'
import {
  countHeld,
  findHeld,
  findLastRestore,
  findReleasedSince,
  type OnWallet,
  type Restore,
} from './wallet-hold-store.ts'

/** The number of refunds of a wallet that are listed. */
const MAX_LISTED = 100
const MAX_NAMED = 3

/**
 * Tells whether a wallet (lower case) may have paid refunds of a payment, given by its number: it was made before the
 * last restore, and no operator has compared the wallet since.
 */
export async function mayHavePaid(db: Db, place: OnWallet, paymentSeq: number): Promise<boolean> {
  const restore = await findRestoreAfter(db, paymentSeq)
  return restore !== null && !(await findReleasedSince(db, place, restore))
}

/** The last restore, if it put back a payment, given by its number. */
export async function findRestoreAfter(db: Db, paymentSeq: number): Promise<Restore | null> {
  const restore = await findLastRestore(db)
  return restore && paymentSeq <= restore.last_payment ? restore : null
}

/** A wallet on hold with its pending refunds, for the operator. */
export type HeldWallet = {
  readonly environment: Environment
  readonly network: string
  /** In display form. */
  readonly address: string
  /** Of the last restore. */
  readonly restoredAt: string
  readonly count: number
  /** The oldest. */
  readonly refunds: readonly {
    readonly id: string
    readonly paymentId: string
    readonly amount: string
    readonly coin: string
    readonly to: string | null
  }[]
}

/** The wallets that hold pending refunds. */
export async function listHeldWallets(ctx: Pick<Context, 'db' | 'networks'>): Promise<HeldWallet[]> {
  const restore = await findLastRestore(ctx.db)
  if (restore === null) return []
  const found = ctx.networks.map(async (network) => {
    const counts = await countHeld(ctx.db, toPlace(network))
    return Promise.all(counts.map((one) => describeWallet(ctx.db, network, one, toIsoTime(restore.restored_at))))
  })
  return (await Promise.all(found)).flat()
}

/** The place of a network's refunds. */
export function toPlace({ environment, name, chain }: Network) {
  return { network: name, chain: chain.id, livemode: environment === 'production' } as const
}

/** A wallet (lower case) in display form. */
export function showWallet({ chain: { addresses } }: Network, wallet: string): string {
  const shown = addresses.display(wallet)
  return addresses.parse(shown) ?? shown
}

type Held = { readonly wallet: string; readonly count: number }

async function describeWallet(
  db: Db,
  network: Network,
  { wallet, count }: Held,
  restoredAt: string,
): Promise<HeldWallet> {
  const rows = await findHeld(db, { ...toPlace(network), wallet }, MAX_LISTED)
  const refunds = rows.map(({ id, payment_id: paymentId, amount, token, cryptocurrency, destination: to }) => ({
    id,
    paymentId,
    amount: formatAmount(amount),
    to,
    coin: getTokenAt(network, token)?.coin ?? cryptocurrency,
  }))
  const address = showWallet(network, wallet)
  return { environment: network.environment, network: network.name, address, restoredAt, count, refunds }
}

/** Text for the operator: a wallet's refunds wait, why, and what to do. */
export function explainHeldWallet({ address, count, refunds }: HeldWallet): string {
  const named = refunds.slice(0, MAX_NAMED).map(({ id }) => id)
  const more = count > named.length ? ` and ${count - named.length} more` : ''
  const some = count === 1 ? 'refund' : 'refunds'
  return `wallet ${address} is on hold: after the backup that was put back it may have paid the pending ${some} ${named.join(', ')}${more}. Compare what it sent since then with "sends held", cancel what it paid, then let the rest go on with "sends release ${address} --yes"`
}

/** The text about all wallets on hold of a network; null if there are none. */
export async function explainHeldWallets(ctx: Pick<Context, 'db'>, network: Network): Promise<string | null> {
  const held = await listHeldWallets({ db: ctx.db, networks: [network] })
  const texts = held.slice(0, MAX_NAMED).map(explainHeldWallet)
  const more = held.length > MAX_NAMED ? [`${held.length - MAX_NAMED} more wallets: "sends held" lists them`] : []
  return [...texts, ...more].join('; ') || null
}
