import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Mined, Paid } from './chain-process.ts'

export type Chain = Awaited<ReturnType<typeof startChain>>

/** Starts a chain in its own process. Calls `hear` for each block. */
export async function startChain(onMined: (mined: Mined) => void) {
  const child = fork(join(import.meta.dirname, 'chain-process.ts'))
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  child.on('message', (mined) => onMined(mined as Mined))
  return {
    url,
    /** Puts a transfer into the next block. */
    pay: (paid: Paid): boolean => child.send(paid),
    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
