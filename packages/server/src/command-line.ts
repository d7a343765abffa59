import { CheckoutError, ConfigError } from '@crypto-checkout/core'
import { commands } from './commands.ts'
import { print, printError } from './print.ts'
import { type Command, UsageError } from './usage.ts'

/** Runs one command. Exit codes: 0 for success, 1 for failure, 2 for wrong usage. */
export async function run(words: readonly string[]): Promise<number> {
  try {
    await dispatch(words)
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      printError(`${error.message}\n\n${overview()}`)
      return 2
    }
    const expected = error instanceof CheckoutError || error instanceof ConfigError || isOperational(error)
    printError(expected || !(error instanceof Error) ? messageOf(error) : (error.stack ?? error.message))
    return 1
  }
}

async function dispatch(words: readonly string[]): Promise<void> {
  const [first = '', second = ''] = words
  if (first === '' || first === 'help' || first === '--help' || first === '-h') return print(overview())
  const name = commands.has(first) ? first : `${first} ${second}`
  const command = commands.get(name)
  const group = [...commands].filter(([known]) => known.startsWith(`${first} `)).map(([, known]) => known)
  if (!command && group.length > 0 && asksForHelp(words)) return print(overview(group))
  if (!command) throw new UsageError(`There is no command ${JSON.stringify(words.slice(0, 2).join(' ') || first)}.`)
  const rest = words.slice(name.split(' ').length)
  if (asksForHelp(rest)) return print(`${command.usage}\n\n${command.summary}`)
  await command.run(rest)
}

function asksForHelp(words: readonly string[]): boolean {
  return words.includes('--help') || words.includes('-h')
}

function overview(shown: Iterable<Command> = commands.values()): string {
  const lines = [...shown].map((command) => `  ${command.usage}\n      ${command.summary}`)
  return `Usage: crypto-checkout <command>\n\n${lines.join('\n')}\n\nEvery command takes --config FILE, --data DIR and --help.`
}

/** System errors (a port in use, a missing file) need no further explanation. */
function isOperational(error: unknown): boolean {
  return error instanceof Error && (error.name === 'OperatorError' || 'code' in error)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
