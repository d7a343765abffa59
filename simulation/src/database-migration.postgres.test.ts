import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { queueMonthlyReports } from '../../packages/core/src/reports/monthly.ts'
import { backupStorage } from '../../packages/core/src/storage/backup.ts'
import type { Storage, Tx } from '../../packages/core/src/storage/database.ts'
import { FIRST_VERSION, listSteps, postgresProfile, SCHEMA_VERSION } from '../../packages/core/src/storage/migrate.ts'
import { openStorage } from '../../packages/core/src/storage/open.ts'
import { restoreStorage } from '../../packages/core/src/storage/restore.ts'
import { openAuthenticator } from '../../packages/core/src/testing/authenticator.ts'
import { type Dump, dumpDatabase } from '../../packages/core/src/testing/dump.ts'
import {
  createTransferFor,
  FakeClock,
  openSqlite,
  TEST_WALLET,
  testCheckout,
} from '../../packages/core/src/testing/index.ts'
import { logos } from '../../packages/core/src/testing/logos.ts'
import { addPerson, confirmAddresses, invite, OWN_ORIGIN } from '../../packages/core/src/testing/people.ts'
import { createDatabaseUrl, createFolder } from '../../packages/core/src/testing/places.ts'
import { openRelaying } from '../../packages/core/src/testing/relaying.ts'
import { createScriptedAccount } from '../../packages/core/src/testing/scripted-event.ts'
import { ScriptedLedger } from '../../packages/core/src/testing/scripted-ledger.ts'
import { connectionRequest, connectShop, openShop } from '../../packages/core/src/testing/shop.ts'
import { runOnce } from '../../packages/core/src/testing/storage.ts'
import { queueNotifications } from '../../packages/core/src/users/notifications/queue.ts'
import { watchChanges } from './changes.ts'
import { takeStep } from './simulate.ts'
import { World } from './world.ts'

const STEPS = 700

/**
 * A simulated world with merchants, payers and faults, in mid-course: two networks, refunds, settlements, webhooks,
 * deposits.
 */
async function simulated(file: string): Promise<void> {
  const world = await World.open(7)
  await watchChanges(world.storage.db)
  // A backup that is put back is another storage.
  const hasRow = async (table: 'sweeps' | 'stray_dust') =>
    (await world.storage.db.selectFrom(table).selectAll().limit(1).execute()).length > 0
  const isLived = async () => (await hasRow('sweeps')) && (await hasRow('stray_dust'))
  for (let step = 0; step < STEPS || !(await isLived()); step++) await takeStep(world)
  await world.storage.db.executeQuery(CompiledQuery.raw('vacuum into ?', [file]))
  await world.close()
}

const odd = {
  unicode: 'Zoë 🧾 \u{10FFFF} عربى \u202E',
  quotes: `"{a,b}" \\ 'NULL' {} \r\n\t`,
  null: 'NULL',
  long: 'é'.repeat(200),
}

