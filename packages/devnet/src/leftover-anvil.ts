import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Holder } from '@crypto-checkout/stellar-devnet/runtime'

/** The supervisor that runs a folder's network, and its anvil. `port` is anvil's. */
export type AnvilHolder = Holder & { readonly anvilPid: number; readonly anvilFolder: string }

/**
 * Ends the anvil of a folder's last holder, if it still runs: its supervisor was killed. The id may belong to any
 * process by now. Only a process with our own temporary folder in its command is ours.
 */
export async function endLeftoverAnvil({ anvilPid, anvilFolder }: Partial<AnvilHolder>): Promise<void> {
  if (anvilPid === undefined || anvilFolder === undefined) return
  const command = await readCommand(anvilPid)
  if (!command.includes(anvilFolder)) return
  process.kill(anvilPid, 'SIGKILL')
  await rm(anvilFolder, { recursive: true, force: true })
}

async function readCommand(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') return await readFile(`/proc/${pid}/cmdline`, 'utf8')
    return (await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])).stdout
  } catch {
    return ''
  }
}
