import { describe, expect, test } from 'vitest'
import { createCheckout } from './checkout.ts'
import { type CheckoutConfig, ConfigError, configJsonSchema, parseConfig } from './config.ts'
import { openNetworks } from './networks.ts'

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const network = { rpcUrls: ['http://127.0.0.1:8545'] }
const withNetwork = (fields: object) => ({ sandbox: { networks: { ethereum: { ...network, ...fields } } } })

function mistakesOf(config: unknown): string {
  try {
    openNetworks(parseConfig(config), () => 0)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

test('the example of the documentation is taken', () => {
  const example = {
    $schema: './schema.json',
    publicUrl: 'https://pay.example.com/shop',
    database: 'sqlite:./data/checkout.db',
    rates: { EUR: 1.08, JPY: 0.0067 },
    latePayments: 'review',
    underpaymentTolerance: 0,
    retentionDays: 90,
    plans: { business: 2_000 },
    trustProxy: 'loopback',
    frameAncestors: ['https://shop.example.com', 'https://*.example.com:8443'],
    sandbox: {
      networks: {
        ethereum: {
          rpcUrls: ['http://127.0.0.1:8545'],
          chainId: 31_337,
          finality: 'finalized',
          pollMs: 250,
          collection: 'direct',
          coins: { USDC: { address: TOKEN, decimals: 6 } },
        },
      },
    },
    production: { networks: { polygon: { rpcUrls: ['https://rpc.example.com'], finality: { confirmations: 64 } } } },
  }
  expect(mistakesOf(example)).toBe('')
  expect(mistakesOf({})).toBe('')
  for (const scheme of ['postgres', 'postgresql'])
    expect(mistakesOf({ database: `${scheme}://shop:secret@db.example.com:5432/checkout?sslmode=require` })).toBe('')
  for (const plan of ['sandbox', 'starter', 'business']) expect(mistakesOf({ plans: { [plan]: 1 } })).toBe('')
})

describe('an unknown key names the nearest that is known', () => {
  test.each([
    [{ publicURL: 'https://pay.example.com' }, 'publicURL: there is no such key; did you mean publicUrl?'],
    [{ ratez: {} }, 'ratez: there is no such key; did you mean rates?'],
    [{ latePayment: 'review' }, 'latePayment: there is no such key; did you mean latePayments?'],
    [{ claim: 'off' }, 'claim: there is no such key; did you mean claims?'],
    [{ zzzzzzzzzzzz: 1 }, 'zzzzzzzzzzzz: there is no such key'],
    [{ sandbox: { network: {} } }, 'sandbox.network: there is no such key; did you mean networks?'],
    [withNetwork({ rpcUrl: 'x' }), 'sandbox.networks.ethereum.rpcUrl: there is no such key; did you mean rpcUrls?'],
    [withNetwork({ chainID: 1 }), 'sandbox.networks.ethereum.chainID: there is no such key; did you mean chainId?'],
    [
      { sandbox: { networks: { etherium: network } } },
      'sandbox.networks.etherium: there is no such key; did you mean ethereum?',
    ],
    [
      withNetwork({ coins: { USDCC: { address: TOKEN, decimals: 6 } } }),
      'sandbox.networks.ethereum.coins.USDCC: there is no such key; did you mean USDC?',
    ],
    [
      withNetwork({ coins: { USDC: { adress: TOKEN, decimals: 6 } } }),
      'sandbox.networks.ethereum.coins.USDC.adress: there is no such key; did you mean address?',
    ],
    [
      withNetwork({ feeds: { EUR: { adress: TOKEN, address: TOKEN } } }),
      'sandbox.networks.ethereum.feeds.EUR.adress: there is no such key; did you mean address?',
    ],
    [
      { plans: { starter: { openPayment: 1 } } },
      'plans.starter.openPayment: there is no such key; did you mean openPayments?',
    ],
    [{ plans: { busines: 1 } }, 'plans.busines: there is no such key; did you mean business?'],
  ])('%j', (config, line) => {
    expect(mistakesOf(config).split('\n')).toContain(line)
  })
})

describe('bad values are refused where they are', () => {
  const table: [string, unknown[]][] = [
    [
      'publicUrl',
      [
        '',
        'pay.example.com',
        'ftp://x',
        'javascript:alert(1)',
        'https://',
        'https:pay.example.com',
        1,
        null,
        'https://pay.example.com?a=b',
        'https://pay.example.com/#top',
        'https://user:secret@pay.example.com',
        'https://pay.example.com/a b',
        ' https://pay.example.com',
        'https://pay.example.com/"><script>',
      ],
    ],
    ['database', ['', 'sqlite:', 'postgres://', 'mysql://localhost/x', './checkout.db', 1, null]],
    ['latePayments', ['', 'Review', 'refuse', null]],
    ['claims', ['', 'Off', 'no', false, null]],
    ['underpaymentTolerance', [-0.01, 0.051, '0.01', Number.NaN, null]],
    ['minTransfer', [-0.01, 1_001, 0.000_000_1, '0.01', Number.NaN, null]],
    ['retentionDays', [0, 1.5, 3_651, '30', null]],
    ['trustProxy', [-1, 1.5, null, {}]],
    [
      'smtp',
      [
        null,
        'mail.example.com',
        { host: 'mail.example.com' },
        { host: 'mail.example.com', from: 'nobody' },
        { host: 'mail.example.com', from: 'Shop <a@example.com>\r\nBcc: b@example.com' },
        { host: 'mail.example.com', from: 'a@example.com', user: 'shop' },
        { host: 'mail.example.com', from: 'a@example.com', user: 'shop', password: 'secret' },
        { host: 'mail.example.com', from: 'a@example.com', port: 0 },
        {
          ...{ host: 'mail.example.com', from: 'a@example.com', security: 'none' },
          ...{ user: 'shop', password: { env: 'SMTP_PASSWORD' } },
        },
      ],
    ],
    ['frameAncestors', ['https://shop.example.com', null]],
    ['rates', ['x', null, []]],
    ['plans', [null, []]],
    ['sandbox', [null, 'x', {}]],
    ['production', [{ networks: [] }]],
  ]
  test.each(table)('%s', (name, values) => {
    for (const value of values) {
      expect([value, mistakesOf({ [name]: value })]).toEqual([value, expect.stringMatching(new RegExp(`^${name}`))])
    }
  })

  const nested: [string, object[]][] = [
    [
      'frameAncestors.0',
      [
        { frameAncestors: ['shop.example.com'] },
        { frameAncestors: ["'self'"] },
        { frameAncestors: ['https://a; script-src *'] },
        { frameAncestors: ['https://shop.example.com/'] },
      ],
    ],
    [
      'rates.EUR',
      [0, -1, 1e-9, 1.123456789, '1.08', 'feed', null, Number.POSITIVE_INFINITY].map((EUR) => ({ rates: { EUR } })),
    ],
    ['rates.eur', [{ rates: { eur: 1 } }]],
    ['rates.EURO', [{ rates: { EURO: 1 } }]],
    ['rates.USD', [1.5, 'chainlink'].map((USD) => ({ rates: { USD } }))],
    ['plans.business', [0, -1, 1.5, '10', null, 1_000_001].map((business) => ({ plans: { business } }))],
    [
      'plans.starter.openPayments',
      [0, 1.5, '10', null].map((openPayments) => ({ plans: { starter: { openPayments } } })),
    ],
    [
      'plans.starter.textMegabytes',
      [0, -1, '10', null].map((textMegabytes) => ({ plans: { starter: { textMegabytes } } })),
    ],
    ['sandbox.networks.ethereum.rpcUrls', [[], 'http://127.0.0.1', null].map((rpcUrls) => withNetwork({ rpcUrls }))],
    ['sandbox.networks.ethereum.rpcUrls.0', ['', 'ws://127.0.0.1', 1].map((url) => withNetwork({ rpcUrls: [url] }))],
    ['sandbox.networks.ethereum.chainId', [0, -1, 1.5, '1', null].map((chainId) => withNetwork({ chainId }))],
    [
      'sandbox.networks.ethereum.finality',
      ['latest', 'Safe', 12, { confirmations: 0 }, null].map((finality) => withNetwork({ finality })),
    ],
    ['sandbox.networks.ethereum.pollMs', [0, 49, 3_600_001, '250'].map((pollMs) => withNetwork({ pollMs }))],
    ['sandbox.networks.ethereum.collection', ['deposits', '', null].map((collection) => withNetwork({ collection }))],
    [
      'sandbox.networks.ethereum.coins.USDC.address',
      ['', '0x1', TOKEN.replace('5Fb', '5fb'), 1].map((address) =>
        withNetwork({ coins: { USDC: { address, decimals: 6 } } }),
      ),
    ],
    [
      'sandbox.networks.ethereum.coins.USDC.decimals',
      [-1, 5, 31, 1.5, '6', null].map((decimals) => withNetwork({ coins: { USDC: { address: TOKEN, decimals } } })),
    ],
    [
      'sandbox.networks.ethereum.feeds.EUR',
      [true, null, TOKEN, {}, { address: TOKEN.replace('5Fb', '5fb') }].map((EUR) => withNetwork({ feeds: { EUR } })),
    ],
    [
      'sandbox.networks.ethereum.feeds.EUR.heartbeatSeconds',
      [0, -1, 1.5, '60', null, 31_536_001].map((heartbeatSeconds) =>
        withNetwork({ feeds: { EUR: { address: TOKEN, heartbeatSeconds } } }),
      ),
    ],
    [
      'sandbox.networks.ethereum.feeds.EUR.minUsd',
      [
        { minUsd: 1 },
        { maxUsd: 1 },
        { minUsd: 2, maxUsd: 1 },
        { minUsd: 0, maxUsd: 1 },
        { minUsd: '1', maxUsd: 2 },
      ].map((bounds) => withNetwork({ feeds: { EUR: { address: TOKEN, ...bounds } } })),
    ],
    [
      'sandbox.networks.ethereum.nativeUsd',
      [0, -1, 0.000_000_001, '3000', null, true].map((nativeUsd) => withNetwork({ nativeUsd })),
    ],
    [
      'sandbox.networks.ethereum.feesAboveValue',
      ['yes', 1, null].map((feesAboveValue) => withNetwork({ feesAboveValue })),
    ],
    ...['USD', 'eur', 'EURO', 'USDCC'].map((base): [string, object[]] => [
      `sandbox.networks.ethereum.feeds.${base}`,
      [withNetwork({ feeds: { [base]: { address: TOKEN } } })],
    ]),
  ]
  test.each(nested)('%s', (path, configs) => {
    for (const config of configs) {
      const lines = mistakesOf(config).split('\n')
      expect([config, lines]).toEqual([
        config,
        [expect.stringMatching(new RegExp(`^${path.replaceAll('.', '\\.')}(:|\\.)`))],
      ])
    }
  })

  test.each([
    [{ retentionDays: 0 }, 'retentionDays: must be at least 1'],
    [{ retentionDays: '30' }, 'retentionDays: must be a number'],
    [{ logFormat: 'jsno' }, 'logFormat: cannot be "jsno": did you mean json?'],
    [{ claims: 'no' }, 'claims: cannot be "no": use one of on, off'],
    [{ trustProxy: {} }, 'trustProxy: must be as Express takes it'],
    [{ metrics: {} }, 'metrics.port: is required'],
  ])('in words: %j', (config, line) => {
    expect(mistakesOf(config)).toBe(line)
  })

  test('all at once', () => {
    const lines = mistakesOf({ publicUrl: 'x', database: 'x', colour: 'red' }).split('\n')
    expect(lines).toHaveLength(3)
  })
})

test('a chain that the catalogue does not know needs its coins', () => {
  expect(mistakesOf(withNetwork({ chainId: 31_337 }))).toMatch(/^sandbox\.networks\.ethereum\.coins: needed/)
  expect(mistakesOf(withNetwork({ chainId: 11_155_111 }))).toBe('')
  expect(mistakesOf(withNetwork({ chainId: 31_337, coins: { USDC: { address: TOKEN, decimals: 6 } } }))).toBe('')
})

test('a network without any coin, or with one contract for two coins, is a mistake', () => {
  expect(mistakesOf(withNetwork({ chainId: 31_337, coins: {} }))).toMatch(/^sandbox\.networks\.ethereum\.coins/)
  const twice = { USDC: { address: TOKEN, decimals: 6 }, USDT: { address: TOKEN.toLowerCase(), decimals: 6 } }
  expect(mistakesOf(withNetwork({ coins: twice }))).toMatch(/^sandbox\.networks\.ethereum\.coins/)
})

describe('feeds', () => {
  const FEED = '0xb49f677943BC038e9857d61E7d053CaA2C1734C1'

  /** The feeds that are read, with their heartbeats in seconds. */
  function feedsOf(config: CheckoutConfig): string[] {
    return openNetworks(parseConfig(config), () => 0).flatMap((one) =>
      one.feeds.map(
        (feed) => `${one.environment} ${one.name} ${feed.base} ${feed.address} ${feed.heartbeatMs / 1_000}`,
      ),
    )
  }

  const ethereum = (fields: object, rates: CheckoutConfig['rates'] = {}): CheckoutConfig => ({
    rates,
    production: { networks: { ethereum: { ...network, ...fields } } },
  })
  const catalogued = [
    'production ethereum USDC 0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6 86400',
    'production ethereum USDT 0x3E7d1eAB13ad0104d2750B8863b489D65364e32D 86400',
    'production ethereum DAI 0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9 86400',
  ]

  test('of the catalogue are those of the public network, for the coins it takes and the currencies that ask for one', () => {
    expect(feedsOf(ethereum({}))).toEqual(catalogued)
    expect(feedsOf(ethereum({}, { EUR: 'chainlink', GBP: 1.27 }))).toEqual([
      `production ethereum EUR ${FEED} 86400`,
      ...catalogued,
    ])
    const coins = { USDC: { address: TOKEN, decimals: 6 } }
    expect(feedsOf(ethereum({ coins }))).toEqual(catalogued.slice(0, 1))
    expect(feedsOf(ethereum({ chainId: 31_337, coins }))).toEqual([])
    expect(feedsOf(withNetwork({}))).toEqual([])
  })

  test('of the chain’s own coin are read where a key pays gas, unless its price is given or its fees are not bound', () => {
    process.env.TEST_CONFIG_GAS_KEY = `0x${'4d'.repeat(32)}`
    const gasKey = { env: 'TEST_CONFIG_GAS_KEY' }
    const read = (environment: 'production' | 'sandbox', fields: object = {}) =>
      openNetworks(
        parseConfig({
          [environment]: {
            networks: { ethereum: { ...network, ...fields }, polygon: { ...network, ...fields } },
          },
        }),
        () => 0,
      ).map(({ nativePrice }) => (typeof nativePrice === 'object' && nativePrice ? nativePrice.address : nativePrice))
    const found = ['0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', '0xAB594600376Ec9fD91F8e885dADF0CE036862dE0']
    expect(read('production', { gasKey })).toEqual(found)
    expect(read('sandbox', { gasKey })).toEqual([
      '0x694AA1769357215DE4FAC081bf1f309aDC325306',
      '0x001382149eBa3441043c1c66972b4772963f5D43',
    ])
    expect(read('production')).toEqual([null, null])
    expect(read('production', { gasKey, feesAboveValue: true })).toEqual([null, null])
    expect(read('production', { gasKey, nativeUsd: 0.5 })).toEqual([50_000_000n, 50_000_000n])
  })

  test('of another network’s coins are read, because they guard its payments', () => {
    const coins = { USDC: { address: TOKEN, decimals: 6 } }
    const config = { production: { networks: { ethereum: { ...network, coins }, polygon: network } } }
    expect(feedsOf(config).filter((line) => line.includes('ethereum'))).toEqual(catalogued)
  })

  test('that are given replace single ones, come beside them, or turn them off', () => {
    const feeds = { USDC: { address: FEED, heartbeatSeconds: 60 }, USDT: false, JPY: { address: TOKEN } } as const
    expect(feedsOf(ethereum({ feeds }, { JPY: 'chainlink' }))).toEqual([
      `production ethereum USDC ${FEED} 60`,
      catalogued[2],
      `production ethereum JPY ${TOKEN} 86400`,
    ])
  })

  test('a currency that is to come from a feed needs one in production, or else in the sandbox', () => {
    const rates = { JPY: 'chainlink' } as const
    const missing = /^rates\.JPY: no network in (production|sandbox) has a feed for JPY/
    expect(mistakesOf({ rates })).toMatch(missing)
    expect(mistakesOf(ethereum({}, rates))).toMatch(missing)
    expect(mistakesOf({ rates, ...withNetwork({}) })).toMatch(missing)
    expect(mistakesOf(ethereum({ feeds: { EUR: false } }, { EUR: 'chainlink' }))).toMatch(/^rates\.EUR/)
    expect(mistakesOf({ rates: { EUR: 'chainlink' }, ...withNetwork({}) })).toMatch(/^rates\.EUR/)
    expect(mistakesOf({ rates, ...withNetwork({ feeds: { JPY: { address: TOKEN } } }) })).toBe('')
    expect(mistakesOf({ ...ethereum({}, { EUR: 'chainlink' }), ...withNetwork({}) })).toBe('')
  })
})

test('a node’s URL may be in a variable or a file, and is shown nowhere when it is none', () => {
  const secret = 'wss://rpc.example.com/v3/0123456789abcdef'
  const urlsOf = (place: object) => parseConfig(withNetwork({ rpcUrls: [place] })).sandbox?.networks?.ethereum?.rpcUrls
  process.env.TEST_NODE_URL = ' https://rpc.example.com/v3/key\n'
  expect(urlsOf({ env: 'TEST_NODE_URL' })).toEqual(['https://rpc.example.com/v3/key'])
  process.env.TEST_NODE_URL = secret
  const mistakes = mistakesOf(withNetwork({ rpcUrls: [{ env: 'TEST_NODE_URL' }] }))
  expect(mistakes).toBe('sandbox.networks.ethereum.rpcUrls.0: the variable TEST_NODE_URL holds no http or https URL')
  delete process.env.TEST_NODE_URL
  expect(mistakesOf(withNetwork({ rpcUrls: [{ env: 'TEST_NODE_URL' }] }))).toContain('TEST_NODE_URL is not set')
  expect(mistakesOf(withNetwork({ rpcUrls: [{ file: '/nowhere/url' }] }))).toContain('/nowhere/url cannot be read')
  expect(mistakesOf(withNetwork({ rpcUrls: [{ fil: 'x' }] }))).toContain('{"file": "PATH"}')
})

test('a checkout needs the address where it is reached', () => {
  expect(() => createCheckout({ database: 'sqlite::memory:' })).toThrow(ConfigError)
})

test('the JSON schema names every key', () => {
  const schema = configJsonSchema() as { properties: Record<string, unknown>; additionalProperties: boolean }
  expect(schema.additionalProperties).toBe(false)
  const keys: (keyof CheckoutConfig)[] = ['publicUrl', 'database', 'rates', 'sandbox', 'production', 'plans']
  expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(keys))
})

test.each([
  [{ ethereum: { rpcUrls: 'https://rpc.example.com' } }, /ethereum\.rpcUrls: must be a list/],
  [{ ethereum: { rpcUrls: [] } }, /ethereum\.rpcUrls: must be a list of one URL or more/],
  [{ stellar: { horizonUrls: 'https://horizon.example.com' } }, /stellar\.horizonUrls: must be a list/],
  [
    { ethereum: { rpcUrls: ['https://rpc.example.com'], finality: 64 } },
    /finality: must be "finalized", on roll-ups "safe", or \{"confirmations"/,
  ],
  [{ ethereum: { rpcUrls: ['https://rpc.example.com'], witnesses: 0 } }, /ethereum\.witnesses: must be at least 1/],
  [
    { ethereum: { rpcUrls: ['https://rpc.example.com'], witnesses: 1.5 } },
    /ethereum\.witnesses: must be a whole number/,
  ],
  [
    { ethereum: { rpcUrls: ['https://rpc.example.com'], witnesses: '1' } },
    /ethereum\.witnesses: must be a whole number/,
  ],
  [
    { ethereum: { rpcUrls: ['https://rpc.example.com'], witnesses: 2 } },
    /ethereum\.witnesses: must be at most the number of nodes: 1 node is configured/,
  ],
  [
    { polygon: { rpcUrls: ['https://a.example.com', 'https://a.example.com'], witnesses: 2 } },
    /polygon\.witnesses: must be at most the number of nodes: 1 node/,
  ],
  [
    { stellar: { rpcUrls: ['https://a.example.com'], horizonUrls: ['https://b.example.com'], witnesses: 3 } },
    /stellar\.witnesses: must be at most the number of nodes: 2 nodes are configured/,
  ],
  [
    { gnosis: {} },
    /networks\.gnosis: there is no such key: networks are stellar, .*, optimism; others belong to customNetworks$/,
  ],
])('%j is refused with what it must be', (networks, message) => {
  expect(() => parseConfig({ production: { networks } })).toThrow(message)
})

test('an issuer that is no account is refused: by its form, and by its checksum once the network is opened', () => {
  const withIssuer = (issuer: string) => ({
    sandbox: { networks: { stellar: { rpcUrls: ['http://127.0.0.1:8'], coins: { USDC: { code: 'USDC', issuer } } } } },
  })
  const issuer = 'GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5'
  expect(mistakesOf(withIssuer(issuer))).toBe('')
  const mistake = 'sandbox.networks.stellar.coins.USDC.issuer: must be the account (G...) that issues the coin'
  for (const wrong of ['', issuer.toLowerCase(), issuer.slice(1), `${issuer.slice(0, -1)}6`]) {
    expect(mistakesOf(withIssuer(wrong))).toBe(mistake)
  }
})
