/** The state that money deserves, whatever a checkout or a shop says. It knows stories only. */
import { type Answer, listSteps, type Price, type SingleStep, type Story, toUnits } from './story.ts'

export type Deserved = {
  /** The payment is its number. */
  readonly paid: (Price & { readonly payment: number }) | null
  /** Null: both are right, because a payment is still open, or the merchant has already looked. */
  readonly attention: boolean | null
  readonly refunds: readonly { readonly refund: string; readonly amount: string; readonly completed: boolean }[]
  /** Payments that must not ask for money any more. */
  readonly ended: readonly number[]
  /** Those of them that must not be completed: nobody would look at their money. */
  readonly unaccepted: readonly number[]
  /** Answers that the shop should not have given. */
  readonly mistakes: readonly string[]
}

/** One payment of the order, as far as the story knows it. Money in per cent of what it asked for. */
type Try = {
  readonly price: Price
  onTime: number
  late: number
  state: 'open' | 'replaced' | 'expired' | 'cancelled'
  accepted: boolean
}

type Life = {
  price: Price
  readonly tries: Try[]
  /** The number of the payment to which the payer was sent last. Null: the shop sent the payer nowhere. */
  current: number | null
  paidBy: number | null
  cancelled: boolean
  readonly refunds: { refund: string; amount: string; completed: boolean }[]
  readonly mistakes: string[]
}

/**
 * The state that a story's order deserves at its end. `answers`: the shop's, by the number of the step. Some steps may be
 * taken or refused, and the order then deserves what follows.
 */
export function deserve(story: Story, answers: readonly Answer[]): Deserved {
  const life: Life = {
    price: story.price,
    tries: [],
    current: null,
    paidBy: null,
    cancelled: false,
    refunds: [],
    mistakes: [],
  }
  for (const turn of listTurns(story, answers)) apply(life, turn)
  const paid = life.paidBy === null ? null : { ...life.price, payment: life.paidBy }
  const ended = life.tries.flatMap(({ state }, index) => (state === 'open' ? [] : [index]))
  const unaccepted = ended.filter((index) => !life.tries[index]?.accepted)
  return { paid, attention: needsAttention(life), refunds: life.refunds, ended, unaccepted, mistakes: life.mistakes }
}

type Turn = { readonly step: SingleStep; readonly answer: Answer; readonly races: boolean }

/** The steps one after another. Of those at the same time, what the shop took came first, and what it refused last. */
function listTurns({ steps }: Story, answers: readonly Answer[]): Turn[] {
  let next = 0
  return steps.flatMap((step) => {
    const races = step.do === 'together'
    const turns = listSteps([step]).map((single) => {
      const answer = answers[next] ?? null
      next += 1
      return { step: single, answer, races }
    })
    return turns.toSorted((a, b) => rank(a) - rank(b))
  })
}

function rank({ step, answer }: Turn): number {
  if (step.do === 'amend' || step.do === 'cancel') return answer === 'taken' ? 0 : 2
  return 1
}

function apply(life: Life, turn: Turn): void {
  const { step, answer } = turn
  if (step.do === 'place') place(life, answer)
  else if (step.do === 'pay') pay(life, findTry(life, step.payment), step.percent)
  else if (step.do === 'amend') amend(life, step, turn)
  else if (step.do === 'cancel') cancel(life, turn)
  else if (step.do === 'expire') expire(life)
  else if (step.do === 'accept') accept(life, findTry(life, step.payment))
  else if (step.do === 'refund') refund(life, step, answer)
}

