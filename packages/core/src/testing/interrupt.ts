/** The signals of one Ctrl-C come within this time: a terminal and npm both send theirs. */
const ALL_SIGNALS_MS = 100

/**
 * Resolves on the first SIGINT or SIGTERM. Later ones are ignored. The process stays until they have come, because
 * Node.js ignores no signal while it exits.
 */
export function waitForInterrupt(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      setTimeout(() => {}, ALL_SIGNALS_MS)
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  })
}
