import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { isOnPostgres, testDatabase } from '../testing/storage.ts'
import { type Db, pipeline, type Storage, type Tx } from './database.ts'
import { openStorage } from './open.ts'
import { prepareInsert, prepareQuery, prepareSums } from './prepared.ts'

/** These tests hold for every database. */
const kinds = isOnPostgres() ? (['postgres'] as const) : (['file', 'memory'] as const)
const onEach = test.each<'postgres' | 'file' | 'memory'>(kinds)
const onEachThatSeveralOpen = test.each<'postgres' | 'file' | 'memory'>(isOnPostgres() ? ['postgres'] : ['file'])

const opened: Storage[] = []
const removals: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close().catch(() => {})
  for (const remove of removals.splice(0)) await remove()
})

async function newUrl(kind: string): Promise<string> {
  if (kind === 'memory') return 'sqlite::memory:'
  const { url, remove } = await testDatabase()
  removals.push(remove)
  return url
}

function open(url: string): Storage {
  const storage = openStorage(url, 'run')
  opened.push(storage)
  return storage
}

const openNew = async (kind: string) => open(await newUrl(kind))

async function addMerchant(tx: Tx, id: string): Promise<number> {
  const row = { id, name: id, plan: 'starter', created_at: 1 } as const
  return (await tx.insertInto('merchants').values(row).returning('seq').executeTakeFirstOrThrow()).seq
}

async function merchants(db: Db): Promise<string[]> {
  return (await db.selectFrom('merchants').select('id').orderBy('seq').execute()).map((row) => row.id)
}

/** Only the amount of a transfer's row matters here. */
function transferRow(id: string, amount: bigint) {
  const chain = { chain: 'eip155:1', network: 'ethereum', cryptocurrency: 'USDC', token: '0x1' } as const
  const place = { block_number: 1, block_hash: '0x1', block_time: 1, log_index: 0, seen_at: 1, final_at: null }
  const identity = { tx_hash: id, from_address: '0x2', to_address: '0x3', raw_amount: amount, ordinal: 0 }
  const owner = { payment_id: null, merchant_id: null, livemode: false, state: 'seen' } as const
  return { id, amount, ...chain, ...place, ...identity, ...owner }
}

const addMerchants = prepareInsert('merchants')
const toMerchantRow = (id: string) => ({ id, name: id, plan: 'starter', created_at: 1 }) as const

onEach('rows that are written in one way are written in their order, however many they are (%s)', async (kind) => {
  const storage = await openNew(kind)
  const counts = [0, 1, 2, 31, 32, 33, 70, 1]
  const rows = counts.map((count, call) => Array.from({ length: count }, (_, n) => ({ id: `m_${call}_${n}` })))
  for (const some of rows)
    await storage.transact((tx) =>
      addMerchants(
        tx,
        some.map(({ id }) => toMerchantRow(id)),
      ),
    )
  expect(await merchants(storage.db)).toEqual(rows.flat().map(({ id }) => id))
})

onEach('rows that are written together give the same columns, in any order (%s)', async (kind) => {
  const storage = await openNew(kind)
  const [first, second] = [toMerchantRow('mer_1'), { created_at: 2, plan: 'starter', name: 'b', id: 'mer_2' }] as const
  await storage.transact((tx) => addMerchants(tx, [first, second]))
  const unlike = [toMerchantRow('mer_3'), { ...toMerchantRow('mer_4'), accent: '000000' }]
  const message = 'rows inserted together into merchants give different columns'
  await expect(storage.transact((tx) => addMerchants(tx, unlike))).rejects.toThrow(message)
  await expect(storage.transact((tx) => addMerchants(tx, unlike.toReversed()))).rejects.toThrow(message)
  expect(await merchants(storage.db)).toEqual(['mer_1', 'mer_2'])
})

