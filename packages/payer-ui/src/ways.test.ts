import { expect, test } from 'vitest'
import { derivePhase } from './phase.ts'
import { SAMPLE_NOW, samplePayment, sampleStates } from './testing.ts'
import { listWays, needsNewPayment } from './ways.ts'

const SUPPORT = { supportUrl: 'https://shop.example/help' }
const BACK = { cancelUrl: 'https://shop.example/cart' }

function waysOf(change: Parameters<typeof samplePayment>[0]) {
  const payment = samplePayment(change)
  return listWays(payment, derivePhase(payment, SAMPLE_NOW), SAMPLE_NOW)
}

test.each([
  [{}, undefined],
  [{ supportEmail: 'help@shop.example' }, 'mailto:help@shop.example?subject=pay_1'],
  [{ supportEmail: "o'x+y&z@shop.example" }, "mailto:o'x%2By%26z@shop.example?subject=pay_1"],
  [{ supportUrl: 'https://shop.example/help', supportEmail: 'help@shop.example' }, 'https://shop.example/help'],
  [{ supportUrl: 'javascript:alert(1)' }, undefined],
])('the contact is the page, else an e-mail that names the payment: %j', (change, url) => {
  expect(waysOf({ id: 'pay_1', ...change })[0]?.href).toBe(url)
})

test.each([
  ['while it asks for money, both are links', {}, ['return link', 'contact link']],
  ['after the deadline, the way back is next', { status: 'expired' }, ['return primary', 'contact secondary']],
  ['so it is after a cancellation', { status: 'cancelled' }, ['return primary', 'contact secondary']],
  [
    'a replacement comes first',
    { status: 'cancelled', supersededByUrl: 'https://pay.example/pay/2' },
    ['replacement primary', 'return secondary', 'contact secondary'],
  ],
  [
    'with money of the payer, help comes first',
    { status: 'expired', amountReceived: '60.000000' },
    ['contact primary', 'return secondary'],
  ],
  [
    'so it does when they have paid too much',
    { status: 'completed', exceptions: ['overpaid'] },
    ['contact primary', 'return secondary'],
  ],
  [
    'so it does while only the merchant can settle what arrived',
    { misdirected: sampleStates().misdirected?.misdirected },
    ['contact primary', 'return link'],
  ],
  [
    'but a payer who can prove it does that first',
    { misdirected: sampleStates().provable?.misdirected },
    ['contact secondary', 'return link'],
  ],
  ['once it is paid, the way back is next', { status: 'completed' }, ['return primary', 'contact link']],
] as const)('%s', (_, change, ways) => {
  expect(waysOf({ ...SUPPORT, ...BACK, ...change } as object).map(({ kind, look }) => `${kind} ${look}`)).toEqual(ways)
})

test.each([
  ['who paid too much takes the reference to the shop', { status: 'completed', exceptions: ['overpaid'] }, 'primary'],
  ['so does who paid too late', { status: 'expired', exceptions: ['late'] }, 'primary'],
  ['to prove who has paid comes first', { misdirected: sampleStates().provable?.misdirected }, 'secondary'],
] as const)('without a contact, %s', (_, change, look) => {
  const [way] = waysOf({ ...BACK, ...change } as object)
  expect(way).toEqual({ kind: 'reference', href: '', look })
  expect(waysOf({ ...BACK, ...SUPPORT, ...change } as object).map(({ kind }) => kind)).not.toContain('reference')
})

test.each(['expired', 'cancelled'] as const)(
  'a payment that is %s and leads nowhere gives the payer the reference, and nobody asks for a new one where there is one',
  (status) => {
    const payment = samplePayment({ status })
    const waysWith = (change: object, leadsOn = false) =>
      listWays({ ...payment, ...change }, status, SAMPLE_NOW, leadsOn).map(({ kind, look }) => `${kind} ${look}`)
    const asks = (change: object, leadsOn = false) =>
      needsNewPayment({ ...payment, ...change }, status, SAMPLE_NOW, leadsOn)
    expect([waysWith({}), asks({})]).toEqual([['reference primary'], true])
    expect([waysWith(SUPPORT), asks(SUPPORT)]).toEqual([['contact primary'], true])
    expect([waysWith(BACK), asks(BACK)]).toEqual([['return primary'], false])
    const replaced = { supersededByUrl: 'https://pay.example/pay/2' }
    expect([waysWith(replaced), asks(replaced)]).toEqual([['replacement primary'], false])
    expect([waysWith({}, true), asks({}, true)]).toEqual([[], false])
    expect([waysWith(SUPPORT, true), asks(SUPPORT, true)]).toEqual([['contact secondary'], false])
  },
)

test('who has money in a payment that is over asks for no new one', () => {
  const short = { ...samplePayment(), ...sampleStates().underpaid }
  expect(needsNewPayment(short, 'expired', SAMPLE_NOW)).toBe(false)
  expect(listWays(short, 'expired', SAMPLE_NOW, true).map(({ kind, look }) => `${kind} ${look}`)).toEqual([
    'reference primary',
  ])
})

test('who paid exactly in several transfers needs nobody', () => {
  expect(waysOf({ ...BACK, status: 'completed', exceptions: ['multiple'] })).toEqual([
    { kind: 'return', href: BACK.cancelUrl, look: 'primary' },
  ])
})

test('no state has two primary actions, and whoever needs the merchant has a button for it', () => {
  const helped = Object.entries(sampleStates()).flatMap(([name, payment]) => {
    const reachable = { ...payment, ...SUPPORT, ...BACK }
    const ways = listWays(reachable, derivePhase(reachable, SAMPLE_NOW), SAMPLE_NOW)
    const alone = listWays({ ...payment, supportUrl: null }, derivePhase(payment, SAMPLE_NOW), SAMPLE_NOW)
    for (const all of [ways, alone]) {
      expect(all.filter(({ look }) => look === 'primary').length).toBeLessThanOrEqual(1)
    }
    return ways.some(({ kind, look }) => kind === 'contact' && look !== 'link') ? [name] : []
  })
  expect(helped.toSorted()).toEqual([
    'also-paid',
    'cancelled',
    'claim-not-found',
    'claim-unrelated',
    'claimable',
    'expired',
    'late',
    'misdirected',
    'overpaid',
    'paid-twice',
    'provable',
    'replaced',
    'underpaid',
  ])
})
