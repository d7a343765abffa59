import { readFileSync } from 'node:fs'

const EVERY_MS = 1_000
/** In a second in which its host takes more of it, a virtual machine measures its host. */
const QUIET_BELOW = 0.02

/** Watches, second by second, how much of the machine's CPU time its host gave to others ("steal", proc_stat(5)). */
export function watchHost() {
  const begun = performance.now()
  const shares: number[] = []
  let before = cpuTimes()
  const watching = setInterval(() => {
    const now = cpuTimes()
    shares.push((now.stolen - before.stolen) / Math.max(1, now.all - before.all))
    before = now
  }, EVERY_MS)
  return {
    stop: () => clearInterval(watching),
    /** The share of all time so far. */
    stolen: () => shares.reduce((sum, one) => sum + one, 0) / Math.max(1, shares.length),
    /** Whether the host left the machine alone at a time, as `performance.now()` gives it, and in the second before. */
    wasQuiet(time: number) {
      const second = Math.floor((time - begun) / EVERY_MS)
      return [second - 1, second].every((one) => (shares[one] ?? 0) < QUIET_BELOW)
    },
  }
}

export type Host = ReturnType<typeof watchHost>

/** Of all CPUs together, in the kernel's ticks; zeros where it does not tell. */
function cpuTimes(): { readonly all: number; readonly stolen: number } {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
    const ticks = line.split(/\s+/).slice(1, 9).map(Number)
    return { all: ticks.reduce((sum, one) => sum + one, 0), stolen: ticks[7] ?? 0 }
  } catch {
    return { all: 0, stolen: 0 }
  }
}
