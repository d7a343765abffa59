import type { Payment } from '@crypto-checkout/api-types'
import { getToken, getWatchedTokenAt, isKeyAccount, type Network, type Token } from '../chains/network.ts'
import type { Caller, Context } from '../context/context.ts'
import { requireReachable } from '../context/require-reachable.ts'
import { findDepositAddressProblem } from '../deposits/objection.ts'
import { toEnvironment } from '../domain/catalog/environments.ts'
import { CheckoutError, type RefusalCode } from '../domain/error.ts'
import { min, ONE_COIN, toCents, toRawAmount } from '../domain/money.ts'
import { convertToCoin, formatFiatPerCoin, type Rates } from '../domain/price.ts'
import { recordEvent } from '../events/record.ts'
import { requireRead } from '../networks/first-reading.ts'
import { requireNetwork } from '../networks/require-network.ts'
import { addQrCode } from '../qr/add-qr-code.ts'
import { pipeline, type Tx } from '../storage/database.ts'
import type { NewRow } from '../storage/tables.ts'
import { claimWallet, notifyRefusal, WalletTaken } from '../wallets/claim.ts'
import { toWalletKey, type WalletKey } from '../wallets/view.ts'
import {
  countOpenAt,
  createFullError,
  rememberRefusal,
  requireNoRefusal,
  requireRoom,
  type WalletPrice,
} from './capacity.ts'
import { tallyPayments } from './count-store.ts'
import {
  assignReference,
  getWalletPrice,
  type PaymentReference,
  pickAmount,
  tryReserve,
} from './matching/assign-reference.ts'
import { toOrderColumns } from './order.ts'
import { rememberQuota, requireQuota, requireQuotaIfRefused } from './quota.ts'
import { findFullUntil } from './reservations.ts'
import type { ValidPaymentInput } from './schema.ts'
import { insertPayment } from './store.ts'
import { supersedePayment } from './supersede.ts'
import { watchWallet } from './transfers/watched-wallets.ts'
import { addPayment, countTextBytes } from './usage-store.ts'
import { toPaymentSnapshot } from './view.ts'

const DEFAULT_EXPIRES_IN_S = 1_800
/** 10^12 coins: stored amounts and their sums fit 64 bits. */
const MAX_PRICE = 1_000_000_000_000n * ONE_COIN
const PPM = 1_000_000n

/**
 * Creates a payment. The amount, memo or address that identifies it is reserved in the same transaction. Throws
 * `unsupported_asset`, `unsupported_currency`, `invalid_wallet_address`, `wallet_cannot_receive`,
 * `wallet_capacity_exceeded`, `quota_exceeded` and `not_ready`, and what `supersedePayment` throws.
 */
export async function createPayment(ctx: Context, caller: Caller, input: ValidPaymentInput): Promise<Payment> {
  requireSafeUrls(ctx, caller, input)
  const { network, token } = assetOf(ctx, caller, input)
  await requireRead(ctx, network)
  const newBytes = countTextBytes(textsOf(input))
  // Earlier refusals say nothing about a payment that takes the place of another.
  const isFurther = input.supersedes === undefined
  if (isFurther) await requireQuotaIfRefused(ctx, caller, newBytes)
  const rates = ctx.quote(network, token.coin, input.currency)
  const wallet = walletAddress(ctx, network, input.merchantWallet)
  const price = priceOf(input, rates)
  const place = getWalletPrice({ network, token, wallet, price })
  if (place && isFurther) await requireNoRefusal(ctx, caller, place)
  await requireReceivable(network, token, wallet, price)
  const terms = { id: ctx.newId('pay'), merchantId: caller.merchantId, network, token, rates, wallet, price, newBytes }
  const key = toWalletKey(network.chain.id, wallet)
  try {
    return await commitPayment(ctx, caller, input, { ...terms, key, place })
  } catch (error) {
    if (error instanceof WalletTaken) await notifyRefusal(ctx, caller, key)
    if (isRefusal(error, 'quota_exceeded')) rememberQuota(ctx, caller)
    if (place && isRefusal(error, 'wallet_capacity_exceeded')) rememberRefusal(ctx, caller, place)
    throw error
  }
}

function isRefusal(error: unknown, code: RefusalCode): boolean {
  return error instanceof CheckoutError && error.code === code
}

