import fc from 'fast-check'
import { expect, test } from 'vitest'
import { derive, deriveFromSums, hasEnded, type PaymentMarks, type PaymentTerms } from './payment.ts'
import { addTransfer, type CountedTransfer, LATE_WINDOW_MS, removeTransfer, sumUp } from './sums.ts'

const EXPIRES_AT = 1_000_000_000
const terms: PaymentTerms = {
  due: 100n,
  tolerance: 0n,
  tailAllowance: 0n,
  expiresAt: EXPIRES_AT,
  latePayments: 'review',
  minTransfer: 0n,
  takesParts: false,
}
const noMarks: PaymentMarks = { cancelled: false, accepted: false, pastDeadline: false }
const onTime = (amount: bigint, state: CountedTransfer['state'] = 'final') => ({ amount, blockTime: EXPIRES_AT, state })
const late = (amount: bigint, byMs = 1) => ({ amount, blockTime: EXPIRES_AT + byMs, state: 'final' as const })

const anyTerms = fc.record({
  due: fc.bigInt({ min: 90n, max: 110n }),
  tolerance: fc.bigInt({ min: 0n, max: 5n }),
  tailAllowance: fc.bigInt({ min: 0n, max: 3n }),
  expiresAt: fc.constant(EXPIRES_AT),
  latePayments: fc.constantFrom('review' as const, 'accept' as const),
  minTransfer: fc.constantFrom(0n, 20n),
  takesParts: fc.boolean(),
})
const anyTransfer = fc.record({
  amount: fc.oneof(fc.bigInt({ min: 1n, max: 120n }), fc.constantFrom(50n, 100n)),
  blockTime: fc.constantFrom(-1, 0, 1, LATE_WINDOW_MS, LATE_WINDOW_MS + 1).map((ms) => EXPIRES_AT + ms),
  state: fc.constantFrom('seen' as const, 'final' as const, 'orphaned' as const),
})
const anyTransfers = fc.array(anyTransfer, { maxLength: 6 })
const anyMarks = fc.record({ cancelled: fc.boolean(), accepted: fc.boolean(), pastDeadline: fc.boolean() })
const total = (transfers: readonly CountedTransfer[]) => transfers.reduce((sum, one) => sum + one.amount, 0n)

function property(
  check: (terms: PaymentTerms, transfers: CountedTransfer[], marks: PaymentMarks) => void,
  numRuns = 2_000,
): void {
  fc.assert(fc.property(anyTerms, anyTransfers, anyMarks, check), { numRuns })
}

/** The rules a second time, from what happened to the money instead of from sums. */
function deriveState(terms: PaymentTerms, transfers: readonly CountedTransfer[], marks: PaymentMarks) {
  const accepts = terms.latePayments === 'accept' && !marks.cancelled
  const purse = { onTime: 0n, inWindow: 0n, tooLate: 0n }
  let arrivals = 0
  const onChain = transfers.filter(({ state }) => state !== 'orphaned')
  const small = onChain.filter(({ amount }) => amount < terms.minTransfer)
  const countsAt = (blockTime: number) =>
    blockTime <= terms.expiresAt || (accepts && blockTime <= terms.expiresAt + 24 * 60 * 60 * 1_000)
  const inTime = (some: readonly CountedTransfer[]) => total(some.filter(({ blockTime }) => countsAt(blockTime)))
  const large = onChain.filter((one) => !small.includes(one))
  const enough = (amount: bigint) => amount + terms.tolerance >= terms.due
  const isNoticed =
    marks.accepted || total(small) >= terms.minTransfer || (enough(inTime(onChain)) && !enough(inTime(large)))
  for (const { amount, blockTime } of isNoticed ? onChain : large) {
    arrivals += 1
    const after = blockTime - terms.expiresAt
    const place = after <= 0 ? 'onTime' : after <= 24 * 60 * 60 * 1_000 ? 'inWindow' : 'tooLate'
    purse[place] += amount
  }
  const finalInTime = inTime(onChain.filter(({ state }) => state === 'final'))
  const there = purse.onTime + purse.inWindow + purse.tooLate
  const counts = purse.onTime + (accepts ? purse.inWindow : 0n)
  const short = (amount: bigint) => amount + terms.tolerance < terms.due

  let status: string = counts === 0n ? 'created' : 'partially_paid'
  if (marks.pastDeadline) status = 'expired'
  if (!short(counts)) status = short(finalInTime) ? 'processing' : 'completed'
  if (marks.cancelled) status = 'cancelled'
  if (marks.accepted) status = 'completed'

  const exceptions: string[] = []
  if (there > 0n && short(there) && (status === 'expired' || marks.accepted)) exceptions.push('underpaid')
  const tooMuch = there - terms.tailAllowance > terms.due
  if (tooMuch) exceptions.push('overpaid')
  if (purse.inWindow + purse.tooLate > 0n || (marks.cancelled && there > 0n)) exceptions.push('late')
  if (arrivals >= 2 && (!terms.takesParts || tooMuch)) exceptions.push('multiple')
  if (marks.accepted) exceptions.push('manual')
  const missing = marks.accepted || !short(counts) ? 0n : terms.due - counts
  return { status, exceptions, received: total(onChain), effective: there, missing }
}

