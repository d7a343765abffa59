import fc from 'fast-check'
import { expect, test } from 'vitest'
import { max, min } from './money.ts'
import { computeFees, computeNextNonce, decideNextMove, findNonceGap, getPatience, raiseFees } from './send.ts'

const wei = fc.bigInt({ min: 0n, max: 10n ** 13n })
const market = fc.record({ baseFee: wei, priorityFee: wei })
const policy = fc.record({ maxFeePerGas: wei, maxPriorityFee: wei, minPriorityFee: wei })
const nonce = fc.integer({ min: 0, max: 1_000 })
const time = fc.integer({ min: 0, max: 1_000_000 })
const patience = getPatience(2_000)

test('no fee is above what is allowed, and what is offered can be mined in the next block', () => {
  fc.assert(
    fc.property(market, policy, (market, policy) => {
      const fees = computeFees(market, policy)
      const priority = max(min(market.priorityFee, policy.maxPriorityFee), policy.minPriorityFee)
      if (!fees) {
        expect(market.baseFee + priority > policy.maxFeePerGas).toBe(true)
        return
      }
      expect(fees.maxFeePerGas <= policy.maxFeePerGas).toBe(true)
      expect(fees.maxFeePerGas >= market.baseFee + fees.maxPriorityFeePerGas).toBe(true)
      expect(fees.maxPriorityFeePerGas).toBe(priority)
    }),
  )
})

test('whatever replaces a transaction pays at least a tenth more of both fees, and no more than is allowed', () => {
  fc.assert(
    fc.property(market, market, policy, (first, then, policy) => {
      const before = computeFees(first, policy)
      const raised = before && raiseFees(before, then, policy)
      if (!before || !raised) return
      expect(raised.maxFeePerGas * 10n >= before.maxFeePerGas * 11n).toBe(true)
      expect(raised.maxPriorityFeePerGas * 10n >= before.maxPriorityFeePerGas * 11n).toBe(true)
      expect(raised.maxPriorityFeePerGas <= raised.maxFeePerGas).toBe(true)
      expect(raised.maxFeePerGas <= policy.maxFeePerGas).toBe(true)
      const cap = max(policy.maxPriorityFee, policy.minPriorityFee)
      expect(raised.maxPriorityFeePerGas <= 2n * cap).toBe(true)
    }),
  )
})

const attempt = fc.record({
  fees: fc.record({ maxFeePerGas: wei, maxPriorityFeePerGas: wei }),
  signedAt: time,
  offeredAt: fc.option(time),
  answer: fc.constantFrom('accepted', 'known', 'nonce_used', 'underpriced', 'unfunded', null),
})
const pending = fc.record({ nonce, newest: attempt, attempts: fc.integer({ min: 1, max: 30 }) })
const chain = fc.record({ finalNonce: nonce, latestNonce: nonce, market })

test('a nonce that is finally used is decided, one that is used waits, and nothing else is ever decided', () => {
  fc.assert(
    fc.property(pending, chain, time, (send, chain, now) => {
      const move = decideNextMove(send, chain, patience, now)
      expect(move === 'decide').toBe(send.nonce < chain.finalNonce)
      if (send.nonce >= chain.finalNonce && send.nonce < chain.latestNonce) expect(move).toBe('wait')
    }),
  )
})

test('bytes that no node was given are given to one before others are signed', () => {
  fc.assert(
    fc.property(pending, chain, time, (send, chain, now) => {
      const fresh = { ...send, newest: { ...send.newest, offeredAt: null } }
      const move = decideNextMove(fresh, chain, patience, now)
      if (send.nonce >= Math.max(chain.finalNonce, chain.latestNonce)) expect(move).toBe('offer')
    }),
  )
})

test('what waits to be mined is never left alone for longer than its patience', () => {
  fc.assert(
    fc.property(pending, chain, (send, chain) => {
      if (send.nonce < Math.max(chain.finalNonce, chain.latestNonce)) return
      const now = (send.newest.offeredAt ?? 0) + patience.offerAgainMs
      expect(['offer', 'raise']).toContain(decideNextMove(send, chain, patience, now))
    }),
  )
})

test('fees that are high enough are raised a few times only, however long it takes', () => {
  fc.assert(
    fc.property(pending, chain, time, (send, chain, now) => {
      const { priorityFee, baseFee } = chain.market
      const fees = { maxFeePerGas: baseFee + priorityFee, maxPriorityFeePerGas: priorityFee }
      const paying = { ...send, attempts: 4, newest: { ...send.newest, fees, answer: 'accepted' } }
      expect(decideNextMove(paying, chain, patience, now)).not.toBe('raise')
    }),
  )
})

test('a new nonce is one that neither we nor the chain have used', () => {
  fc.assert(
    fc.property(nonce, fc.option(nonce), (latest, ours) => {
      const next = computeNextNonce(latest, ours)
      expect(next).toBeGreaterThanOrEqual(latest)
      expect(next).toBeGreaterThan(ours ?? -1)
    }),
  )
})

test('a gap is below all that is ours, and never what is finally used', () => {
  fc.assert(
    fc.property(fc.option(nonce), chain, (lowest, chain) => {
      const gap = findNonceGap(lowest, chain)
      if (gap === null) return
      expect(gap).toBe(chain.latestNonce)
      expect(gap).toBeLessThan(lowest ?? 0)
      expect(gap).toBeGreaterThanOrEqual(chain.finalNonce)
    }),
  )
})

test('a network is as patient as its blocks are slow', () => {
  expect(getPatience(6_000)).toEqual({ offerAgainMs: 18_000, stuckMs: 60_000 })
  expect(getPatience(250)).toEqual({ offerAgainMs: 5_000, stuckMs: 15_000 })
})
