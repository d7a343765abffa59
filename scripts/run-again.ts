/**
 * Tests that failed run again, once and alone: if they pass then, the run is green and shows them as unstable. Tests of
 * money, and those that draw or kill, are red at once: a failure in one run of many is what they look for.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { type Count, describeFile, replaceFile, type TestFile } from './failures.ts'

/** Rooms whose subject is money: how it is recognised, counted, sent and stored. */
const MONEY = [
  /^packages\/core\/src\/(deposits|domain|payments|refunds|relays|settlements|storage|transactions|watcher)\//,
  /^packages\/core\/src\/(chains|workers)\//,
  /^packages\/(contracts|stellar-devnet)\//,
  /^e2e\/src\/(networks|payments)\//,
  /^simulation\//,
]

/** Property tests, and tests that kill a process at any moment. */
const DRAWS_OR_KILLS = /from 'fast-check'|SIGKILL/

/** More files than these fail for one reason, which another run does not remove. */
const MOST_FILES = 5

/** Says whether a file may pass at a second try. `path` is relative to the workspace. */
export function mayRunAgain(path: string, text: string): boolean {
  return !MONEY.some((room) => room.test(path)) && !DRAWS_OR_KILLS.test(text)
}

/** Runs each failed file that may pass at a second try. `unstable` has the failures of those that do. */
export async function runAgain(
  count: Count,
  run: (file: TestFile) => Promise<Count>,
): Promise<{ readonly count: Count; readonly unstable: readonly string[] }> {
  if (count.files.length > MOST_FILES) return { count, unstable: [] }
  let settled = count
  const unstable: string[] = []
  for (const file of count.files) {
    if (file.file === '' || !mayRunAgain(relative(process.cwd(), file.file), readFileSync(file.file, 'utf8'))) continue
    const again = await run(file)
    if (again.failed > 0) continue
    settled = replaceFile(settled, file, again)
    unstable.push(describeFile(file).join('\n\n'))
  }
  return { count: settled, unstable }
}
