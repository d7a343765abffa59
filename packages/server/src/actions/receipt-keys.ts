/** Actions of the commands of the keys that sign receipts. */
import { listReceiptKeys, rotateReceiptKey } from '@crypto-checkout/core'
import type { Given } from '../command-line/command.ts'
import { print, printTable } from '../command-line/output.ts'
import type { receiptKeysList, receiptKeysRotate } from '../commands/receipts.ts'
import { runWithCheckout } from '../setup/open.ts'

export async function listKeysOfReceipts(given: Given<typeof receiptKeysList>): Promise<void> {
  const isLive = given.environment === 'production'
  const { keys } = await runWithCheckout(given, ({ context }) => listReceiptKeys(context.db, isLive))
  if (given.json) return print(JSON.stringify({ keys }))
  printTable(keys, { KEY: 'kid', 'PUBLIC KEY': 'x', 'SIGNED UNTIL': ({ signedUntil }) => signedUntil ?? 'signs now' })
}

export async function rotateKeyOfReceipts(given: Given<typeof receiptKeysRotate>): Promise<void> {
  const isLive = given.environment === 'production'
  const kid = await runWithCheckout(given, ({ context }) => rotateReceiptKey(context, isLive))
  print(given.json ? JSON.stringify({ kid }) : `Receipts are signed by ${kid} from now on.`)
}
