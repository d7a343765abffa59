import { expect, test } from 'vitest'
import { discoverWallets, type Eip1193Provider } from './discover.ts'

const PNG = 'data:image/png;base64,iVBORw0KGgo='
const provider = (): Eip1193Provider => ({ request: async () => null })

/** A window in which wallets may exist. */
class Place extends EventTarget {
  ethereum: unknown = undefined
  announce(info: unknown, announced: unknown): void {
    this.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider: announced } }))
  }
}

const info = (change: object = {}) => ({ uuid: crypto.randomUUID(), name: 'Fox', icon: PNG, rdns: 'io.fox', ...change })

function start(place = new Place()) {
  let changes = 0
  const discovery = discoverWallets(place, () => {
    changes += 1
  })
  return { place, discovery, changes: () => changes }
}

test('wallets that are there are asked, and those that come later are heard', () => {
  const place = new Place()
  place.addEventListener('eip6963:requestProvider', () => place.announce(info({ name: 'Early' }), provider()))
  const { discovery, changes } = start(place)
  place.announce(info({ name: 'Late' }), provider())
  expect(discovery.wallets.map(({ name }) => name)).toEqual(['Early', 'Late'])
  expect(changes()).toBe(2)
  discovery.stop()
  place.announce(info({ name: 'Too late' }), provider())
  expect(discovery.wallets).toHaveLength(2)
})

test('a wallet that announces itself twice is one', () => {
  const { place, discovery } = start()
  const [one, again] = [info(), provider()]
  place.announce(one, again)
  place.announce(one, provider())
  place.announce(info(), again)
  expect(discovery.wallets).toHaveLength(1)
})

test('window.ethereum is offered unless an announced wallet is the same', () => {
  const { place, discovery } = start()
  expect(discovery.wallets).toEqual([])
  place.ethereum = provider()
  expect(discovery.wallets).toMatchObject([{ name: null, icon: null, provider: place.ethereum }])
  place.announce(info(), place.ethereum)
  expect(discovery.wallets).toMatchObject([{ name: 'Fox' }])
  place.announce(info({ name: 'Other' }), provider())
  expect(discovery.wallets).toHaveLength(2)
})

test.each([
  ['no info', undefined, provider()],
  ['no id', { name: 'x', icon: PNG }, provider()],
  ['no provider', info(), undefined],
  ['a provider that cannot be asked', info(), { request: 'yes' }],
])('%s is no wallet', (_, title, announced) => {
  const { place, discovery } = start()
  place.announce(title, announced)
  place.dispatchEvent(new Event('eip6963:announceProvider'))
  expect(discovery.wallets).toEqual([])
})

test.each([
  'https://tracker.example.com/me.png',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  ' data:image/png;base64,AA',
  `data:image/png;base64,${'A'.repeat(600_000)}`,
  '',
  null,
  7,
])('%.60s is no icon', (icon) => {
  const { place, discovery } = start()
  place.announce(info({ icon }), provider())
  expect(discovery.wallets[0]?.icon).toBeNull()
})

test('a name is a text of sensible length, or none', () => {
  const { place, discovery } = start()
  for (const name of ['  ', 7, '🦊'.repeat(100), ' <b>Fox</b> ']) place.announce(info({ name }), provider())
  expect(discovery.wallets.map(({ name }) => name)).toEqual([null, null, '🦊'.repeat(40), '<b>Fox</b>'])
})

test('a page cannot be flooded', () => {
  const { place, discovery } = start()
  for (let count = 0; count < 1000; count += 1) place.announce(info(), provider())
  expect(discovery.wallets).toHaveLength(24)
})
