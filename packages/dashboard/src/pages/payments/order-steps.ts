import type { Texts } from '../../languages/en/index.ts'

/** The event or the fact that a step is about. */
export type Told = keyof Texts['payments']['timeline']

/** The author of a step: `actor` is the id of a key or of a user. */
export type Who = { readonly by: 'payer' | 'chain' | 'checkout' | 'operator' | 'program' } | { readonly actor: string }

export type Step = {
  readonly at: string
  readonly what: Told
  /** The amount or the method that the words are about. */
  readonly detail: { readonly amount: string; readonly cryptocurrency: string; readonly network: string } | null
  readonly who: Who
}

/** Effects of a transfer on a payment once it is seen, and once it is final. */
const effects: Readonly<Record<'seen' | 'final', readonly Told[]>> = {
  seen: ['payment.partially_paid', 'payment.processing', 'payment.completed', 'payment.overpaid', 'payment.late'],
  final: ['payment.completed'],
}

/** A transfer and what it does are written in one transaction, whose parts may take their time one after the other. */
const SAME_CHANGE_MS = 2_000

const firsts: readonly Told[] = ['payment.created', 'seen', 'payment.processing', 'final']

/** Of steps at the same time, causes come first. */
function getRank(what: Told): number {
  const place = firsts.indexOf(what)
  return place < 0 ? firsts.length : place
}

/**
 * Puts steps in the order in which they happened: by time, and what money did to a payment after the money. Only a
 * transfer of the same change is moved for it.
 */
export function orderSteps(steps: readonly Step[]): Step[] {
  const inTime = steps.toSorted((a, b) => (a.at === b.at ? getRank(a.what) - getRank(b.what) : a.at < b.at ? -1 : 1))
  return putCauseFirst(putCauseFirst(inTime, 'seen'), 'final')
}

function putCauseFirst(steps: readonly Step[], cause: 'seen' | 'final'): Step[] {
  for (const [index, effect] of steps.entries()) {
    if (effect.what === cause) break
    if (!effects[cause].includes(effect.what)) continue
    const before = steps.slice(0, index)
    const found = findCause(steps.slice(index + 1), effect, cause, before)
    if (found) return [...before, found, ...steps.slice(index).filter((step) => step !== found)]
  }
  return [...steps]
}

/** The first cause after an effect that is of the same change. A transfer is seen before it is final. */
function findCause(after: readonly Step[], effect: Step, cause: 'seen' | 'final', before: readonly Step[]) {
  const isSeen = (transfer: Step['detail']) => before.some(({ what, detail }) => what === 'seen' && detail === transfer)
  const isSoon = ({ at }: Step) => Date.parse(at) - Date.parse(effect.at) <= SAME_CHANGE_MS
  return after.find((step) => step.what === cause && isSoon(step) && (cause === 'seen' || isSeen(step.detail)))
}
