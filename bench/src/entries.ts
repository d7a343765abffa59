/**
 * The share of entries in the processor's time of a payment, from its POST to completed: two processes, one of them
 * without entries, take turns on the same work.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Turn } from './entries-turns.ts'

const TURNS = 30
/** Turns until the code is compiled, which are not counted. */
const WARM_UP = 6

export async function benchEntries(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-entries-'))
  const [booked, unbooked] = ['', '(cost) entries of the ledger'].map((part, index) =>
    startTurns(part, join(folder, `${index}.db`)),
  )
  if (!booked || !unbooked) throw new Error('two processes take turns')
  try {
    const pairs: { readonly booked: number; readonly unbooked: number }[] = []
    for (let turn = 0; turn < WARM_UP + TURNS; turn++) {
      // Each begins every second time.
      const first = turn % 2 === 0 ? booked : unbooked
      const second = first === booked ? unbooked : booked
      const micros = [await first.take(), await second.take()]
      const [own = 0, other = 0] = first === booked ? micros : micros.reverse()
      if (turn >= WARM_UP) pairs.push({ booked: own, unbooked: other })
    }
    const shares = pairs.map((pair) => 100 * (1 - pair.unbooked / pair.booked)).sort((a, b) => a - b)
    const at = (values: readonly number[], share: number) => values[Math.floor(share * (values.length - 1))] ?? 0
    const median = (of: 'booked' | 'unbooked') =>
      at(
        pairs.map((pair) => pair[of]).sort((a, b) => a - b),
        0.5,
      )
    console.log(`\n| a payment from POST to completed, SQLite, ${TURNS} turns of two processes | |\n|---|---|`)
    console.log(`| CPU of a payment | ${median('booked').toFixed(0)} us |`)
    console.log(`| without entries | ${median('unbooked').toFixed(0)} us |`)
    console.log(`| share of entries, median | ${at(shares, 0.5).toFixed(1)} % |`)
    console.log(`| half of the turns | ${at(shares, 0.25).toFixed(1)} to ${at(shares, 0.75).toFixed(1)} % |`)
  } finally {
    booked.end()
    unbooked.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

function startTurns(part: string, path: string) {
  const child = fork(join(import.meta.dirname, 'entries-turns.ts'), [part, path])
  return {
    /** Microseconds of the processor for a payment. */
    async take(): Promise<number> {
      child.send('take')
      const [turn] = (await once(child, 'message')) as [Turn]
      return turn.micros
    },
    end: () => child.kill(),
  }
}
