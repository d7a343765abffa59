import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../app/config.ts'
import { openNetworks } from '../../app/networks.ts'
import type { Finding } from '../inspect-sending.ts'
import type { Network } from '../network.ts'
import type { Rpc } from '../rpc.ts'
import { inspectPeg } from './inspect-peg.ts'

const KEY_ENV = 'TEST_INSPECT_PEG_KEY'
const POCKET = '37305b1cd40574e4c5ce33f8e8306be057fd7341'
const number = (value: bigint | string) => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const [DAI, GEM, FEE, POCKETS] = ['0xf4b9fa75', '0x7bd2bea7', '0xfae036d5', '0xcccef9e2']
const BALANCE = `0x70a08231${POCKET.padStart(64, '0')}`

/** The module on Ethereum by its calls: what each answers */
const MODULE = {
  [DAI]: number('0x6B175474E89094C44Da98b954EedeAC495271d0F'),
  [GEM]: number('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
  [FEE]: number(0n),
  [POCKETS]: number(`0x${POCKET}`),
  [BALANCE]: number(2_500_000_000n),
}

beforeAll(() => {
  process.env[KEY_ENV] = `0x${'4d'.repeat(32)}`
})

afterAll(() => {
  delete process.env[KEY_ENV]
})

function openEthereum(fields: object = {}): Network {
  const ethereum = {
    rpcUrls: ['http://node'],
    collection: 'deposit',
    gasKey: { env: KEY_ENV },
    conversion: 'unaudited',
    ...fields,
  }
  const [network] = openNetworks(parseConfig({ production: { networks: { ethereum } } }), () => 0)
  if (!network) throw new Error('no network')
  return network
}

async function inspect(changes: Readonly<Record<string, string>> = {}, network = openEthereum()): Promise<Finding[]> {
  const answers: Readonly<Record<string, string>> = { ...MODULE, ...changes }
  const rpc: Rpc = async (_, [asked]) => answers[(asked as { data: string }).data.toLowerCase()] ?? '0x'
  return await inspectPeg(network, rpc)
}

test('where DAI can be changed, one line says how much, and for which fee', async () => {
  const text = 'DAI can be changed into 2500.000000 USDC by the peg-stability module'
  expect(await inspect()).toEqual([{ ok: true, text }])
  expect(await inspect({ [FEE]: number(10n ** 15n) })).toEqual([{ ok: true, text: `${text}, for 0.1 %` }])
})

test.each([
  ['no module', { [DAI]: '0x' }, /is not at 0xf6e72.*: correct psm/],
  ['another coin to pay', { [DAI]: number(1n) }, /is one of other coins: correct psm/],
  ['another coin to buy', { [GEM]: number(1n) }, /is one of other coins: correct psm/],
  ['a halted module', { [FEE]: number(2n ** 256n - 1n) }, /cannot be changed into USDC now: .* is halted/],
  ['a module that tells no fee', { [FEE]: '0x' }, /cannot be changed into USDC now: .* is halted/],
  ['an empty pocket', { [BALANCE]: number(0n) }, /cannot be changed into USDC now: .* has no USDC/],
  ['no pocket', { [POCKETS]: '0x' }, /has no USDC/],
  ['other words', { [DAI]: '0x1234' }, /could not be read: .* answers no number/],
])('%s is a warning', async (_, changes, text) => {
  expect(await inspect(changes)).toEqual([{ ok: true, warning: true, text: expect.stringMatching(text) }])
})

test('a network whose DAI is not converted is not asked', async () => {
  const { tokens, ...network } = openEthereum()
  expect(await inspect({}, openEthereum({ conversion: undefined }))).toEqual([])
  expect(await inspect({}, { ...network, tokens, psm: null })).toEqual([])
  expect(await inspect({}, { ...network, tokens: tokens.filter(({ coin }) => coin !== 'DAI') })).toEqual([])
})