async function commitPayment(ctx: Context, caller: Caller, input: ValidPaymentInput, terms: Terms): Promise<Payment> {
  const { key, place, newBytes } = terms
  if (place) {
    const draft = draftOf(ctx, caller, input, { ...terms, ...pickAmount(ctx, terms) })
    const made = await commitLikely(ctx, caller, input, { ...terms, place }, draft)
    if (made) return made
  }
  return caller.commit(async (tx, keep) => {
    await supersedePayment(ctx, tx, caller, { ...input, id: terms.id })
    const [use, usage] = await pipeline([claimWallet(ctx, tx, caller, key), addPayment(tx, caller, newBytes)])
    requireQuota(ctx, { ...usage, plan: use.plan, newBytes })
    if (place) await requireRoom(ctx, tx, { ...place, use, open: await countOpenAt(tx, caller, place) })
    const draft = draftOf(ctx, caller, input, { ...terms, ...(await recognisable(ctx, tx, terms)) })
    await pipeline([...writes(ctx, tx, caller, draft), keep(draft.answer)])
    return draft.answer
  })
}

/** Another payment already holds the amount. */
class AmountTaken extends Error {}

/**
 * Writes everything in one round trip to the database; the QR code is drawn before. Null if another payment holds the
 * amount.
 */
async function commitLikely(
  ctx: Context,
  caller: Caller,
  input: ValidPaymentInput,
  terms: Terms & { readonly place: WalletPrice },
  draft: Draft,
): Promise<Payment | null> {
  const { key, place, newBytes } = terms
  try {
    return await caller.commit<Payment>(async (tx, keep) => {
      await supersedePayment(ctx, tx, caller, { ...input, id: terms.id })
      const [use, usage, open, reserved] = await pipeline([
        claimWallet(ctx, tx, caller, key),
        addPayment(tx, caller, newBytes),
        countOpenAt(tx, caller, place),
        tryReserve(ctx, tx, terms, place, draft.row.due),
        ...writes(ctx, tx, caller, draft),
        keep(draft.answer),
      ])
      requireQuota(ctx, { ...usage, plan: use.plan, newBytes })
      await requireRoom(ctx, tx, { ...place, use, open })
      if (!reserved) throw new AmountTaken()
      return draft.answer
    })
  } catch (error) {
    if (error instanceof AmountTaken) return null
    throw error
  }
}

/** A payment as it is written, announced in an event and returned. */
type Draft = ReturnType<typeof draftOf>

function draftOf(ctx: Context, caller: Caller, input: ValidPaymentInput, terms: Terms & PaymentReference) {
  const row = paymentRow(ctx, caller, input, terms)
  const snapshot = toPaymentSnapshot(ctx, { ...row, refunded: 0n, received_final: 0n }, [])
  const otherChains = chainsOfItsKind(ctx, terms.network, row.address)
  return { row, wallet: terms.wallet, snapshot, answer: addQrCode(snapshot), otherChains }
}

function writes(ctx: Context, tx: Tx, caller: Caller, draft: Draft) {
  const { row, wallet, snapshot, otherChains } = draft
  const address = row.address.toLowerCase()
  return [
    requireNoDeposit(ctx, tx, wallet),
    insertPayment(tx, row),
    tallyPayments(tx, [{ ...row, from: null }]),
    watchWallet(tx, { chain: row.chain, address, otherChains, caller, since: row.created_at }),
    recordEvent(ctx, tx, { ...caller, type: 'payment.created', object: snapshot }),
  ]
}

function requireSafeUrls(ctx: Context, caller: Caller, input: ValidPaymentInput): void {
  const { redirectUrl, cancelUrl, webhookUrl } = input
  for (const [name, url] of Object.entries({ redirectUrl, cancelUrl })) {
    if (caller.livemode && url && !/^https:/i.test(url))
      throw new CheckoutError('invalid_parameter', `${name} must use https in production.`, name)
  }
  if (webhookUrl) requireReachable(ctx, caller, webhookUrl, 'webhookUrl')
}

function assetOf(ctx: Context, caller: Caller, input: ValidPaymentInput): { network: Network; token: Token } {
  const environment = toEnvironment(caller.livemode)
  const network = requireNetwork(ctx, environment, input.network)
  const token = getToken(network, input.cryptocurrency)
  const trouble = token && ctx.coinTrouble(network, token.coin)
  if (token && !trouble) return { network, token }
  const reason = trouble
    ? `${input.cryptocurrency} is not offered: ${trouble}`
    : `${input.cryptocurrency} is not configured on ${input.network} in ${environment}`
  throw new CheckoutError('unsupported_asset', `${reason}.`, 'cryptocurrency')
}

function priceOf(input: ValidPaymentInput, rates: Rates): bigint {
  const price = convertToCoin(toCents(input.amount) ?? 0, rates)
  if (price <= MAX_PRICE) return price
  throw new CheckoutError('invalid_parameter', `amount is too large in ${input.currency}.`, 'amount')
}

