import { expect, test } from 'vitest'
import { startDevnet } from './index.ts'

test.each([
  [{ network: ['ethereum'] }, /no option network: use one of networks, chainIds, dataDir/],
  [{ datadir: './data' }, /no option datadir: .*dataDir/],
  [{ networks: ['etherium'] }, /networks must be a list of ethereum, polygon, base, arbitrum, optimism, stellar/],
  [{ networks: 'ethereum' }, /networks must be a list/],
  [{ chainIds: { basis: 1 } }, /chainIds must have a chain id/],
  [{ chainIds: { base: '84532' } }, /chainIds must have a chain id/],
  [{ dataDir: '' }, /dataDir must be/],
  [
    { ports: { etherium: 8545 } },
    /ports must be an object with ports of ethereum, polygon, base, arbitrum, optimism, stellar/,
  ],
  [{ ports: { ethereum: '8545' } }, /ports must be/],
  [{ blockTimeMs: '1000' }, /blockTimeMs must be/],
  [{ blockTimeMs: -1 }, /blockTimeMs must be/],
  [{ slotsInAnEpoch: 0 }, /slotsInAnEpoch must be/],
  [{ log: true }, /log must be a function/],
  ['ethereum', /takes an object of options/],
])('startDevnet refuses %j before it starts anything', async (options, message) => {
  const start = startDevnet as (options: unknown) => Promise<unknown>
  await expect(start(options)).rejects.toThrow(message)
  await expect(start(options)).rejects.toThrow(TypeError)
})
