/** One count of the code or its documents, with its goal. */
export type Figure = {
  /** Names the figure for `--list`. */
  readonly name: string
  /** The things counted. */
  readonly counts: string
  readonly now: number
  /** The most that there is to be. */
  readonly goal: number
  /** Shown beside the number: `%` for a share. */
  readonly unit?: string
  /** Each place counted, as `path:line text`. Empty if the number has no places. */
  readonly places: readonly string[]
}

/** A figure that counts places. */
export function countPlaces(name: string, counts: string, goal: number, places: readonly string[]): Figure {
  return { name, counts, now: places.length, goal, places }
}

export function isMet({ now, goal }: Figure): boolean {
  return now <= goal
}
