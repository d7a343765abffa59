/**
 * The entries of the ledger: what each fact about money changes, and on which account. Pure functions of facts. Amounts
 * are millionths, fiat values cents, times milliseconds, and addresses lower case.
 */
import { type EntryKind, getDecimals, getPrintedDecimals } from '@crypto-checkout/api-types'
import { countCents } from './refund.ts'

/** The entry that a correction corrects, by its key within its merchant's ledger. */
type Corrected = { readonly sequence: number; readonly ordinal: number }

/** The settlements that may take an entry, or the one that takes it as it is booked. Addresses lower case. */
type Group = {
  readonly group_token: string | null
  readonly group_wallet: string | null
  readonly taken_by: string | null
}

/** An entry to book: its row, without the key that its event gives it, and where it is settled. */
export type Entry = EntryColumns & Group

type EntryColumns = {
  readonly kind: EntryKind
  readonly booked_at: number
  readonly chain_time: number | null
  readonly payment_id: string | null
  readonly refund_id: string | null
  readonly settlement_id: string | null
  readonly transfer_id: string | null
  readonly network: string
  readonly chain: string
  readonly coin: string | null
  readonly token: string | null
  readonly account: string
  readonly counterparty: string | null
  readonly amount: bigint | null
  readonly raw_amount: bigint | null
  readonly arrived: bigint | null
  readonly coin_fee: bigint | null
  readonly currency: string | null
  readonly rate: string | null
  readonly fiat_amount: bigint | null
  readonly reference: string | null
  readonly tx_hash: string | null
  readonly corrects_sequence: number | null
  readonly corrects_ordinal: number | null
  readonly unknown: string
}

export type BookedEntry = EntryColumns & Corrected & { readonly merchant_id: string; readonly livemode: boolean }

/** The reasons for what an entry does not know, as its column has them. */
const known = '{}'
const unattributed = '{"fiatAmount":"unattributed"}'
const ownMoney = '{"fiatAmount":"own_money"}'
const otherCoin = '{"fiatAmount":"other_coin"}'
const tooLarge = '{"fiatAmount":"too_large"}'

/** The part of a payment that values its money: its price, and what one of its methods asks for. */
type PaymentTerms = {
  readonly id: string
  readonly currency: string
  readonly amount_cents: number
  readonly reference: string | null
}
type MethodTerms = {
  readonly rate: string
  readonly due: bigint
  /** The coins of the price without a tail; null in payments of earlier releases. */
  readonly price: bigint | null
}

/** The value that an entry has in its payment's currency. */
export type Value = {
  readonly payment_id: string | null
  readonly currency: string | null
  readonly rate: string | null
  readonly fiat_amount: bigint | null
  readonly reference: string | null
  readonly unknown: string
}

export const noValue: Value = {
  payment_id: null,
  currency: null,
  rate: null,
  fiat_amount: null,
  reference: null,
  unknown: unattributed,
}

/** 64 bits hold no more. */
const MAX_CENTS = 9n * 10n ** 18n

/**
 * The cents of an amount at a payment's own rate. All that a payment asks for is worth its price, so its tail is worth
 * nothing. What exceeds it is worth more.
 */
function computeCents(amount: bigint, payment: PaymentTerms, { due, price }: MethodTerms): bigint {
  const cents = BigInt(payment.amount_cents)
  const priced = { cents: payment.amount_cents, coins: price ?? due }
  const below = countCents(amount < due ? amount : due, priced)
  const surplus = amount > due ? countCents(amount - due, priced) : 0n
  const value = (below < cents && amount < due ? below : cents) + surplus
  const unit = 10n ** BigInt(getPrintedDecimals(payment.currency) - getDecimals(payment.currency))
  return value - (value % unit)
}

/**
 * The value of money that a payment gets after `before` has come in the same method. Values are differences of sums, so
 * those of parts add up to that of the whole. `booked`: the cents that the ledger has for `before`, if parts of it were
 * booked in another order. `method`: null if the payment does not ask for the coin.
 */
export function valueMoney(
  payment: PaymentTerms,
  method: MethodTerms | null,
  { before, amount, booked }: { readonly before: bigint; readonly amount: bigint; readonly booked?: bigint },
): Value {
  const { id: payment_id, currency, reference } = payment
  if (method === null) return { payment_id, currency, rate: null, fiat_amount: null, reference, unknown: otherCoin }
  const { rate } = method
  const fiat = computeCents(before + amount, payment, method) - (booked ?? computeCents(before, payment, method))
  if (fiat > MAX_CENTS) return { payment_id, currency, rate, fiat_amount: null, reference, unknown: tooLarge }
  return { payment_id, currency, rate, fiat_amount: fiat, reference, unknown: known }
}