test('status, exceptions and what is missing are what the rules say, told another way', () => {
  property((terms, transfers, marks) => {
    expect(derive(terms, transfers, marks)).toEqual(deriveState(terms, transfers, marks))
  })
})

test('a payment is expired exactly when the chain was read past the deadline with less than the full amount on it', () => {
  property((terms, transfers, marks) => {
    const window = terms.latePayments === 'accept' ? LATE_WINDOW_MS : 0
    const onChain = transfers.filter((one) => one.state !== 'orphaned' && one.blockTime <= EXPIRES_AT + window)
    const full = total(onChain) >= terms.due - terms.tolerance
    const decided = marks.cancelled || marks.accepted
    expect(derive(terms, transfers, marks).status === 'expired').toBe(marks.pastDeadline && !full && !decided)
  })
})

test('the order in which transfers are known does not matter', () => {
  fc.assert(
    fc.property(
      anyTerms,
      anyTransfers.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      anyMarks,
      (terms, [list, shuffled], marks) => {
        expect(derive(terms, shuffled, marks)).toEqual(derive(terms, list, marks))
      },
    ),
    { numRuns: 1_000 },
  )
})

test('what a reorganisation took away counts for nothing', () => {
  property((terms, transfers, marks) => {
    const onChain = transfers.filter((one) => one.state !== 'orphaned')
    expect(derive(terms, transfers, marks)).toEqual(derive(terms, onChain, marks))
  })
})

test('completed means final funds of the full amount in time, or the word of the merchant', () => {
  property((terms, transfers, marks) => {
    if (marks.accepted || derive(terms, transfers, marks).status !== 'completed') return
    const window = terms.latePayments === 'accept' ? LATE_WINDOW_MS : 0
    const final = transfers.filter((one) => one.state === 'final' && one.blockTime <= terms.expiresAt + window)
    expect(marks.cancelled).toBe(false)
    expect(total(final) >= terms.due - terms.tolerance).toBe(true)
  })
})

test('final funds of the full amount that were on time always complete a payment that was not cancelled', () => {
  property((terms, transfers, marks) => {
    const final = transfers.filter((one) => one.state === 'final' && one.blockTime <= terms.expiresAt)
    if (marks.cancelled || total(final) < terms.due - terms.tolerance) return
    expect(derive(terms, transfers, marks).status).toBe('completed')
  })
})

test('all that is on the chain is received, and what is missing is never negative', () => {
  property((terms, transfers, marks) => {
    const state = derive(terms, transfers, marks)
    expect(state.received).toBe(total(transfers.filter((one) => one.state !== 'orphaned')))
    expect(state.missing >= 0n && state.missing <= terms.due).toBe(true)
    if (state.status === 'completed' || state.status === 'processing') expect(state.missing).toBe(0n)
    if (state.status === 'partially_paid') expect(state.missing).toBeGreaterThan(terms.tolerance)
  })
})

