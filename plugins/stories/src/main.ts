/** Plays stories against a real server: see the README. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Failure, runStories } from './bench/run.ts'
import { generateStories } from './generate.ts'
import { mistakes } from './reference/mistakes.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    stories: { type: 'string', default: '200' },
    only: { type: 'string' },
    workers: { type: 'string', default: '1' },
    parallel: { type: 'string', default: '60' },
    list: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    mistake: { type: 'string' },
    'until-failure': { type: 'boolean', default: false },
  },
})
const REFERENCE = [process.execPath, join(import.meta.dirname, 'reference/main.ts')]
const stories = generateStories(Number(values.seed), Number(values.stories)).filter(
  ({ order, plot }) => values.only === undefined || order === values.only || plot === values.only,
)
if (values.list) for (const story of stories) console.log(JSON.stringify(story))
else if (values.planted) await findMistakes()
else await playAll()

async function playAll(): Promise<void> {
  const { mistake } = values
  const reference = mistake === undefined ? REFERENCE : [...REFERENCE, '--mistake', mistake]
  const command = positionals.length > 0 ? positionals : reference
  const numbers = { workers: Number(values.workers), parallel: Number(values.parallel) }
  const untilFailure = values['until-failure']
  const { failures, sums, seconds, output } = await runStories({
    ...{ stories, command, ...numbers, untilFailure, log: console.log },
  })
  for (const failure of failures) tell(failure)
  if (failures.length > 0) console.log(output)
  console.log(
    `${stories.length} stories of seed ${values.seed} in ${seconds.toFixed(1)} s, ${failures.length} went wrong`,
  )
  if (sums) console.log(`booked ${JSON.stringify(sums.currencies)}, sent ${JSON.stringify(sums.assets)}`)
  // Stories that still run after a failure are abandoned.
  process.exit(failures.length === 0 ? 0 : 1)
}

function tell({ played, error }: Failure): void {
  const text = error instanceof Error ? (error.name === 'Violation' ? error.message : error.stack) : String(error)
  console.log(`${played ? `${played.story.order} (${played.story.plot})` : 'the books'}: ${text}`)
  if (!played) return
  console.log(`  ${JSON.stringify(played.story)}`)
  console.log(`  answers ${JSON.stringify(played.answers)}`)
  console.log(`  again: npx node plugins/stories/src/main.ts --seed ${values.seed} --only ${played.story.order}`)
}

/** Each planted mistake must be found. A process of its own plays the stories until one fails. */
async function findMistakes(): Promise<void> {
  const chosen = mistakes.filter(({ name }) => name.includes(values.mistake ?? ''))
  let missed = 0
  for (const { name } of chosen) {
    const started = performance.now()
    const { seed, stories: count, parallel } = values
    const words = ['--seed', seed, '--stories', count, '--parallel', parallel, '--mistake', name, '--until-failure']
    const child = spawnSync(process.execPath, [import.meta.filename, ...words], { encoding: 'utf8' })
    const seconds = ((performance.now() - started) / 1_000).toFixed(0)
    const [first = ''] = child.stdout.split('\n').filter((line) => /^(\S+ \(.*\)|the books): /.test(line))
    const isFound = child.status === 1 && first !== ''
    if (!isFound) missed += 1
    console.log(`${isFound ? 'found' : 'MISSED'} in ${seconds} s: ${name}: ${first.slice(0, 160)}${child.stderr}`)
  }
  console.log(`${chosen.length - missed} of ${chosen.length} planted mistakes were found`)
  process.exitCode = missed === 0 ? 0 : 1
}
