import { CheckoutError, ConfigError } from '@crypto-checkout/core'
import { keysCreate, keysList, keysRevoke, keysRotate, walletsGive, walletsList, walletsShare } from './access.ts'
import { type Command, print, printError, UsageError } from './command.ts'
import { backup, migrate, restore } from './database.ts'
import { doctor } from './doctor.ts'
import { events } from './events.ts'
import { faucet } from './faucet.ts'
import { listen } from './listen.ts'
import { mcp } from './mcp/command.ts'
import { audit, merchantsHistory, merchantsSettings } from './merchant-settings.ts'
import { merchantsCreate, merchantsList, merchantsUpdate } from './merchants.ts'
import { refundsCancel, refundsCreate, refundsList, sendsHeld, sendsRelease } from './outgoing.ts'
import { receiptKeysList, receiptKeysRotate } from './receipt-keys.ts'
import { start } from './start.ts'
import { depositsRecover, transfersAssign, transfersList } from './stray-money.ts'
import { trigger } from './trigger.ts'
import { usersInvite, usersList, usersRemove, usersReset, usersRole } from './users.ts'
import { verify } from './verify.ts'
import { verifyReceiptCommand } from './verify-receipt.ts'
import { deliveriesList, deliveriesResend, webhooksList, webhooksRotateSecret } from './webhooks.ts'

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

export const commands: ReadonlyMap<string, Command> = new Map([
  ['start', start],
  ['keys create', keysCreate],
  ['keys list', keysList],
  ['keys rotate', keysRotate],
  ['keys revoke', keysRevoke],
  ['users list', usersList],
  ['users invite', usersInvite],
  ['users reset', usersReset],
  ['users role', usersRole],
  ['users remove', usersRemove],
  ['merchants create', merchantsCreate],
  ['merchants update', merchantsUpdate],
  ['merchants list', merchantsList],
  ['merchants settings', merchantsSettings],
  ['merchants history', merchantsHistory],
  ['audit', audit],
  ['wallets list', walletsList],
  ['wallets share', walletsShare],
  ['wallets give', walletsGive],
  ['transfers list', transfersList],
  ['transfers assign', transfersAssign],
  ['refunds create', refundsCreate],
  ['refunds list', refundsList],
  ['refunds cancel', refundsCancel],
  ['deposits recover', depositsRecover],
  ['receipt-keys list', receiptKeysList],
  ['receipt-keys rotate', receiptKeysRotate],
  ['sends held', sendsHeld],
  ['sends release', sendsRelease],
  ['events', events],
  ['webhooks list', webhooksList],
  ['webhooks rotate-secret', webhooksRotateSecret],
  ['deliveries list', deliveriesList],
  ['deliveries resend', deliveriesResend],
  ['listen', listen],
  ['trigger', trigger],
  ['faucet', faucet],
  ['mcp', mcp],
  ['doctor', doctor],
  ['backup', backup],
  ['restore', restore],
  ['verify', verify],
  ['verify-receipt', verifyReceiptCommand],
  ['migrate', migrate],
])