/** The columns of a transfer that its entries repeat. */
type TransferFacts = {
  readonly id: string
  readonly network: string
  readonly chain: string
  readonly cryptocurrency: string
  readonly token: string
  readonly from_address: string
  readonly to_address: string
  readonly amount: bigint
  readonly raw_amount: bigint
  readonly block_time: number
  readonly tx_hash: string
}

/** A final transfer to a wallet, whatever it pays. */
export function bookReceived(transfer: TransferFacts, value: Value, now: number): Entry {
  return bookTransfer('received', transfer, value, now)
}

/** A transfer that its ledger has already, for the payment that it pays now. */
export function bookAssigned(transfer: TransferFacts, value: Value, now: number): Entry {
  return bookTransfer('assigned', transfer, value, now)
}

function bookTransfer(kind: EntryKind, transfer: TransferFacts, value: Value, now: number): Entry {
  return {
    kind,
    booked_at: now,
    chain_time: transfer.block_time,
    payment_id: value.payment_id,
    refund_id: null,
    settlement_id: null,
    transfer_id: transfer.id,
    network: transfer.network,
    chain: transfer.chain,
    coin: transfer.cryptocurrency,
    token: transfer.token,
    account: transfer.to_address,
    counterparty: transfer.from_address,
    amount: transfer.amount,
    raw_amount: transfer.raw_amount,
    arrived: null,
    coin_fee: null,
    currency: value.currency,
    rate: value.rate,
    fiat_amount: value.fiat_amount,
    reference: value.reference,
    tx_hash: transfer.tx_hash,
    corrects_sequence: null,
    corrects_ordinal: null,
    unknown: value.unknown,
    group_token: transfer.token,
    group_wallet: transfer.to_address,
    taken_by: null,
  }
}

/**
 * Takes back an entry: `assigned` if its transfer pays another payment from now on, `reversed` if it is no longer on the
 * chain.
 */
export function bookCorrection(kind: 'assigned' | 'reversed', entry: BookedEntry, now: number): Entry {
  return {
    kind,
    booked_at: now,
    chain_time: entry.chain_time,
    payment_id: entry.payment_id,
    refund_id: entry.refund_id,
    settlement_id: entry.settlement_id,
    transfer_id: entry.transfer_id,
    network: entry.network,
    chain: entry.chain,
    coin: entry.coin,
    token: entry.token,
    account: entry.account,
    counterparty: entry.counterparty,
    amount: negate(entry.amount),
    raw_amount: negate(entry.raw_amount),
    arrived: negate(entry.arrived),
    coin_fee: negate(entry.coin_fee),
    currency: entry.currency,
    rate: entry.rate,
    fiat_amount: negate(entry.fiat_amount),
    reference: entry.reference,
    tx_hash: entry.tx_hash,
    corrects_sequence: entry.sequence,
    corrects_ordinal: entry.ordinal,
    unknown: entry.unknown,
    group_token: entry.token,
    group_wallet: entry.account,
    taken_by: null,
  }
}

function negate(amount: bigint | null): bigint | null {
  return amount === null ? null : -amount
}

/** The entry of a transfer that no later one corrects; null if it has none. `entries`: all of the transfer. */
export function findLive(entries: readonly BookedEntry[]): BookedEntry | null {
  const isCorrected = (one: BookedEntry) =>
    entries.some(
      (other) =>
        other.merchant_id === one.merchant_id &&
        other.livemode === one.livemode &&
        other.corrects_sequence === one.sequence &&
        other.corrects_ordinal === one.ordinal,
    )
  return entries.find((one) => one.corrects_sequence === null && !isCorrected(one)) ?? null
}

/** A completed refund, with the transfer that paid it. */
type RefundFacts = {
  readonly id: string
  readonly payment_id: string
  readonly network: string
  readonly chain: string
  readonly cryptocurrency: string
  readonly token: string
  readonly from_address: string
  readonly to_address: string | null
  readonly amount: bigint
  readonly raw_amount: bigint
  readonly amount_cents: number
  readonly currency: string
  /** The amount that arrived. */
  readonly received: bigint | null
  readonly transfer_id: string | null
  readonly block_time: number | null
  readonly tx_hash: string | null
}

