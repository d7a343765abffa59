import { expect, test } from 'vitest'
import { parseEvmAddress } from '../../chains/evm/address.ts'
import { environments, evmNetworkNames, findEvmChain, networkLooks, networkNames, networks } from './networks.ts'

const evm = environments.flatMap((environment) =>
  evmNetworkNames.map((name) => ({ name, environment, facts: networks[environment][name] })),
)

test('the networks of the interface come first', () => {
  expect(networkNames.slice(0, 3)).toEqual(['stellar', 'ethereum', 'polygon'])
})

test('each network has a look of its own', () => {
  for (const key of ['title', 'colour', 'exchangeName', 'coinType'] as const)
    expect(new Set(networkNames.map((name) => networkLooks[name][key])).size).toBe(networkNames.length)
  for (const name of networkNames) expect(networkLooks[name].colour).toMatch(/^(#[0-9a-f]{6}|currentcolor)$/)
})

test('each address has the checksum of EIP-55, and belongs to one coin, feed or contract of its chain', () => {
  for (const { facts } of evm) {
    const { coins, bridged = {}, feeds = {}, nativeFeed, cctp, psm } = facts
    const all = [...Object.values(coins), ...Object.values(bridged), ...Object.values(feeds), nativeFeed]
    const addresses = [...all.map((one) => one?.address), cctp?.messenger, cctp?.transmitter, psm].flatMap(
      (one) => one ?? [],
    )
    for (const address of addresses) expect(parseEvmAddress(address)).toBe(address)
    expect(new Set(addresses).size).toBe(addresses.length)
  }
})

test('every chain has an id of its own, by which it is found', () => {
  expect(new Set(evm.map(({ facts }) => facts.chainId)).size).toBe(evm.length)
  for (const one of evm) expect(findEvmChain(one.facts.chainId)).toEqual(one)
  expect(findEvmChain(31_337)).toBeNull()
})

test('every network has USDC, and a feed for each of its coins where they have a value', () => {
  for (const { environment, facts } of evm) {
    expect(facts.coins.USDC?.decimals).toBe(6)
    expect(facts.nativeFeed).toBeDefined()
    if (environment === 'production')
      expect(Object.keys(facts.feeds ?? {})).toEqual(expect.arrayContaining(Object.keys(facts.coins)))
  }
})

test('on roll-ups, money that only a bridge has issued is not a coin', () => {
  const { base, arbitrum, optimism } = networks.production
  expect(Object.keys(base.coins)).toEqual(['USDC'])
  expect(Object.keys(optimism.coins)).toEqual(['USDC', 'DAI'])
  expect(Object.keys(arbitrum.coins)).toEqual(['USDC', 'USDT', 'DAI'])
  for (const { bridged } of [arbitrum, optimism]) expect(bridged?.['USDC.e']).toBeDefined()
  expect(base.bridged?.USDbC).toBeDefined()
})
