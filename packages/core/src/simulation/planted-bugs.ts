/** A bug as a change of the text of one file, below the folder of the core's sources. */
export type PlantedBug = {
  readonly name: string
  readonly file: string
  readonly find: string
  readonly replace: string
  /** The invariants that it breaks. */
  readonly seenBy: readonly string[]
}

/** Bugs that the simulation must find: each has been made by somebody, or could be. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'expire by wall clock',
    file: 'payments/expire.ts',
    find: 'const time = Math.min(readUntil.time, ctx.now() + CLOCK_TOLERANCE_MS)',
    replace: 'const time = ctx.now()',
    seenBy: ['I5'],
  },
]
