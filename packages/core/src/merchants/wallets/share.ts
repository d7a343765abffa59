import { asOperator, recordChange } from '../../audit/record.ts'
import type { Context } from '../../context/context.ts'
import { CheckoutError } from '../../domain/error.ts'
import { toIsoTime, toIsoTimeOrNull } from '../../domain/time.ts'
import type { Tx } from '../../storage/database.ts'
import { requireMerchant } from '../merchant.ts'
import {
  findOwner,
  findRole,
  listUsers,
  type NamedWallet,
  putUser,
  type Role,
  type WalletKey,
  type WalletUser,
} from './store.ts'
import { recordWalletEvents, toWalletKey, toWalletView } from './wallet.ts'

/** A merchant and a wallet, as operators see them. */
export type WalletAccess = {
  readonly wallet: string
  readonly merchant: string
  readonly access: Role
  readonly since: string
  /** The time when the merchant proved the wallet by its signature; null if it did not. */
  readonly provenAt: string | null
}

type Named = { readonly address: string; readonly merchantId: string }

/**
 * Lets another merchant name a wallet. The owner stays, even if another merchant proves the wallet later: the owner
 * gets unattributed transfers. Both get an event. If no merchant has named the wallet yet, this one becomes the owner.
 * Throws `invalid_wallet_address` and `resource_missing`.
 */
export async function shareWallet(ctx: Context, named: Named): Promise<WalletAccess> {
  return change(ctx, named, async (tx, key, merchantId) => {
    const [{ role }, owner] = [await findRole(tx, key, merchantId), await findOwner(tx, key)]
    const isOwner = owner === null || owner.merchant_id === merchantId
    const decided = { decided_at: ctx.now() }
    if (owner !== null) await putUser(tx, owner, decided)
    const user = await putUser(tx, toUser(ctx, key, merchantId, isOwner ? 'owner' : 'shared'), decided)
    await recordAccess(ctx, tx, 'shareWallet', role, user)
    if (owner !== null && role !== user.role) await recordWalletEvents(ctx, tx, 'wallet.shared', [owner, user])
    return user
  })
}

/**
 * Makes a merchant the owner of a wallet. The former owner may not name it until it is shared. Both get an event.
 * Throws `invalid_wallet_address` and `resource_missing`.
 */
export async function giveWallet(ctx: Context, named: Named): Promise<WalletAccess> {
  return change(ctx, named, async (tx, key, merchantId) => {
    const decided = { decided_at: ctx.now() }
    const before = await findOwner(tx, key)
    const isNew = before?.merchant_id !== merchantId
    const former = before && isNew ? [await putUser(tx, { ...before, role: 'refused' }, decided)] : []
    const { role } = await findRole(tx, key, merchantId)
    const user = await putUser(tx, toUser(ctx, key, merchantId, 'owner'), decided)
    for (const one of former) await recordAccess(ctx, tx, 'giveWallet', 'owner', one)
    await recordAccess(ctx, tx, 'giveWallet', role, user)
    if (isNew) await recordWalletEvents(ctx, tx, 'wallet.given', [...former, user])
    return user
  })
}

/** The merchants that may name each wallet, and those that were refused, oldest first. */
export async function listWalletAccess(ctx: Context, limit: number): Promise<WalletAccess[]> {
  return (await listUsers(ctx.db, limit)).map((user) => toAccess(ctx, user))
}

type Change = (tx: Tx, key: WalletKey, id: string) => Promise<WalletUser>

async function change(ctx: Context, { address, merchantId }: Named, work: Change): Promise<WalletAccess> {
  const network = ctx.networks.find(({ chain }) => chain.addresses.parse(address) !== null)
  const parsed = network?.chain.addresses.parse(address)
  if (!network || !parsed) {
    throw new CheckoutError(
      'invalid_wallet_address',
      'This is no address on a configured network: check every character.',
      'address',
    )
  }
  const { id } = await requireMerchant(ctx.db, merchantId)
  const user = await ctx.transact((tx) => work(tx, toWalletKey(network.chain.id, parsed), id))
  return toAccess(ctx, user)
}

/** A wallet is the same in both environments. The entry is in the log of production. */
async function recordAccess(
  ctx: Context,
  tx: Tx,
  operation: 'shareWallet' | 'giveWallet',
  former: Role | null,
  user: WalletUser,
): Promise<void> {
  const { id: objectId } = toWalletView(ctx, user, true)
  const [before, after] = [{ access: former }, { access: user.role }]
  await recordChange(ctx, tx, asOperator(user.merchant_id, true), {
    operation,
    object: 'wallet',
    objectId,
    before,
    after,
  })
}

function toUser(ctx: Context, key: WalletKey, merchantId: string, role: Role): NamedWallet {
  return { ...key, merchant_id: merchantId, role, created_at: ctx.now() }
}

function toAccess(ctx: Context, user: WalletUser): WalletAccess {
  const { id } = toWalletView(ctx, user, true)
  const [since, provenAt] = [toIsoTime(user.created_at), toIsoTimeOrNull(user.proven_at)]
  return { wallet: id, merchant: user.merchant_id, access: user.role, since, provenAt }
}
