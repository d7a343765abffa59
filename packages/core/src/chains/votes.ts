/** The rules for counting votes of a network's nodes. */
export type Rules = {
  /** The number of nodes that must show what is final. */
  readonly needed: number
  /** The number of nodes with a vote: those that are not known to be down. */
  readonly voters: number
  /** The number of these that ask to wait (429). They count only if the answers contradict each other. */
  readonly busy: number
}

/**
 * The number of sides in a vote, and the winning answer: of at least `needed`, and of more than half of those with a
 * vote.
 */
export function countVotes<Answer>(
  answers: readonly (Answer | null)[],
  keyOf: (answer: Answer) => string,
  { needed, voters, busy }: Rules,
): { readonly sides: number; readonly winner: Answer | null } {
  const votes = answers.filter((answer) => answer !== null)
  const abstentions = answers.length - votes.length
  const sides = [...Map.groupBy(votes, keyOf).values()]
  const counted = sides.length > 1 ? voters : voters - busy
  const half = (Math.max(counted, answers.length) - abstentions) / 2
  const winning = sides.find((side) => side.length > half && side.length >= needed)
  return { sides: sides.length, winner: winning?.[0] ?? null }
}

/**
 * The first value, in descending order, that the witnesses and most nodes have reached; null when there are too few. If
 * the answering nodes are no majority because others ask to wait, all answering nodes must have reached it.
 */
export function findMajorityValue<Answer>(
  descending: readonly Answer[],
  answers: number,
  { needed, voters, busy }: Rules,
): Answer | null {
  const computeMost = (counted: number) => Math.floor((descending.length + Math.max(0, counted - answers)) / 2)
  const most = Math.max(computeMost(voters - busy), Math.min(computeMost(voters), descending.length - 1))
  return descending[Math.max(most, needed - 1)] ?? null
}
