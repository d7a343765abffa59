import { backup, restore } from './backup.ts'
import { deliveriesList, deliveriesResend } from './deliveries.ts'
import { depositsRecover } from './deposits.ts'
import { doctor } from './doctor.ts'
import { events } from './events.ts'
import { faucet } from './faucet.ts'
import { keysCreate, keysList, keysRevoke } from './keys.ts'
import { listen } from './listen.ts'
import { merchantsHistory, merchantsSettings } from './merchant-settings.ts'
import { merchantsCreate, merchantsList, merchantsUpdate } from './merchants.ts'
import { migrate } from './migrate.ts'
import { refundsCancel, refundsCreate, refundsList } from './refunds.ts'
import { sendsHeld, sendsRelease } from './sends.ts'
import { start } from './start.ts'
import { transfersAssign, transfersList } from './transfers.ts'
import { trigger } from './trigger.ts'
import type { Command } from './usage.ts'
import { verify } from './verify.ts'
import { walletsGive, walletsList, walletsShare } from './wallets.ts'
import { webhooksList, webhooksRotateSecret } from './webhooks.ts'

export const commands: ReadonlyMap<string, Command> = new Map([
  ['start', start],
  ['keys create', keysCreate],
  ['keys list', keysList],
  ['keys revoke', keysRevoke],
  ['merchants create', merchantsCreate],
  ['merchants update', merchantsUpdate],
  ['merchants list', merchantsList],
  ['merchants settings', merchantsSettings],
  ['merchants history', merchantsHistory],
  ['wallets list', walletsList],
  ['wallets share', walletsShare],
  ['wallets give', walletsGive],
  ['transfers list', transfersList],
  ['transfers assign', transfersAssign],
  ['refunds create', refundsCreate],
  ['refunds list', refundsList],
  ['refunds cancel', refundsCancel],
  ['deposits recover', depositsRecover],
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
  ['doctor', doctor],
  ['backup', backup],
  ['restore', restore],
  ['verify', verify],
  ['migrate', migrate],
])
