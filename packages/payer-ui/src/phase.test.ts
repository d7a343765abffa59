import type { PublicPayment, ReportedTransaction } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatCountdown,
  formatDuration,
  formatFiat,
  formatRate,
  formatTime,
  formatTimeOfDay,
  parseWebAddress,
  shortenHash,
} from './format.ts'
import { texts as english } from './languages/en/payment.ts'
import { describeFinality, describeNotices, formatTerms } from './payment-texts.ts'
import {
  asksForMoney,
  computeExcess,
  derivePhase,
  getHeadline,
  isPayingFolded,
  listAlsoPaid,
  listNotices,
} from './phase.ts'
import { SAMPLE_NOW, samplePayment, sampleStates, sampleTransaction } from './testing.ts'

const deadline = Date.parse(samplePayment().expiresAt)

test.each([
  ['created', deadline - 1, 'awaiting'],
  ['created', deadline, 'checking'],
  ['partially_paid', deadline - 1, 'remainder'],
  ['partially_paid', deadline, 'checking'],
  ['processing', deadline + 1, 'seen'],
  ['completed', deadline + 1, 'completed'],
  ['expired', deadline - 1, 'expired'],
  ['cancelled', deadline - 1, 'cancelled'],
] as const)('%s at %i is shown as %s', (status, now, phase) => {
  expect(derivePhase(samplePayment({ status }), now)).toBe(phase)
})

test.each([
  [samplePayment({ networkHealthy: false }), ['network_unread']],
  [samplePayment({ networkHealthy: false, status: 'completed' }), []],
  [samplePayment({ confirmationsDelayed: true }), []],
  [samplePayment({ confirmationsDelayed: true, status: 'partially_paid' }), []],
  [samplePayment({ confirmationsDelayed: true, expiresAt: new Date(SAMPLE_NOW).toISOString() }), ['delayed']],
  [samplePayment({ confirmationsDelayed: true, status: 'processing' }), ['delayed']],
  [samplePayment({ confirmationsDelayed: true, networkHealthy: false, status: 'processing' }), ['network_unread']],
  [samplePayment({ confirmationsDelayed: true, status: 'completed' }), []],
  [samplePayment({ status: 'expired', exceptions: ['late', 'underpaid'], amountReceived: '1.000000' }), []],
  [samplePayment({ status: 'expired', amountReceived: '1.000000' }), ['underpaid']],
  [samplePayment({ status: 'expired' }), []],
  [samplePayment({ status: 'cancelled', exceptions: ['late'] }), []],
  [samplePayment({ status: 'completed', exceptions: ['overpaid', 'multiple', 'manual'] }), ['overpaid']],
  [samplePayment({ status: 'completed', exceptions: ['multiple'] }), ['multiple']],
] as const)('a payment tells what is unusual about it: %#', (payment, notices) => {
  expect(listNotices(payment, derivePhase(payment, SAMPLE_NOW), SAMPLE_NOW)).toEqual(notices)
})

test('money that came too late is said first, until it is accepted', () => {
  const phase = (status: 'expired' | 'cancelled' | 'processing' | 'completed') =>
    derivePhase(samplePayment({ status, exceptions: ['late'] }), deadline)
  expect([phase('expired'), phase('cancelled'), phase('processing'), phase('completed')]).toEqual([
    'late',
    'late',
    'seen',
    'completed',
  ])
})

test('durations have their two largest units, rounded down', () => {
  const seconds = (count: number) => formatDuration(count * 1000, 'en-US')
  expect(seconds(-5)).toBe('0 seconds')
  expect(seconds(59)).toBe('59 seconds')
  expect(seconds(60)).toBe('1 minute')
  expect(seconds(1799)).toBe('29 minutes')
  expect(seconds(3600)).toBe('1 hour')
  expect(seconds(4830)).toBe('1 hour 20 minutes')
  expect(seconds(86_400 + 59)).toBe('1 day')
  expect(seconds(2 * 86_400 + 3 * 3600 + 60)).toBe('2 days 3 hours')
})

