/**
 * `npm test`: runs the checks and the test runners, stage by stage. It shows their output, counts each test and each
 * check, and ends with `N passed, N failed`. It leaves out tests named `.long.`, and simulates less.
 * `npm run test:full` is `--full`: everything, and of the plug-ins a quick share. Without PHP, it says what it leaves out.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { COMPILE_CACHE } from './compile-cache.ts'
import { type Count, countCheck, countTests, describeFailures, type Ending, type TestFile } from './failures.ts'
import { countStep, findMissing, plugins } from './plugins.ts'
import { runAgain } from './run-again.ts'

type Show = (text: string) => void
type Step = {
  readonly name: string
  /** True if its output is shown as it comes. By default it is shown when it has ended. */
  readonly isLive?: true
  run(show: Show): Promise<Count>
  /** Runs one of its files alone. Checks have no files. */
  runFile?(show: Show, file: TestFile): Promise<Count>
}

const full = readArguments(process.argv.slice(2))
const scratch = mkdtempSync(join(tmpdir(), 'checkout-test-'))

const packages = [
  'api-types',
  'client',
  'contracts',
  'core',
  'dashboard',
  'devnet',
  'express',
  'fetch',
  'payer-ui',
  'react',
  'server',
  'stellar-devnet',
  'widget',
]

const inNode: Step = {
  name: 'tests in Node',
  isLive: true,
  run: (show) => runVitest(show, []),
  runFile: (show, { file, project = '' }) => runVitest(show, ['--project', project, relative('.', file)]),
}

const others: readonly Step[] = [
  {
    name: 'tests in Chromium',
    run: (show) => runTests(show, 'wtr', [], 'packages/widget'),
    runFile: (show, { file }) =>
      runTests(show, 'wtr', ['--files', relative('packages/widget', file)], 'packages/widget'),
  },
  simulate('simulation', ['--seeds', full ? '40' : '10']),
  simulate('bugs that are planted in it', ['--planted', '--within', full ? '10000' : '400']),
]

/** One after the other: a stage may read what the one before has built. The steps of a stage run two at a time. */
const stages: readonly (readonly Step[])[] = [
  [
    check('types', 'tsc', ['-b']),
    check('format, lint and import directions', 'biome', ['check', '.']),
    // It removes scripts of former builds, so those of the other builds come after it.
    check('build of the element', 'vite', ['build', '--logLevel', 'warn', 'packages/widget']),
  ],
  [
    check('unused files, exports and dependencies', 'knip', []),
    ...[
      ['build of the element for the hosted page', 'vite.page.config.ts'],
      ['build of the script that signs refunds', 'vite.sign.config.ts'],
      ['build of its modules', 'vite.npm.config.ts'],
    ].map(([name = '', config = '']) =>
      check(name, 'vite', ['build', '--logLevel', 'warn', '--config', config], 'packages/widget'),
    ),
    check('build of the dashboard', 'vite', ['build', '--logLevel', 'warn'], 'packages/dashboard'),
    check('manifest of the element', 'node', ['packages/widget/scripts/describe.ts']),
  ],
  [
    check('hash of the element in its README', 'node', ['packages/widget/scripts/integrity.ts', '--check']),
    check('its types in React, Vue and Svelte', 'tsc', ['-p', 'packages/widget/typings']),
    check('size of the element', 'size-limit', [], 'packages/widget'),
    check('size of the dashboard', 'node', ['packages/dashboard/scripts/sizes.ts']),
    ...(full ? packages : []).map((name) =>
      check(`package ${name}`, 'publint', ['--strict', '--pack', 'npm', `packages/${name}`]),
    ),
  ],
  // Tests in Node wait for browsers and chains about half of their time.
  [inNode, ...others],
  // Stories wait by deadlines.
  full ? listPluginSteps() : [],
]

