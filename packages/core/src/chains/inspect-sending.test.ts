import { expect, test } from 'vitest'
import { parseConfig } from '../app/config.ts'
import { openNetworks } from '../app/networks.ts'
import { ScriptedNode } from '../testing/scripted-node.ts'
import { inspectSending } from './inspect-sending.ts'

const KEY_ENV = 'TEST_INSPECT_SENDING_KEY'
const OWN_CHAIN = 4_242
const coins = { USDC: { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: 6 } }

/** The findings on the bound of network fees. */
async function inspectBound(fields: { readonly chainId?: number; readonly rpcUrls?: string[] } & object) {
  process.env[KEY_ENV] = `0x${'4f'.repeat(32)}`
  const { chainId = 1 } = fields
  const node = new ScriptedNode({ chainId, startTime: 0 })
  const ethereum = { rpcUrls: ['https://node.example.com'], gasKey: { env: KEY_ENV }, coins, ...fields }
  const config = parseConfig({ production: { networks: { ethereum } } })
  const networks = openNetworks(config, () => 0, { connect: () => node.rpc })
  const [key] = (await Promise.all(networks.map(inspectSending))).flat()
  return key?.findings.filter(({ text }) => text.includes('for gas than')) ?? []
}

test.each([
  ['a feed', {}, false, 'ETH at the price of the feed at 0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419'],
  ['a number', { nativeUsd: 3_000 }, false, 'ETH at 3000.00000000 USD (nativeUsd)'],
  ['the operator who allows more', { feesAboveValue: true }, false, 'may pay more for gas'],
  ['nobody', { chainId: OWN_CHAIN }, true, 'nothing says what ETH is worth: set nativeUsd'],
])('what a transaction may cost is bound by %s', async (_, fields, isWarning, text) => {
  const [finding] = await inspectBound(fields)
  expect(finding).toMatchObject({ ok: true, text: expect.stringContaining(text) })
  expect(finding?.warning ?? false).toBe(isWarning)
})

test('a local network without a price is no reason to warn', async () => {
  expect(await inspectBound({ chainId: OWN_CHAIN, rpcUrls: ['http://127.0.0.1:8545'] })).toEqual([])
})