/** Payments with memos and methods, a sponsored transfer, and rows that only they have. */
async function onStellar(file: string): Promise<void> {
  const clock = new FakeClock()
  const USDC = { code: 'USDC', issuer: createScriptedAccount(3) }
  const USDT = { ...USDC, code: 'USDT' }
  const ledger = new ScriptedLedger({ passphrase: 'Scripted', startTime: clock.now(), assets: [USDC, USDT] })
  const stellar = {
    ...{ networkPassphrase: 'Scripted', coins: { USDC, USDT }, rpcUrls: ['http://127.0.0.1:8/rpc'] },
    horizonUrls: ['http://127.0.0.1:8'],
  }
  const options = { sandbox: { networks: { stellar } }, production: { networks: {} } }
  const shop = await testCheckout(options, { clock, ledger, storage: openSqlite({ path: file }) })
  const input = { network: 'stellar', merchantWallet: createScriptedAccount(1), metadata: odd }
  const create = () => shop.create({ ...input, alternatives: 'all' })
  const payments = [await create(), await create()]
  const [paid, other] = payments
  await shop.checkout.sandbox.payments.choose(other?.id ?? '', { cryptocurrency: 'USDT', network: 'stellar' })
  const payment = { asset: USDC, from: createScriptedAccount(2), to: createScriptedAccount(1), stroops: 100_000_000n }
  clock.advance(5_000)
  ledger.close(clock.now(), [
    { ...payment, memo: paid?.memo ?? null },
    { ...payment, memo: `" \\ ,${odd.unicode}` },
  ])
  await shop.watch()
  const sponsored = {
    id: 'au_1',
    payment_id: paid?.id ?? '',
    environment: 'sandbox',
    network: 'stellar',
    chain: 'stellar:scripted',
    ...{ token: 'usdc', from_address: 'g1', to_address: 'g2', memo: '1', raw_amount: 7n, nonce: odd.unicode },
    ...{ amount: 2n ** 63n - 1n, due: 2n ** 53n + 1n, valid_until: 9, after_transfer: 1, signature: odd.quotes },
    family: 'stellar',
    state: 'used',
    ...{ identifier: null, reason: null, signer: 'g3', sequence: '4', envelope: odd.long, sent_hash: 'h' },
    ...{ sent_until: 8, hash: 'h', cost: 100n, created_at: 1, ended_at: 2 },
  } as const
  await shop.storage.transact((tx) => tx.insertInto('relays').values(sponsored).execute())
  clock.advance(1)
  const [settlement] = (await shop.checkout.sandbox.settlements.create()).data
  await shop.storage.transact((tx) => insertConverted(tx, settlement?.id ?? ''))
  await shop.stop()
}

/** A settlement whose money was burned, and has arrived. */
async function insertConverted(tx: Tx, settlement_id: string): Promise<void> {
  const { merchant_id, livemode } = await tx.selectFrom('settlements').selectAll().executeTakeFirstOrThrow()
  const at = { chain: 'eip155:137', account: '0xa1' } as const
  const to = {
    to_network: 'base',
    to_chain: 'eip155:8453',
    to_token: '0x2',
    recipient: '0xa3',
    wallet: '0xa4',
  } as const
  const account = { ...at, ...to, merchant_id, livemode, network: 'polygon', token: '0x1', terms: odd.quotes } as const
  await tx.insertInto('converters').values({ chain: at.chain, deployed_at: 1 }).execute()
  await tx
    .insertInto('conversion_accounts')
    .values({ ...account, read_until: Number.MAX_SAFE_INTEGER, read_once: 2, due_at: 3, send_id: 7, created_at: 1 })
    .execute()
  const amount = 2n ** 63n - 1n
  await tx
    .insertInto('conversions')
    .values({ ...at, settlement_id, amount, placed: amount, from_block: 1, created_at: 2, ended_at: 3 })
    .execute()
  const exit = {
    ...at,
    tx_hash: '0xb1',
    log_index: 4,
    state: 'delivered',
    left_amount: amount,
    placed: amount,
  } as const
  const end = { message: odd.long, attestation: odd.null, nonce: '0xb2', arrived: 0n, arrived_hash: '0xb3' } as const
  const { seq } = await tx
    .insertInto('exits')
    .values({ ...exit, ...end, block_number: 5, block_time: 6, due_at: 7, asked: 8, attested_at: 9, arrived_time: 10 })
    .returning('seq')
    .executeTakeFirstOrThrow()
  await tx.insertInto('exit_shares').values({ exit: seq, settlement_id, amount, placed_before: 0n }).execute()
  const early = { ...at, nonce: '0xb2', send_id: 7, settlement_id, amount, created_at: 2 }
  await tx.insertInto('early_deliveries').values(early).execute()
}

