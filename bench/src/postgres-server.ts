import { readdirSync, readFileSync } from 'node:fs'
import { runAdminStatement, startPostgres } from '@crypto-checkout/core/testing'

/** Linux counts a process's time in hundredths of a second. */
const TICK_MICROS = 10_000

/** Files of 16 MB each: as many as PostgreSQL keeps with its default `max_wal_size`. */
const LOG_FILES = 64

/** A PostgreSQL that syncs each commit to disk, with default settings, in the state it reaches after some hours of use. */
export type Postgres = {
  /** The URL of a new database. */
  newDatabase(name: string): Promise<string>
  /** CPU time of all its processes so far. */
  cpuMicros(): number
}

/** Starts the server for one run and stops it afterwards, whether the run succeeds or fails. */
export async function withPostgres<T>(run: (postgres: Postgres) => Promise<T>): Promise<T> {
  const server = await startPostgres({ durable: true })
  try {
    await makeLogFiles(server.url)
    return await run({
      async newDatabase(name) {
        await runAdminStatement(server.url, `create database ${name}`)
        return `${server.url}/${name}`
      },
      cpuMicros: () => familyMicros(server.pid),
    })
  } finally {
    await server.stop()
  }
}

/**
 * Creates the log files in advance, so that later commits reuse them: a commit that creates one takes a hundred
 * milliseconds.
 */
async function makeLogFiles(url: string): Promise<void> {
  const ask = (sql: string) => runAdminStatement(url, sql)
  // With the default size, it would start to reuse the first files before the last are created.
  await ask("alter system set max_wal_size = '4GB'")
  await ask('select pg_reload_conf()')
  const fillOne = "pg_logical_emit_message(false, '', ''), pg_switch_wal()"
  await ask(`select ${fillOne} from generate_series(1, ${LOG_FILES})`)
  await ask('checkpoint')
  await ask('alter system reset max_wal_size')
  await ask('select pg_reload_conf()')
}

/** CPU time of a process, its children, and its children that have ended. */
function familyMicros(pid: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const stats = pids.map((name) => ({ name, stat: statOf(name) }))
  const family = stats.filter(({ name, stat }) => name === String(pid) || stat[1] === String(pid))
  const ticks = family.map(({ name, stat }) => {
    const [own = 0, system = 0, children = 0, childrenSystem = 0] = stat.slice(11, 15).map(Number)
    return own + system + (name === String(pid) ? children + childrenSystem : 0)
  })
  return ticks.reduce((sum, one) => sum + one, 0) * TICK_MICROS
}

/** The fields of `/proc/<pid>/stat` from the third on (proc_pid_stat(5)); empty if the process has ended. */
function statOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
