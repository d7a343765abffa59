/** Actions of the commands of wallets. */
import { giveWallet, listWalletAccess, shareWallet } from '@crypto-checkout/core'
import type { Given } from '../command-line/command.ts'
import { print, printTable } from '../command-line/output.ts'
import type { walletsGive, walletsList, walletsShare } from '../commands/merchants.ts'
import { runWithCheckout } from '../setup/open.ts'

const SHOWN = 1_000

export async function listWallets(given: Given<typeof walletsList>): Promise<void> {
  const data = await runWithCheckout(given, ({ context }) => listWalletAccess(context, SHOWN))
  if (given.json) return print(JSON.stringify({ data }))
  printTable(data, { WALLET: 'wallet', MERCHANT: 'merchant', ACCESS: 'access', SINCE: 'since', PROVEN: 'provenAt' })
}

export const share = (given: Given<typeof walletsShare>) => change(given, shareWallet)

export const give = (given: Given<typeof walletsGive>) => change(given, giveWallet)

async function change(given: Given<typeof walletsShare>, verb: typeof shareWallet): Promise<void> {
  const { address, merchantId, json } = given
  const changed = await runWithCheckout(given, ({ context }) => verb(context, { address, merchantId }))
  print(json ? JSON.stringify(changed) : `${changed.wallet}: ${changed.merchant} is ${changed.access}.`)
}
