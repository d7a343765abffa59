/** All commands, by their names, and how the overview groups them. */
import type { Given } from '../command-line/command.ts'
import { databaseCommands } from './database.ts'
import { developmentCommands } from './development.ts'
import { keyCommands } from './keys.ts'
import { merchantCommands } from './merchants.ts'
import { paymentCommands } from './payments.ts'
import { receiptCommands } from './receipts.ts'
import { refundCommands } from './refunds.ts'
import { serverCommands } from './server.ts'
import { transferCommands } from './transfers.ts'
import { userCommands } from './users.ts'
import { webhookCommands } from './webhooks.ts'

export const commands = {
  ...serverCommands,
  ...paymentCommands,
  ...refundCommands,
  ...transferCommands,
  ...receiptCommands,
  ...merchantCommands,
  ...keyCommands,
  ...userCommands,
  ...webhookCommands,
  ...developmentCommands,
  ...databaseCommands,
}

export type CommandName = keyof typeof commands

/** Values that a command is called with, by its name. */
export type Input<Name extends CommandName> = Given<(typeof commands)[Name]>

/** The first words of commands that have two. */
type Family = CommandName extends infer Name ? (Name extends `${infer First} ${string}` ? First : never) : never
/** The commands that have one word. */
type Single = CommandName extends infer Name ? (Name extends `${string} ${string}` ? never : Name) : never

export const families: Readonly<Record<Family, string>> = {
  payments: 'What payers pay, and what came in.',
  refunds: 'Money that goes back.',
  transfers: 'Money that no payment accounts for.',
  deposits: 'Money on addresses of payments that the database lost.',
  sends: 'Keys on hold, after a restore.',
  'receipt-keys': 'The keys that sign receipts.',
  merchants: 'The shops, and their settings.',
  wallets: 'Which merchants may name which wallets.',
  keys: 'Key pairs of the API.',
  users: 'The people who sign in to the dashboard.',
  webhooks: 'The URLs that get events.',
  deliveries: 'What was sent to webhooks, and with what result.',
}

/** The overview, from top to bottom. Each first word of a command is in it once. */
export const sections: readonly { readonly title: string; readonly words: readonly (Family | Single)[] }[] = [
  { title: 'Server', words: ['start', 'status', 'doctor', 'migrate', 'backup', 'restore'] },
  {
    title: 'Money',
    words: ['payments', 'refunds', 'transfers', 'deposits', 'sends', 'verify', 'verify-receipt', 'receipt-keys'],
  },
  { title: 'Merchants and access', words: ['merchants', 'wallets', 'keys', 'users', 'audit'] },
  { title: 'Events', words: ['events', 'webhooks', 'deliveries'] },
  { title: 'Development', words: ['listen', 'trigger', 'faucet', 'mcp', 'completion'] },
]
