/** The ways in which a program may pay a payment now. */
import { getToken } from '../../chains/network.ts'
import type { Context } from '../../context/context.ts'
import { hasSignedTransfers } from '../../domain/catalog/coins.ts'
import { toEnvironment } from '../../domain/catalog/networks.ts'
import { CheckoutError } from '../../domain/error.ts'
import { fromCents, toRawAmount } from '../../domain/money.ts'
import { takesOrders } from '../../networks/require-network.ts'
import type { PaymentRow } from '../../payments/find.ts'
import { asMethod, readAlternatives } from '../../payments/methods/method.ts'
import { findMethods } from '../../payments/methods/store.ts'
import { computePlainDue } from '../../payments/tail.ts'
import { quoteTerms, requireAsset, toTermColumns } from '../../payments/terms.ts'
import { asksForMoney, isWithinDay } from '../accept.ts'
import { sumSpentToday } from '../code-limits.ts'
import { isAffordable } from '../evm/offer.ts'
import { getRelay, type Relay } from '../evm/order.ts'
import { callNodes } from '../refusals.ts'
import type { Order } from '../stellar/accept.ts'
import { findPaymentRelays } from '../store.ts'
import type { Requirements } from './messages.ts'

/** A way to pay, with the payment as if this were its only method. */
type Way = {
  readonly row: PaymentRow
  /** In millionths. */
  readonly amount: bigint
  readonly requirements: Requirements
  readonly isChosen: boolean
}
/** On an EVM network, relayed as gasless payments are. */
export type RelayOffer = Way & { readonly relay: Relay }
/** On Stellar, in a transaction of an account that pays fees. */
export type SponsoredOffer = Way & { readonly order: Order }
export type Offer = RelayOffer | SponsoredOffer

/** The ways to pay, the chosen method first. If there are none, `problem` says why. */
export type Offers = { readonly offers: readonly Offer[]; readonly problem: string | null }

/** The longest that a client lets its signature be valid. */
const MAX_TIMEOUT_S = 300
/** Below it, there is no time to sign and send. */
const LEAST_TIMEOUT_S = 45
/** A signature that fails may cost gas, so a payment has this many tries. */
const MOST_FAILURES = 3
/** Clients' clocks may be this far ahead. */
const CLOCK_TOLERANCE_S = 15

/**
 * Throws `network_unreachable` if no node says how a coin is signed. `evenIfDear`: also ways for which gas was too dear
 * when it was last read.
 */
export async function listOffers(ctx: Context, payment: PaymentRow, evenIfDear = false): Promise<Offers> {
  const timeout = Math.min(MAX_TIMEOUT_S, Math.floor((payment.expires_at - ctx.now()) / 1_000) - CLOCK_TOLERANCE_S)
  if (timeout < LEAST_TIMEOUT_S) return { offers: [], problem: 'payment_ends_too_soon: create another payment' }
  const stored = await findPaymentRelays(ctx.db, payment.id)
  if (stored.filter(({ state }) => state === 'failed').length >= MOST_FAILURES) {
    return { offers: [], problem: 'too_many_failures: what was signed has failed too often, so pay by the page' }
  }
  const candidates = await listCandidates(ctx, payment)
  const payable = candidates.flatMap((row): (RelayWay | SponsoredWay)[] => {
    if (!asksForMoney(ctx, row)) return []
    const relay = hasSignedTransfers(row.cryptocurrency) ? getRelay(ctx, row) : null
    const order = relay ? null : createOrder(ctx, row)
    return relay ? [{ row, relay }] : order ? [{ row, order }] : []
  })
  if (payable.length === 0) return { offers: [], problem: explainNone(candidates) }
  const offers: Offer[] = []
  for (const way of payable) {
    const { row } = way
    const mayPay = evenIfDear || (await isWithinLimits(ctx, way))
    const requirements = mayPay && (await describeWay(way, timeout))
    if (!requirements) continue
    offers.push({ ...way, amount: computePlainDue(row), requirements, isChosen: row === payment })
  }
  const problem = 'gas_too_expensive: the merchant pays for no more gas now, so try later or pay by the page'
  return { offers, problem: offers.length > 0 ? null : problem }
}

type RelayWay = Pick<RelayOffer, 'row' | 'relay'>
type SponsoredWay = Pick<SponsoredOffer, 'row' | 'order'>

async function isWithinLimits(ctx: Context, way: RelayWay | SponsoredWay): Promise<boolean> {
  if ('relay' in way) return isAffordable(ctx, way.relay, way.row)
  const { network, sponsor } = way.order
  return isWithinDay(sponsor.budget, await sumSpentToday(ctx, ctx.db, network), sponsor.budget.maxFeePerPayment)
}

