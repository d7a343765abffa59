import { parseArgs } from 'node:util'
import { nearest } from '@crypto-checkout/api-types'
import { type Command, formatUsage, type Given, sharedOptions, toFlag } from './command.ts'
import { UsageError } from './errors.ts'
import type { Option } from './option.ts'

/** The typed values of each option, and the words in fixed places. */
type Typed = { readonly options: ReadonlyMap<string, string[]>; readonly words: readonly string[] }

/** Reads what stands after a command's name. Throws UsageError for anything that the command does not take. */
export function parseWords<Of extends Command>(command: Of, words: readonly string[]): Given<Of> {
  const options = { ...command.options, ...sharedOptions }
  const typed = readTokens(words, new Map(Object.entries(options).map(([name, option]) => [toFlag(name), option])))
  const places = Object.entries(command.words)
  const surplus = typed.words[places.length]
  if (surplus !== undefined) throw new UsageError(describeSurplus(surplus, places))
  const values = [
    ...places.map(([name, word], at) => {
      const written = typed.words[at]
      return [name, word.read(written === undefined ? [] : [written], word.placeholder)]
    }),
    ...Object.entries(options).map(([name, option]) => {
      const flag = toFlag(name)
      return [name, option.read(typed.options.get(flag) ?? [], flag)]
    }),
  ]
  return Object.fromEntries(values) as Given<Of>
}

/** Node finds the options and their values. It says nothing of what is wrong: that is up to the command's table. */
function readTokens(words: readonly string[], known: ReadonlyMap<string, Option>): Typed {
  const types = [...known].map(([flag, { placeholder }]) => {
    const type: 'boolean' | 'string' = placeholder === '' ? 'boolean' : 'string'
    return [flag.slice(2), { type }] as const
  })
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(types),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const options = new Map<string, string[]>()
  const rest: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') rest.push(token.value)
    if (token.kind !== 'option') continue
    const flag = token.rawName
    const value = readValue(flag, token, known)
    options.set(flag, [...(options.get(flag) ?? []), value])
  }
  return { options, words: rest }
}

type Token = { readonly value: string | undefined; readonly inlineValue: boolean | undefined }

/** The value of an option, empty for one that takes none. */
function readValue(flag: string, { value, inlineValue }: Token, known: ReadonlyMap<string, Option>): string {
  const option = known.get(flag)
  if (!option) throw new UsageError(`There is no option ${flag}${suggestFlag(flag, [...known.keys()])}`)
  const { placeholder } = option
  if (placeholder === '') {
    if (value === undefined) return ''
    throw new UsageError(`${flag} takes no value: write it alone.`)
  }
  // `--name --json` was not meant to name something "--json".
  const isForgotten = value === undefined || (!inlineValue && /^-./.test(value))
  if (isForgotten) throw new UsageError(`${flag} needs a value: ${flag} ${placeholder}.`)
  return value
}

function suggestFlag(flag: string, known: readonly string[]): string {
  const meant = nearest(flag, known)
  return meant === null ? '.' : `: did you mean ${meant}?`
}

function describeSurplus(word: string, places: readonly (readonly [string, Option])[]): string {
  const wanted = places.map(([name, one]) => formatUsage(name, one, true)).join(' ')
  const takes = wanted === '' ? 'This command takes options only' : `This command takes ${wanted}`
  return `${takes}: ${JSON.stringify(word)} is too much.`
}
