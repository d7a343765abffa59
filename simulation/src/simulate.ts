import { createHash } from 'node:crypto'
import { Ended } from '../../packages/core/src/testing/deadline.ts'
import { watchChanges } from './changes.ts'
import { checkStep } from './check.ts'
import { forgetOrder } from './check-events.ts'
import { checkQuiet } from './check-quiet.ts'
import { drain } from './quiet.ts'
import { steps, stepsOfSeveral, stepsWithConversions, stepsWithPrograms } from './steps.ts'
import { chooseFirstTargets } from './steps-conversions.ts'
import { Violation } from './violation.ts'
import { World } from './world.ts'

export type Outcome = {
  readonly seed: number
  /** The number of steps that were taken. */
  readonly steps: number
  /** SHA-256 of everything that happened. */
  readonly hash: string
  /** The last things that happened. */
  readonly trace: readonly string[]
  /** The violation; null if there was none. */
  readonly violation: Violation | null
}

/** Runs the world for this many steps, then stops all faults and waits until nothing changes. */
export async function simulate(seed: number, count: number): Promise<Outcome> {
  const world = await World.open(seed)
  if (world.conversions) await chooseFirstTargets(world)
  await watchChanges(world.storage.db)
  await world.leases?.watch(world.storage.db)
  let violation: Violation | null = null
  let taken = 0
  try {
    for (; taken < count; taken++) await takeStep(world)
    await drain(world)
    await checkQuiet(world)
  } catch (error) {
    violation = asViolation(error)
  }
  await world.close()
  const hash = createHash('sha256').update(world.trace.join('\n')).digest('hex')
  return { seed, steps: taken, hash, trace: world.trace.slice(-30), violation }
}

/** Throws Violation if an invariant is broken. */
export async function takeStep(world: World): Promise<void> {
  const own = world.leases ? stepsOfSeveral : steps
  const withPrograms = world.programs ? stepsWithPrograms : []
  const withConversions = world.conversions ? stepsWithConversions : []
  const step = world.dice.weighted([...own, ...withPrograms, ...withConversions])
  world.trace.push(`${world.trace.length} ${step.name}: begun`)
  const result = await step.run(world).catch((error: unknown) => {
    const ended = world.servers.some(({ life }) => life.isOver)
    if (error instanceof Ended || (ended && !(error instanceof Violation))) return 'ended'
    throw error
  })
  const changes = await checkStep(world)
  world.trace[world.trace.length - 1] = `${world.trace.length} ${step.name}: ${result} ${changes}`
  const ended = world.servers.filter(({ life }) => life.isOver)
  if (ended.length === 0) return
  await forgetOrder(world)
  await world.restart(ended)
}

function asViolation(error: unknown): Violation {
  if (error instanceof Violation) return error
  return new Violation('no defects', error instanceof Error ? (error.stack ?? error.message) : String(error))
}