test('a countdown reaches zero with the deadline, not before', () => {
  expect(formatCountdown(1_752_000, 'en-US')).toBe('29:12')
  expect(formatCountdown(1, 'en-US')).toBe('00:01')
  expect(formatCountdown(0, 'en-US')).toBe('00:00')
  expect(formatCountdown(3_600_000, 'en-US')).toBe('1:00:00')
  expect(formatCountdown(30 * 86_400_000, 'en-US')).toBe('30 days')
})

test('money, times, hashes and links are written for readers', () => {
  expect(formatFiat(1234.5, 'EUR', 'en-US')).toBe('€1,234.50')
  expect(formatFiat(5, 'JPY', 'en-US')).toBe('¥5')
  // Refunds that we compute may have fractions.
  expect(formatFiat(250.55, 'JPY', 'en-US')).toBe('¥250.55')
  expect(formatFiat(250.5, 'JPY', 'en-US')).toBe('¥250.50')
  expect(formatFiat(4990.5, 'HUF', 'en-US')).toBe('HUF\u00a04,990.50')
  expect(formatFiat(12.5, 'KWD', 'en-US')).toBe('KWD\u00a012.500')
  // ISO 4217 has three decimals for it, browsers have none.
  expect(formatFiat(1.005, 'IQD', 'en-US')).toBe('IQD\u00a01.005')
  expect(formatFiat(5, 'no code', 'en-US')).toBe('5 no code')
  expect(formatRate('150.00000000', 'JPY', 'en-US')).toBe('¥150')
  expect(formatRate('0.30769231', 'KWD', 'en-US')).toBe('KWD\u00a00.3077')
  expect(formatTime('2026-11-21T10:30:00.000Z', 'en-US', 'UTC')).toBe('Nov 21, 2026, 10:30 UTC')
  expect(formatTime('2026-11-21T00:30:00.000Z', 'en-US', 'UTC')).toBe('Nov 21, 2026, 00:30 UTC')
  expect(formatTimeOfDay('2026-11-21T10:30:00.000Z', 'en-US', 'UTC')).toBe('10:30 UTC')
  expect(formatTimeOfDay('2026-11-21T10:30:00.000Z', 'en-US')).toMatch(/^\d\d:\d\d$/)
  expect(shortenHash('0x52908400098527886E0F7030069857D2E4169EE7')).toBe('0x52908400…E4169EE7')
  expect(parseWebAddress('https://shop.example.com/')).toBe('https://shop.example.com/')
  expect(parseWebAddress('javascript:alert(1)')).toBeNull()
  expect(parseWebAddress(null)).toBeNull()
})

test('when a payment should be final is said in round figures, and that it is late', () => {
  const payment = samplePayment({
    confirmations: { seen: 3, required: 12, seconds: 60, expectedAt: new Date(SAMPLE_NOW).toISOString() },
  })
  const words = (leftMs: number) => describeFinality(payment, SAMPLE_NOW - leftMs, english)
  expect(words(12 * 60_000 + 1)).toBe('About 13 minutes left')
  expect(words(60_001)).toBe('About 2 minutes left')
  expect(words(60_000)).toBe('About 1 minute left')
  expect(words(41_000)).toBe('About 45 seconds left')
  expect(words(1)).toBe('About 5 seconds left')
  expect(words(0)).toBe(english.finality.soon)
  expect(words(-599_999)).toBe(english.finality.soon)
  expect(words(-600_000)).toBe(english.finality.overdue)
})

test('where nobody can tell, nothing is said of when', () => {
  const unknown = { seen: 3, required: 12, seconds: 60, expectedAt: null }
  for (const confirmations of [null, unknown])
    expect(describeFinality(samplePayment({ confirmations }), SAMPLE_NOW, english)).toBeNull()
})

test('money that went astray is told first, with its own coin and network', () => {
  const payment = samplePayment({
    networkHealthy: false,
    misdirected: [
      {
        hash: '0x1',
        from: '0x2',
        amount: '100.004321',
        cryptocurrency: 'USDT',
        network: 'ethereum',
        networkTitle: 'Ethereum',
        explorerUrl: null,
        provable: false,
      },
    ],
  })
  const told = describeNotices(payment, 'awaiting', noticeInput(payment))
  expect(told.map(({ kind }) => kind)).toEqual(['misdirected', 'network_unread'])
  expect(told[0]?.words).toMatch(/^100\.004321 USDT on Ethereum arrived .* is for 100\.004321 USDC on Polygon\./)
})

