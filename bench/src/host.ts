import { readFileSync } from 'node:fs'

const EVERY_MS = 1_000
/** A virtual machine measures its host in any second in which the host takes more CPU time than this. */
const QUIET_BELOW = 0.02

/** Records, for each second, how much of the machine's CPU time its host gave to others ("steal", proc_stat(5)). */
export function watchHost() {
  const startedAt = performance.now()
  const shares: number[] = []
  let before = cpuTimes()
  const watching = setInterval(() => {
    const now = cpuTimes()
    shares.push((now.stolen - before.stolen) / Math.max(1, now.all - before.all))
    before = now
  }, EVERY_MS)
  return {
    stop: () => clearInterval(watching),
    /** The average share so far. */
    stolen: () => shares.reduce((sum, one) => sum + one, 0) / Math.max(1, shares.length),
    /** True if the host took little time in that second and in the one before. `time` is a value of `performance.now()`. */
    wasQuiet(time: number) {
      const second = Math.floor((time - startedAt) / EVERY_MS)
      return [second - 1, second].every((one) => (shares[one] ?? 0) < QUIET_BELOW)
    },
  }
}

export type Host = ReturnType<typeof watchHost>

/** Totals of all CPUs, in the kernel's ticks; zeros if the system does not report them. */
function cpuTimes(): { readonly all: number; readonly stolen: number } {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
    const ticks = line.split(/\s+/).slice(1, 9).map(Number)
    return { all: ticks.reduce((sum, one) => sum + one, 0), stolen: ticks[7] ?? 0 }
  } catch {
    return { all: 0, stolen: 0 }
  }
}
