/** Actions of the commands of wallets. */

import { giveWallet, listWalletAccess, shareWallet } from '@crypto-checkout/core'
import { print, printTable } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { runWithCheckout } from '../setup/open.ts'

const SHOWN = 1_000

export async function listWallets(given: Input<'wallets list'>): Promise<void> {
  const data = await runWithCheckout(given, ({ context }) => listWalletAccess(context, SHOWN))
  if (given.json) return print(JSON.stringify({ data }))
  printTable(data, { WALLET: 'wallet', MERCHANT: 'merchant', ACCESS: 'access', SINCE: 'since', PROVEN: 'provenAt' })
}

export const share = (given: Input<'wallets share'>) => change(given, shareWallet)

export const give = (given: Input<'wallets give'>) => change(given, giveWallet)

async function change(given: Input<'wallets share'>, verb: typeof shareWallet): Promise<void> {
  const { address, merchantId, json } = given
  const changed = await runWithCheckout(given, ({ context }) => verb(context, { address, merchantId }))
  print(json ? JSON.stringify(changed) : `${changed.wallet}: ${changed.merchant} is ${changed.access}.`)
}
