import type { Network } from '../chains/network.ts'

/** What this process knows of its networks since it started. */
export type NetworkHealth = {
  /** The network was just read successfully. */
  read(network: Network): void
  /** The network contradicts itself. */
  halted(network: Network, reason: string): void
  /** Reading the network failed. */
  failed(network: Network, error: unknown): void
  unreadFor(network: Network): number
  trouble(network: Network): string | null
}

export function networkHealth(elapsed: () => number): NetworkHealth {
  const begun = elapsed()
  const lastRead = new Map<Network, number>()
  const troubles = new Map<Network, string>()
  return {
    read(network) {
      lastRead.set(network, elapsed())
      troubles.delete(network)
    },
    halted: (network, reason) => troubles.set(network, `halted: ${reason}`),
    failed(network, error) {
      if (!troubles.get(network)?.startsWith('halted')) troubles.set(network, messageOf(error))
    },
    unreadFor: (network) => elapsed() - (lastRead.get(network) ?? begun),
    trouble: (network) => troubles.get(network) ?? null,
  }
}

/** The message with what caused it: `fetch failed` alone says nothing. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : null
  const detail = cause && (cause.message || ('code' in cause ? String(cause.code) : ''))
  return detail ? `${error.message}: ${detail}` : error.message
}