onEach('a row with a property that is no column is refused, by the types and by the database (%s)', async (kind) => {
  const storage = await openNew(kind)
  const row = { ...toMerchantRow('mer_1'), colour: 'red' }
  // @ts-expect-error: no such column
  const written = storage.transact((tx) => addMerchants(tx, [row]))
  await expect(written).rejects.toThrow(/colour/)
  const { plan: _, ...short } = toMerchantRow('mer_1')
  // @ts-expect-error: the plan is missing
  await expect(storage.transact((tx) => addMerchants(tx, [short]))).rejects.toThrow(/plan/)
})

const addUsage = prepareSums('payment_usage', ['merchant_id', 'livemode'], ['open_payments', 'text_bytes'])

onEach('sums are added to those of the same key (%s)', async (kind) => {
  const storage = await openNew(kind)
  await storage.transact((tx) => addMerchant(tx, 'mer_1'))
  const row = { merchant_id: 'mer_1', livemode: true, open_payments: 2, text_bytes: 30 }
  await storage.transact((tx) => addUsage(tx, [row, { ...row, livemode: false }]))
  await storage.transact((tx) => addUsage(tx, [{ ...row, open_payments: -1 }]))
  const rows = await storage.db.selectFrom('payment_usage').selectAll().orderBy('open_payments').execute()
  expect(rows).toEqual([
    { ...row, open_payments: 1, text_bytes: 60 },
    { ...row, livemode: false },
  ])
})

onEach(
  'of statements that are sent together one that fails undoes all, and none goes on in the work that follows (%s)',
  async (kind) => {
    const storage = await openNew(kind)
    const inTwoSteps = async (tx: Tx) => {
      await addMerchant(tx, 'mer_2')
      await addMerchant(tx, 'mer_3')
    }
    const failed = storage.transact((tx) =>
      pipeline([addMerchant(tx, 'mer_1'), addMerchant(tx, 'mer_1'), inTwoSteps(tx).catch(() => inTwoSteps(tx))]),
    )
    const following = storage.transact(async (tx) => {
      for (let turn = 0; turn < 20; turn++) await merchants(tx)
      return pipeline([addMerchant(tx, 'mer_4'), merchants(tx)])
    })
    await expect(failed).rejects.toThrow(/unique/i)
    expect((await following)[1]).toEqual(['mer_4'])
    expect(await merchants(storage.db)).toEqual(['mer_4'])
  },
)

onEach('work that throws leaves nothing and harms nobody in its group (%s)', async (kind) => {
  const storage = await openNew(kind)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 150 }), async (fails) => {
      await storage.transact((tx) => tx.deleteFrom('merchants').execute())
      const results = await Promise.allSettled(
        fails.map((fail, index) =>
          storage.transact(async (tx) => {
            await addMerchant(tx, `mer_${index}`)
            if (fail) throw new Error(`refused ${index}`)
            return index
          }),
        ),
      )
      const expected = fails.map((fail, index) =>
        fail ? { status: 'rejected', reason: new Error(`refused ${index}`) } : { status: 'fulfilled', value: index },
      )
      expect(results).toEqual(expected)
      expect(await merchants(storage.db)).toEqual(fails.flatMap((fail, index) => (fail ? [] : [`mer_${index}`])))
    }),
    { numRuns: 15 },
  )
})

onEach(
  'work runs first come first served, one piece after the other, and sees what earlier pieces wrote (%s)',
  async (kind) => {
    const storage = await openNew(kind)
    const order: number[] = []
    let inside = 0
    const seen = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        storage.transact(async (tx) => {
          expect(++inside).toBe(1)
          order.push(index)
          await addMerchant(tx, `mer_${index}`)
          await new Promise(setImmediate)
          const { length } = await merchants(tx)
          inside -= 1
          return length
        }),
      ),
    )
    expect(order).toEqual(seen.map((_, index) => index))
    expect(seen).toEqual(order.map((index) => index + 1))
  },
)

