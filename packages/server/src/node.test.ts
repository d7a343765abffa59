import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const NEEDS = 'Crypto Checkout needs Node.js 22.16 or later, or 24 or later. This is v'

/** Runs this Node as one that is too old: without its SQLite. */
function runWithoutSqlite(...args: readonly string[]) {
  const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const
  return spawnSync(process.execPath, ['--no-experimental-sqlite', ...args], options)
}

test('the command says in one line which Node it needs', () => {
  const { status, stderr } = runWithoutSqlite(join(import.meta.dirname, 'main.ts'), 'start')
  expect([status, stderr]).toEqual([1, `${NEEDS}${process.versions.node}.\n`])
})

test('an import of the middleware, which imports the core, says so too', () => {
  const program = `import('@crypto-checkout/express').catch(({ code, message }) => console.log(code, message))`
  const { stdout } = runWithoutSqlite('--input-type=module', '--eval', program)
  expect(stdout).toBe(`NODE_TOO_OLD ${NEEDS}${process.versions.node}.\n`)
})
