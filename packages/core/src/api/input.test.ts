import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApiRequest } from '../http/exchange.ts'
import { asBrowser, paymentInput, TEST_TOKEN, TEST_WALLET } from '../testing/index.ts'
import { pickRuns } from '../testing/runs.ts'
import {
  type addMerchant,
  allRoutes,
  countRows,
  createBody,
  formatTarget,
  listSchemaFields,
  openShop,
  readProblem,
} from '../testing/shop.ts'

/** Stands for thousands of characters in the names of tests. */
const LONG = 'of thousands of characters'

type Shop = Awaited<ReturnType<typeof openShop>>
let shop: Shop
let productionKey: Awaited<ReturnType<typeof addMerchant>>['production']

beforeAll(async () => {
  shop = await openShop()
  productionKey = await shop.makeKey('production')
  await shop.create()
})

/** Compares two numbers of JSON as fractions of integers. */
function isSameValue(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => {
    const [, sign, whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)\.?(\d*)(?:e(.*))?$/i.exec(text) ?? []
    const value = BigInt(`${whole}${fraction}`) * 10n ** BigInt(2_000 + Number(exponent) - fraction.length)
    return sign ? -value : value
  })
  return a === b
}

let requests = 0

/** Sends a request that must be refused, and checks that nothing was written. */
async function refused(method: string, target: string, call: Parameters<Shop['request']>[2] = {}) {
  const before = await countRows(shop)
  // Another address each time, because requests without keys are limited by it.
  const address = `198.51.100.${++requests % 250}`
  const answer = await shop.request(method, target, { address, ...call })
  const problem = readProblem(answer)
  expect(await countRows(shop)).toEqual(before)
  expect(shop.lines).toEqual([])
  expect(answer.headers['x-request-id']).toBe(answer.body.error.requestId)
  return problem
}

