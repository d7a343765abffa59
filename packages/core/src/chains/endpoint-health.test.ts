import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Candidate,
  type EndpointHealth,
  isResting,
  isWell,
  newHealth,
  rankCandidates,
  recordFailure,
  recordSuccess,
  scoreAt,
} from './endpoint-health.ts'

const kind = fc.constantFrom(
  'unreachable' as const,
  'malformed' as const,
  'busy' as const,
  'too_much' as const,
  'refused' as const,
  'behind' as const,
  'wrong_chain' as const,
  'contradiction' as const,
)
const retryAfterMs = fc.option(fc.integer({ min: 1, max: 10_000_000 }))
const failure = fc.record({ kind, retryAfterMs })
const happening = fc.record({
  afterMs: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 600_000 })),
  failure: fc.option(failure),
})
const history = fc.array(happening, { maxLength: 30 })

function lived(events: typeof history extends fc.Arbitrary<infer T> ? T : never, alone = false) {
  let health: EndpointHealth = newHealth
  let now = 0
  for (const { afterMs, failure } of events) {
    now += afterMs
    health = failure ? recordFailure(health, failure, now, alone) : recordSuccess(health, now)
  }
  return { health, now }
}

test('whatever happens, a score lies between 0 and 1, falls with failures, rises with successes and heals with time', () => {
  fc.assert(
    fc.property(history, failure, fc.integer({ min: 1, max: 1_000_000 }), (events, next, laterMs) => {
      const { health, now } = lived(events)
      const score = scoreAt(health, now)
      expect(score).toBeGreaterThan(0)
      expect(score).toBeLessThanOrEqual(1)
      expect(scoreAt(recordFailure(health, next, now, false), now)).toBeLessThan(score)
      expect(scoreAt(recordSuccess(health, now), now)).toBeGreaterThanOrEqual(score)
      expect(scoreAt(health, now + laterMs)).toBeGreaterThanOrEqual(score)
      expect(isWell(health, now + 1_000_000)).toBe(true)
    }),
  )
})

test('whatever happens, a rest ends within ten minutes, and a lone endpoint rests only when it asked to', () => {
  fc.assert(
    fc.property(history, (events) => {
      const { health, now } = lived(events)
      expect(isResting(health, now + 600_000)).toBe(false)
      const alone = lived(events, true)
      if (isResting(alone.health, alone.now)) expect(alone.health.busy).toBe(true)
    }),
  )
})

test('rests double from a second to a minute, and a success ends them', () => {
  let health = newHealth
  const rests: number[] = []
  for (let times = 0; times < 8; times++) {
    const now = health.restsUntil
    health = recordFailure(health, { kind: 'unreachable', retryAfterMs: null }, now, false)
    rests.push((health.restsUntil - now) / 1_000)
  }
  expect(rests).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  health = recordSuccess(health, 500_000)
  expect(isResting(health, 500_000)).toBe(false)
  expect(recordFailure(health, { kind: 'malformed', retryAfterMs: null }, 500_000, false).restsUntil).toBe(501_000)
})

test.each([
  ['busy', 7_000, 7_000],
  ['busy', 86_400_000, 600_000],
  ['busy', null, 1_000],
  ['wrong_chain', null, 60_000],
  ['behind', null, 0],
  ['refused', null, 0],
] as const)('after %s with %s it rests %i ms', (kind, retryAfterMs, restMs) => {
  expect(recordFailure(newHealth, { kind, retryAfterMs }, 1_000_000, false).restsUntil).toBe(1_000_000 + restMs)
})

test('a rest that was asked for is not ended by an answer that was on its way', () => {
  const busy = recordFailure(newHealth, { kind: 'busy', retryAfterMs: 5_000 }, 0, false)
  expect(isResting(recordSuccess(busy, 1), 4_999)).toBe(true)
  const behindToo = recordFailure(busy, { kind: 'behind', retryAfterMs: null }, 1, false)
  expect(behindToo).toMatchObject({ busy: true, restsUntil: 5_000 })
})

const candidates = fc
  .array(fc.tuple(history, fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 6 })
  .map((all) => all.map(([events, lags, unwanted]) => ({ ...lived(events), lags, unwanted })))
  .map((all) => {
    const now = Math.max(...all.map((one) => one.now))
    const members: (Candidate & { readonly index: number })[] = all.map((one, index) => ({ ...one, index }))
    return { members, now }
  })

test('those that rest are left alone while others do not, and the unwanted are last', () => {
  fc.assert(
    fc.property(candidates, ({ members, now }) => {
      const ordered = rankCandidates(members, now)
      const awake = members.filter((one) => !isResting(one.health, now))
      if (awake.length > 0) {
        expect([...ordered].sort((a, b) => a.index - b.index)).toEqual(awake)
        expect(ordered.map((one) => one.unwanted)).toEqual([...ordered.map((one) => one.unwanted)].sort())
      } else {
        expect(ordered.length).toBe(members.some((one) => !one.health.busy) ? 1 : 0)
        for (const one of ordered) {
          expect(one.health.busy).toBe(false)
          for (const other of members)
            if (!other.health.busy) expect(one.health.restsUntil).toBeLessThanOrEqual(other.health.restsUntil)
        }
      }
    }),
  )
})

test('among those that do well the configured order decides, among others the score', () => {
  fc.assert(
    fc.property(candidates, ({ members, now }) => {
      const ordered = rankCandidates(members, now).filter(
        (one) => !one.unwanted && !one.lags && !isResting(one.health, now),
      )
      for (const [place, one] of ordered.entries()) {
        const next = ordered[place + 1]
        if (!next) continue
        if (isWell(one.health, now) && isWell(next.health, now)) expect(one.index).toBeLessThan(next.index)
        else expect(scoreAt(one.health, now)).toBeGreaterThanOrEqual(scoreAt(next.health, now))
      }
    }),
  )
})