onEachThatSeveralOpen('a statement that fails undoes its own piece of work only (%s)', async (kind) => {
  const storage = await openNew(kind)
  const results = await Promise.allSettled([
    storage.transact((tx) => addMerchant(tx, 'mer_1')),
    storage.transact(async (tx) => {
      await addMerchant(tx, 'mer_2')
      await addMerchant(tx, 'mer_1')
    }),
    storage.transact((tx) => addMerchant(tx, 'mer_3')),
  ])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await merchants(storage.db)).toEqual(['mer_1', 'mer_3'])
})

onEach('nobody reads what is not committed (%s)', async (kind) => {
  const storage = await openNew(kind)
  let reading: Promise<string[]> = Promise.resolve([])
  await storage
    .transact(async (tx) => {
      await addMerchant(tx, 'mer_1')
      reading = merchants(storage.db)
      await new Promise((resolve) => setTimeout(resolve, 5))
      throw new Error('undone')
    })
    .catch(() => {})
  expect(await reading).toEqual([])
})

test.skipIf(isOnPostgres())(
  'in memory a reader waits for what is being committed, and not for what comes next',
  async () => {
    const storage = await openNew('memory')
    let [reading, next]: Promise<unknown>[] = []
    await storage.transact(async (tx) => {
      reading = merchants(storage.db)
      next = storage.transact((later) => addMerchant(later, 'mer_2'), 'background')
      await addMerchant(tx, 'mer_1')
    })
    expect(await reading).toEqual(['mer_1'])
    await next
    expect(await merchants(storage.db)).toEqual(['mer_1', 'mer_2'])
  },
)

onEachThatSeveralOpen('readers are not held up by a transaction (%s)', async (kind) => {
  const storage = await openNew(kind)
  await storage.transact(async (tx) => {
    await addMerchant(tx, 'mer_1')
    expect(await merchants(storage.db)).toEqual([])
    expect(await merchants(tx)).toEqual(['mer_1'])
  })
  expect(await merchants(storage.db)).toEqual(['mer_1'])
})

onEachThatSeveralOpen('a snapshot sees nothing that is committed after its first statement (%s)', async (kind) => {
  const storage = await openNew(kind)
  const count = async (db: Db) => (await db.selectFrom('merchants').select('id').execute()).length
  const seen = await storage.readSnapshot(async (db) => {
    const first = await count(db)
    await storage.transact((tx) => addMerchant(tx, 'mer_1'))
    return [first, await count(db), await count(storage.db)]
  })
  expect(seen).toEqual([0, 0, 1])
  expect(await storage.readSnapshot(count)).toBe(1)
})

onEach('more snapshots than there are connections wait for one another (%s)', async (kind) => {
  const storage = await openNew(kind)
  await storage.transact((tx) => addMerchant(tx, 'mer_1'))
  const read = () =>
    storage.readSnapshot(async (db) => {
      await new Promise(setImmediate)
      return (await db.selectFrom('merchants').select('id').execute()).length
    })
  expect(await Promise.all(Array.from({ length: 50 }, read))).toEqual(Array.from({ length: 50 }, () => 1))
})

