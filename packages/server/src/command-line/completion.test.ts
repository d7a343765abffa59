import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { scripts } from '../actions/completion.ts'
import { commands } from '../commands/table.ts'
import { sharedOptions, toFlag } from './command.ts'
import { complete } from './complete.ts'
import type { Option } from './option.ts'

const execute = promisify(execFile)
const hasShell = (name: string) => spawnSync(name, ['-c', ':']).status === 0
const main = [process.execPath, join(import.meta.dirname, '../main.ts')].join(' ')

function writeScript(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'completion-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'script')
  writeFileSync(file, text)
  return file
}

/** Completes the last word in bash, as Tab calls the function. */
async function completeInBash(line: string): Promise<string[]> {
  const script = writeScript(`${scripts.bash}
crypto-checkout() { ${main} "$@"; }
compopt() { :; }
COMP_WORDBREAKS=$' \\t\\n"\\'@><=;|&(:'
COMP_LINE=$1 COMP_POINT=\${#1}
_crypto_checkout
printf '%s\\n' "\${COMPREPLY[@]}"
`)
  const { stdout } = await execute('bash', ['--norc', script, line])
  return stdout.split('\n').filter((answer) => answer !== '')
}

/** The same in fish, which also says what each answer means. */
async function completeInFish(line: string): Promise<string[]> {
  const script = writeScript(`function crypto-checkout; ${main} $argv; end\n${scripts.fish}`)
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

test('every command is completed with its options, and every option with its values', () => {
  const list = (...words: string[]) => complete(commands, words).map((answer) => answer.split('\t')[0])
  for (const [name, { options }] of Object.entries(commands)) {
    const words = name.split(' ')
    const all = Object.entries<Option>({ ...options, ...sharedOptions })
    expect(list(...words, '--')).toEqual([...all.map(([key]) => toFlag(key)), '--help'])
    for (const [key, { choices, completes, many }] of all) {
      const known = choices.filter((one) => !one.includes('*'))
      const answers = completes ? [`:${completes}`] : [...(many === 'list' ? [':list'] : []), ...known]
      if (choices.length > 0 || completes) expect(list(...words, toFlag(key), '')).toEqual(answers)
    }
  }
})

test('an answer has its description after a tab', () => {
  expect(complete(commands, ['doc'])).toEqual([`doctor\t${commands.doctor.summary}`])
  expect(complete(commands, ['keys', 'create', '--env'])).toEqual(['--environment\tEither sandbox or production'])
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
  const script = writeScript(scripts.zsh)
  await execute('zsh', ['-f', '-c', `autoload -U compinit; compinit -D; source ${script}; whence -w _crypto_checkout`])
})

test.runIf(hasShell('zsh'))('zsh offers the answers with their descriptions', async () => {
  const script = writeScript(`crypto-checkout() { ${main} "$@"; }
compdef() { :; }
compadd() { print -l -- "$@" $answers $shown; }
${scripts.zsh}
words=(crypto-checkout completion z) CURRENT=3
_crypto_checkout
words=(crypto-checkout keys create --env) CURRENT=4
_crypto_checkout`)
  const { stdout } = await execute('zsh', ['-f', script])
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining(['zsh', '--environment', '--environment  -- Either sandbox or production']),
  )
})
