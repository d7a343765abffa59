/** Stories from a seed: every plot, with troubles of its webhooks and processes. The same seed gives the same stories. */
import { createSeededRandom } from '../../../packages/core/src/testing/seeded-random.ts'
import {
  type Currency,
  type Death,
  type Fate,
  fromUnits,
  type Method,
  type Price,
  type SingleStep,
  type Step,
  type Story,
  toUnits,
} from './story.ts'

class Random {
  readonly #below: (below: number) => number

  constructor(seed: number) {
    this.#below = createSeededRandom(seed)
  }

  /** From `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.#below(most - least + 1)
  }

  percent(chance: number): boolean {
    return this.#below(100) < chance
  }

  one<T>(of: readonly [T, ...T[]]): T {
    return of[this.#below(of.length)] ?? of[0]
  }
}

/** The order, while its plot is written. */
type Draft = {
  readonly random: Random
  readonly order: string
  readonly price: Price
  /** The merchant's wallet can sign refunds there. */
  readonly method: Method | null
}

type Plot = (draft: Draft) => { readonly steps: readonly Step[]; readonly expires?: true }

const place: SingleStep = { do: 'place' }
const expire: SingleStep = { do: 'expire' }
const accept: SingleStep = { do: 'accept', payment: 'current' }
const acceptFirst: SingleStep = { do: 'accept', payment: 'first' }

function pay(percent: number, payment: 'current' | 'first' = 'current'): SingleStep {
  return { do: 'pay', payment, percent }
}

function together(...steps: SingleStep[]): Step {
  return { do: 'together', steps }
}

/** The main line of a story. */
const plots: Readonly<Record<string, Plot>> = {
  'paid exactly': () => ({ steps: [place, pay(100)] }),
  'paid in two parts': ({ random }) => {
    const first = random.between(10, 90)
    return { steps: [place, pay(first), ...(random.percent(50) ? [place] : []), pay(100 - first)] }
  },
  'paid in two parts at once': () => ({ steps: [place, together(pay(40), pay(60))] }),
  'never paid': ({ random }) => ({ steps: random.percent(50) ? [place, expire] : [place], expires: true }),
  'underpaid for ever': ({ random }) => ({ steps: [place, pay(random.between(10, 99)), expire], expires: true }),
  'underpaid and accepted': () => ({ steps: [place, pay(90), expire, accept], expires: true }),
  overpaid: ({ random }) => ({ steps: [place, pay(random.between(101, 250))] }),
  'paid twice': ({ random }) => ({
    steps: [place, random.percent(50) ? together(pay(100), pay(100)) : pay(100), pay(100)],
  }),
  'late after expiry': () => ({ steps: [place, expire, pay(100)], expires: true }),
  'late and accepted': () => ({ steps: [place, expire, pay(100), accept], expires: true }),
  'started again after expiry': () => ({ steps: [place, expire, place, pay(100)], expires: true }),
  'old one paid late after starting again': ({ random }) => ({
    steps: [
      place,
      expire,
      place,
      ...(random.percent(50) ? [pay(100, 'first'), pay(100)] : [pay(100), pay(100, 'first')]),
    ],
    expires: true,
  }),
  'underpaid, then started again': () => ({ steps: [place, pay(30), expire, place, pay(100)], expires: true }),
  cancelled: () => ({ steps: [place, { do: 'cancel' }] }),
  'paid after cancelling': () => ({ steps: [place, { do: 'cancel' }, pay(100)] }),
  'cancelled while paying': () => ({ steps: [place, together({ do: 'cancel' }, pay(100))] }),
  'changed before paying': (draft) => ({ steps: [place, change(draft), place, pay(100)] }),
  'changed, and the old one paid': (draft) => ({ steps: [place, change(draft), place, pay(100, 'first')] }),
  'changed, and both paid': (draft) => ({ steps: [place, change(draft), place, pay(100, 'first'), place, pay(100)] }),
  'changed, and an open page paid': (draft) => ({ steps: [place, change(draft), pay(100, 'first')] }),
  'changed, and the old one paid and accepted': (draft) => ({
    steps: [place, change(draft), place, pay(100, 'first'), acceptFirst],
  }),
  'other currency, and the old one paid and accepted': (draft) => ({
    steps: [place, switchCurrency(draft), place, pay(100, 'first'), acceptFirst],
  }),
  'changed while paying': (draft) => ({ steps: [place, together(change(draft), pay(100))] }),
  'changed after a part': (draft) => ({ steps: [place, pay(40), change(draft), pay(60, 'first')] }),
  'changed after paying': (draft) => ({ steps: [place, pay(100), change(draft), place] }),
  'changed and changed back': (draft) => ({
    steps: [
      place,
      change(draft),
      place,
      { do: 'amend', ...draft.price },
      place,
      pay(100, draft.random.one(['current', 'first'])),
    ],
  }),
  'other currency': (draft) => ({
    steps: [place, switchCurrency(draft), place, pay(100, draft.random.one(['current', 'first', 'first']))],
  }),
  'back after paying': () => ({ steps: [place, pay(100), place] }),
  'back and again': () => ({ steps: [place, place, place, pay(100)] }),
  'asked twice at once': () => ({ steps: [together(place, place), pay(100)] }),
  'asked thrice at once after a change': (draft) => ({
    steps: [place, change(draft), together(place, place, place), pay(100)],
  }),
  'shop dies between creating and storing': () => ({ steps: [{ do: 'place', dies: 'shop after' }, pay(100)] }),
  'checkout dies while creating': ({ random }) => ({
    steps: [{ do: 'place', dies: random.one<Death>(['checkout before', 'checkout after']) }, pay(100)],
  }),
  'shop dies while it is paid': () => ({ steps: [place, together(pay(100), { do: 'kill', who: 'shop' })] }),
  'checkout dies while it is paid': () => ({ steps: [place, together(pay(100), { do: 'kill', who: 'checkout' })] }),
  'refunded in full': (draft) => ({ steps: [place, pay(100), refund(draft, 'a', 100)] }),
  'refunded in parts': (draft) => ({ steps: [place, pay(100), refund(draft, 'a', 30), refund(draft, 'b', 70)] }),
  'refund asked twice': (draft) => {
    const step = refund(draft, 'a', 60)
    return { steps: [place, pay(100), draft.random.percent(50) ? together(step, step) : step, step] }
  },
  'refunded too much': (draft) => ({ steps: [place, pay(100), refund(draft, 'a', 80), refund(draft, 'b', 30)] }),
  'refund awaits a signature': (draft) => ({ steps: [place, pay(100), { ...refund(draft, 'a', 50), signed: false }] }),
  'shop dies between refunding and storing': (draft) => ({
    steps: [place, pay(100), { ...refund(draft, 'a', 50), signed: false, dies: 'shop after' }],
  }),
  'checkout dies while it refunds': (draft) => ({
    steps: [
      place,
      pay(100),
      { ...refund(draft, 'a', 50), dies: draft.random.one<Death>(['checkout before', 'checkout after']) },
    ],
  }),
  'refunded before it is paid': (draft) => ({ steps: [place, { ...refund(draft, 'a', 50), signed: false }, pay(100)] }),
}

/** Kills cost the time of a start, and disturb all stories at once. */
const dear = Object.keys(plots).filter((name) => /dies/.test(name))

/** Enough stories for each plot once. */
export const PLOTS = Object.keys(plots).length

/** Writes a number of stories. All plots come before one comes again, in another order for each seed. */
export function generateStories(seed: number, count: number): Story[] {
  const random = new Random(seed)
  let left: string[] = []
  let rounds = 0
  return Array.from({ length: count }, (_, index) => {
    if (left.length === 0) {
      left = shuffle(
        random,
        Object.keys(plots).filter((name) => rounds % 2 === 0 || !dear.includes(name)),
      )
      rounds += 1
    }
    const plot = left.pop() ?? 'paid exactly'
    return writeStory(new Random(seed * 100_003 + index), `${seed}-${String(index).padStart(4, '0')}`, plot)
  })
}

function shuffle<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((one) => ({ one, at: random.between(0, 1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

function writeStory(random: Random, order: string, plot: string): Story {
  const draft = { random, order, price: drawPrice(random), method: drawMethod(random) }
  const { steps = [], expires } = plots[plot]?.(draft) ?? {}
  return {
    order,
    plot,
    price: draft.price,
    method: draft.method,
    expiresIn: expires ? 20 : 1_800,
    fates: Array.from({ length: 12 }, () => drawFate(random)),
    steps: steps.flatMap((step) => disturb(random, step)),
  }
}

/** Prices that rounding could get wrong, and one that many orders have. */
function drawPrice(random: Random): Price {
  const currency = random.one<Currency>(['EUR', 'EUR', 'USD', 'USD', 'JPY', 'KWD'])
  if (random.percent(20))
    return { amount: currency === 'JPY' ? '2000' : fromUnits(toUnits('20', currency), currency), currency }
  const units = random.between(toUnits('2', currency), toUnits('90', currency)) * (currency === 'JPY' ? 100 : 1)
  return { amount: fromUnits(units, currency), currency }
}

function drawMethod(random: Random): Method | null {
  return random.one<Method | null>([
    null,
    null,
    { cryptocurrency: 'DAI', network: 'ethereum' },
    { cryptocurrency: 'USDC', network: 'stellar' },
    { cryptocurrency: 'USDT', network: 'stellar' },
  ])
}

function drawFate(random: Random): Fate {
  if (random.percent(45)) return 'deliver'
  return random.one<Fate>(['twice', 'thrice at once', 'late', 'held', 'held', 'refuse once', 'forge first', 'lose'])
}

function change({ random, price }: Draft): SingleStep {
  const units = toUnits(price.amount, price.currency)
  const changed = random.percent(50) ? units + random.between(1, units) : Math.max(1, Math.floor(units / 2))
  return { do: 'amend', amount: fromUnits(changed, price.currency), currency: price.currency }
}

/** The same number in another currency, rounded to its decimals. */
function switchCurrency({ price }: Draft): SingleStep {
  const currency = price.currency === 'EUR' ? 'USD' : 'EUR'
  return { do: 'amend', amount: fromUnits(toUnits(price.amount, currency), currency), currency }
}

/** Only the wallet on EVM networks signs by a call. */
function refund(
  { order, price, method }: Draft,
  name: string,
  percent: number,
): SingleStep & { readonly do: 'refund' } {
  const units = Math.floor((toUnits(price.amount, price.currency) * percent) / 100)
  const signed = method?.network !== 'stellar'
  return { do: 'refund', refund: `${order}-${name}`, amount: fromUnits(units, price.currency), signed }
}

/** Some payers come twice, at once or one time after the other. */
function disturb(random: Random, step: Step): Step[] {
  if (step.do !== 'place' || step.dies || !random.percent(15)) return [step]
  return random.percent(50) ? [together(place, place)] : [place, place]
}
