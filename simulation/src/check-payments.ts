import type { Row } from '../../packages/core/src/storage/tables.ts'
import type { SimulatedChain } from './chain.ts'
import { checkUnattributed, forgetStrayDust } from './check-dust.ts'
import { checkFollowed, checkMethodEvents, checkMethods, listOffers } from './check-methods.ts'
import { findSignedPayment } from './check-programs.ts'
import { decimalsByToken } from './config.ts'
import type { KnownMethod, KnownPayment, ReportedState } from './history.ts'
import { findExpectedPayment, hasEnded, isExplainedBy, isOverrefunded, sumAmounts, toMillionths } from './model.ts'
import { deriveExpected, type MethodRow, type PlacedTransfer, placeKey, sorted } from './model-methods.ts'
import { expectSame, must, show } from './violation.ts'
import type { World } from './world.ts'

/** Registers a new payment, and compares it with the request. */
export function adoptPayment(world: World, row: Row<'payments'>): KnownPayment {
  const { history } = world
  const { tag, price, wallet } = JSON.parse(row.metadata) as { tag: string; price: number; wallet: string }
  const name = `${row.merchant_id} ${tag}`
  must(history.requestWords.has(`create ${name}`), 'I9', () => `nobody asked for payment ${row.id}`)
  const other = history.made.get(name)
  must(other === undefined, 'I10', () => `one request made two payments: ${other} and ${row.id}`)
  history.made.set(name, row.id)
  const payment: KnownPayment = {
    ...{ id: row.id, merchantId: row.merchant_id, tag, price, row },
    offers: listOffers(world, row, tag),
    methods: [],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    order: history.payments.size,
    lastReported: null,
    endedAt: null,
    settledIn: null,
  }
  expectSame(row.merchant_wallet.toLowerCase(), wallet.toLowerCase(), 'I11', `the wallet of ${row.id}`)
  history.payments.set(row.id, payment)
  return payment
}

/** Compares a payment's current state with its transfers. */
export function checkPayment(
  world: World,
  row: Row<'payments'>,
  methods: readonly MethodRow[],
  transfers: readonly Row<'transfers'>[],
  events: readonly Row<'events'>[],
): void {
  const { history } = world
  const payment = history.payments.get(row.id)
  if (!payment) throw new Error(`${row.id} was not adopted`)
  const before = payment.lastReported
  const versions = before ? row.version - payment.row.version : row.version
  const own = transfers.filter(({ state }) => state !== 'orphaned')
  const found = deriveExpected(row, methods, own.map(countedOf))
  const expected = found.state
  const { status, received } = row
  const exceptions = sorted(JSON.parse(row.exceptions))
  expectSame({ status, received, exceptions }, pick(expected), 'I1', `payment ${row.id}`)
  checkMarks(world, payment, row)
  checkFollowed(world, payment, found, versions)
  checkMethodEvents(payment, row, events)
  if (status === 'completed') checkCompleted(world, row, own)
  if (before?.status !== status) payment.endedAt = hasEnded(status) ? world.now() : null
  checkMethods(world, payment, row, methods, found)
  const types = events.map(({ type }) => type).filter((type) => type !== 'payment.refunded')
  const isTold = versions > 1 || isExplainedBy(types, before, expected)
  must(isTold, 'I8', () => `payment ${row.id} went from ${before?.status} to ${status}, told as ${types.join(', ')}`)
  const last = events.at(-1)
  const lastEvent = last ? JSON.parse(last.object) : null
  // Exceptions without their own event may have come with a later change in the same step: one more transfer, or the
  // rest of the money after the deadline, which ends `underpaid`. A refund tells of its payment without changing it.
  const isFollowed = versions > 1 || last?.type === 'payment.refunded'
  const untold = ['multiple', ...(exceptions.includes('underpaid') ? [] : ['underpaid'])]
  // More money that becomes final ends `overrefunded` without an event.
  const isFunded = row.received_final !== payment.row.received_final
  const shown = isOverrefunded(row) ? sorted([...exceptions, 'overrefunded']) : exceptions
  const tellable = (all: string[]) =>
    all.filter((one) => !(isFollowed && untold.includes(one)) && !(isFunded && one === 'overrefunded'))
  if (lastEvent)
    expectSame(
      [lastEvent.status, tellable(sorted(lastEvent.exceptions))],
      [status, tellable(shown)],
      'I8',
      `what was told last of ${row.id}`,
    )
  payment.row = row
  payment.lastReported = expected
}

function pick({ status, received, exceptions }: ReportedState) {
  return { status, received, exceptions: sorted(exceptions) }
}

function countedOf(row: Row<'transfers'>): PlacedTransfer {
  return { place: placeKey(row), amount: row.amount, time: row.block_time, final: row.state === 'final' }
}

/** Decisions about a payment were requested, and the chain has passed its deadline. */
function checkMarks({ history }: World, payment: KnownPayment, row: Row<'payments'>): void {
  const { id } = row
  const marks = { cancel: row.cancelled_at, accept: row.accepted_at }
  for (const [verb, at] of Object.entries(marks)) {
    const word = `${verb} ${id}`
    if (at === null) must(!history.done.has(word), 'I9', () => `"${word}" was answered, and is not so`)
    else must(history.requestWords.has(word), 'I5', () => `nobody asked to ${word}`)
  }
  expectSame(row.expires_at, payment.expiresAt, 'I5', `the deadline of ${id}`)
}

