/** Plays stories against a real server: see the README. */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Failure, type Result, runStories } from './bench/run.ts'
import { generateStories, PLOTS } from './generate.ts'
import { mistakes } from './reference/mistakes.ts'
import type { Story } from './story.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    stories: { type: 'string', default: '200' },
    once: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] as string[] },
    workers: { type: 'string', default: '1' },
    parallel: { type: 'string', default: '60' },
    list: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    mistake: { type: 'string' },
    mistakes: { type: 'string' },
    'until-failure': { type: 'boolean', default: false },
  },
})
const REFERENCE = [process.execPath, join(import.meta.dirname, 'reference/main.ts')]
const count = values.once ? PLOTS : Number(values.stories)
const from = Number(values.from)
const stories = generateStories(Number(values.seed), from + count)
  .slice(from)
  .filter(({ order, plot }) => values.only.length === 0 || [order, plot].some((name) => values.only.includes(name)))
if (values.list) for (const story of stories) console.log(JSON.stringify(story))
else if (values.planted) await findMistakes()
else await playAll()

async function playAll(): Promise<void> {
  const parallel = Number(values.parallel)
  const first = await play(stories, parallel)
  const { failures, slow, sums } = first
  const chosen = slow.flatMap(({ played }) => (played ? [played.story] : []))
  const again = failures.length === 0 && chosen.length > 0 ? await playAgain(chosen, slow, parallel) : null
  const wrong = [...failures, ...(again ? [...again.failures, ...again.slow] : [])]
  for (const failure of wrong) tell(failure)
  if (wrong.length > 0) console.log(first.output, again?.output ?? '')
  const seconds = (first.seconds + (again?.seconds ?? 0)).toFixed(1)
  const twice = again ? `, ${chosen.length} of them again` : ''
  console.log(`${stories.length} stories of seed ${values.seed} in ${seconds} s${twice}, ${wrong.length} went wrong`)
  if (sums) console.log(`booked ${JSON.stringify(sums.currencies)}, sent ${JSON.stringify(sums.assets)}`)
  // Stories that still run after a failure are abandoned.
  process.exit(wrong.length === 0 ? 0 : 1)
}

function play(these: readonly Story[], parallel: number): Promise<Result> {
  const { mistake } = values
  const reference = mistake === undefined ? REFERENCE : [...REFERENCE, '--mistake', mistake]
  const command = positionals.length > 0 ? positionals : reference
  const numbers = { workers: Number(values.workers), parallel }
  const untilFailure = values['until-failure']
  return runStories({ ...{ stories: these, command, ...numbers, untilFailure, log: console.log } })
}

/** Plays stories for which this machine was too slow once more, a third at a time. They must go well then. */
async function playAgain(these: readonly Story[], slow: readonly Failure[], parallel: number): Promise<Result> {
  for (const { played, error } of slow) {
    console.log(
      `too slow for ${played?.story.order} (${played?.story.plot}): ${error instanceof Error ? error.message : error}`,
    )
  }
  const fewer = Math.max(1, Math.floor(Math.min(parallel, stories.length) / 3))
  console.log(`${these.length} stories have proved nothing. They are played again, ${fewer} at a time`)
  return play(these, fewer)
}

function tell({ played, error }: Failure): void {
  const text = error instanceof Error ? (error.name === 'Violation' ? error.message : error.stack) : String(error)
  console.log(`${played ? `${played.story.order} (${played.story.plot})` : 'the books'}: ${text}`)
  if (!played) return
  console.log(`  ${JSON.stringify(played.story)}`)
  console.log(`  answers ${JSON.stringify(played.answers)}`)
  console.log(`  again: npx node plugins/stories/src/main.ts --seed ${values.seed} --only ${played.story.order}`)
}

type Planted = { readonly name: string; readonly plots?: readonly string[] }

/** Those of the reference shop, or of the module that `--mistakes` names. Its shop reads `CHECKOUT_MISTAKE`. */
async function listMistakes(): Promise<readonly Planted[]> {
  if (values.mistakes === undefined) return mistakes
  return ((await import(resolve(values.mistakes))) as { mistakes: readonly Planted[] }).mistakes
}

/** Each planted mistake must be found. A process of its own plays the stories until one fails. */
async function findMistakes(): Promise<void> {
  const known = await listMistakes()
  const chosen = known.filter(({ name }) => name.includes(values.mistake ?? ''))
  let missed = 0
  for (const { name, plots = values.only } of chosen) {
    const started = performance.now()
    const { seed, from, stories: count, parallel } = values
    const range = ['--seed', seed, '--from', from, '--stories', count]
    const only = plots.flatMap((plot) => ['--only', plot])
    const words = [...range, ...only, '--parallel', parallel, '--mistake', name, '--until-failure']
    const child = spawnSync(process.execPath, [import.meta.filename, ...words, '--', ...positionals], {
      encoding: 'utf8',
      env: { ...process.env, CHECKOUT_MISTAKE: name },
    })
    const seconds = ((performance.now() - started) / 1_000).toFixed(0)
    // A broken connection of the bench finds nothing.
    const lines = child.stdout.split('\n').filter((line) => /^(\S+ \(.*\)|the books): (?!\w*Error: )/.test(line))
    const [failure = ''] = lines
    const isFound = child.status === 1 && failure !== ''
    console.log(`${isFound ? 'found' : 'MISSED'} in ${seconds} s: ${name}: ${failure.slice(0, 160)}${child.stderr}`)
    if (isFound) continue
    missed += 1
    console.log(child.stdout)
  }
  console.log(`${chosen.length - missed} of ${chosen.length} planted mistakes were found`)
  process.exitCode = missed === 0 ? 0 : 1
}
