import type { Db } from '../../packages/core/src/storage/database.ts'
import type { Row } from '../../packages/core/src/storage/tables.ts'
import type { NetworkName } from './config.ts'
import type { KnownMethod, KnownPayment, Offer, ReportedState } from './history.ts'
import { hasRested } from './model.ts'
import { type Expected, hasOwnRest, type MethodRow, placeKey } from './model-methods.ts'
import { expectSame, must } from './violation.ts'
import type { World } from './world.ts'

/** Every coin of every network, in the order of the settings. */
const ALL = [
  { cryptocurrency: 'USDC', network: 'ethereum' },
  { cryptocurrency: 'DAI', network: 'ethereum' },
  { cryptocurrency: 'USDC', network: 'polygon' },
  { cryptocurrency: 'DAI', network: 'polygon' },
]

/** The columns of a payment that repeat its chosen method. */
const repeated = [
  ...(['cryptocurrency', 'network', 'chain', 'token', 'merchant_wallet', 'rate', 'due', 'price', 'tolerance'] as const),
  ...(['tail_allowance', 'outstanding', 'address', 'memo', 'recognition'] as const),
  ...(['received', 'received_final', 'on_time', 'on_time_final', 'in_grace', 'in_grace_final'] as const),
  ...(['dust', 'dust_on_time', 'dust_in_grace', 'transfers_on_chain', 'dust_on_chain', 'refunded'] as const),
] as const
const termNames = [
  ...(['opened_at', 'cryptocurrency', 'network', 'chain', 'token', 'merchant_wallet', 'rate', 'due', 'price'] as const),
  ...(['tolerance', 'address', 'memo', 'recognition'] as const),
] as const

/** The open methods of payments, in the merchant's order. A payment with one method is its own row. */
export async function readMethods(
  db: Db,
  payments: readonly Row<'payments'>[],
): Promise<Map<string, readonly MethodRow[]>> {
  const several = payments.filter(({ alternatives }) => alternatives !== null)
  const ids = several.map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('methods').selectAll().where('payment_id', 'in', ids).orderBy('position').execute()
  const byPayment = Map.groupBy(rows, (row) => row.payment_id)
  return new Map(
    payments.map((row) => {
      const own: readonly MethodRow[] = byPayment.get(row.id) ?? []
      expectSame(own.length, row.open_methods, 'I18', `the number of open methods of ${row.id}`)
      return [row.id, own.length > 0 ? own : [toOnlyMethod(row)]]
    }),
  )
}

function toOnlyMethod(row: Row<'payments'>): MethodRow {
  const columns = { ...row, price: row.price ?? row.due }
  const own = Object.fromEntries(repeated.map((name) => [name, columns[name]])) as Pick<
    MethodRow,
    (typeof repeated)[number]
  >
  const awaited_until = row.past_deadline_at === null ? row.expires_at : null
  return { ...own, payment_id: row.id, position: 0, opened_at: row.created_at, awaited_until }
}

/** The methods that a payment offers are those that its merchant asked for, on wallets of the merchant. */
export function listOffers({ history }: World, row: Row<'payments'>, tag: string): Offer[] {
  const wanted = history.wanted.get(tag)
  const isDefault = (one: { cryptocurrency: string; network: string }) =>
    one.cryptocurrency === wanted?.cryptocurrency && one.network === wanted.network
  must(isDefault(row), 'I18', () => `${row.id} asks for ${row.cryptocurrency} on ${row.network}`)
  const offered = (row.alternatives === null ? [] : JSON.parse(row.alternatives)) as (Omit<Offer, 'wallet'> & {
    merchantWallet: string
  })[]
  const { alternatives = [] } = wanted ?? {}
  const asked = alternatives === 'all' ? ALL.filter((one) => !isDefault(one)) : alternatives
  const names = (list: readonly { cryptocurrency: string; network: string }[]) =>
    list.map((one) => `${one.cryptocurrency} ${one.network}`)
  expectSame(names(offered), names(asked), 'I18', `what ${row.id} offers`)
  const own = row.merchant_wallet.toLowerCase()
  for (const [index, { network, merchantWallet }] of offered.entries()) {
    const named = (asked[index] as { merchantWallet?: string } | undefined)?.merchantWallet?.toLowerCase()
    const wallet = merchantWallet.toLowerCase()
    const isKnown = wallet === own || history.settingWallets.has(`${row.merchant_id} ${network} ${wallet}`)
    must(named ? wallet === named : isKnown, 'I11', () => `the wallet of ${row.id} on ${network} is ${wallet}`)
  }
  return [
    { cryptocurrency: row.cryptocurrency, network: row.network as NetworkName, wallet: own },
    ...offered.map(({ cryptocurrency, network, merchantWallet }) => {
      return { cryptocurrency, network, wallet: merchantWallet.toLowerCase() }
    }),
  ]
}

/** Registers methods that were opened, and compares all with what they were when they were opened. */
export function adoptMethods(world: World, payment: KnownPayment, rows: readonly MethodRow[]): void {
  for (const row of rows) {
    const known = payment.methods.find(({ position }) => position === row.position)
    if (known) checkTerms(world, payment, row, JSON.parse(known.terms))
    else adoptMethod(world, payment, row)
  }
  expectSame(rows.length, payment.methods.length, 'I18', `the number of open methods of ${payment.id}`)
}

/** Terms stay what they were. Where a program has signed the price, the tail may be missing. */
function checkTerms({ programs }: World, { id }: KnownPayment, row: MethodRow, terms: readonly string[]): void {
  const tail = row.due - row.price
  const isSigned = [...(programs?.owners.values() ?? [])].includes(id)
  const isWaived = isSigned && row.tolerance === tail && row.chain === programs?.chain.id
  const expected = isWaived ? terms.map((one, at) => (termNames[at] === 'tolerance' ? String(tail) : one)) : terms
  expectSame(termsOf(row), expected, 'I18', `what ${id} asks for in ${keyOf(row)}`)
}

