/** A command as data: from it come parsing, help, completion and the reference. */
import { file, flag, folder, type Option, type Values } from './option.ts'

export type Options = Readonly<Record<string, Option>>

/** A command line that works, and what it does. */
export type Example = { readonly does: string; readonly line: string }

export type Command<Words extends Options = Options, Own extends Options = Options> = {
  /** One short sentence for lists of commands. */
  readonly summary: string
  /** Further details. */
  readonly details: string
  /** Words after the command's name, in this order. */
  readonly words: Words
  /** By their names in camel case: `requireSignature` is `--require-signature`. */
  readonly options: Own
  readonly examples: readonly Example[]
}

const none = {}
type None = typeof none

/** Completes what a command leaves out. */
export function defineCommand<const Words extends Options = None, const Own extends Options = None>(command: {
  readonly summary: string
  readonly details?: string
  readonly words?: Words
  readonly options?: Own
  readonly examples?: readonly Example[]
}): Command<Words, Own> {
  const { summary, details = '', words = none as Words, options = none as Own, examples = [] } = command
  return { summary, details, words, options, examples }
}

/** Options of every command. */
export const sharedOptions = {
  config: file(
    'The configuration file. Default: crypto-checkout.config.json in the working directory, if there is one.',
  ),
  data: folder('The data folder. Default: ./data.'),
  app: file(
    'For an app that has the checkout in it: a module that exports its options, `export const options = { ... }`. Run the command where the app runs.',
  ),
}

/** Says where the configuration and the data are. */
export type Flags = Values<typeof sharedOptions>

/** Values that a command is called with: its words and its options by their names. */
export type Given<Of extends Command> = Values<Of['words']> & Values<Of['options']> & Flags

export const json = flag('Print one JSON object on standard output.')

/** `requireSignature` is written as `--require-signature`. */
export function toFlag(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** A word or an option in a line of usage, such as `[--name NAME]`. */
export function formatUsage(name: string, { placeholder, isRequired, many }: Option, isWord = false): string {
  const written = isWord ? placeholder : [toFlag(name), placeholder].filter((part) => part !== '').join(' ')
  const repeated = many === 'repeated' ? `${written} ...` : written
  return isRequired ? repeated : `[${repeated}]`
}