test('more money never takes a payment back', () => {
  const rank = { created: 0, cancelled: 0, expired: 0, partially_paid: 1, processing: 2, completed: 3 }
  fc.assert(
    fc.property(anyTerms, anyTransfers, anyMarks, anyTransfer, (terms, transfers, marks, more) => {
      const before = derive(terms, transfers, marks)
      const after = derive(terms, [...transfers, more], marks)
      expect(rank[after.status]).toBeGreaterThanOrEqual(rank[before.status])
    }),
    { numRuns: 2_000 },
  )
})

test('money that becomes final never takes a payment back', () => {
  property((terms, transfers, marks) => {
    const final = transfers.map((one) => (one.state === 'seen' ? { ...one, state: 'final' as const } : one))
    const [before, after] = [derive(terms, transfers, marks), derive(terms, final, marks)]
    expect(after).toEqual({ ...before, status: before.status === 'processing' ? 'completed' : before.status })
  })
})

test('a payment goes from created by way of partly paid and processing to completed', () => {
  const none = { received: 0n, effective: 0n, missing: 100n }
  expect(derive(terms, [], noMarks)).toEqual({ status: 'created', exceptions: [], ...none })
  expect(derive(terms, [onTime(40n)], noMarks)).toMatchObject({
    status: 'partially_paid',
    missing: 60n,
    exceptions: [],
  })
  expect(derive(terms, [onTime(40n), onTime(60n, 'seen')], noMarks)).toMatchObject({
    status: 'processing',
    missing: 0n,
  })
  expect(derive(terms, [onTime(40n), onTime(60n)], noMarks)).toMatchObject({ status: 'completed', received: 100n })
  expect(derive(terms, [onTime(99n)], noMarks).status).toBe('partially_paid')
})

test('only the mark expires a payment: transfers carry no clock', () => {
  const past = { ...noMarks, pastDeadline: true }
  expect(derive(terms, [late(100n)], noMarks).status).toBe('created')
  expect(derive(terms, [], past).status).toBe('expired')
  expect(derive(terms, [onTime(40n)], past)).toMatchObject({
    status: 'expired',
    exceptions: ['underpaid'],
    missing: 60n,
  })
  expect(derive(terms, [onTime(100n, 'seen')], past).status).toBe('processing')
})

test('late money never completes a payment that is to be reviewed', () => {
  fc.assert(
    fc.property(anyTerms, anyTransfers, fc.boolean(), (terms, transfers, pastDeadline) => {
      const review = { ...terms, latePayments: 'review' as const }
      const marks = { ...noMarks, pastDeadline }
      const inTime = transfers.filter((one) => one.blockTime <= EXPIRES_AT)
      const [status, before] = [derive(review, transfers, marks).status, derive(review, inTime, marks).status]
      // With late dust, the dust that was on time may reach the minimum.
      const dust = total(transfers.filter(({ amount, state }) => amount < review.minTransfer && state !== 'orphaned'))
      const isNoticed = before === 'created' && dust >= review.minTransfer && inTime.length > 0
      expect(isNoticed ? ['created', 'partially_paid'] : [before]).toContain(status)
    }),
    { numRuns: 2_000 },
  )
  const marks = { ...noMarks, pastDeadline: true }
  expect(derive(terms, [late(100n)], marks)).toMatchObject({ status: 'expired', exceptions: ['late'], received: 100n })
})

test('where late money is accepted it completes a payment within 24 hours, to the millisecond', () => {
  const accept: PaymentTerms = { ...terms, latePayments: 'accept' }
  const marks = { ...noMarks, pastDeadline: true }
  expect(derive(accept, [late(100n, LATE_WINDOW_MS)], marks)).toMatchObject({
    status: 'completed',
    exceptions: ['late'],
  })
  expect(derive(accept, [late(100n, LATE_WINDOW_MS + 1)], marks).status).toBe('expired')
  expect(derive(accept, [{ ...late(100n), state: 'seen' }], marks).status).toBe('processing')
  expect(derive(accept, [onTime(40n), late(60n)], marks)).toMatchObject({ status: 'completed' })
  expect(derive(accept, [late(40n)], marks)).toMatchObject({ status: 'expired', exceptions: ['underpaid', 'late'] })
})

