/** The words that may follow on a command line. The scripts of the shells ask for them with `crypto-checkout --complete`. */
import { type Command, sharedOptions, toFlag } from './command.ts'
import { describeWord, listFirstWords, listSecondWords, type Table } from './help.ts'
import type { Option } from './option.ts'

/** The option that the scripts give. The words of the line follow, the last one as far as it is typed. */
export const COMPLETE = '--complete'

type Answer = readonly [word: string, description: string]

/**
 * Completes the last word. An answer is a line, the word and its description with a tab between. The shell itself
 * completes `:file` and `:folder`, and a comma may follow the answers after `:list`.
 */
export function complete(table: Table, typed: readonly string[]): string[] {
  const words = typed[0] === 'help' ? typed.slice(1) : typed
  const [before, current] = [words.slice(0, -1), words.at(-1) ?? '']
  const [first = '', second] = before
  const name = [first, `${first} ${second}`].find((known) => Object.hasOwn(table, known))
  const command = name === undefined ? undefined : table[name]
  if (command) return completeArgument(command, before.slice(name?.split(' ').length), current)
  return before.length > 1 ? [] : keep(listNames(table, first), current)
}

function completeArgument(command: Command, before: readonly string[], current: string): string[] {
  const options = listOptions({ ...command.options, ...sharedOptions })
  const [, flag = '', value = ''] = /^(--[^=]+)=(.*)$/s.exec(current) ?? []
  const option = findTaking(options, flag || before.at(-1))
  if (option) return completeValue(option, flag ? value : current, flag && `${flag}=`)
  const place = before.filter((word, at) => !word.startsWith('-') && !findTaking(options, before[at - 1])).length
  const word = current.startsWith('-') ? undefined : Object.values(command.words)[place]
  if (word && (word.choices.length > 0 || word.completes)) return completeValue(word, current)
  const flags = [...options].map(([name, { description }]): Answer => [name, shorten(description)])
  return keep([...flags, ['--help', 'Explain the command']], current)
}

/** The option of a flag that takes a value. */
function findTaking(options: ReadonlyMap<string, Option>, flag = ''): Option | undefined {
  const option = options.get(flag)
  return option?.placeholder === '' ? undefined : option
}

/** The names of commands that may follow, at the beginning or after a first word. */
function listNames(table: Table, first: string): Answer[] {
  if (first !== '')
    return listSecondWords(table, first).map((second) => [second, table[`${first} ${second}`]?.summary ?? ''])
  const names = listFirstWords(table).map((word): Answer => [word, describeWord(table, word)])
  return [...names, ['--help', 'Explain all commands'], ['--version', 'Print the version']]
}

const listOptions = (options: Readonly<Record<string, Option>>): ReadonlyMap<string, Option> =>
  new Map(Object.entries(options).map(([name, option]) => [toFlag(name), option]))

/** `before`: the part of the word that is no value, such as `--environment=`. */
function completeValue({ choices, many, completes }: Option, start: string, before = ''): string[] {
  if (completes) return [`:${completes}`]
  const last = many === 'list' ? start.slice(0, start.lastIndexOf(',') + 1) : ''
  // A shell would put the names of files in the place of a pattern.
  const answers = choices.filter((one) => !one.includes('*')).map((one): Answer => [`${before}${last}${one}`, ''])
  return [...(many === 'list' ? [':list'] : []), ...keep(answers, `${before}${start}`)]
}

function keep(answers: readonly Answer[], start: string): string[] {
  return answers.filter(([word]) => word.startsWith(start)).map((answer) => answer.join('\t').trimEnd())
}

const shorten = (description: string) => description.replace(/\.(?: .*)?$/s, '')
