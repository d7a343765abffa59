import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { printable } from '@crypto-checkout/core'
import { expect, test, vi } from 'vitest'
import { openLog } from '../serving/log.ts'
import { formatTable, print } from './output.ts'

test('what others wrote reaches a terminal without escapes, and stays readable', () => {
  const evil = 'https://shop.example.com/\u001b]0;paid\u0007\u0000\u009b2J\u202e\rgnp.exe'
  const shown = 'https://shop.example.com/\\u001b]0;paid\\u0007\\u0000\\u009b2J\\u202e\\u000dgnp.exe'
  expect(printable(evil)).toBe(shown)
  expect(printable('a\tb\nc – é 漢')).toBe('a\tb\nc – é 漢')
  const written: unknown[] = []
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((line) => written.push(line)),
  )
  print(formatTable(['URL'], [[`${evil}\n1`]]))
  const log = openLog('text')
  log.line(evil)
  log.info(evil)
  for (const spy of spies) spy.mockRestore()
  expect(written).toEqual([`URL\n${shown}\\n1`, shown, shown])
})

const MAIN = join(import.meta.dirname, '../main.ts')
/** util-linux runs a command on a terminal. */
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

/** The help as a terminal gets it. */
function helpOnTerminal(env: NodeJS.ProcessEnv): string {
  const { PATH } = process.env
  const command = `${process.execPath} ${MAIN} --help`
  return spawnSync('script', ['-qec', command, '/dev/null'], { env: { PATH, TERM: 'xterm', ...env } }).stdout.toString()
}

test.runIf(hasTerminal)('titles are bold on a terminal, and nowhere else', () => {
  expect(helpOnTerminal({})).toContain('\u001b[1mServer\u001b[22m')
  expect(helpOnTerminal({ NO_COLOR: '1' })).not.toContain('\u001b')
  const { stdout } = spawnSync(process.execPath, [MAIN, '--help'], { env: { TERM: 'xterm' } })
  expect(stdout.toString()).toMatch(/^Server$/m)
})
