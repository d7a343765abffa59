import { expect, test } from 'vitest'
import { additions, tryAddition } from './additions.ts'

test.each(additions)('$adds is added by at most $goal files, and works', { timeout: 600_000 }, (addition) => {
  const files = tryAddition(addition)
  expect(files).not.toEqual([])
  expect(files.length, files.join(', ')).toBeLessThanOrEqual(addition.goal)
})
