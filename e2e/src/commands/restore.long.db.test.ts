import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Payment } from '@crypto-checkout/core'
import { dumpDatabase, isOnPostgres, runOnce } from '@crypto-checkout/core/testing'
import { startDevnet } from '@crypto-checkout/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cleanUp,
  createDatabase,
  createKeys,
  createSandboxConfig,
  createTemporaryFolder,
  createWallet,
  type Ethereum,
  HTTP_POLL_MS,
  pay,
  pollUntil,
  runToEnd,
  startCommand,
  startServer,
} from '../support/harness.ts'

let devnet: Ethereum

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 100 })
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** A folder with a configuration, whose database is a SQLite file in it. */
async function openFolder() {
  const cwd = createTemporaryFolder()
  writeFileSync(join(cwd, 'crypto-checkout.config.json'), JSON.stringify(createSandboxConfig(devnet)))
  const { publicKey, secretKey } = await createKeys({ cwd })
  const pair = { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey }
  return { cwd, headers: { ...pair, 'content-type': 'application/json' } }
}

type Surroundings = NonNullable<Parameters<typeof startServer>[1]>
type Server = Awaited<ReturnType<typeof startServer>>

/** Keeps a server running during the work. */
async function whileServing<T>(surroundings: Surroundings, work: (server: Server) => Promise<T>): Promise<T> {
  const server = await startServer(['--port', '0'], surroundings)
  const answer = await work(server)
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  return answer
}

const fileIn = (cwd: string) => `sqlite:${join(cwd, 'data/checkout.db')}`

test('a payment that was made on SQLite is paid and completed on the database it was moved to, and moved back it is there', async () => {
  const { cwd, headers } = await openFolder()
  const wallet = createWallet()
  const terms = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: wallet }
  const order = { method: 'POST', headers, body: JSON.stringify(terms) }
  const create = async ({ url }: Server) => (await (await fetch(`${url}/sandbox/v1/payments`, order)).json()) as Payment
  const read = async ({ url }: Server, { id }: Payment) =>
    (await (await fetch(`${url}/sandbox/v1/payments/${id}`, { headers })).json()) as Payment
  const made = await whileServing({ cwd }, create)
  expect(await runToEnd(['backup', 'moving.db'], { cwd })).toMatchObject({ code: 0, stderr: '' })

  const moved = { cwd, env: { DATABASE_URL: await createDatabase() } }
  const put = await runToEnd(['restore', 'moving.db'], moved)
  expect(put).toMatchObject({ code: 0, stderr: '' })
  expect(put.stdout).toContain(`Restored ${join(cwd, 'moving.db')} into `)
  expect(put.stdout).toContain(': 1 payments, 1 events.')
  expect(put.stdout).not.toContain(':postgres@')
  await pay(devnet, made)
  const other = await whileServing(moved, async (server) => {
    const completed = () => read(server, made)
    await pollUntil(completed, ({ status }) => status === 'completed', HTTP_POLL_MS)
    return create(server)
  })
  expect(await runToEnd(['backup', 'back.db'], moved)).toMatchObject({ code: 0, stderr: '' })

  const back = createTemporaryFolder()
  writeFileSync(join(back, 'crypto-checkout.config.json'), JSON.stringify(createSandboxConfig(devnet)))
  const answer = await runToEnd(['restore', join(cwd, 'back.db'), '--json'], { cwd: back })
  expect(JSON.parse(answer.stdout)).toMatchObject({ database: fileIn(back), payments: 2 })
  await whileServing({ cwd: back }, async (server) => {
    expect(await read(server, made)).toMatchObject({ status: 'completed', amountReceived: made.cryptoAmount })
    expect(await read(server, other)).toMatchObject({ id: other.id, status: 'created' })
  })
}, 600_000)

test('a database that is used, or has a row, is refused without its password, and a refusal ends with 1', async () => {
  const { cwd } = await openFolder()
  expect(await runToEnd(['backup', 'copy.db'], { cwd })).toMatchObject({ code: 0 })
  const surroundings = { cwd, env: { DATABASE_URL: await createDatabase() } }
  await whileServing(surroundings, async () => {
    const beside = await runToEnd(['restore', 'copy.db'], surroundings)
    expect(beside).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Another server uses') })
    if (!isOnPostgres()) return
    // From another machine, only the database shows that a server is running.
    const elsewhere = await runToEnd(['restore', 'copy.db', '--data', createTemporaryFolder()], surroundings)
    expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining('and a server runs on it') })
  })
  const refused = await runToEnd(['restore', 'copy.db'], surroundings)
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is not empty') })
  expect(refused.stderr).toContain(new URL(surroundings.env.DATABASE_URL).pathname)
  expect(refused.stderr).not.toContain(':postgres@')
  expect(await runToEnd(['restore'], { cwd })).toMatchObject({ code: 2 })
}, 600_000)

