import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describeStorage } from '@crypto-checkout/core'
import { OperatorError, UsageError } from '../command-line/errors.ts'
import { PROGRAM } from '../command-line/help.ts'
import type { Input } from '../commands/table.ts'
import { writeKeys } from '../local/sandbox-keys.ts'
import { HOST } from '../serving/http-server.ts'
import { openLog } from '../serving/log.ts'
import { startServer } from '../serving/server.ts'
import { listWarnings, readSettings } from '../setup/settings.ts'

export async function start(given: Input<'start'>): Promise<void> {
  const port = given.port ?? parsePort(process.env.PORT)
  const host = given.host ?? (process.env.LISTEN_HOST || HOST)
  const settings = readSettings(given)
  if (settings.isApp) throw new OperatorError('start runs a server of its own. Start your app in its own way.')
  if (given.writeEnv !== undefined && settings.file !== null) {
    throw new OperatorError('--write-env is for the sandbox on local networks. With a configuration use keys create.')
  }
  const log = openLog(settings.config.logFormat)
  const stopSignal = askedToStop()
  const server = await startServer(settings, { port, host }, log)
  if (given.writeEnv !== undefined && server.keys) writeKeys(given.writeEnv, server.keys)
  log.info(`database ${describeStorage(settings.database)}, named by ${settings.databaseFrom}`)
  log.info(`listening on ${server.url}`)
  for (const warning of listWarnings(settings)) log.info(warning)
  releaseMemory()
  await stopSignal
  await server.stop()
  const stopped = server.keys ? `the server at ${server.url} and its local networks` : `the server at ${server.url}`
  log.info(
    `${lineAfterInterrupt()}Stopped ${stopped}. The data stays in ${settings.dataDir}: ${sayAgain()} goes on from there.`,
  )
}

/** A terminal shows ^C in the last line. */
function lineAfterInterrupt(): string {
  return process.stdout.isTTY ? '\n' : ''
}

/** The command that starts this server again, as it was typed. */
function sayAgain(): string {
  const [command = 'start', ...rest] = process.argv
    .slice(2)
    .map((word) => (/^[\w./:@=-]+$/.test(word) ? word : `'${word}'`))
  if (process.env.npm_lifecycle_event !== 'start') return [PROGRAM, command, ...rest].join(' ')
  return ['npm start', ...(rest.length > 0 ? ['--', ...rest] : [])].join(' ')
}

function parsePort(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new UsageError(`PORT must be 0 to 65535, not ${text}.`)
  return port
}

const STOP_WITHIN_MS = 8_000

/**
 * Resolves on the first SIGINT or SIGTERM. Later ones are ignored, because a terminal and npm both send theirs. The
 * process exits after eight seconds even if something still runs: answered requests are never lost.
 */
function askedToStop(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref()
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  })
}

/**
 * Frees memory used during the start. An idle server needs little of it, but Node.js would keep it. The last resort also
 * shrinks the space of new objects, which has up to 64 MB by then.
 */
function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
