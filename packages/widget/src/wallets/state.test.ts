import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEvent, mayBeSent, type WalletEvent, type WalletState } from './state.ts'

const HASH = `0x${'ab'.repeat(32)}`
const events: WalletEvent[] = [
  { type: 'opened' },
  { type: 'recalled', wallet: 'Fox', account: '0x1' },
  { type: 'restarted' },
  { type: 'unreachable' },
  { type: 'contradiction' },
  { type: 'found' },
  { type: 'reported', hash: HASH, explorerUrl: null },
  { type: 'pairing', wallet: 'WalletConnect', uri: 'wc:1@2' },
  { type: 'unpaired', wallet: null, problem: 'expired' },
  { type: 'chosen', wallet: 'Fox' },
  { type: 'connected', account: '0x1' },
  { type: 'switching' },
  { type: 'checking' },
  { type: 'offered', offers: [{ asset: 'native', max: '101.5' }], problem: 'insufficient' },
  { type: 'ready' },
  { type: 'signing' },
  { type: 'relaying' },
  { type: 'sending' },
  { type: 'silent' },
  { type: 'stopped', problem: 'rejected', missing: null },
  { type: 'unknown' },
  { type: 'sent', hash: HASH, from: '0x1' },
]

const start = { at: 'choosing' } as WalletState
const after = (...types: WalletEvent['type'][]): WalletState =>
  types.reduce<WalletState>(
    (state, type) => applyEvent(state, events.find((event) => event.type === type) as WalletEvent),
    start,
  )

test('the way to a sent transfer', () => {
  expect(after('opened').at).toBe('opening')
  expect(after('opened', 'found').at).toBe('choosing')
  expect(after('chosen')).toEqual({ at: 'connecting', wallet: 'Fox', account: null })
  expect(after('chosen', 'connected')).toEqual({ at: 'checking', wallet: 'Fox', account: '0x1' })
  expect(after('chosen', 'connected', 'switching').at).toBe('switching')
  expect(after('chosen', 'connected', 'sending').at).toBe('sending')
  expect(after('chosen', 'connected', 'sending', 'sent')).toEqual({ at: 'sent', hash: HASH, explorerUrl: null })
})

test('a code is scanned or expires', () => {
  expect(after('pairing')).toEqual({ at: 'pairing', wallet: 'WalletConnect', account: null, uri: 'wc:1@2' })
  expect(after('pairing', 'chosen').at).toBe('connecting')
  expect(after('pairing', 'unpaired')).toMatchObject({ at: 'stopped', wallet: 'WalletConnect', problem: 'expired' })
  expect(after('pairing', 'unpaired', 'pairing').at).toBe('pairing')
})

test('another asset is offered while an account is looked at, and chosen like a wallet', () => {
  const offered = after('chosen', 'connected', 'offered')
  expect(offered).toMatchObject({ at: 'offered', account: '0x1', offers: [{ asset: 'native', max: '101.5' }] })
  expect(applyEvent(offered, { type: 'chosen', wallet: 'Fox' }).at).toBe('connecting')
  expect(applyEvent(offered, { type: 'opened' }).at).toBe('opening')
  expect(after('chosen', 'sending', 'offered').at).toBe('sending')
  expect(after('chosen', 'stopped', 'offered').at).toBe('stopped')
})

test('who is asked which way chooses like a wallet, and signs before anything is sent', () => {
  const ready = after('chosen', 'connected', 'ready')
  expect(ready).toEqual({ at: 'ready', wallet: 'Fox', account: '0x1' })
  expect(applyEvent(ready, { type: 'chosen', wallet: 'Fox' }).at).toBe('connecting')
  const signing = after('chosen', 'connected', 'signing')
  expect(mayBeSent(signing)).toBe(false)
  expect(applyEvent(signing, { type: 'opened' }).at).toBe('opening')
  expect(after('chosen', 'signing', 'stopped').at).toBe('stopped')
})

test('what was signed is left by what became of it, and by who looks anew what the server knows', () => {
  const relaying = after('chosen', 'connected', 'signing', 'relaying')
  expect(relaying).toEqual({ at: 'relaying', wallet: 'Fox', account: '0x1' })
  expect(mayBeSent(relaying)).toBe(true)
  const left = events.filter((event) => applyEvent(relaying, event) !== relaying).map(({ type }) => type)
  expect(left).toEqual(['opened', 'stopped', 'sent'])
  expect(after('opened', 'relaying')).toEqual({ at: 'relaying', wallet: null, account: null })
})

test('a second click, and whatever comes late, changes nothing', () => {
  const connecting = after('chosen')
  expect(applyEvent(connecting, { type: 'chosen', wallet: 'Other' })).toBe(connecting)
  const sending = after('chosen', 'sending')
  for (const type of ['opened', 'chosen', 'found', 'switching', 'connected', 'contradiction', 'reported'] as const) {
    expect(after('chosen', 'sending', type)).toEqual(sending)
  }
  const stopped = after('chosen', 'stopped')
  for (const type of ['sending', 'connected', 'unknown', 'switching'] as const) {
    expect(after('chosen', 'stopped', type)).toEqual(stopped)
  }
})

test('what may have been sent is left only by its own answer, or by who has looked', () => {
  expect(after('chosen', 'sending', 'silent')).toMatchObject({ at: 'silent', wallet: 'Fox' })
  for (const type of ['opened', 'found', 'sending', 'reported'] as const) {
    expect(after('chosen', 'sending', 'silent', type).at).toBe('silent')
  }
  expect(after('chosen', 'sending', 'silent', 'unknown').at).toBe('unknown')
  expect(after('chosen', 'sending', 'silent', 'chosen').at).toBe('connecting')
  expect(after('chosen', 'sending', 'silent', 'sent').at).toBe('sent')
  expect(after('chosen', 'sending', 'unknown', 'silent').at).toBe('unknown')
  expect(after('chosen', 'sending', 'unknown').at).toBe('unknown')
  expect(after('chosen', 'sending', 'unknown', 'opened').at).toBe('unknown')
  expect(after('chosen', 'sending', 'unknown', 'found').at).toBe('unknown')
  expect(after('chosen', 'sending', 'unknown', 'stopped').at).toBe('stopped')
  expect(after('chosen', 'sending', 'unknown', 'chosen').at).toBe('connecting')
  expect(after('chosen', 'sending', 'unknown', 'chosen', 'sent').at).toBe('sent')
})

test('what was sent, and what the server knows to be sent, is not sent again by itself', () => {
  expect(after('opened', 'reported')).toEqual({ at: 'sent', hash: HASH, explorerUrl: null })
  for (const { type } of events.filter((event) => event.type !== 'opened')) {
    expect(after('opened', 'reported', type).at).toBe('sent')
  }
})

test('however events fall, sending comes after a choice, and a transfer that was sent is always told', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (sequence) => {
      let state = start
      let chosen = false
      for (const event of sequence) {
        const before = state
        state = applyEvent(state, event)
        if (state !== before && event.type === 'chosen') chosen = true
        if (event.type === 'sent') expect(state.at).toBe('sent')
        if (state.at === 'sending') expect(chosen).toBe(true)
        // While a request is out of our hands, only the wallet's answer or another attempt changes the state.
        const left = mayBeSent(before) && before.at !== state.at
        if (left)
          expect(['sent', 'stopped', 'silent', 'unknown', 'chosen', 'pairing', 'opened', 'restarted']).toContain(
            event.type,
          )
      }
    }),
  )
})
