/** How much `npm test` tries. `npm run test:full` and a run of one file try all. */

/** The variable that is set in the tests of `npm test`. */
export const QUICK_TESTS = 'CHECKOUT_QUICK_TESTS'

export const isQuickRun = (): boolean => process.env[QUICK_TESTS] !== undefined

/** Picks the number of runs of a property. Only dear properties have a lower one for `npm test`. */
export function pickRuns({ full, quick }: { readonly full: number; readonly quick: number }): number {
  return isQuickRun() ? quick : full
}