/** Money that went back. The coin took what did not arrive. */
export function bookRefunded(
  refund: RefundFacts,
  payment: Pick<PaymentTerms, 'reference'> & Pick<MethodTerms, 'rate'> & { readonly merchant_wallet: string },
  now: number,
): Entry {
  const arrived = refund.received ?? refund.amount
  return {
    kind: 'refunded',
    booked_at: now,
    chain_time: refund.block_time,
    payment_id: refund.payment_id,
    refund_id: refund.id,
    settlement_id: null,
    transfer_id: refund.transfer_id,
    network: refund.network,
    chain: refund.chain,
    coin: refund.cryptocurrency,
    token: refund.token,
    account: refund.from_address,
    counterparty: refund.to_address,
    amount: -refund.amount,
    raw_amount: -refund.raw_amount,
    arrived,
    coin_fee: refund.amount - arrived,
    currency: refund.currency,
    rate: payment.rate,
    fiat_amount: -BigInt(refund.amount_cents),
    reference: payment.reference,
    tx_hash: refund.tx_hash,
    corrects_sequence: null,
    corrects_ordinal: null,
    unknown: known,
    // Another account may have paid it.
    group_token: refund.token,
    group_wallet: payment.merchant_wallet.toLowerCase(),
    taken_by: null,
  }
}

/** The end of a deposit's sweep. */
type SweepFacts = {
  readonly settlement_id: string
  readonly payment_id: string
  readonly reference: string | null
  readonly network: string
  readonly chain: string
  readonly coin: string
  readonly token: string
  readonly deposit: string
  readonly wallet: string
  /** The amounts that reached the wallet, left the deposit for it, and left it otherwise. */
  readonly amount: bigint
  readonly left_amount: bigint
  readonly lost_amount: bigint
  /** The amounts that reached the wallet and left the deposit, in the coin's smallest unit; null if that was not recorded. */
  readonly raw: { readonly amount: bigint; readonly left: bigint } | null
  /** The transaction; null if others moved it, or it is not known. */
  readonly tx_hash: string | null
  readonly chain_time: number | null
}

/** Money that went from a payment's own address to the wallet: what left the one, and what reached the other. */
export function bookSwept(sweep: SweepFacts, now: number): Entry[] {
  const { deposit, wallet, amount, left_amount: left, lost_amount: lost, raw } = sweep
  const entries: Entry[] = []
  if (left > 0n) {
    const out = { account: deposit, counterparty: wallet, amount: -left, raw: raw === null ? null : -raw.left }
    entries.push(bookMove(sweep, out, { amount, fee: left - amount }, now))
  }
  if (amount > 0n) {
    const into = { account: wallet, counterparty: deposit, amount, raw: raw === null ? null : raw.amount }
    entries.push(bookMove(sweep, into, null, now))
  }
  // Its issuer has destroyed it.
  if (lost > 0n) {
    entries.push(bookMove(sweep, { account: deposit, counterparty: null, amount: -lost, raw: null }, null, now))
  }
  return entries
}

type Move = {
  readonly account: string
  readonly counterparty: string | null
  readonly amount: bigint
  readonly raw: bigint | null
}

function bookMove(
  sweep: SweepFacts,
  move: Move,
  arrived: { readonly amount: bigint; readonly fee: bigint } | null,
  now: number,
): Entry {
  return {
    kind: 'swept',
    booked_at: now,
    chain_time: sweep.chain_time,
    payment_id: sweep.payment_id,
    refund_id: null,
    settlement_id: sweep.settlement_id,
    transfer_id: null,
    network: sweep.network,
    chain: sweep.chain,
    coin: sweep.coin,
    token: sweep.token,
    account: move.account,
    counterparty: move.counterparty,
    amount: move.amount,
    raw_amount: move.raw,
    arrived: arrived?.amount ?? null,
    coin_fee: arrived?.fee ?? null,
    currency: null,
    rate: null,
    fiat_amount: null,
    reference: sweep.reference,
    tx_hash: sweep.tx_hash,
    corrects_sequence: null,
    corrects_ordinal: null,
    unknown: explainMove(sweep, move),
    group_token: null,
    group_wallet: null,
    taken_by: sweep.settlement_id,
  }
}

function explainMove({ tx_hash, chain_time }: SweepFacts, { counterparty, raw }: Move): string {
  if (counterparty !== null && raw !== null && tx_hash !== null && chain_time !== null) return ownMoney
  const reasons: Record<string, string> = { fiatAmount: 'own_money' }
  const elsewhere = counterparty === null ? 'destroyed_by_issuer' : 'moved_by_others'
  if (counterparty === null) reasons.counterparty = elsewhere
  if (raw === null) reasons.rawAmount = 'not_recorded'
  if (tx_hash === null) reasons.transaction = elsewhere
  if (chain_time === null) reasons.chainTime = tx_hash === null ? elsewhere : 'not_recorded'
  return JSON.stringify(reasons)
}

