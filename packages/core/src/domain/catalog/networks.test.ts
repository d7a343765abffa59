import { cardCss, exchangeNames, knownNetworks, walletChains } from '@crypto-checkout/payer-ui'
import { expect, test } from 'vitest'
import { evmNetworkNames, networkNames, networks } from './networks.ts'

test('page and element know the networks of the catalogue, with their colours and chains', () => {
  expect(Object.keys(knownNetworks).sort()).toEqual([...networkNames].sort())
  expect(Object.keys(walletChains)).toEqual(Object.keys(knownNetworks))
  expect(Object.keys(exchangeNames)).toEqual(Object.keys(knownNetworks))
  for (const name of networkNames) expect(cardCss).toContain(`[data-network='${name}']`)
  for (const name of evmNetworkNames) expect(walletChains[name]?.chainId).toBe(networks.production[name].chainId)
})