function adoptMethod(world: World, payment: KnownPayment, row: MethodRow): void {
  const { history } = world
  const { id, price } = payment
  const offer = payment.offers[row.position]
  expectSame(
    [row.cryptocurrency, row.network, row.merchant_wallet.toLowerCase()],
    [offer?.cryptocurrency, offer?.network, offer?.wallet],
    'I18',
    `method ${row.position} of ${id}`,
  )
  if (row.position > 0)
    must(
      history.requestWords.has(`choose ${id} ${row.cryptocurrency} ${row.network}`),
      'I18',
      () => `nobody chose ${row.cryptocurrency} on ${row.network} for ${id}`,
    )
  const due = row.due
  const tail = due - BigInt(price) * 10_000n
  const isRight = row.recognition === 'address' ? tail === 0n : tail > 0n && tail < 10_000n
  must(isRight, 'I1', () => `payment ${id} of ${price} cents asks for ${due}`)
  const method: KnownMethod = {
    ...{ cryptocurrency: row.cryptocurrency, network: row.network as NetworkName, wallet: offer?.wallet ?? '' },
    ...{ position: row.position, chain: row.chain, token: row.token, recognition: row.recognition, due },
    address: row.address.toLowerCase(),
    terms: JSON.stringify(termsOf(row)),
    knownAt: world.time,
    outstanding: row.outstanding,
    isAwaited: row.awaited_until !== null,
  }
  payment.methods.push(method)
  history.newlyOpen.add(method)
  if (row.recognition === 'address') {
    const holder = history.byAddress.get(method.address)
    // A payment has one address for all coins of a wallet.
    must(!holder || holder === payment, 'I16', () => `${holder?.id} and ${id} have one address`)
    history.byAddress.set(method.address, payment)
  } else hold(world, payment, method, due)
}

function termsOf(row: MethodRow) {
  return termNames.map((name) => String(row[name]))
}

function keyOf({ cryptocurrency, network }: { readonly cryptocurrency: string; readonly network: string }): string {
  return `${cryptocurrency} ${network}`
}

/** No other payment asks for an amount while its holder is open, or for a day after it ended. */
function hold(world: World, payment: KnownPayment, method: KnownMethod, amount: bigint): void {
  const holders = world.history.holdersOf(method, amount)
  if (holders.some((holder) => holder.payment === payment)) return
  const rival = holders.find((holder) => !hasRested(holder.payment, world.now()))
  must(!rival, 'I13', () => `${rival?.payment.id} and ${payment.id} are both asked for ${amount}`)
  world.history.hold(payment, method, amount, world.now())
}

/** Compares the methods of a payment with its transfers, and the payment with the one that it follows. */
export function checkMethods(
  world: World,
  payment: KnownPayment,
  row: Row<'payments'>,
  methods: readonly MethodRow[],
  { byPlace }: Expected,
): void {
  for (const method of methods) {
    const place = placeKey(method)
    const state = byPlace.get(place)
    const known = payment.methods.find(({ position }) => position === method.position)
    if (!state || !known) throw new Error(`${row.id} has no method ${place}`)
    expectSame(method.received, state.received, 'I1', `what ${row.id} received in ${keyOf(method)}`)
    if (place === placeKey(row))
      for (const name of repeated)
        expectSame(String(row[name]), String(method[name]), 'I18', `${name} of ${row.id}, which follows ${place},`)
    known.outstanding = method.outstanding
    if (hasOwnRest(method, state)) hold(world, payment, known, known.outstanding)
  }
}

/**
 * A payment follows the method that has brought most. Only a payer or money changes it, and a payer only before money
 * was seen. `versions`: how many changes the step made.
 */
export function checkFollowed(world: World, payment: KnownPayment, { state, best }: Expected, versions: number): void {
  const { id, lastReported: before } = payment
  const { place } = state
  must(best.includes(place), 'I18', () => `${id} follows ${place}, and ${best.join(' or ')} has brought more`)
  if (!before || place === before.place) return
  const isByMoney = !best.includes(before.place)
  if (isByMoney) {
    if (versions === 1) expectSame(place, best[0], 'I18', `what ${id} follows`)
    return
  }
  if (versions > 1) return
  checkChoice(world, payment, before, state)
}

function checkChoice(world: World, payment: KnownPayment, before: ReportedState, after: ReportedState): void {
  const { history } = world
  const { id } = payment
  const method = payment.methods.find((one) => placeKey(one) === after.place)
  const word = `choose ${id} ${method && keyOf(method)}`
  must(history.requestWords.has(word), 'I18', () => `nobody asked to ${word}`)
  must(!before.locked && !after.locked, 'I18', () => `"${word}" was done after money was seen`)
  must(world.now() < payment.expiresAt, 'I18', () => `"${word}" was done after the deadline`)
}

/** The event of a changed method comes exactly once for each change: the events tell one after another. */
export function checkMethodEvents(payment: KnownPayment, row: Row<'payments'>, events: readonly Row<'events'>[]): void {
  let last = payment.lastReported === null ? null : keyOf(payment.row)
  for (const { type, object } of events) {
    const now = keyOf(JSON.parse(object) as { cryptocurrency: string; network: string })
    const isTold = type === 'payment.method_changed'
    must((last !== null && now !== last) === isTold, 'I8', () => `${type} of ${row.id} tells ${now} after ${last}`)
    last = now
  }
  if (last !== null) expectSame(last, keyOf(row), 'I8', `the method of ${row.id} that was told last`)
}
