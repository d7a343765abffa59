import { expect, test } from 'vitest'
import { additions, tryAddition } from './additions.ts'

test.each(additions)('$adds is added by the documented steps, and works', { timeout: 600_000 }, (addition) => {
  expect(tryAddition(addition).length).toBeGreaterThan(0)
})
