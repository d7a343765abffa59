import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lockFolder } from '@crypto-checkout/stellar-devnet/runtime'
import type { Anvil } from './anvil.ts'

/** The holder of the folder, and the network's last port: the next start uses the same port if it is free. */
type Occupant = { keeperPid: number; anvilPid: number; anvilFolder: string; port: number }

/**
 * Creates the folder and locks it for this process. Ends a leftover anvil, which exists only if its keeper was killed.
 * Returns the network's last port, 0 if it had none.
 * @throws if another process holds the folder for longer than `timeoutMs`
 */
export async function occupyFolder(
  dir: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<{ port: number; leave(): void }> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const leave = await lockFolder(dir, timeoutMs, signal)
  const last = await lastOccupant(dir)
  if (!leave) {
    const who = last ? `process ${last.keeperPid}` : 'another process'
    throw new Error(
      `The local network in ${dir} is in use by ${who}. Stop that server, or take another data directory.`,
    )
  }
  if (last) await endLeftover(last)
  return { port: last?.port ?? 0, leave }
}

export async function recordOccupant(dir: string, anvil: Anvil): Promise<void> {
  const occupant: Occupant = {
    keeperPid: process.pid,
    anvilPid: anvil.pid,
    anvilFolder: anvil.folder,
    port: anvil.port,
  }
  await writeFile(join(dir, 'network.json'), `${JSON.stringify(occupant)}\n`)
}

async function lastOccupant(dir: string): Promise<Occupant | undefined> {
  try {
    return JSON.parse(await readFile(join(dir, 'network.json'), 'utf8')) as Occupant
  } catch {
    // Missing or half written: its content is not essential.
    return undefined
  }
}

/** The id may belong to any process by now. Only a process with our own temporary folder in its command is ours. */
async function endLeftover(last: Occupant): Promise<void> {
  const command = await commandOf(last.anvilPid)
  if (!command.includes(last.anvilFolder)) return
  process.kill(last.anvilPid, 'SIGKILL')
  await rm(last.anvilFolder, { recursive: true, force: true })
}

async function commandOf(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') return await readFile(`/proc/${pid}/cmdline`, 'utf8')
    return (await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])).stdout
  } catch {
    return ''
  }
}
