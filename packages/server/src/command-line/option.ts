/** The values that a command takes: how they are written, read, explained and completed. */
import { suggestName } from '@crypto-checkout/api-types'
import { UsageError } from './errors.ts'

/** An option, or a word in a fixed place. */
export type Option<Value = unknown> = {
  /** The value in help, such as `FILE`. Empty for an option without a value. */
  readonly placeholder: string
  /** One or two sentences. */
  readonly description: string
  /** The values that it takes. Empty if they are not known beforehand. */
  readonly choices: readonly string[]
  /** `list`: several choices with commas between them. `repeated`: the option can be given several times. */
  readonly many: 'list' | 'repeated' | null
  readonly isRequired: boolean
  /** Completions by a shell. */
  readonly completes: 'file' | 'folder' | null
  /** Reads what was typed: no text if it was left out. `name` is for the message. Throws UsageError. */
  readonly read: (texts: readonly string[], name: string) => Value
}

type Options = Readonly<Record<string, Option>>
export type Values<Of extends Options> = {
  readonly [Name in keyof Of]: Of[Name] extends Option<infer Value> ? Value : never
}

const PLAIN = { choices: [], many: null, isRequired: false, completes: null } as const

/** An option without a value. */
export function flag(description: string): Option<boolean> {
  return { ...PLAIN, placeholder: '', description, read: (texts) => texts.length > 0 }
}

/** Any text. If it is given several times, the last one counts. */
export function text(placeholder: string, description: string): Option<string | undefined> {
  return { ...PLAIN, placeholder, description, read: (texts) => texts.at(-1) }
}

/** Any text, each time that the option is given. */
export function texts(placeholder: string, description: string): Option<readonly string[]> {
  return { ...PLAIN, placeholder, description, many: 'repeated', read: (texts) => texts }
}

/** The path of a file. */
export function file(description: string, placeholder = 'FILE'): Option<string | undefined> {
  return { ...text(placeholder, description), completes: 'file' }
}

/** The path of a folder. */
export function folder(description: string): Option<string | undefined> {
  return { ...text('DIR', description), completes: 'folder' }
}

/** One of several known words, in any case of letters. */
export function choice<const Choice extends string>(
  placeholder: string,
  choices: readonly Choice[],
  description: string,
): Option<Choice | undefined> {
  const read = (texts: readonly string[], name: string) => {
    const given = texts.at(-1)
    return given === undefined ? undefined : find(given, choices, name)
  }
  return { ...PLAIN, placeholder, description, choices, read }
}

/** Several of known words, with commas between them. */
export function choices<const Choice extends string>(
  placeholder: string,
  choices: readonly Choice[],
  description: string,
): Option<readonly Choice[] | undefined> {
  const read = (texts: readonly string[], name: string) =>
    texts
      .at(-1)
      ?.split(',')
      .map((word) => find(word.trim(), choices, name))
  return { ...PLAIN, placeholder, description, choices, many: 'list', read }
}

type Range = { readonly least: number; readonly most?: number }

/** A whole number. */
export function number(
  placeholder: string,
  { least, most = Number.MAX_SAFE_INTEGER }: Range,
  description: string,
): Option<number | undefined> {
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`
  const read = (texts: readonly string[], name: string) => {
    const given = texts.at(-1)
    if (given === undefined) return undefined
    const value = Number(given)
    if (/^\d{1,15}$/.test(given) && value >= least && value <= most) return value
    throw new UsageError(`${name} must be a whole number, ${range}, not ${given}.`)
  }
  return { ...PLAIN, placeholder, description, read }
}

/** Refuses a command without it. */
export function required<Value>(option: Option<Value | undefined>): Option<Value> {
  const read = (texts: readonly string[], name: string) => {
    const value = option.read(texts, name)
    if (value !== undefined) return value
    throw new UsageError(`${name} is missing: ${describeValue(option)}.`)
  }
  return { ...option, isRequired: true, read }
}

/** Replaces a value that was left out. The description says so. */
export function byDefault<Value>(option: Option<Value | undefined>, value: Value): Option<Value> {
  const description = `${option.description} Default: ${value}.`
  return { ...option, description, read: (texts, name) => option.read(texts, name) ?? value }
}

function describeValue({ choices, description }: Option<unknown>): string {
  if (choices.length > 0 && choices.length <= MOST_NAMED) return `use ${choices.join(' or ')}`
  return description.replace(/\.( .*)?$/s, '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())
}

/** More choices do not fit on a line. */
export const MOST_NAMED = 7

function find<Choice extends string>(given: string, choices: readonly Choice[], name: string): Choice {
  const found = choices.find((one) => one.toLowerCase() === given.toLowerCase())
  if (found !== undefined) return found
  throw new UsageError(`${name} cannot be ${JSON.stringify(given)}: ${suggestName(given, choices)}`)
}