/** Only final money of the chain, or the merchant, completes a payment. */
function checkCompleted(world: World, row: Row<'payments'>, transfers: readonly Row<'transfers'>[]): void {
  if (row.accepted_at !== null) return
  const chain = getChain(world, row.chain)
  const window = row.late_payments === 'accept' ? 24 * 3_600_000 : 0
  const its = transfers.filter((one) => placeKey(one) === placeKey(row))
  const final = its.filter(({ block_hash, block_time }) => {
    return chain.isFinal(block_hash) && block_time <= row.expires_at + window
  })
  const sum = sumAmounts(final.map((one) => ({ amount: computeTrueAmount(one) })))
  const needed = row.due - row.tolerance
  must(sum >= needed, 'I3', () => `${row.id} is completed with ${sum} of ${needed}, as far as the chain is final`)
}

export function getChain(world: World, id: string): SimulatedChain {
  const found = Object.values(world.chains).find((chain) => chain.id === id)
  if (!found) throw new Error(`there is no chain ${id}`)
  return found
}

/** A transfer's amount, by the coin's own decimals. */
export function computeTrueAmount(row: Row<'transfers'>): bigint {
  return toMillionths(row.raw_amount, decimalsByToken[row.token] ?? 6)
}

/** Compares the place and the amount of a recorded transfer with the chain. */
export function checkPlace(world: World, row: Row<'transfers'>, before: Row<'transfers'> | undefined): void {
  const chain = getChain(world, row.chain)
  const block = chain.known.get(row.block_hash)
  must(block !== undefined, 'I2', () => `transfer ${row.id} is in block ${row.block_hash}, which never was`)
  expectSame(
    [row.block_number, row.block_time],
    [block?.number, (block?.timestamp ?? 0) * 1_000],
    'I2',
    `the place of ${row.id}`,
  )
  const equal = block?.transfers.filter((one) => isIt(row, one)) ?? []
  const isThere = equal.length > row.ordinal
  if (row.state === 'final') {
    must(
      isThere && chain.isFinal(row.block_hash),
      'I3',
      () =>
        `${row.id} is final, and not on the chain for good: ${show({ ...row, isThere, final: chain.finalNumber, on: chain.blocks[row.block_number]?.hash })}`,
    )
  } else {
    must(isThere || chain.nodes.length > 2, 'I2', () => `transfer ${row.id} never was`)
    must(before?.state !== 'final', 'I5', () => `${row.id} was final and is ${row.state}`)
  }
  must(row.token in decimalsByToken, 'I2', () => `${row.id} is of ${row.token}, which is nobody's coin`)
  expectSame(row.amount, computeTrueAmount(row), 'I1', `the amount of ${row.id}`)
}

/** Compares a recorded transfer to a wallet with the chain, and with what it pays. */
export function checkTransfer(world: World, row: Row<'transfers'>, events: readonly Row<'events'>[]): void {
  const { history } = world
  const before = history.transfers.get(row.id)
  const chain = getChain(world, row.chain)
  checkPlace(world, row, before)
  must(!history.byAddress.has(row.from_address), 'I2', () => `${row.id} is a sweep`)
  if (!before) {
    checkPayee(world, row)
    checkUnattributed(history, row, events)
  } else if (before.payment_id !== row.payment_id) {
    forgetStrayDust(history, before)
    const isAsked = history.requestWords.has(`assign ${row.id} ${row.payment_id}`)
    const assigned = before.payment_id === null && (isAsked || findSignedPayment(world, row)?.id === row.payment_id)
    must(assigned, 'I2', () => `${row.id} paid ${before.payment_id} and now ${row.payment_id}`)
  }
  if (row.state === 'final' && before?.state !== 'final') {
    checkWitnesses(world, row, chain.nodes.length)
  }
  const isKnown = before?.state === 'final' && before.payment_id === row.payment_id
  if (row.state === 'final' && !isKnown) history.newlyPaid.add(row.id)
  history.transfers.set(row.id, row)
}

/** If there are several nodes, at least two have shown each final transfer. */
function checkWitnesses({ shownBy }: World, row: Row<'transfers'>, nodes: number): void {
  const shown = shownBy.get(row.tx_hash)?.size ?? 0
  must(shown >= Math.min(2, nodes), 'I17', () => `${row.id} is final, and ${shown} of ${nodes} nodes have shown it`)
}

function checkPayee(world: World, row: Row<'transfers'>): void {
  const transfer = { chain: row.chain, token: row.token, address: row.to_address, amount: computeTrueAmount(row) }
  const expected = findExpectedPayment(world.history, transfer, row.block_time)
  const isAssigned = world.history.requestWords.has(`assign ${row.id} ${row.payment_id}`)
  const isFor = ({ chain, token, address }: KnownMethod) =>
    chain === row.chain && token === row.token && address === row.to_address
  // A deposit address is known before its second coin is asked for there.
  const isEarly = row.payment_id === null && [...world.history.newlyOpen].some(isFor)
  const signed = findSignedPayment(world, row)
  // A stranger's transfer is unattributed until its receipt was read.
  if (signed && !isAssigned && (signed.ours || row.payment_id !== null))
    expectSame(row.payment_id, signed.id, 'I20', `whom the signed ${row.id} pays`)
  else if (!signed && !isAssigned && !isEarly)
    expectSame(row.payment_id, expected, 'I2', `whom ${row.id} of ${row.raw_amount} pays`)
}

function isIt(
  row: Row<'transfers'>,
  one: {
    readonly txHash: string
    readonly token: string
    readonly from: string
    readonly to: string
    readonly rawAmount: bigint
  },
): boolean {
  return (
    one.txHash === row.tx_hash &&
    one.token.toLowerCase() === row.token &&
    one.from.toLowerCase() === row.from_address &&
    one.to.toLowerCase() === row.to_address &&
    one.rawAmount === row.raw_amount
  )
}