/** Creates the order that a program is asked to authorize on Stellar; null if nobody pays its network fee there. */
function createOrder(ctx: Context, row: PaymentRow): Order | null {
  const network = ctx.network(toEnvironment(row.livemode), row.network)
  const { sponsor } = network?.chain ?? {}
  const token = network && getToken(network, row.cryptocurrency)
  if (network?.chain.id !== row.chain || !sponsor || !token || row.memo === null) return null
  const to = network.chain.addresses.display(row.address)
  if (sponsor.payTo(to, row.memo) === null) return null
  const amount = computePlainDue(row)
  const terms = { token: token.address, to, memo: row.memo, rawAmount: toRawAmount(amount, token.decimals) }
  return { network, sponsor, row, terms, amount }
}

/** Null for a token that no client can sign for. */
async function describeWay(way: RelayWay | SponsoredWay, maxTimeoutSeconds: number): Promise<Requirements | null> {
  const own = 'relay' in way ? await describeRelay(way) : describeOrder(way.order)
  if (!own) return null
  const { extra, ...terms } = own
  return { scheme: 'exact', ...terms, maxTimeoutSeconds, extra }
}

type OwnTerms = Omit<Requirements, 'scheme' | 'maxTimeoutSeconds'>

function describeOrder({ network, sponsor, terms, row }: Order): OwnTerms | null {
  const payTo = sponsor.payTo(terms.to, terms.memo)
  if (payTo === null) return null
  const extra = { areFeesSponsored: true, paymentId: row.id } as const
  return { network: network.chain.id, amount: String(terms.rawAmount), asset: terms.token, payTo, extra }
}

function explainNone(candidates: readonly PaymentRow[]): string {
  const asked = [...new Set(candidates.map((row) => `${row.cryptocurrency} on ${row.network}`))].join(', ')
  return `no_supported_method: this payment takes ${asked}, which cannot be paid by x402 here; open the page`
}

async function describeRelay({ relay, row }: RelayWay): Promise<OwnTerms | null> {
  const { network, authorizations } = relay
  const token = getToken(network, row.cryptocurrency)
  if (!token) return null
  const payTo = network.chain.addresses.display(row.address)
  const rawAmount = toRawAmount(computePlainDue(row), token.decimals)
  const nonce = `0x${'0'.repeat(64)}`
  const terms = { token: token.address, from: payTo, to: payTo, rawAmount, validAfter: 0, validBefore: 0, nonce }
  const data = await callNodes(() => authorizations.typedData(terms))
  const { name, version, chainId } = (data?.domain ?? {}) as { name?: string; version?: string; chainId?: unknown }
  // Clients sign under a chain id. A domain with a salt in its place has another hash.
  if (name === undefined || version === undefined || chainId === undefined) return null
  const extra = { name, version, paymentId: row.id }
  return { network: network.chain.id, amount: String(rawAmount), asset: token.address, payTo, extra }
}

/** The chosen method; until money was seen, also those that the payer may still choose. */
async function listCandidates(ctx: Context, payment: PaymentRow): Promise<PaymentRow[]> {
  if (payment.status !== 'created') return [payment]
  const open = (await findMethods(ctx.db, [payment])).get(payment.id) ?? []
  const others = open.filter((method) => method.chain !== payment.chain || method.token !== payment.token)
  const known = [payment, ...others.map((method) => asMethod(payment, method))]
  const isKnown = (one: { readonly cryptocurrency: string; readonly network: string }) =>
    known.some((row) => row.cryptocurrency === one.cryptocurrency && row.network === one.network)
  const offered = readAlternatives(payment).filter((one) => !isKnown(one))
  return [...known, ...offered.flatMap((one) => quoteMethod(ctx, payment, one) ?? [])]
}

type Alternative = ReturnType<typeof readAlternatives>[number]

/** A method that is not open yet, at its price now; null if it cannot be priced, or gets an address when it is opened. */
function quoteMethod(ctx: Context, payment: PaymentRow, one: Alternative): PaymentRow | null {
  const livemode = payment.livemode
  const network = ctx.network(toEnvironment(livemode), one.network)
  if (!network || !takesOrders(ctx, network)) return null
  if (network.deposits || !hasSignedTransfers(one.cryptocurrency)) return null
  try {
    const asset = requireAsset(ctx, { livemode }, one)
    const priced = {
      amount: fromCents(payment.amount_cents, payment.currency),
      currency: payment.currency,
      merchantWallet: one.merchantWallet,
    }
    const terms = quoteTerms(ctx, payment.id, asset, priced)
    const reference = {
      recognition: 'amount',
      address: terms.wallet,
      due: terms.price,
      memo: null,
      recipient: null,
    } as const
    // Its tolerance is set when it is chosen.
    return { ...payment, ...toTermColumns({ underpaymentTolerance: 0 }, { ...terms, ...reference }) }
  } catch (error) {
    if (error instanceof CheckoutError) return null
    throw error
  }
}
