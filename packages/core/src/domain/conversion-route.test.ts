import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coins } from './catalog/coins.ts'
import { findRoute, keptReasons, listRoutes, type RouteNetwork } from './conversion-route.ts'

const network = (name: string, given: Partial<RouteNetwork> = {}): RouteNetwork => ({
  name,
  chain: { id: `eip155:${name.length}` },
  tokens: coins.map((coin) => ({ coin })),
  deposits: {},
  sending: { gas: {} },
  cctp: {},
  conversion: true,
  ...given,
})

const here = network('here')
const there = network('there')
const target = { settlementCurrency: 'USDC', settlementNetwork: 'there' } as const
const usdc = { network: here, cryptocurrency: 'USDC', isDirect: false, isProven: true, isBound: false } as const
const kept = (reason: string) => ({ outcome: 'kept', by: null, reason })

test('USDC goes to the chosen EVM network by CCTP', () => {
  expect(findRoute([here, there], target, usdc)).toEqual({ outcome: 'converted', by: 'cctp', reason: null })
})

const without = (...changes: readonly Partial<RouteNetwork>[]) =>
  changes.flatMap((change) => [
    { networks: [network('here', change), there] },
    { networks: [here, network('there', change)] },
  ])

test.each([
  ['no_network', [{ target: { ...target, settlementNetwork: null } }]],
  ['same_network', [{ network: 'there' }]],
  ['unknown_network', [{ networks: [here] }, { network: null }]],
  [
    'other_coin',
    [
      { cryptocurrency: 'DAI' },
      { target: { ...target, settlementCurrency: 'DAI' } },
      { network: 'there', cryptocurrency: 'DAI' },
    ],
  ],
  ['no_coin', [{ networks: [here, network('there', { tokens: [{ coin: 'DAI' }] })] }]],
  ['not_evm', without({ chain: { id: 'stellar:pubnet' } })],
  ['no_cctp', without({ cctp: null })],
  ['off', [{ networks: [network('here', { conversion: false }), there] }]],
  ['direct', [{ isDirect: true }]],
  ['no_gas_key', without({ sending: null }, { sending: { gas: null } })],
  ['wallet_unproven', [{ isProven: false }, { isProven: false, isBound: true }]],
  ['made_before', [{ isBound: true }]],
] as const)('money is kept, because %s', (reason, cases) => {
  for (const given of cases) {
    const networks = 'networks' in given ? given.networks : [here, there]
    const name = 'network' in given ? given.network : 'here'
    const found = networks.find((one) => one.name === name) ?? null
    const received = { ...usdc, ...given, network: found }
    expect(findRoute(networks, 'target' in given ? given.target : target, received)).toEqual(kept(reason))
  }
  expect(keptReasons[reason]).toMatch(/\w$/)
})

test('each reason has an example above', () => {
  expect(Object.keys(keptReasons)).toHaveLength(12)
})

const anyNetworks = fc.uniqueArray(
  fc
    .record({
      name: fc.constantFrom('ethereum', 'polygon', 'base', 'stellar'),
      coins: fc.subarray([...coins], { minLength: 1 }),
      deposits: fc.option(fc.constant({})),
      sending: fc.option(fc.record({ gas: fc.option(fc.constant({})) })),
      cctp: fc.option(fc.constant({})),
      conversion: fc.boolean(),
    })
    .map(({ name, coins, ...rest }) => {
      const id = name === 'stellar' ? 'stellar:pubnet' : `eip155:${name}`
      return network(name, { ...rest, chain: { id }, tokens: coins.map((coin) => ({ coin })) })
    }),
  { selector: ({ name }) => name, maxLength: 4 },
)
const anyTarget = fc.record({
  settlementCurrency: fc.constantFrom(...coins),
  settlementNetwork: fc.option(fc.constantFrom('ethereum', 'polygon', 'base', 'stellar')),
})

test('every coin of every network has one answer, and is converted only where everything needed is there', () => {
  const proven = fc.subarray(['ethereum', 'polygon', 'base', 'stellar'])
  fc.assert(
    fc.property(anyNetworks, anyTarget, proven, (networks, wanted, provenFrom) => {
      const routes = listRoutes(networks, wanted, new Set(provenFrom))
      expect(routes.map(({ network, cryptocurrency }) => [network, cryptocurrency])).toEqual(
        networks.flatMap(({ name, tokens }) => tokens.map(({ coin }) => [name, coin])),
      )
      for (const route of routes) {
        const [from, to] = [route.network, wanted.settlementNetwork].map((name) =>
          networks.find((one) => one.name === name),
        )
        const ready = [from, to].every((one) => one?.cctp && one.sending?.gas && one.chain.id.startsWith('eip155:'))
        const isOpen = from !== to && from?.conversion && from.deposits !== null && provenFrom.includes(route.network)
        const isUsdc = route.cryptocurrency === 'USDC' && wanted.settlementCurrency === 'USDC'
        const hasCoin = to?.tokens.some(({ coin }) => coin === 'USDC')
        expect(route.outcome === 'converted').toBe(Boolean(ready && isOpen && isUsdc && hasCoin))
        expect(route.reason === null).toBe(route.outcome === 'converted')
        expect(route.by).toBe(route.outcome === 'converted' ? 'cctp' : null)
      }
    }),
  )
})

test('a server that converts nowhere keeps everything', () => {
  fc.assert(
    fc.property(anyNetworks, anyTarget, (networks, wanted) => {
      const off = networks.map((one) => ({ ...one, conversion: false }))
      const all = new Set(off.map(({ name }) => name))
      for (const { outcome } of listRoutes(off, wanted, all)) expect(outcome).toBe('kept')
    }),
  )
})
