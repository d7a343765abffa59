import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { FACTORY_ADDRESS } from '@crypto-checkout/contracts/factory'
import { type Anvil, startAnvil } from './anvil.ts'
import { addConversion } from './deploy-conversion.ts'
import { callRpc } from './json-rpc.ts'
import { CONTRACTS } from './networks.ts'
import { ignoreMissing, NEWEST, PREVIOUS } from './state.ts'
import type { ChainOptions } from './supervisor-options.ts'

/**
 * Starts anvil with the last saved chain, or with the previous one if the last is unreadable. Returns undefined if
 * nothing usable was saved; `log` receives files that could not be used.
 * @throws if anvil does not start
 */
export async function restoreState(
  dir: string,
  options: ChainOptions,
  port: number,
  log: (line: string) => void,
): Promise<Anvil | undefined> {
  let unusable = false
  for (const name of [NEWEST, PREVIOUS]) {
    const path = join(dir, name)
    const bytes = await readFile(path).catch(ignoreMissing)
    if (!bytes) continue
    // A new anvil for each attempt: a broken file may have left anything behind.
    const anvil = await startAnvil(options, port)
    try {
      await load(anvil.rpcUrl, bytes)
      await addConversion(anvil.rpcUrl, options.name)
      return anvil
    } catch (error) {
      await anvil.stop()
      unusable = true
      log(`The saved local network ${path} cannot be used: ${error instanceof Error ? error.message : error}`)
      // Moved away: the next save must not replace the good file with it.
      await rename(path, join(dir, 'state.unreadable'))
    }
  }
  if (unusable) log(`The local network in ${dir} begins anew.`)
  return undefined
}

async function load(rpcUrl: string, bytes: Buffer): Promise<void> {
  // The checksum first: anvil would load whatever part it can read.
  await promisify(gunzip)(bytes)
  await callRpc(rpcUrl, 'anvil_loadState', [`0x${bytes.toString('hex')}`])
  for (const [name, address] of Object.entries({ ...CONTRACTS, 'deposit factory': FACTORY_ADDRESS })) {
    const code = await callRpc(rpcUrl, 'eth_getCode', [address, 'latest'])
    // It is from a release with fewer contracts.
    if (code === '0x') throw new Error(`it holds no ${name}`)
  }
}
