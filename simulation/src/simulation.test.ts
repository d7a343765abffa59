import { expect, test } from 'vitest'
import { insertBug } from './plant.ts'
import { plantedBugs } from './planted-bugs.ts'
import { simulate } from './simulate.ts'

/** Enough steps that processes end, chains are reorganised and refunds are paid. */
const STEPS = 400

test('the same seed does the same, to the last step, and another one does not', async () => {
  // A world with several servers, and one with a single server.
  const [first, again, other] = [await simulate(9, STEPS), await simulate(9, STEPS), await simulate(8, STEPS)]
  expect(first.violation).toBeNull()
  expect(again).toEqual(first)
  expect(other.hash).not.toBe(first.hash)
})

test.each(plantedBugs)('there is a place for the planted bug: $name', (bug) => {
  expect(insertBug(bug)).toContain(bug.replace)
})
