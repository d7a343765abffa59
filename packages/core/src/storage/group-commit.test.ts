import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import type { Tx, Urgency } from './database.ts'
import { type DeferredKind, deferWrite } from './deferred.ts'
import { createGroupCommit } from './group-commit.ts'

const MAX_GROUP = 64
const cleanups: (() => void)[] = []

afterEach(() => {
  for (const clean of cleanups.splice(0).reverse()) clean()
})

/** A group commit on real SQLite that records the statements around its transactions. Work uses `database` directly. */
function openWriter(kind: 'file' | 'memory' = 'file') {
  const folder = mkdtempSync(join(tmpdir(), 'group-commit-'))
  const path = kind === 'file' ? join(folder, 'checkout.db') : ':memory:'
  const database = new DatabaseSync(path)
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  cleanups.push(() => database.close())
  database.exec('pragma journal_mode = wal; pragma foreign_keys = on; create table notes (n integer primary key)')
  database.exec('create table links (n integer references notes (n) deferrable initially deferred)')
  const framed: string[] = []
  const executor = { adapter: {} }
  const tx = { getExecutor: () => executor } as unknown as Tx
  const group = createGroupCommit({
    // Work in these tests uses the database directly.
    tx,
    execute(sql) {
      framed.push(sql)
      database.exec(sql)
    },
  })
  const add = (n: number) => {
    // As the statements of a transaction do.
    if (!database.isTransaction) throw new Error('the transaction has been rolled back')
    database.exec(`insert into notes values (${n})`)
  }
  const notes = (from = database) =>
    from
      .prepare('select n from notes order by n')
      .all()
      .map((row) => Number(row.n))
  const transactions = () => framed.filter((sql) => sql === 'commit').length
  const savepoints = () => framed.filter((sql) => sql === 'savepoint piece').length
  return { ...group, tx, path, database, add, notes, transactions, savepoints }
}

const range = (count: number) => Array.from({ length: count }, (_, n) => n)

test('between two commits all else has its turn, however much waits', async () => {
  const { transact, add, transactions } = openWriter()
  const seen: number[] = []
  let turn = setImmediate(function look() {
    seen.push(transactions())
    turn = setImmediate(look)
  })
  await Promise.all(range(4 * MAX_GROUP).map((n) => transact(async () => add(n))))
  clearImmediate(turn)
  expect(seen).toEqual(expect.arrayContaining([1, 2, 3]))
})

test.each([
  ['few at a time, after 32 of what is awaited', 2, 20, [32, 40, 40]],
  ['all at once, after each group', 130, 1, [64, 128, 130]],
] as const)('background work shares a commit with none, and is due, of %s', async (_, side, rounds, before) => {
  const { transact, add } = openWriter()
  const ended: Urgency[] = []
  let next = 0
  const ask = async (urgency: Urgency) => {
    const n = next++
    await transact(async () => add(n), urgency)
    ended.push(urgency)
  }
  const background = before.map(() => ask('background'))
  const awaited = range(side).map(async () => {
    for (let round = 0; round < rounds; round++) await ask('awaited')
  })
  await Promise.all([...background, ...awaited])
  const places = ended.flatMap((urgency, index) => (urgency === 'background' ? [index] : []))
  expect(places.map((place, nth) => place - nth)).toEqual(before)
})

test.each([
  [1, 1],
  [64, 1],
  [65, 2],
  [200, 4],
])('%d pieces of work that wait share %d commits, and all are answered', async (count, commits) => {
  const { transact, add, notes, transactions } = openWriter()
  const answers = await Promise.all(
    range(count).map((n) =>
      transact(async () => {
        add(n)
        return n * 2
      }),
    ),
  )
  expect(answers).toEqual(range(count).map((n) => n * 2))
  expect(notes()).toEqual(range(count))
  expect(transactions()).toBe(commits)
})

