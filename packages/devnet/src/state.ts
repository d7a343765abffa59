import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { callRpc, formatHex } from './json-rpc.ts'

/** The result of `anvil_dumpState` as bytes: JSON, compressed with gzip, whose checksum reveals damage */
export const NEWEST = 'state.json.gz'
/** The previous state, in case the newest is damaged */
export const PREVIOUS = 'state.previous.json.gz'

/** A block that the chain had */
export type BlockReference = { number: number; hash: string }

/** Saves the chain. Even if it is interrupted, a complete file remains in the folder. */
export async function saveState(dir: string, rpcUrl: string): Promise<BlockReference> {
  const { bytes, head } = await dumpState(rpcUrl)
  const temporary = join(dir, 'state.tmp')
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(join(dir, NEWEST), join(dir, PREVIOUS)).catch(ignoreMissing)
  await rename(temporary, join(dir, NEWEST))
  await syncFolder(dir)
  return head
}

export async function readHead(rpcUrl: string): Promise<BlockReference> {
  return await readBlock(rpcUrl, 'latest')
}

/**
 * Tells whether blocks since then contain transactions, or blocks up to then were replaced. Empty blocks do not count.
 */
export async function detectChanges(
  rpcUrl: string,
  seen: BlockReference,
): Promise<{ changed: boolean; head: BlockReference }> {
  const head = await readBlock(rpcUrl, 'latest')
  let changed = head.number < seen.number || (await readBlock(rpcUrl, formatHex(seen.number))).hash !== seen.hash
  for (let number = seen.number + 1; number <= head.number && !changed; number++) {
    changed = (await readBlock(rpcUrl, formatHex(number))).transactions > 0
  }
  return { changed, head }
}

/** For anvil a dump is not atomic: if a block was mined meanwhile, the dump is repeated. */
async function dumpState(rpcUrl: string): Promise<{ bytes: Buffer; head: BlockReference }> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const head = await readHead(rpcUrl)
    const answer = String(await callRpc(rpcUrl, 'anvil_dumpState'))
    if (head.hash === (await readHead(rpcUrl)).hash) return { bytes: Buffer.from(answer.slice(2), 'hex'), head }
  }
  throw new Error('The local network cannot be saved: its blocks change too fast.')
}

async function readBlock(rpcUrl: string, tag: string): Promise<BlockReference & { transactions: number }> {
  const found = (await callRpc(rpcUrl, 'eth_getBlockByNumber', [tag, false])) as RpcBlock | null
  if (!found) throw new Error(`The local network has no block ${tag}.`)
  return { number: Number(found.number), hash: found.hash, transactions: found.transactions.length }
}

type RpcBlock = { number: string; hash: string; transactions: string[] }

/** Makes the new names survive a power cut */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r')
  await folder.sync().finally(() => folder.close())
}

export function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
