import { parseArgs } from 'node:util'

/** The command was called wrongly. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Something that the operator can put right. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

export type Command = { readonly usage: string; readonly summary: string; run(words: readonly string[]): Promise<void> }

type OptionType = 'string' | 'boolean'
type Values<Options extends Record<string, OptionType>> = {
  [Name in keyof Options]?: Options[Name] extends 'string' ? string : boolean
}

/** Options and words of a command line; `[WORD]` may be left out. Throws UsageError for anything that is not expected. */
export function parseOptions<Options extends Record<string, OptionType>>(
  words: readonly string[],
  options: Options,
  positionals: readonly string[] = [],
): { values: Values<Options> & { config?: string; data?: string }; positionals: string[] } {
  const types = { config: 'string', data: 'string', ...options } as const
  const described = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]))
  try {
    const parsed = parseArgs({ args: [...words], options: described, allowPositionals: true, strict: true })
    const given = parsed.positionals.length
    const needed = positionals.filter((word) => !word.startsWith('[')).length
    if (given < needed || given > positionals.length) {
      const wanted = positionals.length === 0 ? 'no words but options' : positionals.join(' ')
      throw new UsageError(`This command takes ${wanted}.`)
    }
    return { values: parsed.values as Values<Options>, positionals: parsed.positionals }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(error instanceof Error ? error.message : String(error))
  }
}
