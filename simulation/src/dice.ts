import { createSeededRandom } from '../../packages/core/src/testing/seeded-random.ts'

/** The source of all randomness in a simulation: the same seed gives the same numbers. */
export class Random {
  /** An integer from 0 to `below` - 1. */
  readonly below: (below: number) => number

  constructor(seed: number) {
    this.below = createSeededRandom(seed)
  }

  /** From `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  /** True with this chance in per cent. */
  percent(chance: number): boolean {
    return this.below(100) < chance
  }

  one<T>(of: readonly [T, ...T[]]): T {
    return of[this.below(of.length)] ?? of[0]
  }

  /** Null for an empty list. */
  any<T>(of: readonly T[]): T | null {
    return of.length === 0 ? null : (of[this.below(of.length)] ?? null)
  }

  /** One of the newest, because merchants and payers mostly deal with those. */
  recent<T>(of: readonly T[], among = 10): T | null {
    return this.any(of.slice(-among))
  }

  weighted<T extends { readonly weight: number }>(of: readonly T[]): T {
    const total = of.reduce((sum, { weight }) => sum + weight, 0)
    let left = this.below(total)
    for (const one of of) {
      left -= one.weight
      if (left < 0) return one
    }
    throw new Error('nothing to choose from')
  }
}
