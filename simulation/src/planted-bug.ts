/** A bug as a change in the text of one file, below the folder of the core's sources. */
export type PlantedBug = {
  readonly name: string
  readonly file: string
  readonly find: string
  readonly replace: string
  /** This many steps are enough to find it. `npm test` looks for those with 400, `npm run test:full` up to 10,000. */
  readonly within: 400 | 10_000 | 40_000 | 120_000 | 240_000
  /** A seed whose world finds it, which is tried first. Default: the first one. Others follow if the world has changed. */
  readonly seed?: number
  /** The invariants that it breaks. */
  readonly seenBy: readonly string[]
  /** Only looked for in worlds with several servers. */
  readonly ofSeveral?: true
  /** Only looked for in worlds where programs pay. */
  readonly ofPrograms?: true
  /** Only looked for in worlds where backups are put back. */
  readonly ofRestores?: true
  /** Only looked for in worlds where money is converted. */
  readonly ofConversions?: true
}