onEach('a snapshot whose work throws gives its connection back (%s)', async (kind) => {
  const storage = await openNew(kind)
  for (let index = 0; index < 20; index++)
    await expect(storage.readSnapshot(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const read = (db: Db) => db.selectFrom('merchants').select('id').execute()
  expect(await storage.readSnapshot(read)).toEqual([])
})

onEachThatSeveralOpen('what was answered is there when the database is opened again (%s)', async (kind) => {
  const url = await newUrl(kind)
  const storage = open(url)
  await Promise.all(Array.from({ length: 100 }, (_, n) => storage.transact((tx) => addMerchant(tx, `mer_${n}`))))
  const copy = open(url)
  expect((await merchants(copy.db)).length).toBe(100)
  await storage.close()
  expect((await merchants(open(url).db)).length).toBe(100)
})

onEachThatSeveralOpen('closing waits for the work under way (%s)', async (kind) => {
  const url = await newUrl(kind)
  const storage = open(url)
  const working = storage.transact(async (tx) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return addMerchant(tx, 'mer_1')
  })
  await storage.close()
  expect(await working).toBe(1)
  expect(await merchants(open(url).db)).toEqual(['mer_1'])
})

test.each([0, 1])('work that comes after the closing is refused, not left waiting (%d done before)', async (done) => {
  const storage = await openNew(kinds[0])
  for (let n = 0; n < done; n++) await storage.transact((tx) => addMerchant(tx, `mer_before_${n}`))
  await storage.close()
  await expect(storage.transact((tx) => addMerchant(tx, 'mer_1'))).rejects.toThrow()
  await expect(storage.transact((tx) => addMerchant(tx, 'mer_2'))).rejects.toThrow()
})

/** Amounts in coins, of 64 bits, and in a chain's own units. */
const inCoins = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
  fc.nat().map(BigInt),
)
const MOST = 2n ** 256n - 1n
const inUnits = fc.oneof(
  inCoins,
  ...[2n ** 63n, 2n ** 64n, MOST - 3n].map((about) => fc.bigInt({ min: about - 3n, max: about + 3n })),
  fc.bigInt({ min: 0n, max: MOST }),
)

test('an amount of any size is read as it was written, by writers too', async () => {
  const storage = await openNew(kinds[0])
  let count = 0
  await fc.assert(
    fc.asyncProperty(inCoins, inUnits, async (amount, raw_amount) => {
      const id = `tr_${count + 1}`
      const values = { ...transferRow(id, amount), raw_amount }
      const row = await storage.transact((tx) =>
        tx.insertInto('transfers').values(values).returningAll().executeTakeFirstOrThrow(),
      )
      count += 1
      expect(row).toMatchObject({ id, amount, raw_amount, seq: count, block_number: 1 })
      const select = storage.db.selectFrom('transfers').selectAll().where('id', '=', id)
      for (const raws of [[raw_amount], [raw_amount, 0n, MOST]])
        expect(await select.where('raw_amount', 'in', raws).execute()).toEqual([row])
      expect(await select.where('raw_amount', '=', raw_amount).execute()).toEqual([row])
      expect(await select.where('raw_amount', '!=', raw_amount).execute()).toEqual([])
      expect(await select.where('raw_amount', '=', raw_amount + 1n).execute()).toEqual([])
    }),
  )
})