test('a cancelled payment stays cancelled whatever arrives, and says that money came', () => {
  property((terms, transfers, marks) => {
    const state = derive(terms, transfers, { ...marks, cancelled: true, accepted: false })
    expect(state.status).toBe('cancelled')
    expect(state.exceptions.includes('late')).toBe(state.effective > 0n)
  })
})

test('what the merchant accepts is completed, and marked as decided by hand', () => {
  property((terms, transfers, marks) => {
    const state = derive(terms, transfers, { ...marks, accepted: true })
    expect(state).toMatchObject({ status: 'completed', missing: 0n })
    expect(state.exceptions).toContain('manual')
  })
})

test('an excess of tails only is not overpaid, one millionth more is', () => {
  const withRest: PaymentTerms = { ...terms, tailAllowance: 7n }
  expect(derive(withRest, [onTime(40n), onTime(67n)], noMarks).exceptions).toEqual(['multiple'])
  expect(derive(withRest, [onTime(40n), onTime(68n)], noMarks).exceptions).toEqual(['overpaid', 'multiple'])
  expect(derive(terms, [onTime(100n)], noMarks).exceptions).toEqual([])
  expect(derive(terms, [onTime(101n)], noMarks).exceptions).toEqual(['overpaid'])
})

test('paying twice is overpaid and told as multiple', () => {
  expect(derive(terms, [onTime(100n), onTime(100n)], noMarks)).toMatchObject({
    status: 'completed',
    exceptions: ['overpaid', 'multiple'],
    received: 200n,
  })
})

test('a shortfall within the tolerance counts as paid, beyond it does not', () => {
  const tolerant: PaymentTerms = { ...terms, tolerance: 5n }
  expect(derive(tolerant, [onTime(95n)], noMarks)).toMatchObject({ status: 'completed', missing: 0n, exceptions: [] })
  expect(derive(tolerant, [onTime(94n)], noMarks)).toMatchObject({ status: 'partially_paid', missing: 6n })
})

test('completed, expired and cancelled payments no longer ask for money', () => {
  expect(['created', 'partially_paid', 'processing'].some((status) => hasEnded(status as 'created'))).toBe(false)
  expect(['completed', 'expired', 'cancelled'].every((status) => hasEnded(status as 'completed'))).toBe(true)
})

test('sums that follow each transfer come to the same as sums of all', () => {
  fc.assert(
    fc.property(anyTerms, anyTransfers, anyTransfers, anyMarks, (terms, remaining, dropped, marks) => {
      const all = [...dropped, ...remaining].reduce((sums, one) => addTransfer(terms, sums, one), sumUp(terms, []))
      const rest = dropped.reduce((sums, one) => removeTransfer(terms, sums, one), all)
      expect(rest).toEqual(sumUp(terms, remaining))
      expect(deriveFromSums(terms, rest, marks)).toEqual(derive(terms, remaining, marks))
    }),
    { numRuns: 2_000 },
  )
})

test('whatever dust comes, below the least amount in all, only a payment that it completes changes', () => {
  const least: PaymentTerms = { ...terms, minTransfer: 20n }
  const dust = fc.array(fc.bigInt({ min: 1n, max: 4n }), { maxLength: 4 })
  fc.assert(
    fc.property(anyTransfers, dust, anyMarks, (transfers, amounts, marks) => {
      const money = transfers.filter(({ amount }) => amount >= 20n)
      const before = derive(least, money, marks)
      const after = derive(least, [...money, ...amounts.map((amount) => onTime(amount, 'seen'))], marks)
      const completes = before.missing > 0n && before.missing <= total(amounts.map((amount) => onTime(amount)))
      fc.pre(!marks.accepted && !completes)
      expect({ ...after, received: before.received }).toEqual(before)
    }),
    { numRuns: 5_000 },
  )
})