/** A logo, a payment link, payers' authorizations and reports, listeners' positions, and integers at both limits. */
async function signedFor(file: string): Promise<void> {
  const { shop, authorize, finish } = await openRelaying({}, { storage: openSqlite({ path: file }) })
  const key = await shop.makeKey('sandbox', ['merchant:write', 'payment_links:write'])
  expect((await shop.request('PATCH', '/sandbox/v1/merchant', { key, body: { logo: logos.png } })).status).toBe(200)
  const link = {
    amount: 12.5,
    currency: 'USD',
    cryptocurrency: 'USDC',
    network: 'ethereum',
    merchantWallet: TEST_WALLET,
  }
  const body = { ...link, title: 'Donation', metadata: odd }
  expect((await shop.request('POST', '/sandbox/v1/payment_links', { key, body })).status).toBe(201)
  await authorize(await shop.create({ metadata: odd }))
  await finish()
  const { id } = await shop.create({ amount: 1_000_000 })
  const report = { hash: `0x${'ab'.repeat(32)}`, from: `0x${'cd'.repeat(20)}` }
  await shop.request('POST', `/pay/${id.slice(4)}/transactions`, { key: null, body: report })
  await shop.storage.transact(async (tx) => {
    const merchant = await tx.selectFrom('merchants').select('id').executeTakeFirstOrThrow()
    const place = {
      name: 'books',
      merchant_id: merchant.id,
      livemode: false,
      sequence: Number.MAX_SAFE_INTEGER,
    } as const
    await tx.insertInto('listeners').values(place).execute()
    const common = {
      merchant_id: merchant.id,
      livemode: false,
      term: odd.unicode,
      payments: Number.MAX_SAFE_INTEGER,
    } as const
    await tx.insertInto('search_tallies').values(common).execute()
    const request = { id: 'req_1', created_at: 1, method: 'POST', path: '/v1/payments', status: 400, code: odd.null }
    const sender = {
      merchant_id: merchant.id,
      livemode: false,
      actor: 'key_1',
      address: '192.0.2.1',
      duration_ms: 5,
    } as const
    await tx
      .insertInto('request_log')
      .values({ ...request, ...sender })
      .execute()
    for (const [index, amount] of [2n ** 63n - 1n, 2n ** 53n + 1n, 0n].entries()) {
      const held = { chain: 'eip155:1', token: '0x1', address: '0x2', payment_id: id, released_at: null, current: null }
      await tx
        .insertInto('reservations')
        .values({ ...held, amount, reserved_at: -index })
        .execute()
    }
  })
  await shop.stop()
}

/** People who sign in, by every way there is, e-mails that wait for them and for a customer, a webhook, and a shop system. */
async function usedByPeople(file: string): Promise<void> {
  const smtp = { host: '127.0.0.1', port: 9, security: 'none', from: 'checkout@example.com' } as const
  const shop = await openShop({ dashboard: true, smtp }, { storage: openSqlite({ path: file }) })
  const ann = await addPerson(shop, { role: 'owner' })
  const authenticator = openAuthenticator(OWN_ORIGIN)
  const { body: options } = await ann.browser.ask('POST', '/passkeys/options')
  const passkey = authenticator.register(options)
  expect((await ann.browser.ask('POST', '/passkeys', { passkey, name: 'Zoë 🧾 عربى' })).status).toBe(200)
  const { body: challenge } = await ann.browser.ask('POST', '/sign_in/passkey/options')
  const signedIn = await ann.browser.ask('POST', '/sign_in/passkey', { passkey: authenticator.sign(challenge, {}) })
  expect(signedIn.status).toBe(200)
  const wrong = { email: 'ann@example.com', password: 'not the password', code: '000000' }
  expect((await ann.browser.ask('POST', '/sign_in', wrong)).status).toBe(401)
  await invite(shop, { email: 'bob@example.com', role: 'cashier' })
  const body = { url: 'https://shop.example.com/hook', description: 'Zoë 🧾 عربى' }
  expect((await shop.request('POST', '/sandbox/v1/webhooks', { body })).status).toBe(201)
  await connectShop(shop, { ...connectionRequest, clientName: 'Zoë 🧾 عربى' })
  const { id: merchant } = await shop.checkout.merchant.retrieve()
  expect((await ann.browser.ask('POST', '/notifications/code', { merchant, language: 'de' })).status).toBe(200)
  await confirmAddresses(shop)
  const choice = { merchant, livemode: false, kinds: ['payment_completed', 'monthly_report'], language: 'de' }
  expect((await ann.browser.ask('POST', '/notifications', choice)).status).toBe(200)
  await shop.settle()
  await shop.checkout.sandbox.merchant.updateSettings({ customerReceipts: 'given' })
  const customer = { customerEmail: 'Zoë@müller.example', customerLanguage: 'ar' }
  shop.mine([createTransferFor(await shop.create({ reference: 'Zoë 🧾', ...customer }))])
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.settle()
  await queueNotifications(shop.checkout.context)
  shop.clock.jump(31 * 86_400_000)
  expect(await queueMonthlyReports(shop.checkout.context, '')).toEqual({ last: null, defects: [] })
  await shop.stop()
}

