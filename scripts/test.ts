/**
 * `npm test`: runs the checks and the test runners, one after the other. It shows their output, counts each test and
 * each check, and ends with `N passed, N failed`. It leaves out tests named `.long.`, and simulates less.
 * `npm run test:full` is `--full`: everything.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

type Count = { readonly passed: number; readonly failed: number }
type Step = { readonly name: string; run(): Promise<Count> }

const full = readArguments(process.argv.slice(2))
const scratch = mkdtempSync(join(tmpdir(), 'checkout-test-'))
const report = join(scratch, 'vitest.json')

const steps: readonly Step[] = [
  check('format, lint and import directions', 'biome', ['check', '.']),
  check('types', 'tsc', ['-b']),
  check('build of the element', 'vite', ['build', '--logLevel', 'warn', 'packages/widget']),
  ...[
    ['build of the element for the hosted page', 'vite.page.config.ts'],
    ['build of the script that signs refunds', 'vite.sign.config.ts'],
    ['build of its modules', 'vite.npm.config.ts'],
  ].map(([name = '', config = '']) =>
    check(name, 'vite', ['build', '--logLevel', 'warn', '--config', config], 'packages/widget'),
  ),
  check('build of the dashboard', 'vite', ['build', '--logLevel', 'warn'], 'packages/dashboard'),
  check('hash of the element in its README', 'node', ['packages/widget/scripts/integrity.ts', '--check']),
  check('manifest of the element', 'node', ['packages/widget/scripts/describe.ts']),
  check('its types in React, Vue and Svelte', 'tsc', ['-p', 'packages/widget/typings']),
  check('unused files, exports and dependencies', 'knip', []),
  ...[
    'api-types',
    'client',
    'contracts',
    'core',
    'dashboard',
    'devnet',
    'express',
    'payer-ui',
    'server',
    'stellar-devnet',
    'widget',
  ].map((name) => check(`package ${name}`, 'publint', ['--strict', '--pack', 'npm', `packages/${name}`])),
  check('size of the element', 'size-limit', [], 'packages/widget'),
  check('size of the dashboard', 'node', ['packages/dashboard/scripts/sizes.ts']),
  {
    name: 'tests in Node',
    async run() {
      const code = await execute('vitest', [
        'run',
        ...(full ? [] : ['--mode', 'quick']),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ])
      return countVitest(code)
    },
  },
  check('simulation', 'node', ['simulation/src/main.ts', '--seeds', full ? '100' : '20']),
  check('bugs that are planted in it', 'node', [
    'simulation/src/main.ts',
    '--planted',
    '--within',
    full ? '10000' : '400',
  ]),
  {
    name: 'tests in Chromium',
    async run() {
      let output = ''
      const code = await execute('wtr', [], 'packages/widget', (text) => {
        output += text
      })
      return countWebTestRunner(code, output)
    },
  },
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
    async run() {
      const code = await execute(command, args, folder)
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
    },
  }
}

/** Runs a workspace tool, shows its output, and returns its exit code. */
function execute(
  command: string,
  args: readonly string[],
  folder = '.',
  hear?: (text: string) => void,
): Promise<number> {
  const bins = ['node_modules/.bin', 'packages/widget/node_modules/.bin'].map((bin) => join(process.cwd(), bin))
  const env = { ...process.env, PATH: [...bins, process.env.PATH].join(':') }
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', hear ? 'pipe' : 'inherit', 'inherit'] })
    child.stdout?.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      hear?.(chunk.toString())
    })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

function countVitest(code: number): Count {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    // A runner that fails without a failed test (an error outside of tests) still counts as failed.
    return { passed: numPassedTests, failed: Math.max(numFailedTests, code === 0 ? 0 : 1) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function countWebTestRunner(code: number, output: string): Count {
  const passed = Number([...output.matchAll(/(\d+) passed/g)].at(-1)?.[1] ?? 0)
  const failed = Number([...output.matchAll(/(\d+) failed/g)].at(-1)?.[1] ?? 0)
  return { passed, failed: Math.max(failed, code === 0 && passed > 0 ? 0 : 1) }
}

let passed = 0
let failed = 0
for (const step of steps) {
  console.log(`\n== ${step.name}`)
  const count = await step.run()
  passed += count.passed
  failed += count.failed
  if (count.failed > 0) console.log(`== ${step.name}: FAILED`)
}
rmSync(scratch, { recursive: true, force: true })
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
