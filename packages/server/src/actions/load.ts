import type { CommandName, Input } from '../commands/table.ts'

/**
 * Loads what a command does. Help, completion and refusals need none of it, so they answer ten times as fast.
 */
type Loaders = {
  readonly [Name in CommandName]: () => Promise<(given: Input<Name>) => Promise<void>>
}

const payments = () => import('./payments.ts')
const keys = () => import('./keys.ts')
const users = () => import('./users.ts')
const merchants = () => import('./merchants.ts')
const settings = () => import('./merchant-settings.ts')
const wallets = () => import('./wallets.ts')
const refunds = () => import('./refunds.ts')
const sends = () => import('./sends.ts')
const strayMoney = () => import('./stray-money.ts')
const webhooks = () => import('./webhooks.ts')
const database = () => import('./database.ts')

export const actions: Loaders = {
  start: async () => (await import('./start.ts')).start,
  status: async () => (await import('./status.ts')).showStatus,
  doctor: async () => (await import('./doctor.ts')).doctor,
  'payments create': async () => (await payments()).createPayment,
  'payments list': async () => (await payments()).listPayments,
  'payments get': async () => (await payments()).showPayment,
  'payments accept': async () => (await payments()).acceptPayment,
  'payments cancel': async () => (await payments()).cancelPayment,
  'refunds create': async () => (await refunds()).createRefund,
  'refunds list': async () => (await refunds()).listRefunds,
  'refunds cancel': async () => (await refunds()).cancelRefund,
  'transfers list': async () => (await strayMoney()).listTransfers,
  'transfers assign': async () => (await strayMoney()).assignTransfer,
  'deposits recover': async () => (await strayMoney()).findDeposit,
  'deposits terms': async () => (await strayMoney()).listDepositTerms,
  'sends held': async () => (await sends()).listHeld,
  'sends release': async () => (await sends()).releaseSends,
  verify: async () => (await import('./verify.ts')).verify,
  'verify-receipt': async () => (await import('./verify-receipt.ts')).checkReceipt,
  'receipt-keys list': async () => (await keys()).listKeysOfReceipts,
  'receipt-keys rotate': async () => (await keys()).rotateKeyOfReceipts,
  'merchants create': async () => (await merchants()).addMerchant,
  'merchants update': async () => (await merchants()).updateMerchant,
  'merchants list': async () => (await merchants()).listAllMerchants,
  'merchants settings': async () => (await settings()).changeSettings,
  'merchants history': async () => (await settings()).listHistory,
  'wallets list': async () => (await wallets()).listWallets,
  'wallets share': async () => (await wallets()).share,
  'wallets give': async () => (await wallets()).give,
  'keys create': async () => (await keys()).createKeys,
  'keys list': async () => (await keys()).listKeys,
  'keys rotate': async () => (await keys()).rotateKeys,
  'keys revoke': async () => (await keys()).revokeKeys,
  'users list': async () => (await users()).listUsers,
  'users invite': async () => (await users()).invite,
  'users reset': async () => (await users()).reset,
  'users role': async () => (await users()).changeRole,
  'users remove': async () => (await users()).remove,
  audit: async () => (await settings()).listAudit,
  events: async () => (await import('./events.ts')).listEvents,
  'webhooks create': async () => (await webhooks()).addWebhook,
  'webhooks list': async () => (await webhooks()).listWebhooks,
  'webhooks rotate-secret': async () => (await webhooks()).rotateSecret,
  'deliveries list': async () => (await webhooks()).listDeliveries,
  'deliveries resend': async () => (await webhooks()).resend,
  listen: async () => (await import('./listen.ts')).listen,
  trigger: async () => (await import('./trigger.ts')).trigger,
  faucet: async () => (await import('./faucet.ts')).faucet,
  mcp: async () => (await import('./mcp.ts')).serveMcp,
  completion: async () => (await import('./completion.ts')).printCompletion,
  migrate: async () => (await database()).migrate,
  backup: async () => (await database()).backup,
  restore: async () => (await database()).restore,
}
