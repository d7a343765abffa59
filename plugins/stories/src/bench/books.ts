/** Compares what each order deserves with what the shop has, and the books of shop, checkout and chain at the end. */
import { isKey } from '../../../../packages/api-types/src/index.ts'
import type { Client, Payment, Refund } from '../../../../packages/client/src/index.ts'
import { type Deserved, deserve } from '../deserve.ts'
import type { OrderState } from '../shop-driver.ts'
import { type Currency, fromUnits, toUnits } from '../story.ts'
import { findOrder } from './between.ts'
import type { Networks } from './checkout.ts'
import type { Played, Sent } from './play.ts'
import { Violation } from './violation.ts'

/** Throws a Violation if the shop has the order in another state than it deserves. */
export function compareOrder({ story, answers, payments }: Played, state: OrderState): void {
  const deserved = deserve(story, answers)
  const problems = [...deserved.mistakes, ...comparePaid(deserved, payments, state), ...compareRefunds(deserved, state)]
  const { attention } = deserved
  if (attention !== null && state.attention !== null && attention !== state.attention) {
    problems.push(attention ? 'the merchant is not told to look' : 'the merchant is told to look for nothing')
  }
  if (problems.length > 0) throw new Violation(problems.join('; '))
}

function comparePaid({ paid }: Deserved, payments: readonly string[], { paid: booked }: OrderState): string[] {
  if (!paid || !booked) {
    if (paid) return [`it deserves to be paid with ${paid.amount} ${paid.currency}, and is not`]
    return booked ? [`it is paid with ${booked.amount} ${booked.currency}, and deserves not to be`] : []
  }
  const currency = paid.currency
  const isSame =
    booked.currency.toUpperCase() === currency && toUnits(booked.amount, currency) === toUnits(paid.amount, currency)
  const problems = isSame ? [] : [`it is paid with ${booked.amount} ${booked.currency}, not ${paid.amount} ${currency}`]
  const by = payments.indexOf(booked.payment)
  return by === paid.payment ? problems : [...problems, `it is paid by payment ${by}, not ${paid.payment}`]
}

function compareRefunds({ refunds }: Deserved, { refunds: booked }: OrderState): string[] {
  const problems = refunds.flatMap(({ refund, amount, completed }) => {
    const same = booked.filter((one) => one.refund === refund)
    const [first] = same
    if (!first || same.length > 1) return [`refund ${refund} is in the shop's books ${same.length} times`]
    if (Number(first.amount) !== Number(amount)) return [`refund ${refund} is of ${first.amount}, not ${amount}`]
    const status = completed ? 'completed' : 'pending'
    return first.status === null || first.status === status
      ? []
      : [`refund ${refund} is ${first.status}, not ${status}`]
  })
  const unknown = booked.filter((one) => !refunds.some(({ refund }) => refund === one.refund))
  return [...problems, ...unknown.map(({ refund }) => `refund ${refund} is in the shop's books, and was refused`)]
}

type Book = Played & { readonly state: OrderState }

/** Sums by currency, and by coin and network, for people. */
export type Sums = {
  readonly currencies: Readonly<Record<string, string>>
  readonly assets: Readonly<Record<string, string>>
}

/** Throws a Violation if the books of shop, checkout and chain differ. `abandoned`: orders that are in no book. */
export async function compareBooks(
  merchant: Client,
  networks: Networks,
  books: readonly Book[],
  abandoned: readonly string[],
): Promise<Sums> {
  const payments = new Map<string, Payment>()
  for await (const payment of merchant.payments.list({ limit: 100, qrCode: false })) payments.set(payment.id, payment)
  const belongs = (payment: Payment) => findOrder(payment, (name) => abandoned.includes(name)) !== null
  const ignored = new Set([...payments.values()].filter(belongs).map(({ id }) => id))
  const refunds: Refund[] = []
  for await (const refund of merchant.refunds.list({ limit: 100 })) refunds.push(refund)
  const problems = [
    ...compareSales(books, payments),
    ...books.flatMap((book) => compareOrders(book, [...payments.values()])),
    ...books.flatMap((book) => compareReturns(book, refunds)),
    ...(await compareChain(merchant, networks, books, ignored)),
  ]
  if (problems.length > 0) throw new Violation(problems.join('\n'))
  return { currencies: sumCurrencies(books), assets: format(sumAssets(books.flatMap(({ sent }) => sent))) }
}

/** Each booked payment is completed in the checkout with the same amount, and booked once. */
function compareSales(books: readonly Book[], payments: ReadonlyMap<string, Payment>): string[] {
  const booked = new Set<string>()
  const problems = books.flatMap(({ story: { order }, state: { paid } }) => {
    if (!paid) return []
    const payment = payments.get(paid.payment)
    const twice = booked.has(paid.payment)
    booked.add(paid.payment)
    const isSame =
      payment?.status === 'completed' &&
      payment.currency === paid.currency.toUpperCase() &&
      payment.amount === Number(paid.amount)
    return [
      ...(isSame
        ? []
        : [
            `${order} is paid by ${paid.payment}, which is ${payment?.status} with ${payment?.amount} ${payment?.currency}`,
          ]),
      ...(twice ? [`${paid.payment} is booked twice`] : []),
    ]
  })
  const deserving = new Set(
    books.flatMap(({ story, answers, payments: named }) => {
      const { paid } = deserve(story, answers)
      return paid ? [named[paid.payment]] : []
    }),
  )
  const sales = [...payments.values()].filter(({ id }) => deserving.has(id))
  const ours = sumCurrencies(books)
  const theirs = sumPrices(sales.map(({ amount, currency }) => ({ amount: String(amount), currency })))
  if (JSON.stringify(ours) !== JSON.stringify(theirs)) {
    problems.push(`the shop has booked ${JSON.stringify(ours)}, and the checkout ${JSON.stringify(theirs)}`)
  }
  return problems
}

