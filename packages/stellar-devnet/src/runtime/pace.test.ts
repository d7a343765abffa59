import { expect, test } from 'vitest'
import { DEFAULT_PACE, isBlockDue } from './pace.ts'

test('a block is due every time while there were transactions lately', () => {
  const chain = { lastBlockAt: 599_000, lastTransactionAt: 0, waiting: false }
  expect(isBlockDue(599_999, chain, DEFAULT_PACE)).toBe(true)
})

test('without transactions for ten minutes a block is due every 15 seconds, and at once when one waits', () => {
  const chain = { lastBlockAt: 600_000, lastTransactionAt: 0, waiting: false }
  expect(isBlockDue(614_999, chain, DEFAULT_PACE)).toBe(false)
  expect(isBlockDue(615_000, chain, DEFAULT_PACE)).toBe(true)
  expect(isBlockDue(601_000, { ...chain, waiting: true }, DEFAULT_PACE)).toBe(true)
})