describe.each(allRoutes)('%s', (_, route) => {
  const body = createBody(route)
  const call = body ? { body } : {}
  const send = (query: string) => refused(route.method, `${formatTarget(route)}?${query}`, call)

  test.each(['colour', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '%E2%82%AC', '', 'Limit', 'limit[]'])(
    'refuses the unknown query parameter %j',
    async (name) => {
      const param = decodeURIComponent(name)
      expect(await send(`${name}=1`)).toMatchObject({ status: 400, code: 'unknown_parameter', param })
    },
  )

  test('refuses a query parameter that is given twice', async () => {
    expect(await send('a=1&a=1')).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'a' })
  })

  test.each(['a=%', 'a=%f', 'a=%ff', 'a=%zz', 'a=%c3%28', 'a=%ed%a0%80'])(
    'refuses the malformed percent-encoding %s',
    async (query) => {
      expect(await send(query)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'a' })
    },
  )

  test.each(listSchemaFields(route.query))('refuses nonsense in the query parameter %s', async (name) => {
    const codes = ['invalid_parameter', 'invalid_cursor']
    for (const value of ['', '%00', 'x'.repeat(10_000), '-1', '1.5', '101', '%5Bobject%20Object%5D', 'null']) {
      if (name === 'after' && value === '101') continue
      // An order number is any text on one line, and so is a search.
      if (['reference', 'q'].includes(name) && !['', '%00', 'x'.repeat(10_000)].includes(value)) continue
      const problem = await send(`${name}=${value}`)
      // A cursor belongs to a list. If the list does not exist, that error comes first.
      if (name === 'starting_after' && problem.status === 404 && route.path.includes('{id}')) continue
      expect([value, problem]).toMatchObject([value, { status: 400, param: name, code: expect.toBeOneOf(codes) }])
    }
  })

  const badIds = [
    'x',
    'pay_',
    '%00',
    '%ff',
    '%',
    '..',
    '%2e%2e%2fpayments',
    '__proto__',
    'constructor',
    'null',
    "'%20or%201=1--",
    'pay_00000000000000000000000000',
    'tr_00000000000000000000000000',
    'evt_00000000000000000000000000',
    'mer_00000000000000000000000000',
    LONG,
  ]
  test.each(route.path.includes('{id}') ? badIds : [])('answers 404 for the id %s', async (name) => {
    const id = name === LONG ? 'x'.repeat(10_000) : name
    const problem = await refused(route.method, formatTarget(route, id), call)
    expect(problem).toMatchObject({ status: 404, code: 'resource_missing', param: 'id' })
    expect(problem.message.length).toBeLessThan(200)
  })

  if (!body) return
  describe('body', () => {
    const post = (sent: unknown, headers: Record<string, string> = {}) =>
      refused(route.method, formatTarget(route), { body: sent, headers })
    const invalidJson = { status: 400, code: 'invalid_json', param: null }

    test.each(['colour', '__proto__', 'constructor', 'toString', '', 'Amount', 'x'.repeat(64)])(
      'refuses the unknown field %j',
      async (name) => {
        const text = JSON.stringify({ ...body, '?': 1 }).replace('"?"', JSON.stringify(name))
        expect(await post(text)).toMatchObject({ status: 400, code: 'unknown_parameter', param: name })
        expect(({} as Record<string, unknown>).colour).toBeUndefined()
      },
    )

    test('names an unknown field before anything else', async () => {
      const problem = await post('{"amount": "x", "paymentId": 1, "scenario": 1, "colour": "red"}')
      expect(problem.code).toBe('unknown_parameter')
    })

    test.each([
      '{',
      'null',
      '[]',
      '"text"',
      '1',
      'true',
      '{} {}',
      "{'a': 1}",
      '{"a": 1,}',
      '{"a": NaN}',
      '\u0000',
      ' ',
      LONG,
    ])('refuses %j, which is no JSON object', async (name) => {
      const text = name === LONG ? '['.repeat(40_000) : name
      expect(await post(text)).toMatchObject(invalidJson)
    })

    test.each([
      ['a sequence that breaks off', [0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x22, 0x7d]],
      ['a surrogate', [0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]],
      ['an overlong form', [0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]],
      ['a byte that is none', [0xff]],
      ['another encoding', [...Buffer.from('\ufeff{}', 'utf16le')]],
    ])('refuses %s in UTF-8', async (_name, bytes) => {
      expect(await post(new Uint8Array(bytes))).toMatchObject(invalidJson)
    })

    test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'text/json', '', 'json'])(
      'refuses the content type %j',
      async (type) => {
        const problem = await post(JSON.stringify(body), { 'content-type': type })
        expect(problem).toMatchObject({ status: 400, code: 'unsupported_media_type', param: null })
      },
    )

    test('refuses a body of more than 64 KiB, or than the route takes, read or not', async () => {
      const { maxBodyBytes = 64 * 1_024 } = route
      const large = JSON.stringify({ ...body, filler: 'x'.repeat(maxBodyBytes + 1_024) })
      expect(await post(large)).toMatchObject({ status: 400, code: 'body_too_large', param: null })
      expect(await post(large, { 'idempotency-key': 'large' })).toMatchObject({ code: 'body_too_large' })
      const unread = await raw({ method: route.method, path: formatTarget(route), body: { kind: 'too_large' } })
      expect(readProblem(unread)).toMatchObject({ status: 400, code: 'body_too_large', param: null })
    })

    test('refuses a field of each wrong type', async () => {
      for (const [name, schema] of listSchemaFields(route.body)) {
        for (const value of [null, true, 0, -1, 1.5, '', 'x', [], [1], {}, { a: 1 }, 'x'.repeat(20_000), '\u0000']) {
          if (schema.safeParse(value).success) continue
          const problem = await post({ ...body, [name]: value })
          expect([name, value, problem]).toMatchObject([
            name,
            value,
            {
              status: 400,
              // For a nested object, one of its own fields may be wrong.
              code: expect.stringMatching(/^(?:invalid|missing|unknown)_parameter$/),
              param: expect.stringMatching(new RegExp(`^${name}(\\.\\w+)?$`)),
            },
          ])
        }
      }
    })

    test('names each required field that is missing', async () => {
      for (const [name, schema] of listSchemaFields(route.body)) {
        if (schema.safeParse(undefined).success) continue
        const problem = await post({ ...body, [name]: undefined })
        expect([name, problem]).toMatchObject([name, { status: 400, code: 'missing_parameter', param: name }])
      }
    })
  })
})

async function raw(request: Partial<ApiRequest>) {
  const { publicKey, secretKey } = shop.key
  const answer = await shop.checkout.handle({
    method: 'GET',
    path: '/sandbox/v1/payments',
    query: '',
    headers: { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey },
    address: '192.0.2.1',
    body: { kind: 'bytes', bytes: new Uint8Array() },
    ...request,
  })
  if (!answer) throw new Error('not served')
  return { ...answer, body: JSON.parse(String(answer.body)) }
}