const noticeInput = (payment: PublicPayment) => ({
  terms: formatTerms(payment, 'awaiting', english),
  texts: english,
  nowMs: SAMPLE_NOW,
})

test('money that waits to be claimed is told as such', () => {
  const payment = sampleStates().claimable ?? samplePayment()
  const [told, ...others] = describeNotices(payment, 'awaiting', noticeInput(payment))
  expect(others).toEqual([])
  expect(told?.words).toMatch(
    /^Demo shop still has to accept this transfer of 100\.00 USDC on Stellar\. .* not .* paid/,
  )
})

test('a payment whose transaction the network dropped says to send it again, for as long as it asks for money', () => {
  const transactions = [sampleTransaction({ status: 'orphaned' })]
  const dropped = samplePayment({ transactions })
  expect(listNotices(dropped, 'awaiting', SAMPLE_NOW)).toEqual(['dropped'])
  expect(listNotices(dropped, 'remainder', SAMPLE_NOW)).toEqual(['dropped'])
  for (const phase of ['checking', 'seen', 'completed', 'expired', 'cancelled'] as const)
    expect([phase, listNotices(dropped, phase, SAMPLE_NOW)]).toEqual([phase, []])
  const [told] = describeNotices(dropped, 'awaiting', noticeInput(dropped))
  expect(told?.words).toMatch(
    /^The network dropped your payment.*Please send exactly 100\.004321 USDC on Polygon again, unless/,
  )
})

test('a payment whose transaction was dropped does not say to send it again while another is on its way', () => {
  const reported = [
    { hash: '0x1', reportedAt: new Date(SAMPLE_NOW).toISOString(), explorerUrl: null, status: 'sent' as const },
  ]
  const payment = samplePayment({ reported, transactions: [sampleTransaction({ status: 'orphaned' })] })
  expect(listNotices(payment, 'awaiting', SAMPLE_NOW)).toEqual(['reported'])
})

test('a transaction that a wallet reported is told until it shows', () => {
  const reported = [
    { hash: '0x1', reportedAt: new Date(SAMPLE_NOW).toISOString(), explorerUrl: null, status: 'sent' as const },
  ]
  expect(listNotices(samplePayment({ reported }), 'awaiting', SAMPLE_NOW)).toEqual(['reported'])
  expect(listNotices(samplePayment({ reported }), 'checking', SAMPLE_NOW)).toEqual(['reported'])
  expect(listNotices(samplePayment({ reported, status: 'processing' }), 'seen', SAMPLE_NOW)).toEqual([])
})

describe('a transaction that the payer has named', () => {
  const claim = (change: Partial<ReportedTransaction> = {}): ReportedTransaction => ({
    ...{ hash: '0x1', reportedAt: new Date(SAMPLE_NOW).toISOString(), explorerUrl: null, status: 'claimed' },
    ...change,
  })
  const tenMinutesAgo = new Date(SAMPLE_NOW - 600_000).toISOString()

  test.each([
    ['is looked for', claim(), 'claimed'],
    ['is not found after ten minutes', claim({ reportedAt: tenMinutesAgo }), 'claim_not_found'],
    ['belongs to something else', claim({ status: 'unrelated', reportedAt: tenMinutesAgo }), 'claim_unrelated'],
  ] as const)('%s, and its payer is told so, also after the end', (_, reported, notice) => {
    for (const phase of ['awaiting', 'remainder', 'checking', 'expired', 'late', 'cancelled'] as const)
      expect([phase, listNotices(samplePayment({ reported: [reported] }), phase, SAMPLE_NOW)]).toEqual([
        phase,
        [notice],
      ])
    for (const phase of ['seen', 'completed'] as const)
      expect([phase, listNotices(samplePayment({ reported: [reported] }), phase, SAMPLE_NOW)]).toEqual([phase, []])
  })

  test('is told once, however many there are', () => {
    const payment = samplePayment({ reported: [claim(), claim({ hash: '0x2' })] })
    expect(listNotices(payment, 'awaiting', SAMPLE_NOW)).toEqual(['claimed'])
  })

  test('keeps the page from asking for the money again while it is looked for', () => {
    const transactions = [sampleTransaction({ status: 'orphaned' })]
    expect(listNotices(samplePayment({ reported: [claim()], transactions }), 'awaiting', SAMPLE_NOW)).toEqual([
      'claimed',
    ])
    const reported = [claim({ reportedAt: tenMinutesAgo })]
    expect(listNotices(samplePayment({ reported, transactions }), 'awaiting', SAMPLE_NOW)).toEqual([
      'claim_not_found',
      'dropped',
    ])
  })
})