function place(life: Life, answer: Answer): void {
  if (answer === 'refused') {
    const hasMoney = life.tries.some((one) => one.state !== 'open' && one.onTime + one.late > 0)
    if (life.paidBy === null && !life.cancelled && !hasMoney) life.mistakes.push('it refused a payer who owes money')
    life.current = null
    return
  }
  if (answer === null || typeof answer !== 'object') return
  const { payment } = answer
  const reusable = life.tries.findIndex(({ state, price }) => state === 'open' && isSame(price, life.price))
  if (life.paidBy !== null || life.cancelled) {
    if (payment >= life.tries.length) life.mistakes.push('it asked for money that nobody owes')
  } else if (reusable >= 0 && payment !== reusable) {
    life.mistakes.push(`payment ${reusable} is open, and the payer was sent to payment ${payment}`)
  } else if (reusable < 0 && payment < life.tries.length) {
    life.mistakes.push(`the payer was sent to payment ${payment}, which is ${life.tries[payment]?.state}`)
  }
  while (life.tries.length <= payment) {
    life.tries.push({ price: life.price, onTime: 0, late: 0, state: 'open', accepted: false })
  }
  life.current = payment
}

/** Null if the payer has no page to pay on. */
function findTry(life: Life, which: 'current' | 'first'): Try | null {
  return life.tries[which === 'first' ? 0 : (life.current ?? -1)] ?? null
}

function pay(life: Life, paid: Try | null, percent: number): void {
  if (!paid) return
  if (paid.state !== 'open') {
    paid.late += percent
    return
  }
  paid.onTime += percent
  if (paid.onTime >= 100) complete(life, paid)
}

function complete(life: Life, paid: Try): void {
  if (life.paidBy !== null || life.cancelled || !isSame(paid.price, life.price)) return
  life.paidBy = life.tries.indexOf(paid)
}

function amend(life: Life, { amount, currency }: Price, turn: Turn): void {
  if (!mayChange(life, turn)) return
  life.price = { amount, currency }
  endTries(life, 'replaced')
}

function cancel(life: Life, turn: Turn): void {
  if (!mayChange(life, turn)) return
  life.cancelled = true
  endTries(life, 'cancelled')
}

/** Tells whether the shop changed the order. It must while no money has come, and must not once the order is paid. */
function mayChange(life: Life, { step, answer, races }: Turn): boolean {
  const isTaken = answer === 'taken'
  const hasMoney = life.tries.some((one) => one.onTime + one.late > 0)
  if (life.paidBy !== null && isTaken) life.mistakes.push(`it took the step ${step.do} for an order that is paid`)
  if (!hasMoney && !races && !isTaken) life.mistakes.push(`it refused the step ${step.do} though no money has come`)
  return isTaken && life.paidBy === null
}

function endTries(life: Life, state: Try['state']): void {
  for (const one of life.tries) if (one.state === 'open') one.state = state
}

function expire(life: Life): void {
  const current = findTry(life, 'current')
  if (current?.state === 'open' && current.onTime < 100) current.state = 'expired'
}

function accept(life: Life, accepted: Try | null): void {
  if (!accepted || accepted.onTime + accepted.late === 0) return
  accepted.accepted = true
  complete(life, accepted)
}

function refund(life: Life, step: SingleStep & { readonly do: 'refund' }, answer: Answer): void {
  const { refund: id, amount } = step
  const completed = answer === 'signed'
  const known = life.refunds.find((one) => one.refund === id)
  if (known) {
    known.completed ||= completed
    return
  }
  const { currency } = life.price
  const refunded = life.refunds.reduce((sum, one) => sum + toUnits(one.amount, currency), 0)
  const left = life.paidBy === null ? 0 : toUnits(life.price.amount, currency) - refunded
  const isOwed = toUnits(amount, currency) <= left
  if (isOwed !== (answer === 'taken' || completed)) {
    life.mistakes.push(`refund ${id} of ${amount} was ${answer}, and ${left / toUnits('1', currency)} could go back`)
  }
  if (isOwed) life.refunds.push({ refund: id, amount, completed })
}

function needsAttention({ tries, paidBy }: Life): boolean | null {
  const needs = tries.map((one, index): boolean | null => {
    if (one.onTime + one.late === 0) return false
    if (one.accepted) return null
    if (index === paidBy) return one.onTime > 100 || one.late > 0
    return one.state === 'open' && one.onTime < 100 ? null : true
  })
  return needs.includes(true) || (needs.includes(null) ? null : false)
}

function isSame(a: Price, b: Price): boolean {
  return a.currency === b.currency && toUnits(a.amount, a.currency) === toUnits(b.amount, b.currency)
}