/** A settlement's part of what left a converter's account, and what arrived of it. */
type ConversionFacts = {
  /** `released`: it went to the wallet of the same network. */
  readonly kind: 'converted' | 'released'
  readonly settlement_id: string
  readonly coin: string
  readonly from: ConversionSide
  readonly to: ConversionSide
}

/** `raw`: in the coin's smallest unit. */
type ConversionSide = {
  readonly network: string
  readonly chain: string
  readonly token: string
  readonly account: string
  readonly amount: bigint
  readonly raw: bigint
  readonly tx_hash: string
  readonly chain_time: number
}

/** Money that went on from a converter's account: what left the one account, and what reached the wallet. */
export function bookConversion(facts: ConversionFacts, now: number): Entry[] {
  const { from, to } = facts
  return [
    bookLeg(facts, { side: from, other: to.account, sign: -1n, arrived: to.amount }, now),
    bookLeg(facts, { side: to, other: from.account, sign: 1n, arrived: null }, now),
  ]
}

type Leg = {
  readonly side: ConversionSide
  readonly other: string
  readonly sign: 1n | -1n
  readonly arrived: bigint | null
}

function bookLeg({ kind, settlement_id, coin }: ConversionFacts, leg: Leg, now: number): Entry {
  const { side, other, sign, arrived } = leg
  return {
    kind,
    booked_at: now,
    chain_time: side.chain_time,
    payment_id: null,
    refund_id: null,
    settlement_id,
    transfer_id: null,
    network: side.network,
    chain: side.chain,
    coin,
    token: side.token,
    account: side.account,
    counterparty: other,
    amount: sign * side.amount,
    raw_amount: sign * side.raw,
    arrived,
    coin_fee: arrived === null ? null : side.amount - arrived,
    currency: null,
    rate: null,
    fiat_amount: null,
    reference: null,
    tx_hash: side.tx_hash,
    corrects_sequence: null,
    corrects_ordinal: null,
    unknown: ownMoney,
    group_token: null,
    group_wallet: null,
    taken_by: settlement_id,
  }
}

/** A transaction of the checkout's own, and what it was for. */
type FeeFacts = {
  readonly kind: 'network_fee' | 'relayed'
  readonly payment_id: string | null
  readonly refund_id: string | null
  readonly settlement_id: string | null
  readonly reference: string | null
  /** The coin and the wallet of the payment that it served; null if it served a settlement. */
  readonly served_token: string | null
  readonly served_wallet: string | null
  readonly network: string
  readonly chain: string
  /** The chain's own coin; null if the network is no longer known. */
  readonly coin: string | null
  /** The cost in the coin's smallest unit, or the reason why it is not known. */
  readonly cost: bigint | string
  readonly decimals: number
  readonly account: string
  readonly tx_hash: string | null
  readonly chain_time: number | null
}

/** The network's fee, in the chain's own coin. No rate turns it into money. */
export function bookFee(fee: FeeFacts, now: number): Entry {
  const reasons: Record<string, string> = { fiatAmount: 'no_rate' }
  if (fee.coin === null) reasons.cryptocurrency = 'network_not_configured'
  if (typeof fee.cost === 'string') {
    reasons.amount = fee.cost
    reasons.rawAmount = fee.cost
  }
  if (fee.chain_time === null) reasons.chainTime = 'not_recorded'
  const raw = typeof fee.cost === 'string' ? null : -fee.cost
  return {
    kind: fee.kind,
    booked_at: now,
    chain_time: fee.chain_time,
    payment_id: fee.payment_id,
    refund_id: fee.refund_id,
    settlement_id: fee.settlement_id,
    transfer_id: null,
    network: fee.network,
    chain: fee.chain,
    coin: fee.coin,
    token: null,
    account: fee.account,
    counterparty: null,
    amount: raw === null ? null : raw / 10n ** BigInt(fee.decimals - 6),
    raw_amount: raw,
    arrived: null,
    coin_fee: null,
    currency: null,
    rate: null,
    fiat_amount: null,
    reference: fee.reference,
    tx_hash: fee.tx_hash,
    corrects_sequence: null,
    corrects_ordinal: null,
    unknown: JSON.stringify(reasons),
    group_token: fee.served_token,
    group_wallet: fee.served_wallet,
    taken_by: fee.settlement_id,
  }
}
