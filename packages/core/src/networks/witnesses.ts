import type { Witnesses } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'

/** How many nodes must show what is final, and how many answer. */
export type WitnessCount = Pick<Witnesses, 'needed' | 'present'>

/** What this process knows of the witnesses of its networks. */
export function witnessCounts() {
  const counted = new Map<Network, WitnessCount>()

  /** Answers what is wrong with them. */
  function count(network: Network): string | null {
    const { missing, ...now } = network.chain.witnesses()
    counted.set(network, now)
    return witnessTrouble(now, missing)
  }

  return {
    count,
    of(network: Network): WitnessCount {
      const { needed, present } = network.chain.witnesses()
      return counted.get(network) ?? { needed, present }
    },
    /** Takes over what another process counted. */
    hear: (network: Network, now: WitnessCount) => counted.set(network, now),
  }
}

/**
 * Said at once where too few nodes answer: from then on nothing becomes final. That no node answers where one is enough is
 * said by what could not be read.
 */
function witnessTrouble({ needed, present }: WitnessCount, missing: Witnesses['missing']): string | null {
  if (present >= needed || needed === 1) return null
  const answer = present === 1 ? '1 node answers' : `${present || 'no'} nodes answer`
  return `${answer} where ${needed} must show what is final (witnesses): payments stay in processing. Repair what does not answer (${missing.join('; ')}), configure another one, or set witnesses to 1 to believe one node`
}
