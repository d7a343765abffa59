/** What every command has: its options, its errors and its output. */
import { parseArgs } from 'node:util'
import { type Environment, environments, printable } from '@crypto-checkout/core'

/** The command was used wrongly. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** An error that the operator can fix. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

export type Command = { readonly usage: string; readonly summary: string; run(words: readonly string[]): Promise<void> }

/** `strings`: the option can be given several times. */
type OptionType = 'string' | 'strings' | 'boolean'
type ValueOf = { readonly string: string; readonly strings: string[]; readonly boolean: boolean }
type Values<Options extends Record<string, OptionType>> = { [Name in keyof Options]?: ValueOf[Options[Name]] }

/** Options and words of a command line; `[WORD]` is optional. Throws UsageError for anything unexpected. */
export function parseOptions<Options extends Record<string, OptionType>>(
  words: readonly string[],
  options: Options,
  positionals: readonly string[] = [],
): { values: Values<Options> & { config?: string; data?: string }; positionals: string[] } {
  const types = { config: 'string', data: 'string', ...options } as const
  const described = Object.fromEntries(
    Object.entries(types).map(([name, type]) => [
      name,
      type === 'strings' ? { type: 'string' as const, multiple: true } : { type },
    ]),
  )
  try {
    const parsed = parseArgs({ args: [...words], options: described, allowPositionals: true, strict: true })
    const count = parsed.positionals.length
    const needed = positionals.filter((word) => !word.startsWith('[')).length
    if (count < needed || count > positionals.length) {
      const wanted = positionals.length === 0 ? 'options only' : positionals.join(' ')
      throw new UsageError(`This command takes ${wanted}.`)
    }
    return { values: parsed.values as Values<Options>, positionals: parsed.positionals }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** The sandbox is the default. */
export function parseEnvironment(text = 'sandbox'): Environment {
  const environment = environments.find((known) => known === text)
  if (!environment) throw new UsageError('--environment must be sandbox or production.')
  return environment
}

export function parseNumber(option: string, text: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const number = Number(text)
  if (!/^\d{1,15}$/.test(text) || number < least || number > most) {
    const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`
    throw new UsageError(`${option} must be a whole number, ${range}, not ${text}.`)
  }
  return number
}

/** Rows as aligned columns under headings. */
export function formatTable(headings: readonly string[], values: readonly (readonly string[])[]): string {
  // A line feed in a value would look like another row.
  const rows = values.map((cells) => cells.map((cell) => printable(cell).replaceAll('\n', '\\n')))
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [headings, ...rows].map(line).join('\n')
}

/** Writes a line to standard output. */
export function print(text: string): void {
  console.log(printable(text))
}

/** Writes a line to standard error. */
export function printError(text: string): void {
  console.error(printable(text))
}
