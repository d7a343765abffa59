/** The result of a step of `npm test`, with what failed in a line each: a log may keep only the end of the output. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export type Count = {
  readonly passed: number
  readonly failed: number
  readonly failures: readonly string[]
  /** The files with a failure; none of a check. */
  readonly files: readonly TestFile[]
}

/** The end of a program, and what it has printed. */
export type Ending = { readonly code: number; readonly output: string }

/**
 * The tests of a file, as the runners write them: `vitest-report.ts` and `packages/widget/web-test-runner.config.js`.
 * `errors` are those of no test, `project` is Vitest's.
 */
export type TestFile = {
  readonly file: string
  readonly project?: string
  readonly errors: readonly string[]
  readonly passed: number
  readonly failed: readonly { readonly name: string; readonly error: string }[]
}

const MOST_LINES = 20
const MOST_CHARACTERS = 400

export function countCheck({ code, output }: Ending): Count {
  return code === 0
    ? { passed: 1, failed: 0, failures: [], files: [] }
    : { passed: 0, failed: 1, failures: [quoteFault(output)], files: [] }
}

/** `report` is null if the runner has not come to writing it. A runner without tests has failed. */
export function countTests(report: string | null, { code, output }: Ending): Count {
  if (report === null) return countCrash(output)
  const files: readonly TestFile[] = JSON.parse(report)
  const count = countFiles(files)
  if (count.failed > 0) return count
  const crashed = code !== 0 || count.passed === 0
  return crashed ? { ...countCrash(output), passed: count.passed } : count
}

/** `OK (12 tests, 30 assertions)`, or `Tests: 12, Assertions: 30, Errors: 1, Failures: 2.` */
export function countPhpunit(ending: Ending): Count {
  const read = (pattern: RegExp) => Number(pattern.exec(ending.output)?.[1] ?? 0)
  const tests = read(/^OK \((\d+) tests?,/m) || read(/^Tests: (\d+),/m)
  const wrong = read(/Errors: (\d+)/) + read(/Failures: (\d+)/)
  const failed = ending.code === 0 && tests > 0 ? 0 : Math.max(1, wrong)
  const { failures } = countCheck({ ...ending, code: failed })
  return { passed: Math.max(0, tests - failed), failed, failures, files: [] }
}

/** A file that fails without a failed test still counts as failed. */
function countFiles(files: readonly TestFile[]): Count {
  return {
    passed: files.reduce((sum, { passed }) => sum + passed, 0),
    failed: files.reduce((sum, { failed, errors }) => sum + (failed.length || Math.min(errors.length, 1)), 0),
    failures: files.flatMap(describeFile),
    files: files.filter(({ failed, errors }) => failed.length + errors.length > 0),
  }
}

/** The failures of a file, one text each: its name, the test's and the error with its stack. */
export function describeFile({ file, errors, failed }: TestFile): string[] {
  const name = file === '' ? '' : `${relative(process.cwd(), file)}: `
  return [...errors.map((error) => `${name}${error}`), ...failed.map((test) => `${name}${test.name}: ${test.error}`)]
}

/** Puts what a file came to when it ran again in the place of its first run. */
export function replaceFile(count: Count, first: TestFile, again: Count): Count {
  const before = countFiles([first])
  return {
    passed: count.passed - before.passed + again.passed,
    failed: count.failed - before.failed + again.failed,
    failures: [...count.failures.filter((failure) => !before.failures.includes(failure)), ...again.failures],
    files: [...count.files.filter((file) => file !== first), ...again.files],
  }
}

/** Headings under which Vitest lists errors that are not of tests. */
const LISTED = /Unhandled Errors|Failed Suites/
const LAST_CHARACTERS = 1_000

/** A runner that ends otherwise than by a test: its output also has the names of tests that passed. */
function countCrash(output: string): Count {
  const listed = output.search(LISTED)
  return countCheck({ code: 1, output: output.slice(listed === -1 ? -LAST_CHARACTERS : listed) })
}

/** Words and signs of tools for what is wrong. */
const TELLING = /error|fail|exceed|too large|cannot|[✗✖×❌]/i
const LAST_LINES = 6

/** The first line that says what is wrong with the one before, which may name the place, and what follows. */
function quoteFault(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const telling = lines.findIndex((line) => TELLING.test(line))
  const quoted = telling === -1 ? lines.slice(-LAST_LINES) : lines.slice(Math.max(0, telling - 1))
  return quoted.map((line) => line.trim()).join(' / ') || 'it said nothing'
}

/** The lines that end the output, each with the name of its step. */
export function describeFailures(steps: readonly { readonly name: string; readonly count: Count }[]): string[] {
  const lines = steps.flatMap(({ name, count }) => count.failures.map((failure) => shorten(`${name}: ${failure}`)))
  if (lines.length <= MOST_LINES) return lines
  const shown = lines.slice(0, MOST_LINES - 1)
  return [...shown, `${lines.length - shown.length} more failures`]
}

/** A failure in one line: of a message, only the first. */
function shorten(failure: string): string {
  const [first = ''] = stripVTControlCharacters(failure).trim().split('\n')
  return first.slice(0, MOST_CHARACTERS)
}