test.each([
  ['GET', '/v1'],
  ['GET', '/v1/'],
  ['GET', '/sandbox/v1'],
  ['GET', '/sandbox/v1/'],
  ['GET', '/v1/nothing'],
  ['GET', '/sandbox/v1/payments/'],
  ['GET', '/sandbox/v1//payments'],
  ['GET', '/sandbox/v1/payments/x/'],
  ['GET', '/sandbox/v1/payments/x/y/z'],
  ['GET', '/sandbox/v1/Payments'],
  ['GET', '/sandbox/v1/__proto__'],
  ['GET', '/sandbox/v1/constructor'],
  ['GET', '/sandbox/v1/%00'],
  ['GET', LONG],
  ['PUT', '/sandbox/v1/payments'],
  ['DELETE', '/sandbox/v1/payments/x'],
  ['PATCH', '/sandbox/v1/payments/x'],
  ['HEAD', '/sandbox/v1/payments'],
  ['OPTIONS', '/sandbox/v1/payments'],
  [LONG, '/sandbox/v1/payments'],
  ['GET', '/sandbox/v1/payments/x/cancel'],
  ['__proto__', '/sandbox/v1/payments'],
])('there is no %s %s', async (method, path) => {
  const long = 'X'.repeat(10_000)
  const problem = await refused(method === LONG ? long : method, path === LONG ? `/sandbox/v1/${long}` : path)
  expect(problem).toMatchObject({ status: 404, type: 'invalid_request_error', code: 'unknown_endpoint', param: null })
  expect(problem.message.length).toBeLessThan(300)
})

