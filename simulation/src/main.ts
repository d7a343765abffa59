/**
 * `npm run simulate -- --seed 1 --seeds 1000 --steps 1000` runs that many worlds for that many steps each, two at a
 * time. It exits with 1 on a violation.
 * `--plant <name>`: with a bug planted.
 * `--planted`: with each of the bugs in turn, or those with this in their name, which must all be found.
 * `--within 10000`: only those that are found within this many steps; 400 is one world, and finds the nine cheapest.
 */
import { parseArgs } from 'node:util'
import { findPlanted } from './find-planted.ts'
import { plantedBugs } from './planted-bugs.ts'
import type { WorkerMessage } from './worker.ts'
import { runSeeds } from './workers.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1000' },
    steps: { type: 'string', default: '1000' },
    workers: { type: 'string', default: '2' },
    plant: { type: 'string' },
    planted: { type: 'boolean', default: false },
    within: { type: 'string', default: '240000' },
    trace: { type: 'boolean', default: false },
  },
})
const number = (text: string) => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0) throw new Error(`${text} is not a number of anything`)
  return value
}
const options = { steps: number(values.steps), workers: Math.max(1, number(values.workers)) }
if (values.planted) {
  const most = number(values.within)
  const chosen = plantedBugs.filter(({ name, within }) => name.includes(values.plant ?? '') && within <= most)
  const missed = await findPlanted(chosen, options.workers, console.log)
  process.exitCode = missed === 0 ? 0 : 1
} else {
  const seeds = Array.from({ length: number(values.seeds) }, (_, index) => number(values.seed) + index)
  const bug = values.plant
  const started = performance.now()
  const outcomes = await runSeeds(seeds, { ...options, ...(bug ? { bug } : {}) }, (outcome) => {
    if (outcome.violation || values.trace) tell(outcome)
    return true
  })
  const steps = outcomes.reduce((sum, outcome) => sum + outcome.steps, 0)
  const wrong = outcomes.filter(({ violation }) => violation !== null).length
  const seconds = (performance.now() - started) / 1_000
  const speed = `${seconds.toFixed(1)} s, ${Math.round(steps / seconds)} a second`
  console.log(
    `${outcomes.length} seeds, ${steps} steps in ${speed}: ${wrong === 0 ? 'nothing was wrong' : `${wrong} seeds went wrong`}`,
  )
  process.exitCode = wrong === 0 ? 0 : 1
}

function tell({ seed, steps, hash, trace, violation }: WorkerMessage): void {
  for (const line of trace) console.log(`  ${line}`)
  if (!violation) {
    console.log(`seed ${seed}: nothing was wrong in ${steps} steps, trace ${hash}`)
    return
  }
  console.log(`seed ${seed}, step ${steps}: ${violation.invariant}: ${violation.message}`)
  const bug = values.plant ? ` --plant '${values.plant}'` : ''
  console.log(`again: npm run simulate -- --seed ${seed} --seeds 1 --steps ${options.steps}${bug}`)
}