test('work that fails alone leaves nothing behind, nor anything in the way of what comes next', async () => {
  const { transact, database, add, notes } = openWriter()
  const failing = transact(async () => {
    add(1)
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(database.isTransaction).toBe(false)
  const linked = transact(async () => {
    add(2)
    database.exec('insert into links values (-1)')
  })
  await expect(linked).rejects.toThrow(/FOREIGN KEY/)
  expect(notes()).toEqual([])
  await transact(async () => add(3))
  expect(notes()).toEqual([3])
})

test('a commit that fails rejects all of its group and nobody of the next', async () => {
  const { transact, database, add, notes } = openWriter()
  const results = await Promise.allSettled(
    range(MAX_GROUP + 10).map((n) =>
      transact(async () => {
        add(n)
        if (n === 30) database.exec('insert into links values (-1)')
      }),
    ),
  )
  const rejected = results.flatMap((result, n) => (result.status === 'rejected' ? [n] : []))
  expect(rejected).toEqual(range(MAX_GROUP))
  expect(notes()).toEqual(range(MAX_GROUP + 10).slice(MAX_GROUP))
  expect(database.isTransaction).toBe(false)
})

test('work that undid its transaction by itself takes its group with it, and the next group works', async () => {
  const { transact, database, add, notes } = openWriter()
  const results = await Promise.allSettled([
    transact(async () => add(1)),
    transact(async () => database.exec('rollback')),
    transact(async () => add(2)),
  ])
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(notes()).toEqual([])
  await transact(async () => add(3))
  expect(notes()).toEqual([3])
})

test('nobody is answered before the commit: what is answered, another process reads', async () => {
  const { transact, path, add, notes } = openWriter()
  const other = new DatabaseSync(path)
  cleanups.push(() => other.close())
  const during: number[][] = []
  await Promise.all(
    range(MAX_GROUP * 2).map(async (n) => {
      await transact(async () => {
        add(n)
        during.push(notes(other))
      })
      expect(notes(other)).toContain(n)
    }),
  )
  // Uncommitted data is not visible: a reader sees all of a group or none of it.
  for (const seen of during) expect([[], range(MAX_GROUP)]).toContainEqual(seen)
})

test.each(['file', 'memory'] as const)('work that comes while others run joins a later group (%s)', async (kind) => {
  const { transact, idle, add, notes, transactions } = openWriter(kind)
  const followUps: Promise<void>[] = []
  await Promise.all(
    range(3).map((n) =>
      transact(async () => {
        add(n)
        followUps.push(transact(async () => add(n + 10)))
      }),
    ),
  )
  await idle()
  await Promise.all(followUps)
  expect(notes()).toEqual([0, 1, 2, 10, 11, 12])
  expect(transactions()).toBe(2)
})

test('work that comes when everything was done starts anew, and being idle takes no time', async () => {
  const { transact, idle, add, notes, transactions } = openWriter()
  await idle()
  for (const n of range(3)) {
    await transact(async () => add(n))
    await idle()
  }
  expect(notes()).toEqual([0, 1, 2])
  expect(transactions()).toBe(3)
})

test('a refusal reaches its own caller unchanged, after the group was committed', async () => {
  const { transact, add, notes } = openWriter()
  const refusal = new Error('refused')
  const results = await Promise.allSettled([
    transact(async () => add(1)),
    transact(async () => {
      add(2)
      await new Promise(setImmediate)
      add(3)
      throw refusal
    }),
    transact(() => {
      throw refusal
    }),
    transact(async () => add(4)),
  ])
  expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))).toEqual([refusal, refusal])
  expect(results[1]).toHaveProperty('reason', refusal)
  expect(notes()).toEqual([1, 4])
})

test('savepoints are set only if a piece fails, and in the groups after it', async () => {
  const { transact, add, notes, savepoints } = openWriter()
  let runs = 0
  const run = async (n: number, fails = false) =>
    transact(async () => {
      runs += 1
      add(n)
      if (fails) throw new Error('refused')
      return n
    })
  expect(await Promise.all(range(3).map((n) => run(n)))).toEqual([0, 1, 2])
  expect([runs, savepoints()]).toEqual([3, 0])
  const results = await Promise.allSettled([run(3), run(4, true), run(5)])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  // Two pieces ran, and then all three once more.
  expect([runs, savepoints()]).toEqual([8, 3])
  for (const group of range(64)) await Promise.all([run(10 + 2 * group), run(11 + 2 * group)])
  expect(savepoints()).toBe(3 + 2 * 64)
  await Promise.all([run(1_000), run(1_001)])
  expect(savepoints()).toBe(3 + 2 * 64)
  expect(notes()).toEqual([0, 1, 2, 3, 5, ...range(128).map((n) => 10 + n), 1_000, 1_001])
})

test('what pieces defer is written once, at the end, in their order', async () => {
  const { transact, tx, add, notes, transactions } = openWriter()
  const written: number[][] = []
  const kind: DeferredKind<number> = {
    async write(_tx, items) {
      written.push([...items])
      for (const n of items) add(n)
    },
  }
  await Promise.all(
    range(3).map((n) =>
      transact(async () => {
        deferWrite(tx, kind, [n])
        expect(notes()).toEqual([])
        deferWrite(tx, kind, [n + 10])
      }),
    ),
  )
  expect(written).toEqual([[0, 10, 1, 11, 2, 12]])
  expect(notes()).toEqual([0, 1, 2, 10, 11, 12])
  expect(transactions()).toBe(1)
  await transact(async () => deferWrite(tx, kind, [20]))
  expect(written.at(-1)).toEqual([20])
})

test('what a piece deferred is dropped if it fails, and a deferred write fails alone', async () => {
  const { transact, tx, add, notes } = openWriter()
  const kind: DeferredKind<number> = {
    async write(_tx, items) {
      for (const n of items) {
        if (n === 2) throw new Error('refused')
        add(n)
      }
    },
  }
  const results = await Promise.allSettled(
    range(4).map((n) =>
      transact(async () => {
        deferWrite(tx, kind, [n])
        if (n === 1) throw new Error('failed')
      }),
    ),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(notes()).toEqual([0, 3])
  expect(() => deferWrite({ getExecutor: () => ({ adapter: {} }) } as unknown as Tx, kind, [5])).toThrow(
    'no transaction',
  )
})

test('a snapshot between two pieces sees what the first has deferred', async () => {
  const { transact, readSnapshot, tx, add, notes } = openWriter()
  const kind: DeferredKind<number> = { write: async (_tx, items) => items.forEach(add) }
  const defer = (n: number) => transact(async () => deferWrite(tx, kind, [n]))
  const [, seen] = await Promise.all([defer(1), readSnapshot(async () => notes()), defer(2)])
  expect(seen).toEqual([1])
  expect(notes()).toEqual([1, 2])
})
