import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type Event,
  type List,
  type Merchant,
  type MerchantSettings,
  migrateStorage,
  type Payment,
  type Refund,
  type SettingsChange,
  type Transfer,
  type WalletAccess,
} from '@crypto-checkout/core'
import { asBrowser, logos } from '@crypto-checkout/core/testing'
import { startDevnet } from '@crypto-checkout/devnet'
import { callRpc, mine, readBalance } from '@crypto-checkout/devnet/testing'
import { getAddress, Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { run as runCommand } from '../../../packages/server/src/run.ts'
import {
  cleanUp,
  createSandboxConfig,
  createTemporaryFolder,
  createWallet,
  type Ethereum,
  HTTP_POLL_MS,
  pay,
  pollUntil,
  runToEnd,
  startServer,
  toMillionths,
} from '../support/harness.ts'

type Pair = { id: string; publicKey: string; secretKey: string; scopes: string[] | null }

/** A server with a configuration, a chain that the test mines, and commands run against it. */
let devnet: Ethereum
let server: Awaited<ReturnType<typeof startServer>>
let cwd: string

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  cwd = createTemporaryFolder()
  const plans = { sandbox: 10_000 }
  writeFileSync(join(cwd, 'crypto-checkout.config.json'), JSON.stringify({ ...createSandboxConfig(devnet), plans }))
  server = await startServer(['--port', '0'], { cwd })
})

afterAll(async () => {
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const run = (...words: string[]) => runToEnd(words, { cwd })

/** The output of a command with --json: one JSON object and nothing else. */
async function json<T>(...words: string[]): Promise<T> {
  const { code, stdout, stderr } = await run(...words, '--json')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  return JSON.parse(stdout) as T
}

function newKey(...words: string[]): Promise<Pair> {
  return json<Pair>('keys', 'create', '--environment', 'sandbox', ...words)
}

async function call<T>(pair: Pair, method: string, path: string, body?: object): Promise<{ status: number; body: T }> {
  const response = await fetch(`${server.url}/sandbox/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${pair.publicKey}`,
      'x-api-secret': pair.secretKey,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: (await response.json()) as T }
}

function order(merchantWallet: string): object {
  return { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet }
}

describe('keys', () => {
  test('a new pair works at once beside a running server, and is listed without its secret', async () => {
    const pair = await newKey()
    expect(pair).toEqual({
      id: expect.stringMatching(/^key_/),
      publicKey: expect.stringMatching(/^pk_test_/),
      secretKey: expect.stringMatching(/^sk_test_/),
      scopes: null,
    })
    expect((await call(pair, 'POST', '/payments', order(createWallet()))).status).toBe(201)
    const { data } = await json<{ data: { id: string }[] }>('keys', 'list')
    expect(data.map((key) => key.id)).toContain(pair.id)
    const listed = await run('keys', 'list')
    expect(listed.stdout).toContain(pair.id)
    expect(JSON.stringify(data) + listed.stdout).not.toContain(pair.secretKey)
  })

  test('a revoked pair is refused within a second', async () => {
    const pair = await newKey()
    expect((await call(pair, 'GET', '/payments')).status).toBe(200)
    expect(await run('keys', 'revoke', pair.id)).toMatchObject({ code: 0, stdout: `${pair.id} is revoked.\n` })
    await pollUntil(
      () => call(pair, 'GET', '/payments'),
      ({ status }) => status === 401,
    )
    expect((await run('keys', 'list')).stdout).toMatch(new RegExp(`${pair.id}.*Z  \\d{4}-`))
    expect((await run('keys', 'revoke', pair.id)).code).toBe(0)
    expect(await run('keys', 'revoke', 'key_nothing')).toMatchObject({ code: 1, stdout: '' })
  })

  test('a rotated pair works on for as long as is said, beside its successor', async () => {
    const pair = await newKey('--name', 'Till', '--scopes', 'payments:read')
    const next = await json<Pair & { id: string; scopes: string[] }>('keys', 'rotate', pair.id)
    expect(next.scopes).toEqual(['payments:read'])
    expect([(await call(pair, 'GET', '/payments')).status, (await call(next, 'GET', '/payments')).status]).toEqual([
      200, 200,
    ])
    const last = await json<Pair & { id: string }>('keys', 'rotate', next.id, '--expire-old-in', '0')
    await pollUntil(
      () => call(next, 'GET', '/payments'),
      ({ status }) => status === 401,
    )
    expect((await call(last, 'GET', '/payments')).status).toBe(200)
    expect((await run('keys', 'list')).stdout).toContain('Till')
    expect(await run('keys', 'rotate', pair.id)).toMatchObject({ code: 1, stdout: '' })
  })

  test('scopes and signatures hold', async () => {
    const reader = await newKey('--scopes', 'payments:read, events:read')
    expect(reader.scopes).toEqual(['payments:read', 'events:read'])
    expect((await call(reader, 'GET', '/payments')).status).toBe(200)
    expect((await call(reader, 'POST', '/payments', order(createWallet()))).status).toBe(403)
    const signer = await newKey('--require-signature')
    const refused = await call<{ error: { code: string } }>(signer, 'GET', '/payments')
    expect([refused.status, refused.body.error.code]).toEqual([401, 'invalid_signature'])
  })

  test('without --json they are told to a person', async () => {
    const { code, stdout } = await run('keys', 'create', '--environment', 'production')
    expect(code).toBe(0)
    expect(stdout).toMatch(/Public: {2}pk_live_\S+\nSecret: {2}sk_live_\S+\n\nKeep the secret key/)
  })
})

describe('merchants', () => {
  test('the first is there; others have keys and payments of their own', async () => {
    const made = await json<{ id: string }>(
      'merchants',
      'create',
      '--name',
      ' Second <b>shop</b> ',
      '--plan',
      'business',
    )
    expect(made).toMatchObject({ id: expect.stringMatching(/^mer_/), name: 'Second <b>shop</b>', plan: 'business' })
    const { data } = await json<{ data: { id: string; name: string }[] }>('merchants', 'list')
    expect(data.map((merchant) => merchant.name)).toEqual(['My shop', 'Second <b>shop</b>'])
    expect((await run('merchants', 'list')).stdout).toContain(made.id)
    const first = await newKey()
    const second = await newKey('--merchant', made.id)
    const payment = await call<Payment>(second, 'POST', '/payments', order(createWallet()))
    expect((await call(first, 'GET', `/payments/${payment.body.id}`)).status).toBe(404)
    const unknown = await run('keys', 'create', '--environment', 'sandbox', '--merchant', 'mer_x')
    expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('mer_x') })
  })
})