test('the title says the phase, or what the payer must know first', () => {
  const headlines = Object.entries(sampleStates()).map(([name, payment]) => {
    const phase = derivePhase(payment, SAMPLE_NOW)
    return [name, getHeadline(payment, phase, SAMPLE_NOW), phase]
  })
  const special = headlines.filter(([, headline, phase]) => headline !== phase)
  expect(Object.fromEntries(special.map(([name, headline]) => [name, headline]))).toEqual({
    overpaid: 'overpaid',
    'paid-twice': 'twice',
    'also-paid': 'twice',
    dropped: 'dropped',
    misdirected: 'wrong_coin',
    provable: 'wrong_amount',
    'network-unread': 'network_unread',
    unavailable: 'unavailable',
    claimable: 'claimable',
    reported: 'sent',
    claimed: 'claimed',
    'claim-not-found': 'claim_not_found',
  })
})

test.each([
  ['created', 'unavailable', true],
  ['partially_paid', 'unavailable', true],
  ['processing', 'seen', true],
] as const)('a payment %s that nobody should pay now is %s', (status, headline, isFolded) => {
  const payment = samplePayment({ status, paymentUri: '' })
  const found = getHeadline(payment, derivePhase(payment, SAMPLE_NOW), SAMPLE_NOW)
  expect([found, isPayingFolded(found)]).toEqual([headline, isFolded])
})

test('the excess is exact, and never negative', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 16n })
  const format = (value: bigint) => `${value / 1_000_000n}.${String(value % 1_000_000n).padStart(6, '0')}`
  fc.assert(
    fc.property(amount, amount, (received, asked) => {
      const payment = samplePayment({ amountReceived: format(received), cryptoAmount: format(asked) })
      expect(computeExcess(payment)).toBe(format(received > asked ? received - asked : 0n))
    }),
  )
})

test('what came by another method is no excess of the payment’s coin', () => {
  const payment = sampleStates()['also-paid'] ?? samplePayment()
  const terms = formatTerms(payment, 'completed', english)
  const notices = describeNotices(payment, 'completed', { terms, texts: english, nowMs: SAMPLE_NOW })
  expect(notices.map(({ words }) => words)).toEqual([
    "You also paid 100.00 USDC on Stellar. It's safe: to get it back, please contact Demo shop and give the reference below.",
  ])
})

test('what came by another method is told once the payment is paid', () => {
  const paid = sampleStates()['also-paid'] ?? samplePayment()
  expect(listAlsoPaid(paid)).toEqual([{ amount: '100.000000', cryptocurrency: 'USDC', networkTitle: 'Stellar' }])
  expect(listAlsoPaid({ ...paid, status: 'created' })).toEqual([])
})

test('what is needed to pay is folded unless the payer should pay now', () => {
  const folded = Object.entries(sampleStates()).flatMap(([name, payment]) => {
    const phase = derivePhase(payment, SAMPLE_NOW)
    return asksForMoney(phase) && isPayingFolded(getHeadline(payment, phase, SAMPLE_NOW)) ? [name] : []
  })
  expect(folded).toEqual([
    'network-unread',
    'unavailable',
    'misdirected',
    'provable',
    'claimable',
    'reported',
    'claimed',
    'claim-not-found',
  ])
})
