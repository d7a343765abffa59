import { beforeAll, expect, test } from 'vitest'
import { additions, tryAdditions } from './additions.ts'

let changed: ReturnType<typeof tryAdditions>

// One copy for all of them: to compile it takes most of the time.
beforeAll(() => {
  changed = tryAdditions(additions)
})

test.each(additions)('$adds is added by at most $goal files, and works', (addition) => {
  const files = changed.get(addition) ?? []
  expect(files).not.toEqual([])
  expect(files.length, files.join(', ')).toBeLessThanOrEqual(addition.goal)
})
