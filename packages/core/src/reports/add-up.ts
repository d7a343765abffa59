import { toRecord } from '@crypto-checkout/api-types'
import type { Fact } from './store.ts'

/** Signed sums in millionths, and cents for values. */
export type ValueSum = Coin & {
  readonly currency: string
  receivedCoins: bigint
  refundedCoins: bigint
  received: bigint
  refunded: bigint
}
export type NoValueSum = Coin & { readonly reason: string; receivedCoins: bigint; refundedCoins: bigint }
export type CoinSum = Coin & {
  received: bigint
  direct: bigint
  refunded: bigint
  paidOut: bigint
  coinFees: bigint
  destroyed: bigint
  transfers: number
  refunds: number
}
export type FeeSum = Coin & {
  readonly kind: 'network_fee' | 'relayed'
  readonly chain: string
  raw: bigint
  count: number
  unknown: number
}
type Coin = { readonly network: string; readonly coin: string | null }

/** The sums of entries, each kind in the order of its first entry. */
export type Sums = {
  readonly values: Map<string, ValueSum>
  readonly withoutValue: Map<string, NoValueSum>
  readonly coins: Map<string, CoinSum>
  readonly fees: Map<string, FeeSum>
}

export function createSums(): Sums {
  return { values: new Map(), withoutValue: new Map(), coins: new Map(), fees: new Map() }
}

/** Adds an entry to the sums that it belongs to. */
export function addEntry(sums: Sums, fact: Fact): void {
  if (fact.kind === 'network_fee' || fact.kind === 'relayed') {
    addFee(sums, fact, fact.kind)
    return
  }
  // Only a fee may be unknown.
  const amount = fact.amount ?? 0n
  const coin = findCoin(sums, fact)
  coin.coinFees += fact.coin_fee ?? 0n
  if (fact.kind === 'swept') {
    if (amount > 0n) coin.paidOut += amount
    else if (fact.counterparty === null) coin.destroyed += amount
    return
  }
  const by = fact.corrects_sequence === null ? 1 : -1
  const isRefund = fact.refund_id !== null
  if (isRefund) {
    coin.refunded += amount
    coin.refunds += by
  } else {
    coin.received += amount
    coin.transfers += by
    if (fact.deposit === null) coin.direct += amount
  }
  addValue(sums, fact, amount, isRefund)
}

function addValue(sums: Sums, fact: Fact, amount: bigint, isRefund: boolean): void {
  const { currency, fiat_amount: cents } = fact
  if (currency === null || cents === null) {
    const sum = findWithoutValue(sums, fact)
    if (isRefund) sum.refundedCoins += amount
    else sum.receivedCoins += amount
    return
  }
  const sum = findValue(sums, fact, currency)
  if (isRefund) {
    sum.refundedCoins += amount
    sum.refunded += cents
  } else {
    sum.receivedCoins += amount
    sum.received += cents
  }
}

function addFee(sums: Sums, { network, chain, coin, raw_amount: raw }: Fact, kind: FeeSum['kind']): void {
  const key = `${network} ${chain} ${coin} ${kind}`
  const sum = sums.fees.get(key) ?? { network, chain, coin, kind, raw: 0n, count: 0, unknown: 0 }
  sums.fees.set(key, sum)
  sum.count += 1
  if (raw === null) sum.unknown += 1
  else sum.raw += raw
}

function findCoin({ coins }: Sums, { network, coin }: Fact): CoinSum {
  const key = `${network} ${coin}`
  const known = coins.get(key)
  if (known) return known
  const none = { received: 0n, direct: 0n, refunded: 0n, paidOut: 0n, coinFees: 0n, destroyed: 0n }
  const sum = { network, coin, ...none, transfers: 0, refunds: 0 }
  coins.set(key, sum)
  return sum
}

function findValue({ values }: Sums, { network, coin }: Fact, currency: string): ValueSum {
  const key = `${network} ${coin} ${currency}`
  const known = values.get(key)
  if (known) return known
  const sum = { network, coin, currency, receivedCoins: 0n, refundedCoins: 0n, received: 0n, refunded: 0n }
  values.set(key, sum)
  return sum
}

function findWithoutValue({ withoutValue }: Sums, { network, coin, unknown }: Fact): NoValueSum {
  const reason = readReason(unknown)
  const key = `${network} ${coin} ${reason}`
  const known = withoutValue.get(key)
  if (known) return known
  const sum = { reason, network, coin, receivedCoins: 0n, refundedCoins: 0n }
  withoutValue.set(key, sum)
  return sum
}

function readReason(unknown: string): string {
  const { fiatAmount } = toRecord(JSON.parse(unknown))
  return typeof fiatAmount === 'string' ? fiatAmount : 'not_recorded'
}
