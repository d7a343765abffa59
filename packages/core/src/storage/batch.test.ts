import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatch } from './batch.ts'
import type { Transact, Tx } from './database.ts'

const transact: Transact = (work) => work({} as Tx)

test('takes what arrives together, and does not wait while more arrives in each turn of the event loop', async () => {
  const pieces: number[][] = []
  const batch = createBatch<number, number>(transact, async (_, items) => {
    pieces.push([...items])
    return items.map((item) => item + 100)
  })
  const answers: Promise<number>[] = [batch(0), batch(1)]
  for (let item = 2; item < 12; item++) {
    await setImmediate()
    answers.push(batch(item))
  }
  expect(await Promise.all(answers)).toEqual(answers.map((_, item) => item + 100))
  expect(pieces[0]?.slice(0, 2)).toEqual([0, 1])
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(3)
})
