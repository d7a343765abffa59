import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTwoNodes } from '../testing/two-nodes.ts'
import { createSharedRateLimit } from './shared-rate-limit.ts'

const WINDOW_MS = 60_000

async function twoCounters() {
  const { clock, nodes } = await openTwoNodes()
  const take = nodes.map(({ checkout: { context } }) => {
    if (!context.node) throw new Error('the database is not shared')
    return createSharedRateLimit(context, context.node, WINDOW_MS)
  })
  return { clock, take: (node: number, limit: number) => take[node % 2]?.('a shop', limit) }
}

test('whatever nodes are asked when, no window has more than the limit', async () => {
  const request = fc.record({ node: fc.nat(1), pauseMs: fc.oneof(fc.nat(50), fc.nat(3_000), fc.nat(20_000)) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { maxLength: 300, size: 'max' }),
      fc.integer({ min: 1, max: 60 }),
      async (requests, limit) => {
        const { clock, take } = await twoCounters()
        const accepted: number[] = []
        for (const { node, pauseMs } of requests) {
          clock.advance(pauseMs)
          if ((await take(node, limit))?.accepted) accepted.push(clock.now())
        }
        for (const [index, time] of accepted.entries()) {
          expect(time - (accepted[index - limit] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(WINDOW_MS)
        }
      },
    ),
    { numRuns: 20 },
  )
})

test('one node that is asked alone accepts the whole limit, and says when there is more', async () => {
  const { clock, take } = await twoCounters()
  for (let left = 99; left >= 0; left--) {
    expect(await take(0, 100)).toEqual({ accepted: true, remaining: left, waitMs: 0 })
    clock.advance(10)
  }
  expect(await take(0, 100)).toEqual({ accepted: false, remaining: 0, waitMs: 61_000 })
  clock.advance(60_999)
  expect((await take(0, 100))?.accepted).toBe(false)
  clock.advance(1)
  expect((await take(0, 100))?.accepted).toBe(true)
})

test('what a node takes and does not use it returns: slow askers lose nothing', async () => {
  const { clock, take } = await twoCounters()
  for (let requests = 0; requests < 90; requests++) {
    expect((await take(requests, 100))?.accepted).toBe(true)
    clock.advance(600)
  }
})

test('requests at the same time share what is asked for', async () => {
  const { take } = await twoCounters()
  const permits = await Promise.all(Array.from({ length: 30 }, (_, index) => take(index, 20)))
  expect(permits.filter((permit) => permit?.accepted)).toHaveLength(20)
})
