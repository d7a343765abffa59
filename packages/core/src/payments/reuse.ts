/** Orders that are asked for again. */
import { isAsking } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { hasScope } from '../domain/catalog/entitlements.ts'
import { CheckoutError } from '../domain/error.ts'
import { toCents } from '../domain/money.ts'
import { toOwnerColumns } from '../domain/owner.ts'
import { loadSettings, loadSettingsAt, type Settings } from '../merchants/settings.ts'
import { type Db, pipeline, type Tx } from '../storage/database.ts'
import { mayNameWallets } from './methods/alternatives.ts'
import { readAlternatives } from './methods/method.ts'
import { findMethods, hasAuthorization } from './methods/store.ts'
import { findOpenOrder, leaveOrders } from './open-order-store.ts'
import { limitToOwn } from './own.ts'
import type { ValidPaymentInput } from './schema.ts'
import type { PaymentRow } from './store.ts'

/**
 * The open payment that answers a request with `reuse`; null if one has to be made. Throws `insufficient_scope`: the answer
 * may be a payment that another key or user has made.
 */
export async function findReusable(
  ctx: Context,
  db: Db,
  caller: Caller,
  input: ValidPaymentInput,
): Promise<PaymentRow | null> {
  const holder = await findHolder(ctx, db, caller, input)
  return holder?.isAnswer ? holder.row : null
}

/** The same in the transaction that makes one otherwise, after room was made for it. */
export async function claimOrder(
  ctx: Context,
  tx: Tx,
  caller: Caller,
  input: ValidPaymentInput,
): Promise<PaymentRow | null> {
  const holder = await findHolder(ctx, tx, caller, input)
  if (holder === null || holder.isAnswer) return holder?.row ?? null
  await leaveOrders(tx, [holder.row])
  return null
}

type Holder = { readonly row: PaymentRow; readonly isAnswer: boolean }

/** The payment that has the order's place. It is the answer unless it can no longer be paid, or its wallet was left. */
async function findHolder(ctx: Context, db: Db, caller: Caller, input: ValidPaymentInput): Promise<Holder | null> {
  if (!input.reuse) return null
  const scope = limitToOwn(ctx, caller) ? 'payments:write' : 'payments:read'
  const message = `reuse may answer a payment that others have made: that needs the scope ${scope}.`
  if (!hasScope(caller.scopes, scope)) throw new CheckoutError('insufficient_scope', message, 'reuse', { scope })
  const { reference = null, amount, currency, supersedes } = input
  const order = { ...toOwnerColumns(caller), reference, amount_cents: toCents(amount, currency), currency }
  const [row, { settings, last }] = await pipeline([findOpenOrder(db, order), loadSettings(db, caller)])
  if (row === null || row.id === supersedes) return null
  const isChanged = last !== null && last.changed_at > row.created_at
  const isLeft = isChanged && (await hasLeftWallet(db, caller, input, { row, settings }))
  return { row, isAnswer: canBePaid(ctx, row) && !isLeft }
}

/** False once the deadline has passed, even before the chain is known to have passed it, unless the full amount is there. */
function canBePaid({ now }: Pick<Context, 'now'>, { status, expires_at }: PaymentRow): boolean {
  return !isAsking(status) || expires_at > now()
}

type Wallet = { readonly network: string; readonly merchantWallet?: string | undefined }
type Held = { readonly row: PaymentRow; readonly settings: Settings }

/**
 * Tells whether a method of a payment pays into a wallet that the settings had on its network when the payment was made, and
 * no longer have. The request may name this wallet again. A payment whose money may be on its way is never left.
 */
async function hasLeftWallet(db: Db, caller: Caller, input: ValidPaymentInput, { row, settings }: Held) {
  if (row.status !== 'created') return false
  const before = await loadSettingsAt(db, caller, row.created_at)
  const named = mayNameWallets(caller) ? [input, ...(Array.isArray(input.alternatives) ? input.alternatives : [])] : []
  const isLeft = (wallet: Wallet) =>
    hasWallet(before, wallet) && !hasWallet(settings, wallet) && !named.some((one) => isSameWallet(one, wallet))
  return (await listWallets(db, row)).some(isLeft) && !(await hasAuthorization(db, row.id))
}

/** The wallets of all methods of a payment, open ones included: the chosen one may not be the default one. */
async function listWallets(db: Db, row: PaymentRow): Promise<Wallet[]> {
  const open = (await findMethods(db, [row])).get(row.id) ?? [row]
  const wallets = open.map(({ network, merchant_wallet }) => ({ network, merchantWallet: merchant_wallet }))
  return [...wallets, ...readAlternatives(row)]
}

function hasWallet({ wallets }: Settings, wallet: Wallet): boolean {
  return isSameWallet({ network: wallet.network, merchantWallet: wallets[wallet.network] }, wallet)
}

/** An address may be a wallet on several networks, of which only one is meant. */
function isSameWallet(one: Wallet, other: Wallet): boolean {
  return one.network === other.network && one.merchantWallet?.toLowerCase() === other.merchantWallet?.toLowerCase()
}
