/**
 * `npm run test:plugins`: installs each plug-in by its own lock file, runs its tests, and ends with
 * `N passed, N failed`. Plug-ins are no part of `npm test`: shop systems are heavy. `-- NAME` runs one of them.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { COMPILE_CACHE } from './compile-cache.ts'
import { type Count, describeFailures, type Ending } from './failures.ts'
import { countStep, findMissing, type Plugin, type PluginStep, plugins } from './plugins.ts'

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

async function runStep(step: PluginStep, folder: string): Promise<Count> {
  const report = join(scratch, 'report.json')
  rmSync(report, { force: true })
  console.log(`\n== ${folder}: ${step.words.join(' ')}`)
  const start = performance.now()
  const ending = await execute(step.words, folder, report)
  console.log(`== ${((performance.now() - start) / 1_000).toFixed(1)} s`)
  return countStep(step, ending, existsSync(report) ? readFileSync(report, 'utf8') : null)
}

/** Runs the steps of a plug-in until one of them fails. */
async function runPlugin(plugin: Plugin): Promise<Count[]> {
  const missing = findMissing(plugin)
  if (missing.length > 0) return [{ passed: 0, failed: 1, failures: [`it needs ${missing.join('; ')}`], files: [] }]
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