describe('merchants settings', () => {
  test('are shown and changed, and the history says by whom', async () => {
    const pair = await newKey()
    expect((await run('merchants', 'settings')).stdout).toMatch(
      /^Merchant: mer_\w+ \(sandbox\)\nCurrency: USDC\nNetwork: {2}none: money stays on its own\nLeast: {4}0\.997\nSpeed: {4}standard\nMax fee: {2}as Least allows\nSettled: {2}daily at 00:00 in the shop's zone\nZone: {5}UTC, until one is set\nPrices: {3}no default currency\nLate: {5}review\nMissing: {2}0\nClaims: {3}on\n\nNETWORK +COIN +ROUTE +BY +REASON\n(?:\w+ +\w+ +kept +no_network\n)+$/,
    )
    const schedule = ['--frequency', 'monthly', '--time', '18:30', '--day-of-month', '31', '--time-zone', 'Asia/Tokyo']
    const changed = await json<MerchantSettings>('merchants', 'settings', '--currency', 'DAI', ...schedule)
    expect((await call(pair, 'GET', '/merchant')).body).toMatchObject({ settings: changed })
    await call(pair, 'PATCH', '/merchant/settings', { settlementSchedule: { frequency: 'manual' } })
    const { data } = await json<{ data: SettingsChange[] }>('merchants', 'history')
    const output = (await run('merchants', 'history', changed.id, '--limit', '1')).stdout
    expect(output).toContain('DAI, monthly on day 31 at 18:30 Asia/Tokyo  DAI, by hand\n')
    const rules = ['--late-payments', 'accept', '--tolerance', '0.01', '--claims', 'off']
    expect(await json<MerchantSettings>('merchants', 'settings', ...rules)).toMatchObject({
      ...{ latePayments: 'accept', underpaymentTolerance: 0.01, claims: 'off' },
    })
    const target = ['--network', 'ethereum', '--least', '0.99', '--speed', 'fast', '--max-fee', '0.5']
    expect(await json<MerchantSettings>('merchants', 'settings', ...target)).toMatchObject({
      ...{ settlementNetwork: 'ethereum', settlementWallet: null, settlementLeast: '0.99' },
      ...{ settlementSpeed: 'fast', settlementMaxFee: '0.500000' },
    })
    expect(
      await json<MerchantSettings>('merchants', 'settings', '--network', 'none', '--max-fee', 'none'),
    ).toMatchObject({ settlementNetwork: null, settlementMaxFee: null })
    const back = ['--late-payments', 'default', '--tolerance', 'default', '--claims', 'default']
    expect(await json<MerchantSettings>('merchants', 'settings', ...back)).toMatchObject({
      ...{ latePayments: 'review', underpaymentTolerance: 0, claims: 'on' },
    })
    expect(data).toMatchObject([
      { changedBy: pair.id, before: { settlementCurrency: 'DAI' }, after: { settlementSchedule: { time: null } } },
      { changedBy: 'command_line', after: { settlementSchedule: { dayOfMonth: 31, timeZone: 'Asia/Tokyo' } } },
    ])
    expect((await json<{ data: object[] }>('merchants', 'history', '--environment', 'production')).data).toEqual([])
    expect(await json('merchants', 'settings', '--environment', 'production')).toMatchObject({ updatedAt: null })
  })

  test.each([
    [['--time', '10:00'], 'settlementSchedule.frequency is required'],
    [['--frequency', 'daily', '--time', '24:00'], 'settlementSchedule.time'],
    [['--frequency', 'daily', '--time', '10:00', '--day-of-month', '3'], 'settlementSchedule.dayOfMonth'],
    [['--tolerance', '0.5'], 'underpaymentTolerance'],
    [['mer_x', '--currency', 'DAI'], 'no such merchant'],
  ])('refuse %j, and say what', async (words, message) => {
    const refused = await run('merchants', 'settings', ...words)
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) })
  })
})