test('what gas costs may have 256 bits in each of its columns', async () => {
  const { db, transact } = await openNew(kinds[0])
  const place = {
    environment: 'sandbox',
    network: 'ethereum',
    chain: 'eip155:1',
    signer: '0x1',
    created_at: 1,
  } as const
  const send = { ...place, purpose: 'refund', subject: 're_1', to_address: '0x2', data: '0x', due_at: 1 } as const
  const { id: send_id } = await transact((tx) =>
    tx
      .insertInto('sends')
      .values({ ...send, least_gas: 0n, state: 'queued' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const attempt = { send_id, number: 1, hash: '0x3', raw: '0x4', signed_at: 1 }
  const zero = { gas_limit: 0n, max_fee: 0n, priority_fee: 0n }
  await transact((tx) =>
    tx
      .insertInto('send_attempts')
      .values({ ...attempt, ...zero })
      .execute(),
  )
  const costs = fc.record({ gas_used: inUnits, gas_price: inUnits, max_cost: fc.option(inUnits) })
  const limits = fc.record({ gas_limit: inUnits, max_fee: inUnits, priority_fee: inUnits })
  await fc.assert(
    fc.asyncProperty(costs, limits, async (cost, limit) => {
      await transact(async (tx) => {
        await tx.updateTable('sends').set(cost).execute()
        await tx.updateTable('send_attempts').set(limit).execute()
      })
      expect(await db.selectFrom('sends').selectAll().executeTakeFirst()).toMatchObject(cost)
      expect(await db.selectFrom('send_attempts').selectAll().executeTakeFirst()).toMatchObject(limit)
    }),
  )
})

test.each(['', ' ', '0x10', '1.5', '-', 'many'])('a text that is no amount is not read as one (%o)', async (text) => {
  const { db, transact } = await openNew(kinds[0])
  await transact((tx) => tx.insertInto('transfers').values(transferRow('tr_1', 1n)).execute())
  await transact((tx) => sql`update transfers set raw_amount = ${text}`.execute(tx))
  const select = db.selectFrom('transfers')
  expect(await select.select('amount').execute()).toEqual([{ amount: 1n }])
  await expect(select.select('raw_amount').execute()).rejects.toThrow('an amount that is no whole number')
})

test('an amount that is too large for its column is not written', async () => {
  const { db, transact } = await openNew(kinds[0])
  await transact((tx) => tx.insertInto('transfers').values(transferRow('tr_1', 1n)).execute())
  const write = transact((tx) =>
    tx
      .updateTable('transfers')
      .set({ amount: 2n ** 63n })
      .execute(),
  )
  await expect(write).rejects.toThrow()
  expect(await db.selectFrom('transfers').select('amount').execute()).toEqual([{ amount: 1n }])
})

const select = (db: Db) => db.selectFrom('transfers')
test.each<[string, (db: Db) => { compile(): unknown }]>([
  ['a column', (db) => select(db).select('amount as other')],
  ['a column of another table', (db) => select(db).select('transfers.raw_amount as other')],
  ['a sum', (db) => select(db).select((eb) => eb.fn.sum('amount').as('other'))],
  ['the least', (db) => select(db).select((eb) => eb.fn.min('amount').as('other'))],
  ['a sum or nothing', (db) => select(db).select((eb) => eb.fn.coalesce(eb.fn.sum('amount'), sql.lit(0)).as('other'))],
  ['a difference', (db) => select(db).select((eb) => eb('amount', '-', 1n).as('other'))],
  [
    'a case',
    (db) => select(db).select((eb) => eb.case().when('dust', '=', 1).then(eb.ref('amount')).end().as('other')),
  ],
  ['a subquery', (db) => select(db).select((eb) => eb.selectFrom('payments').select('due').limit(1).as('other'))],
  ['a column of a write', (db) => db.updateTable('transfers').set({ dust: 0 }).returning('amount as other')],
  ['SQL', (db) => select(db).select(sql`transfers.amount`.as('other'))],
  ['SQL of a sum', (db) => select(db).select(sql`(select coalesce(sum(t.amount), 0) from transfers t)`.as('other'))],
  ['SQL of a reference', (db) => select(db).select(sql`max(${sql.ref('amount')})`.as('other'))],
  ['a whole statement', (db) => ({ compile: () => sql`select sum(t.amount) as other from transfers t`.compile(db) })],
])('an amount has no name by which it would be a number: %s', async (_, build) => {
  const { db } = await openNew(kinds[0])
  expect(() => build(db).compile()).toThrow('a query must not call amounts other')
})

test('what follows from amounts and is none may have any name', async () => {
  const { db } = await openNew(kinds[0])
  const { sql: text } = select(db)
    .select((eb) => [eb.fn.count('amount').as('count'), eb('amount', '>', 1n).as('is_large')])
    .select((eb) => eb.fn.sum(eb.cast<number>('amount', 'double precision')).as('rounded'))
    .select((eb) => eb.case().when('amount', '>', 1n).then(1).else(0).end().as('flag'))
    .select(sql`case when transfers.amount > 1 then 1 else 0 end`.as('other_flag'))
    .select(sql`cast(amount as double precision)`.as('other_cast'))
    .compile()
  expect(text).toContain('other_cast')
})

test('amounts beyond a safe number are compared exactly', async () => {
  const storage = await openNew(kinds[0])
  const amount = 2n ** 53n
  await storage.transact(async (tx) => {
    for (const more of [0n, 1n, 2n])
      await tx
        .insertInto('transfers')
        .values(transferRow(`tr_${more}`, amount + more))
        .execute()
  })
  const found = await storage.db
    .selectFrom('transfers')
    .select('id')
    .where('amount', '=', amount + 1n)
    .execute()
  expect(found).toEqual([{ id: 'tr_1' }])
})

onEach('livemode is a boolean in rows and conditions, and a number in the tables (%s)', async (kind) => {
  const { db, transact } = await openNew(kind)
  const place = { merchant_id: 'mer_1', sequence: 1 }
  const rows = [true, false].map((livemode) => ({ ...place, livemode }))
  await transact((tx) => tx.insertInto('webhook_places').values(rows).execute())
  const select = db.selectFrom('webhook_places')
  for (const row of rows) {
    const { livemode } = row
    const together = select.selectAll().where((eb) => eb.and({ merchant_id: place.merchant_id, livemode }))
    expect(await select.selectAll().where('livemode', '=', livemode).execute()).toEqual([row])
    expect(await together.execute()).toEqual([row])
    // An index serves no `is`, and PostgreSQL has none for numbers.
    expect(together.compile().sql).not.toMatch(/ is /)
  }
  const kept = await select
    .select((eb) => eb.ref('livemode').as('kept'))
    .orderBy('kept')
    .execute()
  expect(kept).toEqual([{ kept: 0 }, { kept: 1 }])
})

onEach('amounts are bigints in rows and sums, and flags of the same name are not (%s)', async (kind) => {
  const { db, transact } = await openNew(kind)
  const row = { ...transferRow('tr_1', 5n), dust: 1 as const }
  const added = await transact((tx) => tx.insertInto('transfers').values(row).returningAll().executeTakeFirstOrThrow())
  const select = db.selectFrom('transfers')
  for (const read of [added, await select.selectAll().executeTakeFirst()])
    expect(read).toMatchObject({ amount: 5n, dust: 1, ordinal: 0 })
  const sum = (id: string) =>
    select.select((eb) => eb.fn.sum<bigint | null>('amount').as('amount')).where('id', '=', id)
  expect(await sum('tr_1').executeTakeFirst()).toEqual({ amount: 5n })
  expect(await sum('tr_2').executeTakeFirst()).toEqual({ amount: null })
})

test('a prepared query takes the values of each execution, fixed ones included', async () => {
  const storage = await openNew(kinds[0])
  const named = prepareQuery<{ id: string; from: number }>()((db, value) =>
    db
      .selectFrom('merchants')
      .select(['id', 'name'])
      .where('created_at', '>=', value.from)
      .where('plan', '=', 'starter')
      .where((eb) => eb.or([eb('id', '=', value.id), eb('name', '=', value.id)])),
  )
  await storage.transact(async (tx) => {
    await addMerchant(tx, 'mer_1')
    await addMerchant(tx, 'mer_2')
    expect(await named(tx, { id: 'mer_2', from: 0 })).toEqual([{ id: 'mer_2', name: 'mer_2' }])
  })
  expect(await named(storage.db, { id: 'mer_1', from: 1 })).toEqual([{ id: 'mer_1', name: 'mer_1' }])
  expect(await named(storage.db, { id: 'mer_1', from: 2 })).toEqual([])
  expect(await Promise.all(['mer_1', 'mer_2'].map((id) => named(storage.db, { id, from: 0 })))).toMatchObject([
    [{ id: 'mer_1' }],
    [{ id: 'mer_2' }],
  ])
})

test('a row number is never given twice', async () => {
  const storage = await openNew(kinds[0])
  const first = await storage.transact((tx) => addMerchant(tx, 'mer_1'))
  await storage.transact((tx) => tx.deleteFrom('merchants').execute())
  expect(await storage.transact((tx) => addMerchant(tx, 'mer_1'))).toBeGreaterThan(first)
})