const numbersOf = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare(`select name, seq from sqlite_sequence where name <> 'restores' order by name`).all()
  database.close()
  return rows
}

const ofTheMoment = ['leases', 'permits']

/** A restore records itself, and holds the refunds that a wallet may have paid since the backup. */
const withoutMarks = (dump: Dump): Dump => ({
  ...dump,
  restores: [],
  refunds: dump.refunds?.map((row) => ({ ...row, held_for: null })) ?? [],
})

test('what shops have lived through arrives on PostgreSQL, and back on SQLite, as it was to the last value', async () => {
  const folder = createFolder()
  const seen = new Set<string>()
  for (const fill of [simulated, onStellar, signedFor, usedByPeople]) {
    const paths = ['before', 'there', 'copied', 'back', 'after'].map((name) => join(folder, `${fill.name}-${name}.db`))
    const [before = '', there = '', , back = '', after = ''] = paths
    await fill(before)
    const original = await dumpDatabase(`sqlite:${before}`)
    await backupStorage(`sqlite:${before}`, there)
    const url = await createDatabaseUrl()
    await restoreStorage(there, url, folder)
    expect(withoutMarks(await dumpDatabase(url))).toEqual(withoutMarks(original))
    await backupStorage(url, back)
    await restoreStorage(back, `sqlite:${after}`, folder)
    expect(withoutMarks(await dumpDatabase(`sqlite:${after}`))).toEqual(withoutMarks(original))
    expect(numbersOf(after)).toEqual(numbersOf(before))
    for (const [table, rows] of Object.entries(original)) if (rows.length > 0) seen.add(table)
  }
  const all: (keyof Dump)[] = Object.keys(await dumpDatabase(await createDatabaseUrl()))
  expect(all.filter((table) => !seen.has(table)).toSorted()).toEqual(ofTheMoment)
})

test('what servers hold for the moment stays behind', async () => {
  const folder = createFolder()
  const url = await createDatabaseUrl()
  await runOnce(
    url,
    `insert into leases values ('ethereum', 'node-1', 7, '', 1, 2);
     insert into permits (account, permits, taken_at) values ('mer_1', 5, 1);
     insert into delivery_lanes values ('one', 5, 'node-1', 9000000000000, null), ('two', 6, null, null, 7)`,
  )
  const file = join(folder, 'backup.db')
  await backupStorage(url, file)
  const target = await createDatabaseUrl()
  await restoreStorage(file, target, folder)
  const { leases, permits, delivery_lanes } = await dumpDatabase(target)
  expect([leases, permits]).toEqual([[], []])
  // The last holder stays on record, and any node may take the lane.
  expect(delivery_lanes).toEqual([
    { lane: 'one', due_at: 5n, holder: 'node-1', held_until: 0n, reported_at: null },
    { lane: 'two', due_at: 6n, holder: null, held_until: null, reported_at: 7n },
  ])
})

test('a database on which a server runs is refused with that reason', async () => {
  const folder = createFolder()
  const source = await createDatabaseUrl()
  const file = join(folder, 'backup.db')
  await backupStorage(source, file)
  const target = await createDatabaseUrl()
  await runOnce(target, `insert into leases values ('ethereum', 'node-1', 7, '', 1, 9000000000000)`)
  await expect(restoreStorage(file, target, folder)).rejects.toThrow(/there are leases in it, and a server runs on it/)
})