/** Tells whether all tests are wanted. Ends the process if an argument is unknown. */
function readArguments(args: readonly string[]): boolean {
  try {
    return parseArgs({ args: [...args], options: { full: { type: 'boolean', default: false } } }).values.full
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nnode scripts/test.ts [--full]`)
    process.exit(2)
  }
}

function check(name: string, command: string, args: readonly string[], folder = '.'): Step {
  return {
    name,
    run: async (show) => countCheck(await execute(show, command, args, folder)),
  }
}

/** The quick share of the plug-ins' tests. Says which plug-ins it leaves out, and what to install for them. */
function listPluginSteps(): Step[] {
  const leftOut: string[] = []
  const remedies = new Set<string>()
  const steps = Object.entries(plugins).flatMap(([name, plugin]) => {
    const chosen = plugin.steps.filter(({ quick }) => quick !== null)
    const missing = chosen.length > 0 ? findMissing(plugin) : []
    for (const remedy of missing) remedies.add(remedy)
    if (missing.length > 0) leftOut.push(name)
    if (missing.length > 0) return []
    return chosen.map((step): Step => {
      const [command = '', ...args] = step.quick ?? []
      const run = async (show: Show) => countStep(step, await execute(show, command, args, plugin.folder), null)
      return { name: `plug-ins: ${name}`, run }
    })
  })
  if (leftOut.length > 0) console.log(`LEFT OUT ${leftOut.join(', ')}: install ${[...remedies].join('; ')}`)
  return steps
}

/** It only computes and has no time to keep, so it takes what others leave: some tests of the full run depend on load. */
function simulate(name: string, args: readonly string[]): Step {
  return check(name, 'nice', ['-n', '10', 'node', 'simulation/src/main.ts', ...args])
}

const runVitest = (show: Show, args: readonly string[]) =>
  runTests(show, 'vitest', [
    'run',
    ...(full ? [] : ['--mode', 'quick']),
    '--reporter=default',
    '--reporter=./scripts/vitest-report.ts',
    ...args,
  ])

/** Runs a runner of tests. `CHECKOUT_REPORT` tells it where to write what became of each file. */
async function runTests(show: Show, command: string, args: readonly string[], folder = '.'): Promise<Count> {
  const report = join(scratch, `${command}.json`)
  rmSync(report, { force: true })
  const ending = await execute(show, command, args, folder, { CHECKOUT_REPORT: report })
  return countTests(existsSync(report) ? readFileSync(report, 'utf8') : null, ending)
}

/** Runs a workspace tool and shows its output as it comes. */
function execute(
  show: Show,
  command: string,
  args: readonly string[],
  folder = '.',
  variables: NodeJS.ProcessEnv = {},
): Promise<Ending> {
  const bins = ['node_modules/.bin', 'packages/widget/node_modules/.bin'].map((bin) => join(process.cwd(), bin))
  const PATH = [...bins, process.env.PATH].join(':')
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...variables, PATH }
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        show(text)
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

async function runStep({ name, isLive, run }: Step): Promise<Count> {
  let output = `\n== ${name}\n`
  const show = (text: string) => {
    if (isLive) process.stdout.write(text)
    else output += text
  }
  if (isLive) process.stdout.write(output)
  const count = await run(show)
  if (!isLive) process.stdout.write(output)
  if (count.failed > 0) console.log(`== ${name}: FAILED`)
  return count
}

const done: { readonly step: Step; readonly count: Count }[] = []
for (const stage of stages) {
  const waiting = [...stage]
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      done.push({ step, count: await runStep(step) })
    }
  }
  await Promise.all([work(), work()])
}
/** Runs failed files of a step again, each alone, and shows what passed then as unstable. */
async function settle({ step, count }: { step: Step; count: Count }): Promise<{ name: string; count: Count }> {
  const { name, runFile } = step
  if (!runFile) return { name, count }
  const settled = await runAgain(count, (file) => {
    console.log(`\n== ${name}, run again alone: ${relative('.', file.file)}`)
    return runFile((text) => process.stdout.write(text), file)
  })
  for (const log of settled.unstable) console.log(`\n== unstable: it failed, and passed alone\n${log}`)
  return { name, count: settled.count }
}

const settled: { readonly name: string; readonly count: Count }[] = []
for (const step of done) settled.push(await settle(step))
rmSync(scratch, { recursive: true, force: true })
for (const failure of describeFailures(settled)) console.log(`FAILED ${failure}`)
const sum = (kind: 'passed' | 'failed') => settled.reduce((total, { count }) => total + count[kind], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 ? 0 : 1
