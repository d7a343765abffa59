/** One Ctrl-C is two signals: a terminal and npm both send theirs. `crypto-checkout start` has tests of its own. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, listStrayProcesses, pollUntil, startCommand } from '../support/harness.ts'
import { WORKSPACE } from '../support/release.ts'

const BETWEEN_SIGNALS_MS = 10

afterAll(async () => {
  expect(await cleanUp()).toEqual([])
})

test.each(['examples/express-shop/src/main.ts', 'packages/widget/gallery/main.ts', 'e2e/src/gallery/main.ts'])(
  'two signals end %s in order, with all that it has started',
  async (program) => {
    const run = startCommand([], { program: join(WORKSPACE, program) })
    const ready = pollUntil(
      () => run.stdout,
      (text) => text.includes('http://'),
    )
    await Promise.race([ready, run.ended])
    run.signal('SIGINT')
    // The system delivers two at once as one.
    await sleep(BETWEEN_SIGNALS_MS)
    run.signal('SIGINT')
    expect(await run.ended, run.stderr).toBe(0)
    expect(listStrayProcesses()).toEqual([])
  },
)
