/** The effort of `npm test`. `npm run test:full` and a run of one file try all. */

/** The variable that is set in the tests of `npm test`. */
export const QUICK_TESTS = 'CHECKOUT_QUICK_TESTS'

export const isQuickRun = (): boolean => process.env[QUICK_TESTS] !== undefined

/**
 * Picks a number: how often a property runs, or how many calls are from one crash to the next. Only dear tests have another
 * one for `npm test`.
 */
export function pickRuns({ full, quick }: { readonly full: number; readonly quick: number }): number {
  return isQuickRun() ? quick : full
}

/** Picks cases of a test of which all but the first are variations: `npm test` tries that one only. */
export function pickCases<T>(cases: readonly T[]): readonly T[] {
  return isQuickRun() ? cases.slice(0, 1) : cases
}