describe('merchants update', () => {
  test('gives the payment page another name and colour at once, and takes the colour back', async () => {
    const pair = await newKey()
    const { body } = await call<Payment>(pair, 'POST', '/payments', order(createWallet()))
    const page = async () => (await fetch(body.url, { headers: asBrowser })).text()
    const named = await json('merchants', 'update', '--name', 'Beans & Co', '--accent', '#0A7D4F')
    expect(named).toMatchObject({ name: 'Beans & Co', accent: '#0a7d4f' })
    expect(await page()).toContain('/pay.css?accent=0a7d4f')
    expect(await page()).toContain('Beans &amp; Co')
    expect((await run('merchants', 'list')).stdout).toContain('#0a7d4f')
    const { id } = await json<{ id: string }>('merchants', 'update', '--accent', '')
    expect(await page()).not.toContain('accent=')
    expect(await json('merchants', 'update', id, '--name', 'My shop')).toMatchObject({
      id,
      name: 'My shop',
      accent: null,
    })
    const unknown = await run('merchants', 'update', 'mer_x', '--name', 'Nobody')
    expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no such merchant') })
  })

  test('gives payers a logo and a way to help, and takes them back', async () => {
    const file = join(createTemporaryFolder(), 'logo.png')
    writeFileSync(file, Buffer.from(logos.png, 'base64'))
    const contact = ['--support-email', 'help@beans.example', '--support-url', 'https://beans.example/help']
    const { logo, ...shown } = await json<Merchant>('merchants', 'update', '--logo', file, ...contact)
    expect(shown).toMatchObject({ supportEmail: 'help@beans.example', supportUrl: 'https://beans.example/help' })
    const answer = await fetch(`${server.url}${new URL(logo ?? '').pathname}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    const nothing = ['--logo', '', '--support-email', '', '--support-url', '']
    expect(await json('merchants', 'update', ...nothing)).toMatchObject({
      logo: null,
      supportEmail: null,
      supportUrl: null,
    })
    writeFileSync(file, '<svg xmlns="http://www.w3.org/2000/svg"/>')
    for (const [path, reason] of [
      [file, 'must be PNG, WebP or JPEG'],
      [`${file}.none`, 'cannot be read'],
    ] as const)
      expect(await run('merchants', 'update', '--logo', path)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(reason),
      })
  })

  test('a merchant may have a colour from the start', async () => {
    const made = await json('merchants', 'create', '--name', 'Colourful', '--accent', '#123456')
    expect(made).toMatchObject({ name: 'Colourful', accent: '#123456' })
  })
})

describe('wallets', () => {
  test('are the first merchant’s who names them, until the operator shares or gives them', async () => {
    const wallet = createWallet()
    const other = await json<{ id: string }>('merchants', 'create', '--name', 'Other')
    const pairs = [await newKey(), await newKey('--merchant', other.id)] as const
    const create = async (pair: Pair) => (await call(pair, 'POST', '/payments', order(wallet))).status
    expect([await create(pairs[0]), await create(pairs[1])]).toEqual([201, 400])
    const id = `eip155:${getAddress(wallet)}`
    const listed = async () =>
      (await json<{ data: WalletAccess[] }>('wallets', 'list')).data
        .filter((one) => one.wallet === id)
        .map(({ merchant, access }) => (merchant === other.id ? `other ${access}` : access))
    expect(await listed()).toEqual(['owner', 'other refused'])
    expect((await run('wallets', 'share', wallet, other.id)).stdout).toBe(`${id}: ${other.id} is shared.\n`)
    expect([await create(pairs[0]), await create(pairs[1])]).toEqual([201, 201])
    const events = (await call<List<Event>>(pairs[1], 'GET', '/events')).body.data
    expect(events.map(({ type }) => type)).toContain('wallet.shared')
    expect(await json('wallets', 'give', wallet, other.id)).toMatchObject({ wallet: id, access: 'owner' })
    expect([await create(pairs[0]), await create(pairs[1])]).toEqual([400, 201])
    expect((await run('wallets', 'list')).stdout).toContain(id)
    expect(await run('wallets', 'share', 'x', other.id)).toMatchObject({ code: 1, stdout: '' })
    expect(await run('wallets', 'share', wallet)).toMatchObject({ code: 2 })
  })
})

describe('transfers assign', () => {
  test('lets the operator attribute what two merchants wait for, and tells it as the server would', async () => {
    const wallet = createWallet()
    const other = await json<{ id: string }>('merchants', 'create', '--name', 'Other')
    const pairs = [await newKey(), await newKey('--merchant', other.id)] as const
    const mine1 = (await call<Payment>(pairs[0], 'POST', '/payments', order(wallet))).body
    await json('wallets', 'share', wallet, other.id)
    const otherPayment = (await call<Payment>(pairs[1], 'POST', '/payments', order(wallet))).body
    const hash = await pay(devnet, mine1!, 3_000_000n)
    await mine(devnet.networks.ethereum, 4)
    // Only the owner sees the transfer, although it could belong to either. Operators find it by its hash.
    const { data } = await pollUntil(
      () => json<{ data: Transfer[] }>('transfers', 'list'),
      (list) => list.data.some((one) => one.hash === hash),
      HTTP_POLL_MS,
    )
    expect((await call<List<Transfer>>(pairs[1], 'GET', '/transfers')).body.totalCount).toBe(0)
    const transfer = data.find((one) => one.hash === hash)
    expect((await run('transfers', 'list')).stdout).toContain(transfer?.id)
    expect(transfer).toMatchObject({ to: expect.any(String), amount: '3.000000', payment: null })
    const assigned = await json<Transfer>('transfers', 'assign', transfer!.id, mine1!.id)
    expect(assigned).toMatchObject({ id: transfer!.id, payment: mine1!.id, amount: '3.000000' })
    const [payer] = pairs
    const partial = (await call<Payment>(payer!, 'GET', `/payments/${mine1!.id}`)).body
    expect(partial).toMatchObject({ status: 'partially_paid', amountReceived: '3.000000' })
    const events = (await call<List<Event<Payment>>>(payer!, 'GET', '/events?type=payment.partially_paid')).body
    const { url, paymentUri } = events.data[0]!.data.object
    expect([url, paymentUri]).toEqual([partial.url, partial.paymentUri])
    await pay(devnet, partial, toMillionths(partial.amountDue))
    await mine(devnet.networks.ethereum, 4)
    await pollUntil(
      async () => (await call<Payment>(payer!, 'GET', `/payments/${mine1!.id}`)).body,
      ({ status }) => status === 'completed',
      HTTP_POLL_MS,
    )
    const again = await run('transfers', 'assign', transfer!.id, otherPayment!.id)
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('already') })
    expect(await run('transfers', 'assign', 'tr_x', otherPayment!.id)).toMatchObject({ code: 1 })
    expect(await run('transfers', 'assign', transfer!.id)).toMatchObject({ code: 2 })
  })
})

describe('migrate', () => {
  test('makes the tables of a new file, says so, and finds nothing to do afterwards', async () => {
    const surroundings = { cwd: createTemporaryFolder() }
    const migrate = async (...words: string[]) => (await runToEnd(['migrate', ...words], surroundings)).stdout
    expect(await migrate()).toMatch(
      /^The tables of sqlite:.+checkout\.db were at version 0 and are now at version \d+\.\n$/,
    )
    expect(await migrate()).toMatch(/are at version \d+: there is nothing to do\.\n$/)
    const { from, to } = JSON.parse(await migrate('--json'))
    expect(from).toBe(to)
  })

  test('leaves the tables of a running server alone', async () => {
    const { code, stderr } = await run('migrate')
    expect([code, stderr]).toEqual([1, expect.stringMatching(/Another server uses .+: stop it/)])
  })
})

describe('doctor', () => {
  test.each([
    ['is damaged', (path: string) => writeFileSync(path, 'x'.repeat(5_000)), 'no SQLite database, or it is damaged'],
    ['is of a newer release', (path: string) => writeSqlite(path, 'pragma user_version = 999'), 'use a newer release'],
    ['is of another program', (path: string) => writeSqlite(path, 'create table orders (id)'), 'of another program'],
  ])(
    'says BAD of a database that %s, in one line with its path, and still looks at the nodes',
    async (_, make, text) => {
      const place = configured({ rpcUrls: ['http://127.0.0.1:2/KEY123?apikey=abc'] })
      mkdirSync(join(place.cwd, 'data'))
      const path = join(place.cwd, 'data/checkout.db')
      make(path)
      const { code, stdout, stderr } = await runToEnd(['doctor'], place)
      const lines = stdout.split('\n').filter((line) => line.startsWith('BAD'))
      expect(lines).toEqual([expect.stringMatching(new RegExp(`^BAD   database: ${path}: .*${text}`))])
      expect(stdout).toContain('cannot be reached')
      expect(stdout).not.toMatch(/KEY123|abc/)
      expect([code, stderr]).toEqual([1, expect.not.stringContaining('    at ')])
      expect(JSON.parse((await runToEnd(['doctor', '--json'], place)).stdout).database).toMatchObject({ ok: false })
      const other = await runToEnd(['keys', 'list'], place)
      expect([other.code, other.stderr.trim().split('\n')]).toEqual([1, [expect.stringContaining(`${path}: `)]])
    },
  )

  const configured = (changes: object) => {
    const folder = createTemporaryFolder()
    writeFileSync(join(folder, 'crypto-checkout.config.json'), JSON.stringify(createSandboxConfig(devnet, changes)))
    return { cwd: folder }
  }

  /** A configuration and its database. */
  const withNetwork = async (changes: object) => {
    const place = configured(changes)
    await migrateStorage(`sqlite:${join(place.cwd, 'data/checkout.db')}`)
    return place
  }

  test('all is right: 0', async () => {
    const { code, stdout, stderr } = await run('doctor')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('serves chain 31337')
    expect(stdout).toContain('has 6 decimals')
    expect(stdout).not.toContain('BAD')
    expect(await json('doctor')).toMatchObject({ database: { ok: true, merchants: expect.any(Number) } })
  })

  const usdc = () => devnet.networks.ethereum.coins.USDC
  test.each<[string, () => object, RegExp]>([
    ['another chain', () => ({ chainId: 31_338 }), /BAD +serves chain 31337 instead of 31338: correct/],
    ['a node that is not there', () => ({ rpcUrls: ['http://127.0.0.1:2'] }), /BAD +cannot be reached \(.+\): check/],
    [
      'wrong decimals',
      () => ({ coins: { USDC: { ...usdc(), decimals: 18 } } }),
      /BAD +USDC at \S+ has 6 decimals, not 18/,
    ],
    [
      'an address without a token',
      () => ({ coins: { USDC: { ...usdc(), address: `0x${'5'.repeat(40)}` } } }),
      /BAD +USDC at 0x5+ is no token contract/,
    ],
  ])('%s: 1, and what to do', async (_, changes, report) => {
    const { code, stdout, stderr } = await runToEnd(['doctor'], await withNetwork(changes()))
    expect(stdout).toMatch(report)
    expect([code, stderr]).toEqual([1, 'Some checks failed: see above.\n'])
    const asJson = await runToEnd(['doctor', '--json'], await withNetwork(changes()))
    expect(asJson.code).toBe(1)
    expect(JSON.parse(asJson.stdout)).toMatchObject({ nodes: [{}], networks: [{ read: null, missed: 0 }] })
  })

  const inProduction = { production: { networks: { polygon: { rpcUrls: ['http://127.0.0.1:2'] } } } }
  const write = (config: object) => {
    const cwd = createTemporaryFolder()
    writeFileSync(join(cwd, 'crypto-checkout.config.json'), JSON.stringify(config))
    return { cwd }
  }

  test.each([
    ['no networks', {}, 'networks: none is configured'],
    [
      'production over http',
      { publicUrl: 'http://pay.example.com', ...inProduction },
      'publicUrl: must be https where production has networks',
    ],
  ])('%s: 1, with the words of start', async (_, config, text) => {
    const place = write(config)
    for (const command of [['doctor'], ['start', '--port', '0']]) {
      const { code, stdout, stderr } = await runToEnd(command, place)
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(text)])
    }
  })

  test('warns of production at an address that only this machine can open, as start does', async () => {
    const place = write(inProduction)
    const warning = 'publicUrl is not set, so pages of production open on this machine only: set PUBLIC_URL'
    const server = await startServer(['--port', '0'], place)
    await pollUntil(
      () => server.stdout,
      (text) => text.includes(warning),
    )
    server.signal('SIGTERM')
    await server.ended
    expect((await runToEnd(['doctor'], place)).stdout).toContain(`warn  ${warning}`)
    const told = { ...place, env: { PUBLIC_URL: 'https://pay.example.com' } }
    expect((await runToEnd(['doctor'], told)).stdout).not.toContain('publicUrl')
  })

  test.each([
    ['in memory on local networks', { publicUrl: 'http://127.0.0.1:4000', sandbox: 'local' }],
    ['without a publicUrl', inProduction],
  ])('an app %s is not told what a server needs', async (_, options) => {
    const cwd = createTemporaryFolder()
    const all = { database: 'sqlite::memory:', ...options }
    writeFileSync(join(cwd, 'options.mjs'), `export const options = ${JSON.stringify(all)}`)
    const { stdout } = await runToEnd(['doctor', '--app', 'options.mjs'], { cwd })
    expect(stdout).toContain('ok    configuration: ')
    expect(stdout).not.toContain('PUBLIC_URL')
  })

  test('fewer nodes than must show what is final: 1, and what to do', async () => {
    const place = await withNetwork({ rpcUrls: [devnet.networks.ethereum.rpcUrl, 'http://127.0.0.1:2'] })
    const { code, stdout } = await runToEnd(['doctor'], place)
    expect(code).toBe(1)
    expect(stdout).toMatch(/BAD +1 of 2 nodes can be used, and 2 must show what is final \(witnesses\)/)
  })

  test('a key for gas is shown by its address, with what it has and what to do', async () => {
    const key = randomBytes(32).toString('hex')
    const { address } = new Wallet(`0x${key}`)
    const place = await withNetwork({ gasKey: { file: 'gas-key' }, maxFeePerGasGwei: 100, nativeUsd: 4000 })
    const look = async () => {
      const { code, stdout, stderr } = await runToEnd(['doctor'], place)
      expect(stdout + stderr).not.toContain(key)
      return { code, stdout }
    }
    writeFileSync(join(place.cwd, 'gas-key'), key, { mode: 0o644 })
    const empty = await look()
    expect(empty.code).toBe(1)
    expect(empty.stdout).toContain(`key ${address}`)
    expect(empty.stdout).toMatch(/warn +sandbox.networks.ethereum.gasKey: gas-key .* 644, .*: chmod 600 it/)
    expect(empty.stdout).toMatch(/BAD +has 0 ETH for gas: nothing can be sent, send some ETH to 0x/)
    chmodSync(join(place.cwd, 'gas-key'), 0o600)
    const give = (wei: bigint) =>
      callRpc(devnet.networks.ethereum, 'anvil_setBalance', [address, `0x${wei.toString(16)}`])
    await give(10n ** 18n)
    const funded = await look()
    expect(funded.code).toBe(0)
    expect(funded.stdout).toContain('pays no more for gas than what a transaction moves, with ETH at ')
    expect(funded.stdout).toMatch(/ok +has 1 ETH for gas, at today's price enough for \d+ transactions of 500000 gas/)
    expect(funded.stdout).not.toContain('warn')
    await give(15n * 10n ** 14n)
    const low = await look()
    expect(low.code).toBe(0)
    expect(low.stdout).toMatch(
      /warn +has 0.0015 ETH for gas, .* enough for \d transactions .*: send some ETH to 0x.* soon/,
    )
    const json = JSON.parse((await runToEnd(['doctor', '--json'], place)).stdout)
    expect(json.keys).toMatchObject([
      { where: 'sandbox ethereum', address, findings: [{ ok: true, warning: true }, { ok: true }] },
    ])
  })

  test('a key for refunds is shown with what it has of each coin, and what it lacks', async () => {
    const key = randomBytes(32).toString('hex')
    const { address } = new Wallet(`0x${key}`)
    const refundKey = {
      file: 'refund-key',
      merchant: `mer_${'0'.repeat(26)}`,
      wallets: [createWallet()],
      maxPerDay: 100,
    }
    const { USDC, DAI } = devnet.networks.ethereum.coins
    const place = await withNetwork({ coins: { USDC, DAI }, refundKey })
    writeFileSync(join(place.cwd, 'refund-key'), key, { mode: 0o600 })
    await callRpc(devnet.networks.ethereum, 'anvil_setBalance', [address, `0x${(10n ** 18n).toString(16)}`])
    const empty = await runToEnd(['doctor'], place)
    expect([empty.code, empty.stderr]).toEqual([0, ''])
    expect(empty.stdout).toMatch(/ok +has 1 ETH for gas/)
    for (const coin of ['USDC', 'DAI']) {
      const lacks = `has 0\\.000000 ${coin} for refunds: none in ${coin} can be paid, send some to ${address}`
      expect(empty.stdout).toMatch(new RegExp(`warn +${lacks}`))
    }
    await devnet.payer.send({ network: 'ethereum', cryptocurrency: 'DAI', to: address, amount: 12_500_000n })
    await mine(devnet.networks.ethereum, 1)
    const json = JSON.parse((await runToEnd(['doctor', '--json'], place)).stdout)
    expect(json.keys).toMatchObject([
      {
        address,
        findings: [{ ok: true }, { ok: true, warning: true }, { ok: true, text: 'has 12.500000 DAI for refunds' }],
      },
    ])
  })

  test('a configuration that cannot be read: 1', async () => {
    const folder = createTemporaryFolder()
    writeFileSync(join(folder, 'crypto-checkout.config.json'), '{"sandbx": {}}')
    const { code, stdout, stderr } = await runToEnd(['doctor'], { cwd: folder })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('did you mean sandbox?')
  })
})

describe('faucet', () => {
  test("gives coins on a running server's local network, and says so where there is none", async () => {
    const data = createTemporaryFolder()
    const address = createWallet()
    const nobody = await runToEnd(['faucet', address, '--data', data])
    expect(nobody).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('No server with local networks'),
    })
    const local = await startServer(['--port', '0', '--data', data])
    const faucetRun = await runToEnd(['faucet', address, '--amount', '12.5', '--data', data])
    expect([faucetRun.code, faucetRun.stderr]).toEqual([0, ''])
    expect(faucetRun.stdout).toBe(
      `${address} has 12.5 USDC, USDT, DAI more on ethereum, polygon, and 1 coin for gas.\n`,
    )
    const { coins } = devnet.networks.ethereum
    const balances = async (name: string) => {
      const [, rpcUrl = ''] = new RegExp(`Local ${name} +(\\S+)`).exec(local.stdout) ?? []
      const network = { ...devnet.networks.ethereum, rpcUrl }
      return Promise.all([coins.USDC, coins.USDT, coins.DAI].map((coin) => readBalance(network, address, coin.address)))
    }
    const all = [12_500_000n, 12_500_000n, 12_500_000_000_000_000_000n]
    expect([await balances('Ethereum'), await balances('Polygon')]).toEqual([all, all])
    const one = await runToEnd(['faucet', address, '--coin', 'usdt', '--network', 'polygon', '--data', data])
    expect([one.code, one.stdout]).toEqual([0, `${address} has 1000 USDT more on polygon, and 1 coin for gas.\n`])
    const more = [12_500_000n, 1_012_500_000n, 12_500_000_000_000_000_000n]
    expect([await balances('Ethereum'), await balances('Polygon')]).toEqual([all, more])
    expect(await runToEnd(['faucet', '0x123', '--data', data])).toMatchObject({ code: 2 })
    expect(await runToEnd(['faucet', address, '--amount', '0', '--data', data])).toMatchObject({ code: 2 })
    expect(await runToEnd(['faucet', address, '--coin', 'SHIB', '--data', data])).toMatchObject({ code: 2 })
    local.signal('SIGTERM')
    expect(await local.ended).toBe(0)
    const stopped = await runToEnd(['faucet', address, '--data', data])
    expect(stopped).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('does not answer') })
  })
})

describe('refunds', () => {
  test('are made, listed and cancelled, and say what has to happen', async () => {
    const pair = await newKey()
    const payment = (await call<Payment>(pair, 'POST', '/payments', order(createWallet()))).body
    await pay(devnet, payment)
    await mine(devnet.networks.ethereum, 4)
    await pollUntil(
      async () => (await call<Payment>(pair, 'GET', `/payments/${payment.id}`)).body,
      ({ status }) => status === 'completed',
      HTTP_POLL_MS,
    )
    const refundRun = await run('refunds', 'create', payment.id, '--amount', '2')
    expect(refundRun.stdout).toMatch(
      /^2\.000000 USDC on ethereum: re_\w+\nSend this page to the payer .* http\S+\/refund\/\S{43}\n$/,
    )
    const signed = await json<Refund>('refunds', 'create', payment.id, '--to', createWallet(), '--reason', 'too small')
    expect(signed).toMatchObject({ status: 'pending', reason: 'too small', nextAction: { type: 'sign' } })
    expect((await json<List<Refund>>('refunds', 'list', payment.id)).data.map(({ id }) => id)[0]).toBe(signed.id)
    expect((await run('refunds', 'list')).stdout).toContain('(asking the payer)')
    expect((await run('refunds', 'cancel', signed.id)).stdout).toBe(`${signed.id}: cancelled.\n`)
    const more = await run('refunds', 'create', payment.id, '--amount', '1')
    expect(more).toMatchObject({ code: 1, stderr: expect.stringContaining('GET /refunds') })
    expect(await run('refunds', 'create', payment.id, '--amount', 'all')).toMatchObject({ code: 2 })
    expect(await run('refunds', 'create')).toMatchObject({ code: 2 })
  })
})

describe('usage', () => {
  /** Prints what a process would print, without starting one for each command. */
  async function inProcess(...words: string[]) {
    const out = vi.spyOn(console, 'log').mockReturnValue()
    const err = vi.spyOn(console, 'error').mockReturnValue()
    const code = await runCommand(words)
    const [stdout = '', stderr = ''] = [out, err].map((spy) => spy.mock.calls.map((line) => `${line[0]}\n`).join(''))
    vi.restoreAllMocks()
    return { code, stdout, stderr }
  }

  test('every command explains itself, and so does the whole', async () => {
    const overview = await run('--help')
    expect(overview).toMatchObject({ code: 0, stderr: '' })
    expect(await inProcess()).toEqual(overview)
    expect(await run('--version')).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' })
  })

  test('what is not understood: 2, in one line that names what was meant', async () => {
    expect(await run('statr', '--port', '0')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'There is no command "statr": did you mean start?\nSee crypto-checkout --help\n',
    })
  })

  test.each([
    [['keys', 'create', '--environment', 'sandbox', '--name', ' ']],
    [['merchants', 'create', '--name', ' ']],
    [['merchants', 'create', '--name', 'Shop', '--accent', 'green']],
    [['merchants', 'update']],
    [['merchants', 'update', '--name', '']],
    [['merchants', 'update', '--accent', '#0a7']],
  ])('%j: 2, on standard error only', async (words) => {
    const { code, stdout, stderr } = await inProcess(...words)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr.split('\n')).toEqual([expect.any(String), `See crypto-checkout ${words[0]} ${words[1]} --help`, ''])
  })
})

function writeSqlite(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}
