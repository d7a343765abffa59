import { asOperator, recordChange } from '../audit/record.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { requireAnyPayment } from '../payments/find.ts'
import type { Tx } from '../storage/database.ts'
import { isKnownKey } from '../transactions/external-transactions.ts'
import { releaseKey } from '../transactions/hold.ts'
import { payOutStored } from './pay-out.ts'
import { type RefundColumns, updateRefund } from './store.ts'
import { showWallet, toPlace } from './wallet-hold.ts'
import { findHeld, findLastRestore, findReleasedSince, hasPaymentsTo, saveReleased } from './wallet-hold-store.ts'

const ROWS_AT_ONCE = 100

/**
 * Lets the refunds of a merchant's wallet (any case) go on, those that are made later too: the operator has compared what
 * it sent since the last restore. A key pays those of them that are newer than the backup, if it may; else the wallet is
 * asked to. Returns the networks, none if it is on hold on none. If it is interrupted, repeat it.
 */
export async function releaseWallet(ctx: Context, address: string): Promise<string[]> {
  const wallet = address.toLowerCase()
  const released: string[] = []
  for (const network of ctx.networks) {
    if (!(await isOnHold(ctx, network, wallet))) continue
    await recordRelease(ctx, network, wallet)
    let more = true
    while (more) more = await ctx.transact((tx) => releaseSome(ctx, tx, network, wallet))
    released.push(`${network.environment} ${network.name}`)
  }
  return released
}

/** Tells whether a wallet holds a refund, or would hold the next one: payments name it, and it was not released yet. */
async function isOnHold({ db }: Context, network: Network, wallet: string): Promise<boolean> {
  const place = toPlace(network)
  if ((await findHeld(db, { ...place, wallet }, 1)).length > 0) return true
  const restore = await findLastRestore(db)
  if (restore === null || (await findReleasedSince(db, { chain: place.chain, wallet }, restore))) return false
  return hasPaymentsTo(db, { ...place, wallet })
}

async function recordRelease(ctx: Context, network: Network, wallet: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const restore = await findLastRestore(tx)
    if (restore) await saveReleased(tx, { chain: network.chain.id, wallet }, restore)
    await recordChange(ctx, tx, asOperator(null, network.environment === 'production'), {
      ...({ operation: 'releaseSends', object: 'wallet', before: null } as const),
      objectId: showWallet(network, wallet),
      after: { network: network.name },
    })
  })
}

/** Releases some refunds. Returns whether more may be held. */
async function releaseSome(ctx: Context, tx: Tx, network: Network, wallet: string): Promise<boolean> {
  const rows = await findHeld(tx, { ...toPlace(network), wallet }, ROWS_AT_ONCE)
  const { last_refund: last = 0 } = (await findLastRestore(tx)) ?? {}
  for (const row of rows) await releaseOne(ctx, tx, network, { row, isNew: row.seq > last })
  return rows.length === ROWS_AT_ONCE
}

type Held = { readonly row: RefundColumns; readonly isNew: boolean }

async function releaseOne(ctx: Context, tx: Tx, network: Network, { row, isNew }: Held): Promise<void> {
  const { destination, method, watched_from } = row
  // A wallet that was asked before may still sign, and the transaction of a key was only kept from being signed.
  if (!isNew || method !== 'sign' || destination === null) return void (await updateRefund(tx, row, { held_for: null }))
  const { seq: payment_seq } = await requireAnyPayment(tx, row.payment_id)
  const since = watched_from ?? row.created_at
  const way = await payOutStored(ctx, tx, network, row, { destination, payment_seq, since })
  await updateRefund(tx, row, { ...way, watched_from: since })
}

/**
 * Lets a key or a merchant's wallet (its address) on hold go on, with the refunds that wait for it: the operator has
 * compared what it sent. Returns the networks. Throws what `releaseKey` throws if it is no wallet on hold.
 */
export async function releaseHeld(ctx: Context, address: string): Promise<string[]> {
  const wallets = await releaseWallet(ctx, address)
  if (wallets.length > 0 && !(await isKnownKey(ctx, address))) return wallets
  return [...new Set([...wallets, ...(await releaseKey(ctx, address))])]
}