describe('creating a payment', () => {
  const create = (fields: object, production = false) =>
    refused('POST', production ? '/v1/payments' : '/sandbox/v1/payments', {
      body: { ...paymentInput, ...fields },
      ...(production ? { key: productionKey } : {}),
    })

  const wrong: Record<string, unknown[]> = {
    amount: [
      ...[0, -0, -1, 0.001, 0.009, 1.005, 10.123, 1_000_000_000, 1e20, 1e-7, [10], null, true],
      ...['', ' ', ' 10', '10 ', '10,00', '1e2', '+10', '-10', '0x10', '.5', '10.', '10.005', '0.00', '1000000000'],
      ...['0.30000000000000004', '１０', 'Infinity', 'NaN', '1_0', '10.00\n'],
    ],
    currency: ['', 'US', 'USDC', 'U$D', 'US1', ' USD', 'USD ', 'ſſß', 'uſd', 'ＵＳＤ', 1, null, ['USD']],
    cryptocurrency: ['', 'BTC', 'USDC ', 'uſdc', 'constructor', '__proto__', 1, null],
    network: ['', 'bitcoin', 'constructor', '__proto__', 'toString', 1, null],
    merchantWallet: ['x'.repeat(129), 1, null, {}],
    expiresIn: [0, -1, 1.5, 2_592_001, 1e300, '0', '1.5', '1e3', ' 9', '', null, true],
    description: ['', ' ', 'x'.repeat(501), 'a\nb', 'a\u0000', 'a\u009b2J', 'a\u202eb', '\ud800', 1, null, []],
    reference: ['', ' ', 'x'.repeat(101), 'a\tb', 'a\u0000', 'a\u2028b', '\ud800', 1, null, {}],
    lineItems: [
      'x',
      1,
      null,
      {},
      [{ name: 'Beans', quantity: 1, unitAmount: 9.99 }],
      [{ name: 'Beans', quantity: 2, unitAmount: 10 }],
      Array.from({ length: 51 }, () => ({ name: 'Beans', quantity: 1, unitAmount: 0 })),
      Array.from({ length: 50 }, () => ({ name: '\u20ac'.repeat(200), quantity: 1, unitAmount: 0.2 })),
    ],
    supersedes: ['', 'x', 'pay_', 're_00000000000000000000000000', 1, null, []],
    metadata: [
      'x',
      1,
      [],
      null,
      true,
      Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key${index}`, 1])),
      { ['k'.repeat(41)]: 1 },
      { key: 'x'.repeat(16 * 1_024) },
      { key: '€'.repeat(6_000) },
    ],
  }
  test.each(Object.entries(wrong))('refuses wrong values of %s', async (name, values) => {
    for (const value of values) {
      const problem = await create({ [name]: value })
      expect([value, problem]).toMatchObject([value, { status: 400, code: 'invalid_parameter', param: name }])
    }
  })

  test('names the line and the field that is wrong', async () => {
    const line = { name: 'Beans', quantity: 1, unitAmount: 5 }
    const steps: [object, string, string][] = [
      [{ colour: 'red' }, 'unknown_parameter', 'colour'],
      [{ name: undefined }, 'missing_parameter', 'name'],
      [{ name: '' }, 'invalid_parameter', 'name'],
      [{ name: 'x'.repeat(201) }, 'invalid_parameter', 'name'],
      [{ name: 'a\nb' }, 'invalid_parameter', 'name'],
      ...[0, -1, 1.5, 1_000_001, '0', 'one', null].map(
        (quantity) => [{ quantity }, 'invalid_parameter', 'quantity'] as never,
      ),
      ...[0.001, 1e9, 1e300, '5,00', '0.001', null].map(
        (unitAmount) => [{ unitAmount }, 'invalid_parameter', 'unitAmount'] as never,
      ),
      [{ imageUrl: 'javascript:alert(1)' }, 'invalid_parameter', 'imageUrl'],
      [{ imageUrl: '' }, 'invalid_parameter', 'imageUrl'],
    ]
    for (const [change, code, name] of steps) {
      const problem = await create({ lineItems: [line, { ...line, ...change }] })
      expect([change, problem]).toMatchObject([change, { status: 400, code, param: `lineItems.1.${name}` }])
    }
  })

  test('asks for the order number with supersedes', async () => {
    const supersedes = 'pay_00000000000000000000000000'
    expect(await create({ supersedes })).toMatchObject({ code: 'missing_parameter', param: 'reference' })
  })

  test('refuses numbers that JSON can write and a double cannot hold', async () => {
    for (const number of ['1e400', '-1e400', '10.000000000000000001e0001000']) {
      const body = JSON.stringify(paymentInput).replace('"amount":10', `"amount":${number}`)
      const problem = await refused('POST', '/sandbox/v1/payments', { body })
      expect(problem).toMatchObject({ code: 'invalid_parameter', param: 'amount' })
    }
  })

  const badUrls = [
    '',
    'shop.example.com',
    '//shop.example.com',
    '/thanks',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://shop.example.com',
    'https:shop.example.com',
    'https:/shop.example.com',
    'https:///shop.example.com',
    'https:\\\\shop.example.com',
    'https://shop.example.com\\@evil.example',
    'https://user:secret@shop.example.com',
    'https://user@shop.example.com',
    'https://@shop.example.com',
    ' https://shop.example.com',
    'https://shop.example.com ',
    'https://shop.example.com/a b',
    'https://shop.example.com/\n',
    'java\nscript:alert(1)',
    'ht\ttps://shop.example.com',
    'https://shop.example.com:99999',
    'https://[::1',
    'https://',
    `https://shop.example.com/${'x'.repeat(2_048)}`,
    'https://%00.example.com',
    'https://shop.example.com/\u001b]0;paid\u0007',
    'https://shop.example.com/?a=\0',
    'https://shop.example.com/\u009b2J',
  ]
  test.each(['redirectUrl', 'webhookUrl', 'cancelUrl'])(
    'refuses a %s that is not an absolute web address',
    async (name) => {
      for (const url of badUrls) {
        const problem = await create({ [name]: url })
        expect([url, problem]).toMatchObject([url, { status: 400, code: 'invalid_parameter', param: name }])
      }
    },
  )

  test.each(['redirectUrl', 'webhookUrl', 'cancelUrl'])(
    'takes http for %s in the sandbox, https only in production',
    async (name) => {
      for (const url of [
        'http://shop.example.com:3000/thanks?order=1#top',
        'HTTPS://shop.example.com',
        'https://shop.example.com?a=b',
      ]) {
        expect((await shop.create({ [name]: url }))[name as 'redirectUrl']).toBe(url)
      }
      for (const url of ['http://shop.example.com', 'HTTP://shop.example.com'])
        expect(await create({ [name]: url }, true)).toMatchObject({ code: 'invalid_parameter', param: name })
      const secure = await shop.checkout.payments.create({ ...paymentInput, [name]: 'https://shop.example.com' })
      expect(secure).toMatchObject({ livemode: true, [name]: 'https://shop.example.com' })
    },
  )

  const badWallets = [
    '',
    'x',
    '0x',
    TEST_WALLET.slice(0, -1),
    `${TEST_WALLET}0`,
    ` ${TEST_WALLET}`,
    `${TEST_WALLET} `,
    TEST_WALLET.slice(2),
    TEST_WALLET.replace('f39Fd6', 'F39Fd6'),
    TEST_WALLET.replace('0x', '0X'),
    `0x${'0'.repeat(40)}`,
    TEST_TOKEN,
    TEST_TOKEN.toLowerCase(),
    'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H',
    'shop.eth',
    "0x'; drop table payments; --",
  ]
  test('refuses wallets where money would be lost', async () => {
    for (const merchantWallet of badWallets) {
      const problem = await create({ merchantWallet })
      expect([merchantWallet, problem]).toMatchObject([
        merchantWallet,
        { status: 400, code: 'invalid_wallet_address', param: 'merchantWallet' },
      ])
    }
  })

  test('checks in the order that the interface promises', async () => {
    const steps: [object, { code: string; param: string }][] = [
      [{ colour: 'red' }, { code: 'unknown_parameter', param: 'colour' }],
      [{ amount: undefined }, { code: 'missing_parameter', param: 'amount' }],
      [{ expiresIn: 0 }, { code: 'invalid_parameter', param: 'expiresIn' }],
      [{ redirectUrl: 'http://shop.example.com' }, { code: 'invalid_parameter', param: 'redirectUrl' }],
      [{ cryptocurrency: 'USDT' }, { code: 'unsupported_asset', param: 'cryptocurrency' }],
      [{ currency: 'XXX' }, { code: 'unsupported_currency', param: 'currency' }],
      [{ merchantWallet: 'x' }, { code: 'invalid_wallet_address', param: 'merchantWallet' }],
    ]
    for (const [index, [, expected]] of steps.entries()) {
      const fields = Object.assign({}, ...steps.slice(index).map(([wrongs]) => wrongs))
      expect(await create(fields, true)).toMatchObject(expected)
    }
  })

  test('names what is not set up', async () => {
    for (const network of ['polygon', 'stellar'])
      expect(await create({ network })).toMatchObject({
        code: 'unsupported_asset',
        message: `${network} is not configured in sandbox. Configured are ethereum.`,
        param: 'network',
      })
    expect(await create({ network: 'solana' })).toMatchObject({
      code: 'invalid_parameter',
      message: 'There is no network "solana". Configured are ethereum.',
      param: 'network',
    })
    expect(await create({ cryptocurrency: 'dai' })).toMatchObject({
      code: 'unsupported_asset',
      param: 'cryptocurrency',
    })
    expect(await create({ currency: 'JPY' })).toMatchObject({ code: 'unsupported_currency', param: 'currency' })
    expect(await create({ currency: 'EUR' }, true)).toMatchObject({ code: 'unsupported_currency' })
  })

  test('takes decimals as text wherever it takes amounts', async () => {
    for (const [text, amount] of [
      ['10', 10],
      ['49.90', 49.9],
      ['0.30', 0.3],
      ['12.5000', 12.5],
      ['999999999.99', 999_999_999.99],
    ] as const) {
      expect(await shop.create({ amount: text })).toMatchObject({ amount })
    }
    const lineItems = [
      { name: 'Beans', quantity: 2, unitAmount: '12.50' },
      { name: 'Discount', quantity: 1, unitAmount: '-0.10' },
    ]
    const payment = await shop.create({ amount: '24.90', lineItems })
    expect(payment.lineItems?.map(({ unitAmount }) => unitAmount)).toEqual([12.5, -0.1])
  })

  test('takes whole numbers as text of digits wherever a body has them', async () => {
    const lineItems = [{ name: 'Beans', quantity: '2', unitAmount: '12.50' }]
    const payment = await shop.create({ amount: '25.00', expiresIn: '900', lineItems })
    expect(payment.lineItems).toMatchObject([{ quantity: 2 }])
    expect(Date.parse(payment.expiresAt) - Date.parse(payment.createdAt)).toBe(900_000)
  })

  test('says in words what an amount must be', async () => {
    const words = 'amount must be a number, or a decimal as text such as "49.90".'
    for (const amount of ['free', '10,00', true, null])
      expect(await create({ amount })).toMatchObject({ message: words })
    expect((await create({ amount: '10.005' })).message).toMatch(/^amount must have at most two decimals in USD/)
  })

  test('takes codes in any case and the largest and smallest amounts', async () => {
    const least = await shop.create({
      amount: 0.01,
      currency: 'usd',
      cryptocurrency: 'usdc' as 'USDC',
      network: 'Ethereum',
      expiresIn: 1,
    })
    expect(least).toMatchObject({ amount: 0.01, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum' })
    expect((await shop.request('GET', '/sandbox/v1/payments?network=ETHEREUM')).body.totalCount).toBeGreaterThan(0)
    const settings = { wallets: { Ethereum: TEST_WALLET } }
    const saved = await shop.request('PATCH', '/sandbox/v1/merchant/settings', { body: settings })
    expect(saved.body.wallets).toEqual({ ethereum: TEST_WALLET })
    expect(Date.parse(least.expiresAt) - Date.parse(least.createdAt)).toBe(1_000)
    const most = await shop.create({ amount: 999_999_999.99, currency: 'EUR', expiresIn: 2_592_000 })
    expect(most.cryptoAmount).toMatch(/^1079999999\.9(?:89[2-9]|9\d{2})\d{2}$/)
    expect(await shop.retrieve(most)).toEqual(most)
  })

  test('refuses a price that no coin amount can express instead of failing', async () => {
    const rich = await openShop({ rates: { BTC: 100_000 } })
    const body = { ...paymentInput, currency: 'BTC', amount: 999_999_999.99 }
    const problem = readProblem(await rich.request('POST', '/sandbox/v1/payments', { body }))
    expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'amount' })
    expect((await rich.request('POST', '/sandbox/v1/payments', { body: { ...body, amount: 5 } })).status).toBe(201)
    expect(rich.lines).toEqual([])
  })

  test('returns metadata as it was given', async () => {
    const metadata = {
      order: '1 <script>alert(1)</script>',
      constructor: { prototype: 1 },
      toString: 'x',
      hasOwnProperty: null,
      nested: { deep: [1, 2.5, null, { a: 'ü€😀\u2028' }], emptyObject: {}, emptyList: [] },
      lone: '\ud800',
      '': 'an empty key',
      ['k'.repeat(40)]: 'a long key',
    }
    const created = await shop.request('POST', '/sandbox/v1/payments', { body: { ...paymentInput, metadata } })
    expect(created.body.metadata).toEqual(metadata)
    const read = await shop.request('GET', `/sandbox/v1/payments/${created.body.id}`)
    expect(read.body.metadata).toEqual(metadata)
    expect(read.headers).toMatchObject({ 'content-type': 'application/json', 'x-content-type-options': 'nosniff' })
    const { publicUrl } = shop.checkout.context.settings
    const page = await shop.request('GET', created.body.url.slice(publicUrl.length), { headers: asBrowser })
    expect(page.body).not.toContain('alert(1)')
    expect((await shop.request('POST', '/sandbox/v1/payments', { body: paymentInput })).body.metadata).toEqual({})
  })

  const changing = [
    ['{"order":9007199254740993001}', 'metadata.order'],
    ['{"order":{"numbers":[1,{"a":-9007199254740993}]}}', 'metadata.order.numbers.1.a'],
    ['{"a": 0.1000000000000000055}', 'metadata.a'],
    ['{"a":1e400}', 'metadata.a'],
    ['{"a":1E-400}', 'metadata.a'],
    ['{"a":[\n12345678901234567890123]}', 'metadata.a.0'],
    ['{"":9007199254740993}', 'metadata.'],
    [`{"${'k'.repeat(70)}":1e400}`, `metadata.${'k'.repeat(55)}`],
    ['{"a":"1e5","b":1e400,"c":1e500}', 'metadata.b'],
  ] as const
  test.each(changing)('refuses the number in %s, which would change', async (metadata, param) => {
    const body = JSON.stringify({ ...paymentInput, metadata: '?' }).replace('"?"', metadata)
    const problem = await refused('POST', '/sandbox/v1/payments', { body })
    expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter', param })
    expect(problem.message).toContain('send it as text')
  })

  const fields = [
    ['POST', '/payments', '{"amount":49.900000000000000001}', 'amount'],
    ['POST', '/refunds', '{"paymentId":"pay_x","amount":0.3000000000000000001}', 'amount'],
    [
      'PATCH',
      '/merchant/settings',
      '{"settlementSchedule":{"dayOfMonth":1.00000000000000000001}}',
      'settlementSchedule.dayOfMonth',
    ],
    ['POST', '/payment_links', '{"lineItems":[{"quantity":9007199254740993}]}', 'lineItems.0.quantity'],
  ] as const
  test.each(fields)('refuses a number that would change in any field: %s %s', async (method, path, body, param) => {
    expect(await refused(method, `/sandbox/v1${path}`, { body })).toMatchObject({ code: 'invalid_parameter', param })
  })

  test('refuses an amount as text that a number does not keep', async () => {
    const body = { ...paymentInput, amount: '999999999.9900000001' }
    expect(await refused('POST', '/sandbox/v1/payments', { body })).toMatchObject({ param: 'amount' })
  })

  test('a number of metadata is answered as the same value, or refused', async () => {
    const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,24})(\.\d{1,24})?([eE][+-]?\d{1,3})?$/)
    const number = fc.oneof(
      digits,
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.maxSafeInteger().map(String),
    )
    await fc.assert(
      fc.asyncProperty(number, async (text) => {
        const body = JSON.stringify({ ...paymentInput, metadata: '?' }).replace('"?"', `{"n":${text}}`)
        const { status, body: answer } = await shop.request('POST', '/sandbox/v1/payments', { body })
        if (status === 201) expect([text, isSameValue(text, String(answer.metadata.n))]).toEqual([text, true])
        else expect(answer.error).toMatchObject({ code: 'invalid_parameter', param: 'metadata.n' })
        if (Number.isSafeInteger(Number(text)) && /^-?\d{1,15}$/.test(text)) expect(status).toBe(201)
      }),
      { numRuns: pickRuns({ full: 300, quick: 60 }) },
    )
  })

  test('keeps metadata that names a prototype, and nothing inherits from it', async () => {
    for (const metadata of ['{"__proto__":{"polluted":true}}', '{"a":{"__proto__":{"polluted":true}}}']) {
      const body = JSON.stringify({ ...paymentInput, metadata: '?' }).replace('"?"', metadata)
      const created = await shop.request('POST', '/sandbox/v1/payments', { body })
      expect(JSON.stringify(created.body.metadata)).toBe(metadata)
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    }
  })

  test('survives metadata as deep as a body can be', async () => {
    for (const depth of [99, 100, 7_000, 30_000]) {
      const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
      const body = JSON.stringify({ ...paymentInput, metadata: { '?': 1 } }).replace('"?":1', `"a":${deep}`)
      const answer = await shop.request('POST', '/sandbox/v1/payments', { body })
      expect([depth, answer.status]).toEqual([depth, depth < 100 ? 201 : 400])
      if (answer.status === 400)
        expect(readProblem(answer)).toMatchObject({ code: 'invalid_parameter', param: 'metadata' })
      else expect((await shop.request('GET', `/sandbox/v1/events`)).status).toBe(200)
    }
    expect(shop.lines).toEqual([])
  })
})

