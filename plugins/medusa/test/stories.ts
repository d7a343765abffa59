/** Plays stories in a whole Medusa. Its arguments are those of plugins/stories/src/main.ts, as `--planted`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startPostgres } from '../../../packages/core/src/testing/postgres-server.ts'

const postgres = await startPostgres()
const { hostname, port, username, password } = new URL(postgres.url)
const env = { DB_HOST: hostname, DB_PORT: port, DB_USERNAME: username, DB_PASSWORD: password }
const main = join(import.meta.dirname, '../../stories/src/main.ts')
const planted = ['--mistakes', join(import.meta.dirname, 'mistakes.ts')]
const shop = [process.execPath, join(import.meta.dirname, 'stories-shop.ts')]
try {
  const run = spawn(process.execPath, [main, ...planted, ...process.argv.slice(2), '--', ...shop], {
    env: { ...process.env, ...env, MEDUSA_DISABLE_TELEMETRY: '1' },
    stdio: 'inherit',
  })
  const [code] = await once(run, 'exit')
  process.exitCode = code ?? 1
} finally {
  await postgres.stop()
}