/** Waits until a connection to a PostgreSQL database waits for an event, and returns its process id. */
async function waiting(database: string, event: string): Promise<number> {
  const text = `select pid from pg_stat_activity where datname = current_database() and wait_event = '${event}'`
  const ask = () => runOnce(database, text) as Promise<{ pid: number }[]>
  const [backend] = await pollUntil(ask, (found) => found.length === 1)
  return backend?.pid ?? 0
}

test.skipIf(!isOnPostgres())(
  'kill -9 in the middle of a backup leaves no file of its name',
  async () => {
    const database = await createDatabase()
    const surroundings = { cwd: createTemporaryFolder(), env: { DATABASE_URL: database } }
    const file = join(surroundings.cwd, 'copy.db')
    const holding = runOnce(database, 'begin; lock table payments; select pg_sleep(600)').catch(() => {})
    const holder = await waiting(database, 'PgSleep')
    const backup = startCommand(['backup', file], surroundings)
    await waiting(database, 'relation')
    backup.signal('SIGKILL')
    expect(await backup.ended).toBe(137)
    await runOnce(database, `select pg_terminate_backend(${holder})`)
    await holding
    expect(existsSync(file)).toBe(false)
    const again = await runToEnd(['backup', file], surroundings)
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('copy.db.unfinished exists: remove it') })
    rmSync(`${file}.unfinished`)
    expect(await runToEnd(['backup', file], surroundings)).toMatchObject({ code: 0, stderr: '' })
  },
  600_000,
)

describe('kill -9 in the middle of a restore', () => {
  test.skipIf(!isOnPostgres())(
    'leaves PostgreSQL empty, and a second one waits until the first is gone, and works',
    async () => {
      const { cwd } = await openFolder()
      await runToEnd(['backup', 'copy.db'], { cwd })
      const database = await createDatabase()
      const surroundings = { cwd, env: { DATABASE_URL: database } }
      // Blocks the restore in the middle of its tables.
      const hold = (body: string) =>
        `create or replace function hold() returns trigger language plpgsql as 'begin ${body} return null; end'`
      await runOnce(
        database,
        `${hold('perform pg_sleep(600);')}; create trigger hold after insert on merchants execute function hold()`,
      )
      const first = startCommand(['restore', 'copy.db'], surroundings)
      const backend = await waiting(database, 'PgSleep')
      first.signal('SIGKILL')
      expect(await first.ended).toBe(137)
      expect(Object.values(await dumpDatabase(database)).flat()).toEqual([])
      const second = startCommand(['restore', 'copy.db'], surroundings)
      await waiting(database, 'advisory')
      await runOnce(database, hold(''))
      await runOnce(database, `select pg_terminate_backend(${backend})`)
      expect([await second.ended, second.stderr]).toEqual([0, ''])
      expect({ ...(await dumpDatabase(database)), restores: [] }).toEqual(await dumpDatabase(fileIn(cwd)))
    },
    120_000,
  )

  test.skipIf(isOnPostgres())(
    'leaves no file, or a whole one, and a second one works',
    async () => {
      const { cwd } = await openFolder()
      const source = join(cwd, 'data/checkout.db')
      const database = new DatabaseSync(source)
      // Enough data to make copying take a while.
      database.exec(
        `insert into idempotency with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
       select 'mer', 0, i, '', 200, hex(randomblob(50000)), 1 from n`,
      )
      database.close()
      await runToEnd(['backup', 'copy.db'], { cwd })
      const back = createTemporaryFolder()
      const target = join(back, 'data/checkout.db')
      const restoring = startCommand(['restore', join(cwd, 'copy.db')], { cwd: back })
      await pollUntil(
        () => existsSync(`${target}.unfinished`) || existsSync(target),
        (isStarted) => isStarted,
        1,
      )
      restoring.signal('SIGKILL')
      await restoring.ended
      if (!existsSync(target)) {
        const again = await runToEnd(['restore', join(cwd, 'copy.db')], { cwd: back })
        expect(again).toMatchObject({ code: 0, stderr: '' })
      }
      expect(existsSync(`${target}.unfinished`)).toBe(false)
      expect((await dumpDatabase(fileIn(back))).idempotency).toEqual((await dumpDatabase(fileIn(cwd))).idempotency)
    },
    120_000,
  )
})
