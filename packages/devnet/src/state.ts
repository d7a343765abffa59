import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { hex, rpc } from './json-rpc.ts'

/** The result of `anvil_dumpState` as bytes: JSON, compressed with gzip, whose checksum reveals damage */
export const NEWEST = 'state.json.gz'
/** The previous state, in case the newest is damaged */
export const PREVIOUS = 'state.previous.json.gz'

/** A block that the chain had */
export type Seen = { number: number; hash: string }

/** Saves the chain. Even if it is interrupted, a complete file remains in the folder. */
export async function saveState(dir: string, rpcUrl: string): Promise<Seen> {
  const { bytes, head } = await dump(rpcUrl)
  const temporary = join(dir, 'state.tmp')
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(join(dir, NEWEST), join(dir, PREVIOUS)).catch(unlessMissing)
  await rename(temporary, join(dir, NEWEST))
  await syncFolder(dir)
  return head
}

export async function headOf(rpcUrl: string): Promise<Seen> {
  return await block(rpcUrl, 'latest')
}

/** Whether blocks since then contain transactions, or blocks up to then were replaced. Empty blocks do not count. */
export async function newsSince(rpcUrl: string, seen: Seen): Promise<{ news: boolean; head: Seen }> {
  const head = await block(rpcUrl, 'latest')
  let news = head.number < seen.number || (await block(rpcUrl, hex(seen.number))).hash !== seen.hash
  for (let number = seen.number + 1; number <= head.number && !news; number++) {
    news = (await block(rpcUrl, hex(number))).transactions > 0
  }
  return { news, head }
}

/** For anvil a dump is not atomic: if a block was mined meanwhile, the dump is repeated. */
async function dump(rpcUrl: string): Promise<{ bytes: Buffer; head: Seen }> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const head = await headOf(rpcUrl)
    const answer = String(await rpc(rpcUrl, 'anvil_dumpState'))
    if (head.hash === (await headOf(rpcUrl)).hash) return { bytes: Buffer.from(answer.slice(2), 'hex'), head }
  }
  throw new Error('The local network cannot be saved: its blocks change too fast.')
}

async function block(rpcUrl: string, tag: string): Promise<Seen & { transactions: number }> {
  const found = (await rpc(rpcUrl, 'eth_getBlockByNumber', [tag, false])) as Found | null
  if (!found) throw new Error(`The local network has no block ${tag}.`)
  return { number: Number(found.number), hash: found.hash, transactions: found.transactions.length }
}

type Found = { number: string; hash: string; transactions: string[] }

/** Makes the new names survive a power cut */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r')
  await folder.sync().finally(() => folder.close())
}

export function unlessMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
