/**
 * `npm test`: runs the checks and the test runners, stage by stage. It shows their output, counts each test and each
 * check, and ends with `N passed, N failed`. It leaves out tests named `.long.`, and simulates less.
 * `npm run test:full` is `--full`: everything.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Count, countBrowserTests, countCheck, countVitest, describeFailures, type Ending } from './failures.ts'

type Step = { readonly name: string; run(show: (text: string) => void): Promise<Count> }

const full = readArguments(process.argv.slice(2))
const scratch = mkdtempSync(join(tmpdir(), 'checkout-test-'))
const reports = { vitest: join(scratch, 'vitest.json'), browser: join(scratch, 'browser.json') }
/** Tells the runner of the tests in a browser where to write its report. */
process.env.CHECKOUT_BROWSER_REPORT = reports.browser

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
    ...packages.map((name) => check(`package ${name}`, 'publint', ['--strict', '--pack', 'npm', `packages/${name}`])),
  ],
  [
    {
      name: 'tests in Node',
      async run(show) {
        const ending = await execute(show, 'vitest', [
          'run',
          ...(full ? [] : ['--mode', 'quick']),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${reports.vitest}`,
        ])
        return countVitest(readReport(reports.vitest), ending)
      },
    },
  ],
  [
    {
      name: 'tests in Chromium',
      async run(show) {
        const ending = await execute(show, 'wtr', [], 'packages/widget')
        return countBrowserTests(readReport(reports.browser), ending)
      },
    },
    check('simulation', 'node', ['simulation/src/main.ts', '--seeds', full ? '100' : '20']),
    check('bugs that are planted in it', 'node', [
      'simulation/src/main.ts',
      '--planted',
      '--within',
      full ? '10000' : '400',
    ]),
  ],
]

/** Whether all tests are wanted. Ends the process if an argument is unknown. */
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

/** What a runner has written; null if it has not come to that. */
function readReport(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

/** Runs a workspace tool and shows its output as it comes. */
function execute(
  show: (text: string) => void,
  command: string,
  args: readonly string[],
  folder = '.',
): Promise<Ending> {
  const bins = ['node_modules/.bin', 'packages/widget/node_modules/.bin'].map((bin) => join(process.cwd(), bin))
  const env = { ...process.env, PATH: [...bins, process.env.PATH].join(':') }
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

/** Runs a step. What it prints is shown at once if it is alone, else when it has ended. */
async function runStep({ name, run }: Step, alone: boolean): Promise<Count> {
  let output = `\n== ${name}\n`
  const show = (text: string) => {
    if (alone) process.stdout.write(text)
    else output += text
  }
  if (alone) process.stdout.write(output)
  const count = await run(show)
  if (!alone) process.stdout.write(output)
  if (count.failed > 0) console.log(`== ${name}: FAILED`)
  return count
}

const done: { readonly name: string; readonly count: Count }[] = []
for (const stage of stages) {
  const waiting = [...stage]
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      done.push({ name: step.name, count: await runStep(step, stage.length === 1) })
    }
  }
  await Promise.all([work(), work()])
}
rmSync(scratch, { recursive: true, force: true })
for (const failure of describeFailures(done)) console.log(`FAILED ${failure}`)
const sum = (kind: 'passed' | 'failed') => done.reduce((total, { count }) => total + count[kind], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 ? 0 : 1
