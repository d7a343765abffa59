import { expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'
import { openNetworks } from './networks.ts'

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const sidechain = {
  title: 'Sidechain',
  chainId: 31_338,
  rpcUrls: ['https://node.example.com'],
  coins: { USDC: { address: TOKEN, decimals: 6 } },
  nativeSymbol: 'SIDE',
}

function mistakesOf(customNetworks: object, networks: object = {}): string {
  try {
    openNetworks(parseConfig({ sandbox: { networks, customNetworks } }), () => 0)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

test('a network that the catalogue does not have is opened with the facts of its entry', () => {
  const entry = {
    ...sidechain,
    explorerTxUrl: 'https://explorer.example.com/tx/',
    publicRpcUrls: ['https://public.example.com'],
    finality: { confirmations: 12 },
    pollMs: 500,
  }
  const [network, ...others] = openNetworks(parseConfig({ sandbox: { customNetworks: { sidechain: entry } } }), () => 0)
  expect(others).toEqual([])
  expect(network).toMatchObject({
    environment: 'sandbox',
    name: 'sidechain',
    look: { title: 'Sidechain' },
    chain: { id: 'eip155:31338' },
    pollMs: 500,
    finality: { confirmations: 12 },
    finalityStallMs: 2_700_000,
    tokens: [{ coin: 'USDC', address: TOKEN, decimals: 6 }],
    bridged: [],
    feeds: [],
    explorerTxUrl: 'https://explorer.example.com/tx/',
    walletChain: {
      id: 31_338,
      name: 'Sidechain',
      nativeCurrency: { name: 'SIDE', symbol: 'SIDE', decimals: 18 },
      rpcUrls: ['https://public.example.com'],
      explorerUrl: 'https://explorer.example.com',
    },
    sending: null,
    local: false,
    cctp: null,
    psm: null,
  })
})

/** Circle's USDC on Ethereum alone */
const circles = { USDC: { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 } }
const cctp = { domain: 7, messenger: TOKEN, transmitter: TOKEN, attester: 'http://127.0.0.1:8080/' }

test.each([
  [
    'of the catalogue with its own USDC has the addresses of its environment',
    {},
    7,
    'https://iris-api-sandbox.circle.com',
  ],
  ['with another USDC has none', { coins: sidechain.coins }, undefined, undefined],
  ['of another chain has none', { chainId: 31_338, coins: sidechain.coins }, undefined, undefined],
  [
    'of another chain has what its entry says',
    { chainId: 31_338, coins: sidechain.coins, cctp },
    7,
    'http://127.0.0.1:8080',
  ],
])('for CCTP, a network %s', (_, entry, domain, attester) => {
  const polygon = { rpcUrls: ['https://node.example.com'], ...entry }
  const [network] = openNetworks(parseConfig({ sandbox: { networks: { polygon } } }), () => 0)
  expect([network?.cctp?.domain, network?.cctp?.attester]).toEqual([domain, attester])
})

test.each([
  ['with its own DAI and USDC has the catalogue’s', {}, '0xf6e72Db5454dd049d0788e411b06CfAF16853042'],
  ['with another DAI has none', { coins: { ...circles, DAI: { address: TOKEN, decimals: 18 } } }, null],
  ['without DAI has none', { coins: circles }, null],
  ['of another chain has none', { chainId: 31_337, coins: sidechain.coins }, null],
  ['of another chain has what its entry says', { chainId: 31_337, coins: sidechain.coins, psm: TOKEN }, TOKEN],
])('as the peg-stability module, Ethereum %s', (_, entry, psm) => {
  const ethereum = { rpcUrls: ['https://node.example.com'], ...entry }
  const [network] = openNetworks(parseConfig({ production: { networks: { ethereum } } }), () => 0)
  expect(network?.psm).toBe(psm)
})

test('a chain that was built in later may keep the name and the colour that an operator gave it', () => {
  const entry = { ...sidechain, title: 'OP', chainId: 10, colour: '#FF0420' }
  const [network] = openNetworks(parseConfig({ production: { customNetworks: { 'op-mainnet': entry } } }), () => 0)
  expect(network).toMatchObject({ name: 'op-mainnet', chain: { id: 'eip155:10' }, walletChain: { hasValue: true } })
  expect(network?.look).toEqual({ title: 'OP', colour: '#FF0420', exchangeName: 'OP', coinType: 60 })
})

test('the operator’s nodes are not shown to wallets', () => {
  const [network] = openNetworks(parseConfig({ sandbox: { customNetworks: { sidechain } } }), () => 0)
  expect(network?.walletChain).toMatchObject({ rpcUrls: [], explorerUrl: null })
})

const { title, chainId, coins, nativeSymbol, ...nodes } = sidechain
test.each([
  [{ chainId, coins, nativeSymbol, ...nodes }, 'title'],
  [{ title, coins, nativeSymbol, ...nodes }, 'chainId'],
  [{ title, chainId, nativeSymbol, ...nodes }, 'coins'],
  [{ title, chainId, coins, ...nodes }, 'nativeSymbol'],
  [{ title, chainId, coins, nativeSymbol }, 'rpcUrls'],
  [{ ...sidechain, cctp: { ...cctp, messenger: '0x12' } }, 'cctp.messenger'],
  [{ ...sidechain, cctp: { ...cctp, attester: 'iris' } }, 'cctp.attester'],
  [{ ...sidechain, cctp: { ...cctp, domain: 1 } }, 'cctp.domain'],
  [{ ...sidechain, psm: '0x12' }, 'psm'],
  [{ ...sidechain, cctp, conversion: true }, 'conversion'],
  [{ ...sidechain, cctp, conversion: 'unaudited' }, 'collection'],
  [{ ...sidechain, title: ' Sidechain' }, 'title'],
  [{ ...sidechain, title: 'x'.repeat(31) }, 'title'],
  [{ ...sidechain, chainId: 137 }, 'chainId'],
  [{ ...sidechain, chainId: 11_155_111 }, 'chainId'],
  [{ ...sidechain, coins: {} }, 'coins'],
  [{ ...sidechain, explorerTxUrl: 'javascript:alert(1)' }, 'explorerTxUrl'],
  [{ ...sidechain, colour: 'red; }' }, 'colour'],
  [{ ...sidechain, witnesses: 2 }, 'witnesses'],
  [{ ...sidechain, gasKey: { env: 'KEY' } }, 'maxFeePerGasGwei'],
  [{ ...sidechain, gasKey: { env: 'KEY' }, maxFeePerGasGwei: 10 }, 'maxPriorityFeePerGasGwei'],
  [{ ...sidechain, collection: 'deposit' }, 'minSweep'],
])('%j is refused at its %s', (entry, key) => {
  expect(mistakesOf({ sidechain: entry })).toMatch(new RegExp(`^sandbox\\.customNetworks\\.sidechain\\.${key}: `))
})

test('a network converts where the operator says that he knows the risk, and where it can', () => {
  vi.stubEnv('KEY_OF_CONVERSIONS', `0x${'1'.repeat(64)}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const limits = { maxFeePerGasGwei: 10, maxPriorityFeePerGasGwei: 1, minSweep: 1 }
  const sweeping = { ...sidechain, ...limits, collection: 'deposit', gasKey: { env: 'KEY_OF_CONVERSIONS' } } as const
  const isOn = (entry: object) =>
    openNetworks(parseConfig({ sandbox: { customNetworks: { sidechain: entry } } }), () => 0)[0]?.conversion
  expect(isOn({ ...sweeping, cctp })).toBe(false)
  expect(isOn({ ...sweeping, cctp, conversion: 'unaudited' })).toBe(true)
  expect(mistakesOf({ sidechain: { ...sweeping, conversion: 'unaudited' } })).toMatch(/sidechain\.cctp: needed/)
})

test('a misspelt key names the nearest that is known', () => {
  expect(mistakesOf({ sidechain: { ...sidechain, nativSymbol: 'X' } })).toBe(
    'sandbox.customNetworks.sidechain.nativSymbol: there is no such key; did you mean nativeSymbol?',
  )
})

test('a name is short, in lower case, and not that of a built-in network', () => {
  for (const name of ['ethereum', 'polygon', 'stellar', 'base', 'Gnosis', 'a b', '1st', '', 'x'.repeat(33)])
    expect(mistakesOf({ [name]: sidechain })).toContain('must be another name than stellar, ethereum, polygon')
  for (const name of ['gnosis', 'op-mainnet', 'x'.repeat(32)]) expect(mistakesOf({ [name]: sidechain })).toBe('')
})

test('"safe" is finality on roll-ups only, of the catalogue and of the operator', () => {
  const finality = 'safe' as const
  const { rpcUrls } = sidechain
  expect(mistakesOf({ sidechain: { ...sidechain, finality } }, { base: { rpcUrls, finality } })).toBe('')
  for (const name of ['ethereum', 'polygon'])
    expect(mistakesOf({}, { [name]: { rpcUrls, finality } })).toMatch(
      `sandbox.networks.${name}.finality: "safe" is for`,
    )
})

test('a network of the catalogue is not opened on the chain of another one', () => {
  const { rpcUrls } = sidechain
  expect(mistakesOf({}, { base: { rpcUrls, chainId: 10, coins } })).toBe(
    'sandbox.networks.base.chainId: 10 is the chain of optimism',
  )
  expect(mistakesOf({}, { base: { rpcUrls, chainId: 8_453, coins } })).toBe('')
})

test('a custom network is refused on a chain that has another name in the environment', () => {
  const { rpcUrls } = sidechain
  const same = { ethereum: { rpcUrls, chainId, coins } }
  const mistake = 'sandbox.customNetworks.sidechain: chain eip155:31338 is already sandbox.networks.ethereum'
  expect(mistakesOf({ sidechain }, same)).toBe(mistake)
})