function sumCurrencies(books: readonly Book[]): Record<string, string> {
  return sumPrices(books.flatMap(({ state: { paid } }) => (paid ? [paid] : [])))
}

function sumPrices(prices: readonly { readonly amount: string; readonly currency: string }[]): Record<string, string> {
  const sums = new Map<Currency, number>()
  for (const { amount, currency: text } of prices) {
    const currency = text.toUpperCase() as Currency
    sums.set(currency, (sums.get(currency) ?? 0) + toUnits(amount, currency))
  }
  return Object.fromEntries([...sums].toSorted().map(([currency, units]) => [currency, fromUnits(units, currency)]))
}

const OPEN = ['created', 'partially_paid', 'processing']

/**
 * At most one payment of an order is open: none of those that have ended, and none once the order is paid. One that has ended
 * is not completed either, unless somebody has accepted its money.
 */
function compareOrders({ story, answers, payments }: Book, all: readonly Payment[]): string[] {
  const { order } = story
  const deserved = deserve(story, answers)
  const ended = deserved.ended.map((index) => payments[index])
  const open = all.filter((one) => OPEN.includes(one.status) && findOrder(one, (name) => name === order) !== null)
  const wrong = open.filter(({ id }) => deserved.paid || ended.includes(id))
  const unaccepted = deserved.unaccepted.map((index) => payments[index])
  const completed = all.filter(({ id, status }) => status === 'completed' && unaccepted.includes(id))
  return [
    ...completed.map(({ id }) => `${order} is completed by ${id}, which the shop has ended`),
    ...(open.length > 1 ? [`${order} has ${open.length} open payments`] : []),
    ...wrong.map(({ id }) => `${order} still asks for money by ${id}`),
  ]
}

/** The refunds of an order in the checkout are those of the shop's books. */
function compareReturns({ story: { order }, state, payments }: Book, all: readonly Refund[]): string[] {
  const list = (refunds: readonly { readonly id: string | null; readonly amount: number }[]) =>
    JSON.stringify(refunds.map(({ id, amount }) => `${id} ${amount}`).toSorted())
  const theirs = list(
    all.filter(({ paymentId }) => payments.includes(paymentId)).map(({ reference: id, amount }) => ({ id, amount })),
  )
  const ours = list(state.refunds.map(({ refund, reference: id = refund, amount }) => ({ id, amount: Number(amount) })))
  return ours === theirs ? [] : [`${order} has the refunds ${ours} in the shop, and ${theirs} in the checkout`]
}

/** All coins that were sent belong to the payment to which they were sent, and each refund has arrived once. */
async function compareChain(
  merchant: Client,
  networks: Networks,
  books: readonly Book[],
  ignored: ReadonlySet<string>,
): Promise<string[]> {
  const recorded: Sent[] = []
  const stray: string[] = []
  const known = new Map(books.flatMap(({ sent }) => sent).map((one) => [`${one.hash} ${one.payment}`, one]))
  for await (const { hash, payment, amount, cryptocurrency, network } of merchant.transfers.list({ limit: 100 })) {
    if (payment !== null && ignored.has(payment)) continue
    const one = known.get(`${hash} ${payment}`)
    if (!one) stray.push(`transfer ${hash} of ${amount} ${cryptocurrency} belongs to ${payment}`)
    else
      recorded.push({
        ...one,
        amount: BigInt(amount.replace('.', '')),
        ...({ cryptocurrency, network } as Pick<Sent, 'network' | 'cryptocurrency'>),
      })
  }
  const ours = JSON.stringify(format(sumAssets([...known.values()])))
  const theirs = JSON.stringify(format(sumAssets(recorded)))
  const differ = ours === theirs ? [] : [`${ours} were sent, and the checkout has ${theirs}`]
  const returned = await Promise.all(
    books.flatMap((book) => book.returned.map((one) => compareReturned(networks, one))),
  )
  return [...stray, ...differ, ...returned.flat()]
}

function sumAssets(sent: readonly Sent[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { cryptocurrency, network, amount } of sent) {
    const asset = `${cryptocurrency} on ${network}`
    sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  }
  return sums
}

function format(sums: ReadonlyMap<string, bigint>): Record<string, string> {
  const entries = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([asset, amount]) => [asset, (Number(amount) / 1e6).toFixed(6)]))
}

async function compareReturned({ networks }: Networks, { refund, to }: Played['returned'][number]): Promise<string[]> {
  const { ethereum } = networks
  if (!isKey(ethereum.coins, refund.cryptocurrency)) return [`${refund.id} is in ${refund.cryptocurrency}`]
  const coin = ethereum.coins[refund.cryptocurrency]
  const data = `0x70a08231${to.slice(2).padStart(64, '0')}`
  const params = [{ to: coin.address, data }, 'latest']
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params })
  const response = await fetch(ethereum.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { result } = (await response.json()) as { readonly result: string }
  const balance = BigInt(result) / 10n ** BigInt(coin.decimals - 6)
  const wanted = BigInt(refund.cryptoAmount.replace('.', ''))
  return balance === wanted ? [] : [`${to} has ${balance} millionths of refund ${refund.id}, not ${wanted}`]
}
