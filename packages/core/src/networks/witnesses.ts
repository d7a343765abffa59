import type { Network } from '../chains/network.ts'
import type { Witnesses } from '../chains/roles.ts'

/** The number of nodes that must confirm finality, and of those that answer. */
export type WitnessCount = Pick<Witnesses, 'needed' | 'present'>

/** A single failed request delays nothing that payers could notice. */
const LONG_MS = 15_000

/** Counts the witnesses of the networks for this process. `elapsed`: monotonic, in milliseconds. */
export function createWitnessCounts(elapsed: () => number) {
  const counted = new Map<Network, WitnessCount>()
  const missingSince = new Map<Network, number>()

  function note(network: Network, now: WitnessCount): void {
    counted.set(network, now)
    if (!areMissing(now)) missingSince.delete(network)
    else if (!missingSince.has(network)) missingSince.set(network, elapsed())
  }

  /** Returns the trouble with them, if any. */
  function count(network: Network): string | null {
    const { missing, ...now } = network.chain.nodes.witnesses()
    note(network, now)
    return witnessTrouble(now, missing)
  }

  return {
    count,
    of(network: Network): WitnessCount {
      const { needed, present } = network.chain.nodes.witnesses()
      return counted.get(network) ?? { needed, present }
    },
    /** Tells whether too few nodes have answered for so long that payers notice. */
    areLongMissing: (network: Network) => elapsed() - (missingSince.get(network) ?? elapsed()) >= LONG_MS,
    /** Takes over another process's count. */
    hear: note,
  }
}

function areMissing({ needed, present }: WitnessCount): boolean {
  return present < needed && needed > 1
}

/**
 * Reported at once if too few nodes answer: from then on nothing becomes final. If one witness is enough and no node
 * answers, the reading trouble reports it.
 */
function witnessTrouble(count: WitnessCount, missing: Witnesses['missing']): string | null {
  if (!areMissing(count)) return null
  const { needed, present } = count
  const answer = present === 1 ? '1 node answers' : `${present || 'no'} nodes answer`
  return `${answer} where ${needed} must show what is final (witnesses): payments stay in processing. Repair what does not answer (${missing.join('; ')}), configure another one, or set witnesses to 1 to believe one node`
}
