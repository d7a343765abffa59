import { expect, test } from 'vitest'
import { NodeError } from './node-error.ts'
import { createReceiveChecks } from './receive-checks.ts'

const request = { token: '0xCoin', address: '0xWallet', rawAmount: 1n }

/** An account that is blocked or full, until its node goes silent. */
function openChecks(state: 'blocked' | 'full') {
  const node = { isDown: false, now: 0 }
  const checks = createReceiveChecks({
    async read() {
      if (node.isDown) throw new NodeError('unreachable', 'the node is down')
      return state
    },
    judge: (one) => `is ${one}`,
    isLimited: (one) => one === 'full',
    elapsed: () => node.now,
  })
  return { node, checks }
}

test.each([
  ['blocked', 'is blocked'],
  ['full', null],
] as const)('what is known of a %s account after an hour of silence is %s', async (state, known) => {
  const { node, checks } = openChecks(state)
  expect(checks.knownReason(request)).toBeNull()
  expect(await checks.cannotReceiveReason(request)).toBe(`is ${state}`)
  node.isDown = true
  node.now = 3_600_000
  expect(await checks.cannotReceiveReason(request)).toBeNull()
  expect(checks.knownReason(request)).toBe(known)
})

test('an account that cannot receive is read again each time, by one request at a time', async () => {
  const { node, checks } = openChecks('blocked')
  const asked = [checks.cannotReceiveReason(request), checks.cannotReceiveReason(request)]
  expect(await Promise.all(asked)).toEqual(['is blocked', 'is blocked'])
  node.isDown = true
  expect(await checks.cannotReceiveReason(request)).toBeNull()
})
