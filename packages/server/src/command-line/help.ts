/** Output of `--help`: all commands, those of a word, or one. */
import { families, sections } from '../commands/table.ts'
import { type Command, formatUsage, type Options, sharedOptions, toFlag } from './command.ts'
import { MOST_NAMED, type Option } from './option.ts'
import { paint, wrap } from './output.ts'

/** The program's name, as it is typed. */
export const PROGRAM = 'crypto-checkout'

/** The commands by their names. */
export type Table = Readonly<Record<string, Command>>

const WIDTH = 100
const GAP = 2

/** Every first word with what it is for, in sections. */
export function formatOverview(table: Table): string {
  const shown = sections.map(({ title, words }) => ({ title, rows: words.map((word) => formatWord(table, word)) }))
  const column = Math.max(...shown.flatMap(({ rows }) => rows.map(([name]) => name.length)))
  return [
    `${PROGRAM}: a checkout for stablecoins, its server and its tools.`,
    '',
    `Usage: ${PROGRAM} <command> [options]`,
    ...shown.flatMap(({ title, rows }) => ['', title, ...formatRows(rows, column)]),
    '',
    `${PROGRAM} <command> --help explains a command, with examples. --version prints the version.`,
  ].join('\n')
}

/** A first word of commands, what it is for, and the words that may follow. */
function formatWord(table: Table, word: string): [string, string] {
  const seconds = listSecondWords(table, word).join(', ')
  const description = describeWord(table, word)
  return [word, seconds === '' ? description : `${description.replace(/\.$/, '')} (${seconds}).`]
}

/** Describes a first word: the purpose of its command, or of those that begin with it. */
export function describeWord(table: Table, word: string): string {
  const described: Readonly<Record<string, string>> = families
  return table[word]?.summary ?? described[word] ?? ''
}

/** The first words of all commands, in their order. */
export function listFirstWords(table: Table): string[] {
  return [...new Set(Object.keys(table).map((name) => name.split(' ', 1)[0] ?? name))]
}

/** The words that may follow a first word. Empty for a command of one word. */
export function listSecondWords(table: Table, first: string): string[] {
  const start = `${first} `
  return Object.keys(table)
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length))
}

/** The commands that begin with a word. */
export function formatFamily(table: Table, first: string): string {
  const names = listSecondWords(table, first).map((second) => `${first} ${second}`)
  const rows = names.map((name): [string, string] => [name, table[name]?.summary ?? ''])
  return [
    describeWord(table, first),
    '',
    'Commands',
    ...formatRows(rows),
    '',
    `${PROGRAM} ${first} <command> --help explains one, with examples.`,
  ].join('\n')
}

/** Formats a command's purpose, all that it takes, and examples. */
export function formatCommand(name: string, command: Command): string {
  const { summary, details, words, options, examples } = command
  const parts = [
    wrap([summary, details].filter((text) => text !== '').join(' '), WIDTH),
    ['Usage', ...wrap(formatCommandUsage(name, command), WIDTH - GAP).map((line) => `  ${line}`)],
    formatSection('Words', words, (key) => words[key]?.placeholder ?? ''),
    formatSection('Options', options, (key) => formatOption(key, options[key])),
    [...formatSection('Of every command', sharedOptions, (key) => formatOption(key, sharedOptions[key])), HELP],
    examples.length === 0
      ? []
      : ['Examples', ...examples.flatMap(({ does, line }) => [`  # ${does}`, `  ${PROGRAM} ${line}`])],
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

const HELP = '  -h, --help     Print this.'

/** The command with all that it takes on one line; options that may be left out are summed up. */
export function formatCommandUsage(name: string, { words, options }: Command): string {
  const needed = Object.entries(options).filter(([, { isRequired }]) => isRequired)
  const parts = [
    ...Object.entries(words).map(([key, word]) => formatUsage(key, word, true)),
    ...needed.map(([key, option]) => formatUsage(key, option)),
    ...(needed.length < Object.keys(options).length ? ['[options]'] : []),
  ]
  return [PROGRAM, name, ...parts].join(' ')
}

function formatSection<Of extends Options>(
  title: string,
  options: Of,
  write: (key: keyof Of & string) => string,
): string[] {
  const rows = Object.entries(options).map(([key, option]): [string, string] => [write(key), describeOption(option)])
  return rows.length === 0 ? [] : [title, ...formatRows(rows)]
}

function formatOption(name: string, option: Option | undefined): string {
  return [toFlag(name), option?.placeholder].filter((part) => part).join(' ')
}

/** Describes an option's meaning, and what it takes. */
export function describeOption({ description, choices, many, isRequired }: Option): string {
  const named = choices.length > 0 && !choices.every((one) => description.includes(one))
  const short = choices.length <= MOST_NAMED ? choices : [...choices.slice(0, MOST_NAMED), '...']
  return [
    description,
    ...(named ? [`${many === 'list' ? 'Any of' : 'One of'} ${short.join(', ')}.`] : []),
    ...(isRequired ? ['Required.'] : []),
    ...(many === 'repeated' ? ['Can be given several times.'] : []),
  ].join(' ')
}

/** Names with their descriptions in a second column, wrapped. */
function formatRows(rows: readonly (readonly [string, string])[], column?: number): string[] {
  const left = column ?? Math.max(...rows.map(([name]) => name.length))
  const indent = left + 2 * GAP
  return rows.flatMap(([name, text]) =>
    wrap(text, WIDTH - indent).map(
      (line, at) => `${' '.repeat(GAP)}${(at === 0 ? name : '').padEnd(left + GAP)}${line}`,
    ),
  )
}

/** Titles stand out on a terminal. */
export function paintTitles(text: string): string {
  return text.replace(/^[A-Z][\w ]+$/gm, (title) => paint('bold', title))
}
