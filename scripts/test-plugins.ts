/**
 * `npm run test:plugins`: installs each plug-in by its own lock file, runs its tests, and ends with
 * `N passed, N failed`. Plug-ins are no part of `npm test`: shop systems are heavy. `-- NAME` runs one of them.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { COMPILE_CACHE } from './compile-cache.ts'
import { type Count, countCheck, countTests, describeFailures, type Ending } from './failures.ts'

/** `vitest`: it reports each test. `phpunit`: it prints their numbers. Otherwise a step is one check. */
type Kind = 'check' | 'vitest' | 'phpunit'

type Step = { readonly kind: Kind; readonly words: readonly string[] }

type Plugin = {
  readonly folder: string
  /** Programs that the machine must have, and how to get them. */
  readonly needs?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

const vitest = 'vitest run --reporter=default --reporter=../../scripts/vitest-report.ts'

/** From the plug-in's lock file. Nothing is installed anew if it is there. */
const install = step('check', 'npx --prefer-offline --yes pnpm@12.21.0 install --frozen-lockfile --loglevel error')

const php = {
  php: 'apt-get install php-cli php-curl php-mbstring php-xml',
  phpunit: 'apt-get install phpunit',
}

const plugins: Readonly<Record<string, Plugin>> = {
  stories: {
    folder: 'plugins/stories',
    steps: [step('check', 'node ../../scripts/build-pages.ts'), step('check', 'node src/main.ts')],
  },
  'client-php': { folder: 'clients/php', needs: php, steps: [step('phpunit', 'phpunit --colors=never')] },
  medusa: {
    folder: 'plugins/medusa',
    steps: [
      install,
      step('check', 'tsc -p tsconfig.json'),
      step('check', 'npm run --silent build'),
      step('vitest', vitest),
      step('check', 'node test/stories.ts'),
    ],
  },
  woocommerce: {
    folder: 'plugins/woocommerce',
    needs: php,
    steps: [
      step('phpunit', 'phpunit --colors=never'),
      step('check', 'node ../stories/src/main.ts --workers 4 -- php tests/stories-driver.php'),
    ],
  },
}

function step(kind: Kind, line: string): Step {
  return { kind, words: line.split(' ') }
}

/** Groups of processes that a step started. None outlives it. */
const groups = new Set<ChildProcess>()

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // All of its processes have ended.
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of groups) endGroup(child)
    process.exit(1)
  })
}

const scratch = mkdtempSync(join(tmpdir(), 'checkout-plugins-'))

/** Runs a step in the plug-in's folder and shows its output as it comes. */
function execute([command = '', ...args]: readonly string[], folder: string, report: string): Promise<Ending> {
  const bins = [resolve(folder, 'node_modules/.bin'), resolve('node_modules/.bin')]
  const PATH = [...bins, process.env.PATH].join(':')
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, PATH, CHECKOUT_REPORT: report }
  return new Promise((end, reject) => {
    const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    groups.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        process.stdout.write(text)
      })
    }
    child.on('error', reject)
    child.on('exit', () => endGroup(child))
    child.on('close', (code) => {
      groups.delete(child)
      end({ code: code ?? 1, output })
    })
  })
}

/** `OK (12 tests, 30 assertions)`, or `Tests: 12, Assertions: 30, Errors: 1, Failures: 2.` */
function countPhpunit(ending: Ending): Count {
  const read = (pattern: RegExp) => Number(pattern.exec(ending.output)?.[1] ?? 0)
  const tests = read(/^OK \((\d+) tests?,/m) || read(/^Tests: (\d+),/m)
  const wrong = read(/Errors: (\d+)/) + read(/Failures: (\d+)/)
  const failed = ending.code === 0 && tests > 0 ? 0 : Math.max(1, wrong)
  const { failures } = countCheck({ ...ending, code: failed })
  return { passed: Math.max(0, tests - failed), failed, failures, files: [] }
}

async function runStep({ kind, words }: Step, folder: string): Promise<Count> {
  const report = join(scratch, 'report.json')
  rmSync(report, { force: true })
  console.log(`\n== ${folder}: ${words.join(' ')}`)
  const start = performance.now()
  const ending = await execute(words, folder, report)
  console.log(`== ${((performance.now() - start) / 1_000).toFixed(1)} s`)
  if (kind === 'phpunit') return countPhpunit(ending)
  if (kind === 'check') return countCheck(ending)
  return countTests(existsSync(report) ? readFileSync(report, 'utf8') : null, ending)
}

/** Programs that a plug-in's tests lack; empty if they have all. */
function findMissing({ needs = {} }: Plugin): string[] {
  const missing = Object.entries(needs).filter(([program]) => spawnSync('which', [program]).status !== 0)
  return missing.map(([program, remedy]) => `${program} is missing: ${remedy}`)
}

/** Runs the steps of a plug-in until one of them fails. */
async function runPlugin(plugin: Plugin): Promise<Count[]> {
  const missing = findMissing(plugin)
  if (missing.length > 0) return [{ passed: 0, failed: 1, failures: [missing.join('; ')], files: [] }]
  const counts: Count[] = []
  for (const one of plugin.steps) {
    const count = await runStep(one, plugin.folder)
    counts.push(count)
    if (count.failed > 0) break
  }
  return counts
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in plugins))
if (unknown.length > 0) {
  console.error(`There is no plug-in ${unknown.join(', ')}: use ${Object.keys(plugins).join(', ')}.`)
  process.exit(2)
}

const results: { readonly name: string; readonly count: Count }[] = []
for (const [name, plugin] of Object.entries(plugins)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const count of await runPlugin(plugin)) results.push({ name, count })
}
rmSync(scratch, { recursive: true, force: true })
for (const failure of describeFailures(results)) console.log(`FAILED ${failure}`)
const sum = (kind: 'passed' | 'failed') => results.reduce((total, { count }) => total + count[kind], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 ? 0 : 1
