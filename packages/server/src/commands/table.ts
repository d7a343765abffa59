/** All commands, by their names, and how the overview groups them. */
import { backup, migrate, restore } from './database.ts'
import { completion, faucet, listen, mcp, trigger } from './development.ts'
import { keysCreate, keysList, keysRevoke, keysRotate } from './keys.ts'
import {
  audit,
  merchantsCreate,
  merchantsHistory,
  merchantsList,
  merchantsSettings,
  merchantsUpdate,
  walletsGive,
  walletsList,
  walletsShare,
} from './merchants.ts'
import { paymentsAccept, paymentsCancel, paymentsCreate, paymentsGet, paymentsList } from './payments.ts'
import { receiptKeysList, receiptKeysRotate, verify, verifyReceipt } from './receipts.ts'
import { refundsCancel, refundsCreate, refundsList, sendsHeld, sendsRelease } from './refunds.ts'
import { doctor, start, status } from './server.ts'
import { depositsRecover, transfersAssign, transfersList } from './transfers.ts'
import { usersInvite, usersList, usersRemove, usersReset, usersRole } from './users.ts'
import {
  deliveriesList,
  deliveriesResend,
  events,
  webhooksCreate,
  webhooksList,
  webhooksRotateSecret,
} from './webhooks.ts'

export const commands = {
  start,
  status,
  doctor,
  'payments create': paymentsCreate,
  'payments list': paymentsList,
  'payments get': paymentsGet,
  'payments accept': paymentsAccept,
  'payments cancel': paymentsCancel,
  'refunds create': refundsCreate,
  'refunds list': refundsList,
  'refunds cancel': refundsCancel,
  'transfers list': transfersList,
  'transfers assign': transfersAssign,
  'deposits recover': depositsRecover,
  'sends held': sendsHeld,
  'sends release': sendsRelease,
  verify,
  'verify-receipt': verifyReceipt,
  'receipt-keys list': receiptKeysList,
  'receipt-keys rotate': receiptKeysRotate,
  'merchants create': merchantsCreate,
  'merchants update': merchantsUpdate,
  'merchants list': merchantsList,
  'merchants settings': merchantsSettings,
  'merchants history': merchantsHistory,
  'wallets list': walletsList,
  'wallets share': walletsShare,
  'wallets give': walletsGive,
  'keys create': keysCreate,
  'keys list': keysList,
  'keys rotate': keysRotate,
  'keys revoke': keysRevoke,
  'users list': usersList,
  'users invite': usersInvite,
  'users reset': usersReset,
  'users role': usersRole,
  'users remove': usersRemove,
  audit,
  events,
  'webhooks create': webhooksCreate,
  'webhooks list': webhooksList,
  'webhooks rotate-secret': webhooksRotateSecret,
  'deliveries list': deliveriesList,
  'deliveries resend': deliveriesResend,
  listen,
  trigger,
  faucet,
  mcp,
  completion,
  migrate,
  backup,
  restore,
}

export type CommandName = keyof typeof commands

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
