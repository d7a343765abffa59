import { actions } from './actions/load.ts'
import { COMPLETE, complete } from './command-line/complete.ts'
import { describeError, UsageError } from './command-line/errors.ts'
import {
  formatCommand,
  formatFamily,
  formatOverview,
  listSecondWords,
  PROGRAM,
  paintTitles,
  type Table,
} from './command-line/help.ts'
import { print, printFailure } from './command-line/output.ts'
import { parseWords } from './command-line/parse.ts'
import { explainUnknown } from './command-line/suggest.ts'
import { type CommandName, commands } from './commands/table.ts'
import { readVersion } from './setup/version.ts'

/** Runs one command. Exit codes: 0 for success, 1 for failure, 2 for wrong usage. */
export async function run(words: readonly string[]): Promise<number> {
  const { first, second, name, rest } = readName(words)
  try {
    if (first === COMPLETE) print(complete(table, words.slice(1)).join('\n'))
    else if (asksForVersion(first)) print(readVersion())
    else if (asksForHelp(words)) print(help(first, second, name), paintTitles)
    else await runCommand(requireCommand(first, second, name), rest)
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      printFailure(error.message, `See ${[PROGRAM, findPlace(first, name), '--help'].filter((part) => part).join(' ')}`)
      return 2
    }
    printFailure(isExpected(error) || !(error instanceof Error) ? describeError(error) : (error.stack ?? error.message))
    return 1
  }
}

const table: Table = commands

type Called = {
  readonly first: string
  readonly second: string | undefined
  /** Null if there is no such command. */
  readonly name: CommandName | null
  /** Words after the command's name. */
  readonly rest: readonly string[]
}

/** `help keys create` is `keys create --help`. */
function readName(words: readonly string[]): Called {
  const [first = '', second] = words[0] === 'help' ? words.slice(1) : words
  const name = [first, `${first} ${second}`].find((known): known is CommandName => Object.hasOwn(table, known)) ?? null
  return { first, second, name, rest: name === null ? [] : words.slice(name.split(' ').length) }
}

function requireCommand(first: string, second: string | undefined, name: CommandName | null): CommandName {
  if (name === null) throw new UsageError(explainUnknown(table, first, second))
  return name
}

async function runCommand(name: CommandName, words: readonly string[]): Promise<void> {
  const given = parseWords(commands[name] as Table[string], words)
  // The table says what each action is given.
  const action = (await actions[name]()) as (given: object) => Promise<void>
  await action(given)
}

function asksForVersion(first: string): boolean {
  return first === '--version' || first === '-v'
}

function asksForHelp(words: readonly string[]): boolean {
  return words.length === 0 || words[0] === 'help' || words.includes('--help') || words.includes('-h')
}

function help(first: string, second: string | undefined, name: CommandName | null): string {
  if (first === '' || first === '--help' || first === '-h') return formatOverview(table)
  if (name !== null) return formatCommand(name, commands[name])
  const isFamily = listSecondWords(table, first).length > 0
  if (isFamily && (second === undefined || second.startsWith('-'))) return formatFamily(table, first)
  throw new UsageError(explainUnknown(table, first, second))
}

/** The words whose help explains what went wrong. */
function findPlace(first: string, name: CommandName | null): string | null {
  if (name !== null) return name
  return listSecondWords(table, first).length > 0 ? first : null
}

const EXPECTED = ['CheckoutError', 'ConfigError', 'OperatorError', 'StorageError']

/** Errors for people, and those of the system (a port in use, a missing file), need no further explanation. */
function isExpected(error: unknown): boolean {
  return error instanceof Error && (EXPECTED.includes(error.name) || 'code' in error)
}
