import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { commands } from '../../commands/table.ts'
import { formatBash } from './bash.ts'
import { formatFish } from './fish.ts'
import { listCompleted } from './table.ts'
import { formatZsh } from './zsh.ts'

const execute = promisify(execFile)
const table = listCompleted(commands)
const hasShell = (name: string) => spawnSync(name, ['-c', ':']).status === 0

function writeScript(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'completion-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'script')
  writeFileSync(file, text)
  return file
}

/** Completes the last word in bash, as Tab calls the function. */
async function completeInBash(line: string): Promise<string[]> {
  const script = writeScript(`${formatBash(table)}
compopt() { :; }
COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
COMP_LINE=$1 COMP_POINT=\${#1}
_crypto_checkout
printf '%s\\n' "\${COMPREPLY[@]}"
`)
  const { stdout } = await execute('bash', ['--norc', script, line])
  return stdout.split('\n').filter((answer) => answer !== '')
}

/** The same in fish, which also says what each answer means. */
async function completeInFish(line: string): Promise<string[]> {
  const script = writeScript(formatFish(table))
  const run = `source ${script}; complete -C ${JSON.stringify(line)}`
  const { stdout } = await execute('fish', ['--no-config', '-c', run])
  return stdout
    .split('\n')
    .map((answer) => answer.split('\t')[0] ?? '')
    .filter((answer) => answer !== '')
}

const cases: readonly (readonly [line: string, answers: readonly string[]])[] = [
  ['crypto-checkout st', ['start', 'status']],
  ['crypto-checkout keys ', ['create', 'list', 'rotate', 'revoke']],
  ['crypto-checkout keys r', ['rotate', 'revoke']],
  ['crypto-checkout keys create --env', ['--environment']],
  ['crypto-checkout keys create --environment ', ['sandbox', 'production']],
  ['crypto-checkout events --follow --type payment.c', ['payment.created', 'payment.completed', 'payment.cancelled']],
  ['crypto-checkout users role ann@example.com m', ['manager']],
  ['crypto-checkout completion ', ['bash', 'zsh', 'fish']],
  ['crypto-checkout trigger --network polygon payment.re', ['payment.reverted', 'payment.refunded']],
  ['crypto-checkout nothing ', []],
]

test.each(cases)('bash completes %s', async (line, answers) => {
  expect(await completeInBash(line)).toEqual(answers)
})

test.each([
  ['crypto-checkout keys create --environment=p', ['production']],
  // Bash keeps what stands before the last colon.
  ['crypto-checkout keys create --scopes payments:r', ['read']],
  ['crypto-checkout keys create --scopes payments:write,events:', ['read']],
  ['crypto-checkout keys create --scopes payments:write,eve', ['write,events:read']],
  [
    'crypto-checkout listen --events payment.completed,refund.c',
    ['payment.completed,refund.created', 'payment.completed,refund.completed', 'payment.completed,refund.cancelled'],
  ],
  ['crypto-checkout keys create --name ', []],
  ['crypto-checkout help doc', ['doctor']],
  ['crypto-checkout doctor --', ['--json', '--config', '--data', '--app', '--help']],
])('bash completes the words that it splits itself: %s', async (line, answers) => {
  expect(await completeInBash(line)).toEqual(answers)
})

test('bash completes every option of every command', async () => {
  for (const { name, options } of table) {
    expect(await completeInBash(`crypto-checkout ${name} --`)).toEqual(options.map(({ flag }) => flag))
  }
})

test.runIf(hasShell('fish')).each(cases)('fish completes %s', async (line, answers) => {
  expect((await completeInFish(line)).toSorted()).toEqual(answers.toSorted())
})

test.runIf(hasShell('fish'))('fish completes lists, and values after =', async () => {
  expect(await completeInFish('crypto-checkout keys create --scopes payments:write,events:')).toEqual([
    'payments:write,events:read',
  ])
  expect(await completeInFish('crypto-checkout keys create --environment=p')).toEqual(['--environment=production'])
})

test.runIf(hasShell('zsh'))('zsh takes the script', async () => {
  const script = writeScript(formatZsh(table))
  await execute('zsh', ['-f', '-c', `autoload -U compinit; compinit -D; source ${script}; whence -w _crypto_checkout`])
})

test('the scripts of zsh and fish name every command, option and value, and close what they open', () => {
  for (const script of [formatZsh(table), formatFish(table)]) {
    for (const { name, options } of table) {
      expect(script).toContain(name)
      for (const { flag } of options) expect(script).toContain(flag.slice(2))
    }
  }
  expect(formatZsh(table)).toContain("'--environment=[Either sandbox or production]:environment:(sandbox production)'")
  expect(formatZsh(table).match(/'/g)?.length).toSatisfy((count: number) => count % 2 === 0)
})