describe('a refusal says what to do', () => {
  const tell = async (method: string, target: string, body?: unknown) =>
    (await refused(method, target, body === undefined ? {} : { body })).message

  test.each([
    [{ curency: 'USD' }, 'There is no parameter "curency": did you mean currency?'],
    [{ metaData: {} }, 'There is no parameter "metaData": did you mean metadata?'],
    [{ colour: 'red' }, 'There is no parameter "colour".'],
    [{ id: 'pay_1' }, 'There is no parameter "id".'],
    [{ [`c${'u'.repeat(70)}rrency`]: 1 }, `There is no parameter "c${'u'.repeat(63)}".`],
    [
      { lineItems: [{ name: 'x', quantity: 1, unitAmont: 1 }] },
      'There is no parameter "lineItems.0.unitAmont": did you mean unitAmount?',
    ],
    [
      { alternatives: [{ cryptocurrency: 'DAI', netwrk: 'polygon' }] },
      'There is no parameter "alternatives.0.netwrk": did you mean network?',
    ],
    [
      { curency: 'USD', netwrk: 'ethereum' },
      'There is no parameter "curency": did you mean currency? There is no parameter "netwrk": did you mean network?',
    ],
    [{ cryptocurrency: 'BTC' }, 'cryptocurrency cannot be "BTC": use one of USDC, USDT, DAI.'],
    [{ cryptocurrency: 'USDCC' }, 'cryptocurrency cannot be "USDCC": did you mean USDC?'],
    [{ cryptocurrency: 'x'.repeat(65) }, 'cryptocurrency must be one of USDC, USDT, DAI.'],
    [{ network: 'etherum' }, 'There is no network "etherum": did you mean ethereum?'],
    [{ merchantWallet: 5 }, 'merchantWallet must be text.'],
    [{ merchantWallet: 'x'.repeat(129) }, 'merchantWallet must have at most 128 characters.'],
    [
      { merchantWallet: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN' },
      'merchantWallet looks like an account of Stellar: addresses of EVM networks begin with 0x.',
    ],
    [{ metadata: [] }, 'metadata must be an object.'],
    [{ expiresIn: 0 }, 'expiresIn must be at least 1.'],
    [{ expiresIn: 1.5 }, 'expiresIn must be a whole number.'],
    [{ expiresIn: 'soon' }, 'expiresIn must be a whole number.'],
    [{ expiresIn: '9999999' }, 'expiresIn must be at most 2592000.'],
    [{ lineItems: {} }, 'lineItems must be a list.'],
    [{ alternatives: 'every' }, 'alternatives must be all, or a list of at most 11 coins on networks.'],
    [
      { alternatives: [{ cryptocurrency: 'BTC', network: 'polygon' }] },
      'alternatives.0.cryptocurrency cannot be "BTC": use one of USDC, USDT, DAI.',
    ],
    [{ amount: undefined, currency: undefined }, 'amount is required. currency is required.'],
    [{ supersedes: 'pay_01234567890123456789012345' }, 'reference is required with supersedes.'],
    [
      { redirectUrl: 'shop', expiresIn: 9_999_999, metadata: 'x' },
      'redirectUrl must be an absolute http or https URL without credentials. expiresIn must be at most 2592000. ' +
        'metadata must be an object.',
    ],
  ])('about %j', async (fields, message) => {
    expect(await tell('POST', '/sandbox/v1/payments', { ...paymentInput, ...fields })).toBe(message)
  })

  test.each([
    ['stauts=created', 'There is no parameter "stauts": did you mean status?'],
    ['payment_link=pl_1', 'There is no parameter "payment_link": did you mean paymentLink?'],
    ['limit=1000', 'limit must be at most 100.'],
    ['limit=100000', 'limit must be at most 100.'],
    ['limit=-1', 'limit must be at least 1.'],
    ['limit=many', 'limit must be a number.'],
    ['status=complete', 'status cannot be "complete": did you mean completed?'],
    [
      'status=paid',
      'status cannot be "paid": use one of created, partially_paid, processing, completed, expired, cancelled.',
    ],
    ['limit=0&status=paid', expect.stringMatching(/^limit must be at least 1\. status cannot be "paid"/)],
  ])('about ?%s', async (query, message) => {
    expect(await tell('GET', `/sandbox/v1/payments?${query}`)).toEqual(message)
  })

  test.each([
    ['PUT', '/sandbox/v1/payments', 'There is no PUT /sandbox/v1/payments: use GET or POST.'],
    ['DELETE', '/v1/payments/pay_1', 'There is no DELETE /v1/payments/pay_1: use GET.'],
    ['GET', '/sandbox/v1/payments/pay_1/cancel', 'There is no GET /sandbox/v1/payments/pay_1/cancel: use POST.'],
    ['GET', '/sandbox/v1/payment', 'There is no GET /sandbox/v1/payment.'],
    ['GET', '/v1/test_helpers/payments/pay_1/pay', 'There is no GET /v1/test_helpers/payments/pay_1/pay.'],
  ])('about %s %s', async (method, target, message) => {
    expect(await tell(method, target)).toBe(message)
  })

  test('about events, of which there are many', async () => {
    const ask = (events: unknown) => tell('POST', '/sandbox/v1/webhooks', { url: 'https://shop.example.com/', events })
    expect(await ask(['payment.complete'])).toBe(
      'events.0 cannot be "payment.complete": did you mean payment.completed?',
    )
    expect(await ask([])).toBe('events must not be empty.')
    const many = await ask(Array.from({ length: 30 }, () => 'paid'))
    expect(many.match(/cannot be/g)).toHaveLength(5)
  })
})

test('a defect is a 500 that tells nothing and is logged with its request id', async () => {
  const broken = await openShop()
  await broken.stop()
  const answer = await broken.request('GET', '/sandbox/v1/payments')
  expect(readProblem(answer)).toMatchObject({ status: 500, type: 'api_error', code: 'internal_error', param: null })
  expect(answer.body.error.message).not.toMatch(/database|sqlite|kysely/i)
  expect(broken.lines.join()).toContain(answer.body.error.requestId)
})

test('a compressed body is refused as that', async () => {
  const body = new Uint8Array(gzipSync(JSON.stringify(paymentInput)))
  const problem = await refused('POST', '/sandbox/v1/payments', { body, headers: { 'content-encoding': 'gzip' } })
  expect(problem).toMatchObject({ status: 400, code: 'unsupported_media_type' })
  expect(problem.message).toContain('uncompressed')
})

describe('one or two wrong fields are no defect', () => {
  const wrong = [
    ...[null, true, '', ' ', 'x', '\ud800', '9'.repeat(40), '1e9', -1, 0, 0.001, 1e300],
    ...[[], [[]], [null], [{}], {}, { toFixed: 1 }, { '': null }],
  ]
  /** Valid values of fields that are checked together. */
  const valid: Record<string, unknown> = {
    ...{ lineItems: [{ name: 'Tea', quantity: 1, unitAmount: 5 }], reference: 'R', metadata: {}, alternatives: 'all' },
    ...{ supersedes: 'pay_00000000000000000000000000', minimum: 1, maximum: 5, preset: 2, password: 'x' },
  }
  const withBody = allRoutes.filter(([, route]) => createBody(route) !== undefined)
  test.each(withBody)('%s', async (_, route) => {
    const own = await openShop()
    const names = listSchemaFields(route.body).map(([name]) => name)
    const extra = Object.fromEntries(names.flatMap((name) => (name in valid ? [[name, valid[name]]] : [])))
    const send = async (changes: object) => {
      const body = { ...extra, ...createBody(route), ...changes }
      const { status } = await own.request(route.method, formatTarget(route), { body })
      expect([changes, status]).not.toEqual([changes, 500])
    }
    for (const name of names) for (const value of wrong) await send({ [name]: value })
    const pick = (index: number) => wrong[index % wrong.length]
    for (const [at, one] of names.entries())
      for (const [index, other] of names.slice(at + 1).entries())
        for (const turn of [0, 1, 2]) await send({ [one]: pick(at + 7 * turn), [other]: pick(index + 5 * turn) })
    expect(own.lines).toEqual([])
  })
})
