/** Rights to name a wallet, and their look for merchants. */

import type { EventType, Wallet } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../../context/context.ts'
import { toEnvironment } from '../../domain/catalog/networks.ts'
import { CheckoutError } from '../../domain/error.ts'
import { type NewEvent, recordEvents } from '../../events/record.ts'
import type { Db, Tx } from '../../storage/database.ts'
import {
  findOwner,
  findOwners,
  findProvenAddresses,
  findRole,
  insertUsers,
  type NamedWallet,
  type WalletKey,
} from './store.ts'

/** The wallet belongs to another merchant. */
export class WalletTaken extends CheckoutError {
  constructor() {
    super(
      'invalid_wallet_address',
      'merchantWallet is in use by another merchant of this server: use another wallet, prove by its signature that it is ' +
        'yours (POST /wallets/challenge), or ask the operator to share it.',
      'merchantWallet',
    )
  }
}

/** Reports a refusal to the owner and the refused merchant, once for each merchant and wallet. */
export async function notifyRefusal(ctx: Context, caller: Caller, key: WalletKey): Promise<void> {
  const { role } = await findRole(ctx.db, key, caller.merchantId)
  if (role !== null) return
  await ctx.transact(async (tx) => {
    const owner = await findOwner(tx, key)
    const refused = { ...key, merchant_id: caller.merchantId, role: 'refused', created_at: ctx.now() } as const
    if (owner === null || (await insertUsers(tx, [refused])) === 0) return
    await recordWalletEvents(ctx, tx, 'wallet.refused', [owner, refused])
  })
}

/** The owners of wallets (lower case) that are paid on a chain, by address. A wallet without an owner has no entry. */
export function findWalletOwners(db: Db, chainId: string, addresses: Iterable<string>): Promise<Map<string, string>> {
  return findOwners(db, toWalletKey(chainId, '').namespace, addresses)
}

/** Those of the addresses, in lower case, that a merchant has proven for a chain. A proof holds on all chains of its kind. */
export function findProven(
  db: Db,
  merchantId: string,
  chainId: string,
  addresses: readonly string[],
): Promise<Set<string>> {
  const keys = addresses.map((address) => toWalletKey(chainId, address))
  return findProvenAddresses(
    db,
    merchantId,
    toWalletKey(chainId, '').namespace,
    keys.map(({ address }) => address),
  )
}

export type { WalletKey }

/** The namespace of a CAIP-2 chain id is the wallet's kind. */
export function toWalletKey(chainId: string, address: string): WalletKey {
  return { namespace: chainId.startsWith('eip155:') ? 'eip155' : 'stellar', address: address.toLowerCase() }
}

/** A wallet as a merchant sees it in an environment. */
export function toWalletView(ctx: Context, user: NamedWallet, livemode: boolean): Wallet {
  const environment = toEnvironment(livemode)
  const here = ctx.networks.filter(({ chain }) => toWalletKey(chain.id, '').namespace === user.namespace)
  const chain = here[0]?.chain
  const address = chain?.addresses.parse(chain.addresses.display(user.address)) ?? user.address
  return {
    id: `${user.namespace}:${address}`,
    object: 'wallet',
    address,
    networks: here.filter((network) => network.environment === environment).map(({ name }) => name),
    access: user.role,
    livemode,
  }
}

type WalletEvent = Extract<EventType, `wallet.${string}`>

/** Records an event for each of these merchants, in each environment that has a network of the wallet's kind. */
export async function recordWalletEvents(
  ctx: Context,
  tx: Tx,
  type: WalletEvent,
  users: readonly NamedWallet[],
): Promise<void> {
  const events = users.flatMap((user) =>
    [true, false]
      .map((livemode) => toWalletView(ctx, user, livemode))
      .filter((view) => view.networks.length > 0)
      .map((view): NewEvent => {
        return { merchantId: user.merchant_id, livemode: view.livemode, type, object: view }
      }),
  )
  await recordEvents(ctx, tx, events)
}
