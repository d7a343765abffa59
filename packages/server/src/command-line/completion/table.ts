/** Completions of a shell, from the table of commands. */
import { type Command, sharedOptions, toFlag } from '../command.ts'
import type { Table } from '../help.ts'
import type { Option } from '../option.ts'

export type CompletedOption = {
  /** `--environment` */
  readonly flag: string
  readonly description: string
  readonly takesValue: boolean
  readonly choices: readonly string[]
  readonly isList: boolean
  readonly isRepeated: boolean
  readonly completes: Option['completes']
}

export type CompletedCommand = {
  readonly name: string
  readonly summary: string
  readonly options: readonly CompletedOption[]
  /** In their order. */
  readonly words: readonly CompletedOption[]
}

export function listCompleted(table: Table): CompletedCommand[] {
  return Object.entries(table).map(([name, command]) => ({
    name,
    summary: command.summary,
    options: [...listOptions(command), HELP],
    words: Object.entries(command.words).map(([key, word]) => toCompleted(key, word)),
  }))
}

function listOptions({ options }: Command): CompletedOption[] {
  return Object.entries({ ...options, ...sharedOptions }).map(([key, option]) => toCompleted(toFlag(key), option))
}

const HELP: CompletedOption = {
  flag: '--help',
  description: 'Explain the command.',
  ...{ takesValue: false, choices: [], isList: false, isRepeated: false, completes: null },
}

function toCompleted(flag: string, { description, placeholder, choices, many, completes }: Option): CompletedOption {
  return {
    flag,
    description: description.replace(/\.(?: .*)?$/s, ''),
    takesValue: placeholder !== '',
    // A shell would put the names of files in the place of a pattern.
    choices: choices.filter((choice) => !choice.includes('*')),
    isList: many === 'list',
    isRepeated: many === 'repeated',
    completes,
  }
}

/** A text between single quotes, for any of the shells. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** The first words of all commands, in their order. */
export function listFirstWords(commands: readonly CompletedCommand[]): string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ', 1)[0] ?? name))]
}

/** The words that may follow a first word. Empty for a command of one word. */
export function listSeconds(
  commands: readonly CompletedCommand[],
  first: string,
): { readonly second: string; readonly summary: string }[] {
  return commands
    .filter(({ name }) => name.startsWith(`${first} `))
    .map(({ name, summary }) => ({ second: name.slice(first.length + 1), summary }))
}