test('a backup of a database that is written shows one moment of it, and disturbs nobody', async () => {
  const folder = createFolder()
  const url = await createDatabaseUrl()
  const [one, other] = [openStorage(url, 'run'), openStorage(url, 'run')]
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()])
  })
  await one.transact(async (tx) => {
    const merchant = { name: 'A', plan: 'starter', created_at: 0 } as const
    await tx
      .insertInto('merchants')
      .values(['mer_1', 'mer_2'].map((id) => ({ ...merchant, id })))
      .execute()
  })
  let enough = false
  let written = 0
  /** Writes one more event, and counts it in tables whose names come before and after that of events. */
  const write = async (storage: Storage, id: string) => {
    for (let sequence = 1; !enough; sequence++) {
      const ownEvent = { merchant_id: id, livemode: false, type: 'payment.created' } as const
      await storage.transact(async (tx) => {
        await tx.updateTable('merchants').set({ sandbox_sequence: sequence }).where('id', '=', id).execute()
        await tx
          .insertInto('events')
          .values({ ...ownEvent, sequence, id: `${id}${sequence}`, created_at: 1, object: '{}' })
          .execute()
        await tx.deleteFrom('webhook_places').where('merchant_id', '=', id).execute()
        await tx.insertInto('webhook_places').values({ merchant_id: id, livemode: false, sequence }).execute()
      })
      written++
    }
  }
  const writing = [write(one, 'mer_1'), write(other, 'mer_2')]
  onTestFinished(async () => {
    enough = true
    await Promise.all(writing)
  })
  let last = 0
  for (let copy = 0; copy < 5; copy++) {
    const file = join(folder, `${copy}.db`)
    await expect.poll(() => written).toBeGreaterThan(last)
    await backupStorage(url, file)
    const { merchants = [], events = [], webhook_places = [] } = await dumpDatabase(`sqlite:${file}`)
    for (const { id, sandbox_sequence } of merchants) {
      expect(events.filter(({ merchant_id }) => merchant_id === id)).toHaveLength(Number(sandbox_sequence))
      const place = webhook_places.find(({ merchant_id }) => merchant_id === id)?.sequence ?? 0n
      expect(place).toBe(sandbox_sequence)
    }
    expect(events.length).toBeGreaterThan(last)
    last = events.length
  }
})

test('a database of an older release is copied as it is, and one without tables or of a newer release is refused', async () => {
  const folder = createFolder()
  const url = await createDatabaseUrl()
  await runOnce(url, `update schema_version set version = ${SCHEMA_VERSION + 1}`)
  await expect(backupStorage(url, join(folder, 'newer.db'))).rejects.toThrow('use a newer release')
  await runOnce(url, 'drop schema public cascade; create schema public')
  await expect(backupStorage(url, join(folder, 'none.db'))).rejects.toThrow('there is no database')
  const [first] = listSteps(0)
  await runOnce(
    url,
    `create table schema_version (version bigint); insert into schema_version values (${FIRST_VERSION});
    ${postgresProfile.migration(first?.up ?? '')}`,
  )
  await runOnce(url, `insert into merchants (seq, id, name, plan, created_at) values (3, 'mer_1', 'Old', 'starter', 5)`)
  const file = join(folder, 'old.db')
  await backupStorage(url, file)
  const target = await createDatabaseUrl()
  expect(await restoreStorage(file, target, folder)).toMatchObject({ version: FIRST_VERSION })
  expect((await dumpDatabase(target)).merchants).toMatchObject([{ seq: 3n, id: 'mer_1' }])
})

test('a database without tables gets them', async () => {
  const folder = createFolder()
  const file = join(folder, 'backup.db')
  const source = `sqlite:${join(folder, 'checkout.db')}`
  const shop = await testCheckout({}, { storage: openSqlite({ path: join(folder, 'checkout.db') }) })
  await shop.create()
  await shop.stop()
  await backupStorage(source, file)
  const url = await createDatabaseUrl()
  await runOnce(url, 'drop schema public cascade; create schema public')
  await restoreStorage(file, url, folder)
  expect(withoutMarks(await dumpDatabase(url))).toEqual(await dumpDatabase(source))
})