function walletAddress({ networks }: Context, network: Network, text: string): string {
  const address = network.chain.addresses.parse(text)
  const objection = network.chain.addresses.recipientProblem(text)
  if (objection !== null) throw badWallet(objection)
  if (!address) throw badWallet(`is not an address on ${network.name}: check every character`)
  if (getWatchedTokenAt(network, address)) throw badWallet("is a coin's own contract, where money is lost")
  if (isKeyAccount(networks, address)) throw badWallet("is the account of this server's gasKey or refundKey")
  return address
}

async function requireNoDeposit({ networks }: Context, tx: Tx, wallet: string): Promise<void> {
  const objection = await findDepositAddressProblem({ db: tx, networks }, wallet)
  if (objection !== null) throw badWallet(objection)
}

function badWallet(reason: string): CheckoutError {
  return new CheckoutError('invalid_wallet_address', `merchantWallet ${reason}.`, 'merchantWallet')
}

async function requireReceivable(network: Network, token: Token, address: string, price: bigint): Promise<void> {
  const rawAmount = toRawAmount(price, token.decimals)
  const reason = await network.chain.recipients?.cannotReceiveReason({ token: token.address, address, rawAmount })
  if (reason) throw new CheckoutError('wallet_cannot_receive', `merchantWallet ${reason}.`, 'merchantWallet')
}

/** Chains of the same family share the address; payers who pick the wrong network send here. */
function chainsOfItsKind(ctx: Context, network: Network, address: string): string[] {
  return ctx.networks
    .filter(({ environment, chain }) => environment === network.environment && chain.id !== network.chain.id)
    .filter(({ chain }) => chain.addresses.parse(address) !== null)
    .map(({ chain }) => chain.id)
}

type Terms = {
  readonly id: string
  readonly merchantId: string
  /** Key of the wallet, which determines its owner. */
  readonly key: WalletKey
  /** Null where payments are not identified by amount. */
  readonly place: WalletPrice | null
  readonly network: Network
  readonly token: Token
  readonly rates: Rates
  readonly wallet: string
  readonly price: bigint
  /** Size of metadata and URLs. */
  readonly newBytes: number
}

async function recognisable(ctx: Context, tx: Tx, terms: Terms): Promise<PaymentReference> {
  const made = await assignReference(ctx, tx, terms)
  if (made) return made
  if (!terms.place) throw new Error(`payment ${terms.id} found no amount on a network without reservations`)
  const until = await findFullUntil(tx, terms.place.wallet, terms.price, ctx.now())
  throw createFullError(ctx, terms.place, until ?? ctx.now())
}

function textsOf(input: ValidPaymentInput) {
  const { redirectUrl, webhookUrl, metadata } = input
  return {
    redirect_url: redirectUrl ?? null,
    webhook_url: webhookUrl ?? null,
    metadata: JSON.stringify(metadata ?? {}),
    ...toOrderColumns(input),
  }
}

function paymentRow(ctx: Context, caller: Caller, input: ValidPaymentInput, terms: Terms & PaymentReference) {
  const createdAt = ctx.now()
  const tolerance = (terms.due * BigInt(ctx.settings.tolerancePpm)) / PPM
  return {
    id: terms.id,
    merchant_id: caller.merchantId,
    livemode: caller.livemode ? 1 : 0,
    version: 1,
    status: 'created',
    exceptions: '[]',
    amount_cents: toCents(input.amount) ?? 0,
    currency: input.currency,
    cryptocurrency: input.cryptocurrency,
    network: input.network,
    chain: terms.network.chain.id,
    token: terms.token.address.toLowerCase(),
    rate: formatFiatPerCoin(terms.rates),
    due: terms.due,
    price: terms.price,
    tolerance,
    tail_allowance: 0n,
    late_payments: ctx.settings.latePayments,
    received: 0n,
    outstanding: terms.due,
    merchant_wallet: input.merchantWallet,
    address: terms.address,
    memo: terms.memo,
    recognition: terms.recognition,
    ...textsOf(input),
    created_at: createdAt,
    expires_at: createdAt + (input.expiresIn ?? DEFAULT_EXPIRES_IN_S) * 1_000,
    past_deadline_at: null,
    cancelled_at: null,
    accepted_at: null,
    completed_at: null,
    transfer_count: 0,
    min_transfer: min(ctx.settings.minTransfer, terms.due - tolerance),
    settlement_id: null,
    superseded_by: null,
  } as const satisfies NewRow<'payments'>
}
