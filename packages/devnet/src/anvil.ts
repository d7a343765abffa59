import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findAnvilBinary } from './anvil-binary.ts'
import { callRpc } from './json-rpc.ts'

export type AnvilOptions = { chainId: number; slotsInAnEpoch: number }

export type Anvil = {
  rpcUrl: string
  port: number
  pid: number
  /** A temporary folder of this anvil's own, named in its command line */
  folder: string
  /** Resolves with the reason once anvil has ended, for whatever cause */
  ended: Promise<string>
  /** Ends anvil: first politely, then by force. Its chain is lost unless it was saved before. */
  stop(): Promise<void>
}

/** The number of blocks whose states are kept in memory: the maximum depth of a reorganisation. */
export const STATES_KEPT = 128

const START_TIMEOUT_MS = 10_000
const STOP_TIMEOUT_MS = 2_000

/**
 * Starts anvil on `port` of the loopback address, or on a free port if that one is taken or not given. It does not mine
 * by itself.
 * @throws if anvil does not start
 */
export async function startAnvil(options: AnvilOptions, port: number): Promise<Anvil> {
  try {
    return await launch(options, port)
  } catch (error) {
    if (port === 0) throw error
    return await launch(options, 0)
  }
}

async function launch({ chainId, slotsInAnEpoch }: AnvilOptions, port: number): Promise<Anvil> {
  // Without a cache path anvil leaves folders in the user's home.
  const cache = await mkdtemp(join(tmpdir(), 'devnet-'))
  const args = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--no-mining']
  args.push('--slots-in-an-epoch', String(slotsInAnEpoch), '--prune-history', String(STATES_KEPT))
  args.push('--cache-path', cache, '--balance', '1000000000', '--no-request-size-limit')
  const child = spawn(findAnvilBinary(), args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2_000)
  })
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => resolve(`anvil ended (${signal ?? `exit code ${code}`}). ${errors}`.trim()))
  }).finally(() => rm(cache, { recursive: true, force: true }))
  try {
    const listening = await listeningPort(child, ended)
    const rpcUrl = `http://127.0.0.1:${listening}`
    await callRpc(rpcUrl, 'anvil_setLoggingEnabled', [false])
    return { rpcUrl, port: listening, pid: child.pid ?? 0, folder: cache, ended, stop: () => stop(child, ended) }
  } catch (error) {
    await stop(child, ended)
    throw error
  }
}

/** Anvil's last line at startup reports the port, which anvil then holds: no other program can take it in between. */
async function listeningPort(child: ChildProcess, ended: Promise<string>): Promise<number> {
  let banner = ''
  const listening = new Promise<number>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      banner = (banner + text).slice(-500)
      const port = /Listening on 127\.0\.0\.1:(\d+)\s/.exec(banner)?.[1]
      if (port) resolve(Number(port))
    })
  })
  const failed = ended.then((reason) => Promise.reject(new Error(reason)))
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`anvil said nothing for ${START_TIMEOUT_MS} ms`)), START_TIMEOUT_MS)
  try {
    return await Promise.race([listening, failed, late])
  } finally {
    clearTimeout(timer)
    failed.catch(() => undefined)
  }
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await once(child, 'close').finally(() => clearTimeout(timer))
  }
  await ended
}
