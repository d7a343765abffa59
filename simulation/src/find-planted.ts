import { hasConversions, hasPrograms, hasRestores, pickNodeCount } from './config.ts'
import type { PlantedBug } from './planted-bug.ts'
import { runSeeds } from './workers.ts'

/** Per seed of a planted bug. */
const STEPS = 400

/** Looks for each of the bugs, some at a time, until it is found. Returns how many were not found. */
export async function findPlanted(
  bugs: readonly PlantedBug[],
  workers: number,
  log: (line: string) => void,
): Promise<number> {
  const left = [...bugs]
  let missed = 0
  const look = async () => {
    for (let bug = left.shift(); bug; bug = left.shift()) {
      const found = await find(bug).catch((error: unknown) => {
        log(String(error))
        return null
      })
      log(`${found ? 'found' : 'MISSED'}: ${bug.name}${found ? `, by ${found}` : ''}`)
      if (!found) missed += 1
    }
  }
  await Promise.all(Array.from({ length: workers }, look))
  log(`${bugs.length - missed} of ${bugs.length} planted bugs were found`)
  return missed
}

/** The violation that found it, and after how many steps; null if none did. */
async function find({
  name,
  seed: known,
  seenBy,
  within,
  ofSeveral,
  ofPrograms,
  ofRestores,
  ofConversions,
}: PlantedBug): Promise<string | null> {
  const all = Array.from({ length: (within / STEPS) * 10 }, (_, index) => index + 1)
    .filter((seed) => !ofSeveral || pickNodeCount(seed) > 1)
    .filter((seed) => !ofPrograms || hasPrograms(seed))
    .filter((seed) => !ofConversions || hasConversions(seed))
    // Programs would take steps from refunds, by which these are found.
    .filter((seed) => !ofRestores || (hasRestores(seed) && !hasPrograms(seed)))
    .slice(0, within / STEPS)
  const seeds = [...new Set(known === undefined ? all : [known, ...all])]
  const outcomes = await runSeeds(seeds, { steps: STEPS, workers: 1, bug: name }, ({ violation }) => violation === null)
  const violation = outcomes.at(-1)?.violation
  if (!violation) return null
  const steps = outcomes.reduce((sum, outcome) => sum + outcome.steps, 0)
  const expected = seenBy.includes(violation.invariant) ? '' : ` (expected ${seenBy.join(' or ')})`
  const moved =
    known === undefined || outcomes.length === 1 ? '' : ` (not with seed ${known}: ${outcomes.at(-1)?.seed})`
  return `${violation.invariant} after ${steps} steps${moved}${expected}: ${violation.message.split('\n')[0]?.slice(0, 140)}`
}
