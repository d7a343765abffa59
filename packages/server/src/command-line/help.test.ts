import { expect, test, vi } from 'vitest'
import { commands, sections } from '../commands/table.ts'
import { run } from '../run.ts'
import { toFlag } from './command.ts'
import { parseWords } from './parse.ts'

/** Returns the output of a process, without starting one. */
async function call(...words: string[]) {
  const out = vi.spyOn(console, 'log').mockReturnValue()
  const err = vi.spyOn(console, 'error').mockReturnValue()
  const code = await run(words)
  const [stdout = '', stderr = ''] = [out, err].map((spy) => spy.mock.calls.map(([line]) => `${line}\n`).join(''))
  vi.restoreAllMocks()
  return { code, stdout, stderr }
}

const firsts = [...new Set(Object.keys(commands).map((name) => name.split(' ')[0] ?? name))]

test('the overview has each first word once, in groups, and fits a terminal', async () => {
  const { code, stdout, stderr } = await call()
  expect([code, stderr]).toEqual([0, ''])
  const lines = stdout.split('\n')
  expect(lines.length).toBeLessThan(60)
  expect(lines.filter((line) => line.length > 100)).toEqual([])
  expect(sections.flatMap(({ words }) => words).toSorted()).toEqual(firsts.toSorted())
  for (const first of firsts) expect(lines.filter((line) => line.startsWith(`  ${first} `))).toHaveLength(1)
  // A command has one line.
  expect(lines.filter((line) => line.startsWith('   '))).toEqual([])
  for (const { title } of sections) expect(lines).toContain(title)
  for (const words of [['--help'], ['-h'], ['help']]) expect((await call(...words)).stdout).toBe(stdout)
})

test.each(Object.entries(commands))('%s explains all that it takes', async (name, { words, options, examples }) => {
  const { code, stdout, stderr } = await call(...name.split(' '), '--help')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain(`  crypto-checkout ${name}`)
  for (const { placeholder } of Object.values(words)) expect(stdout).toContain(`  ${placeholder} `)
  for (const option of Object.keys({ ...options, config: 0, data: 0, help: 0 }))
    expect(stdout).toContain(toFlag(option))
  for (const { line } of examples) {
    expect(line.startsWith(name)).toBe(true)
    expect(stdout).toContain(`  crypto-checkout ${line}\n`)
  }
  const wide = stdout.split('\n').filter((line) => line.length > 100 && !line.startsWith('  crypto-checkout'))
  expect(wide).toEqual([])
  expect((await call('help', ...name.split(' '))).stdout).toBe(stdout)
})

test('each example is a command that is understood', () => {
  for (const [name, command] of Object.entries(commands)) {
    for (const { line } of command.examples) {
      const words = [...line.slice(name.length).matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, plain]) => quoted ?? plain ?? '',
      )
      expect(() => parseWords(command, words), line).not.toThrow()
    }
  }
})

test('each sentence of the help ends, and begins with a capital', () => {
  for (const { summary, details, words, options } of Object.values(commands)) {
    const descriptions = Object.values({ ...words, ...options }).map(({ description }) => description)
    for (const text of [summary, ...descriptions, ...(details === '' ? [] : [details])]) {
      expect(text).toMatch(/^[A-Z0-9].*\.$/)
    }
    expect(summary.length).toBeLessThan(90)
  }
})

test('the first word of several commands explains those', async () => {
  const { code, stdout } = await call('keys', '--help')
  expect(code).toBe(0)
  for (const name of ['keys create', 'keys list', 'keys rotate', 'keys revoke']) expect(stdout).toContain(name)
  expect(stdout).not.toContain('merchants')
  expect((await call('help', 'keys')).stdout).toBe(stdout)
})

test('the version is that of the package', async () => {
  for (const words of [['--version'], ['-v']]) {
    expect(await call(...words)).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/), stderr: '' })
  }
})

test.each([
  [['statr'], 'There is no command "statr": did you mean start?', ''],
  [['frobnicate', '--help'], 'There is no command "frobnicate".', ''],
  [['key', 'create'], 'There is no command "key create": did you mean keys create?', ''],
  [['kez', 'revok'], 'There is no command "kez revok": did you mean keys revoke?', ''],
  [['keys'], 'keys needs one of create, list, rotate, revoke.', 'keys '],
  [['keys', '--json'], 'keys needs one of create, list, rotate, revoke.', 'keys '],
  [['keys', 'creat', '--name', 'x'], 'There is no command "keys creat": did you mean keys create?', 'keys '],
  [['keys', 'x', '--help'], 'There is no command "keys x": keys needs one of create, list, rotate, revoke.', 'keys '],
  [['--port', '3000'], '--port must come after a command.', ''],
  [['start', '--prot', '3000'], 'There is no option --prot: did you mean --port?', 'start '],
  [['keys', 'revoke'], 'ID is missing: the id of the pair, key_...', 'keys revoke '],
  [['constructor'], 'There is no command "constructor".', ''],
])('%j: 2, one line on standard error, and where to read on', async (words, message, place) => {
  expect(await call(...words)).toEqual({
    code: 2,
    stdout: '',
    stderr: `${message}\nSee crypto-checkout ${place}--help\n`,
  })
})
