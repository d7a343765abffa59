import { giveWallet, listWalletAccess, shareWallet } from '@crypto-checkout/core'
import { runWithCheckout } from './open.ts'
import { formatTable, print } from './print.ts'
import { type Command, parseOptions } from './usage.ts'

const SHOWN = 1_000

export const walletsList: Command = {
  usage: 'wallets list [--json]',
  summary:
    'List which merchants may use which wallets, which were refused, and which proved a wallet with its signature.',
  async run(words) {
    const { values } = parseOptions(words, { json: 'boolean' })
    const data = await runWithCheckout(values, ({ context }) => listWalletAccess(context, SHOWN))
    if (values.json) return print(JSON.stringify({ data }))
    const rows = data.map(({ wallet, merchant, access, since, provenAt }) => [
      wallet,
      merchant,
      access,
      since,
      provenAt ?? '',
    ])
    print(formatTable(['WALLET', 'MERCHANT', 'ACCESS', 'SINCE', 'PROVEN'], rows))
  },
}

export const walletsShare: Command = {
  usage: 'wallets share ADDRESS MERCHANT_ID [--json]',
  summary: 'Let another merchant use a wallet. Unattributed transfers stay with the owner. Both are notified.',
  run: (words) => change(words, shareWallet),
}

export const walletsGive: Command = {
  usage: 'wallets give ADDRESS MERCHANT_ID [--json]',
  summary: 'Make a merchant the owner of a wallet, in place of the one that used it first. Both are notified.',
  run: (words) => change(words, giveWallet),
}

async function change(words: readonly string[], verb: typeof shareWallet): Promise<void> {
  const { values, positionals } = parseOptions(words, { json: 'boolean' }, ['ADDRESS', 'MERCHANT_ID'])
  const [address = '', merchantId = ''] = positionals
  const changed = await runWithCheckout(values, ({ context }) => verb(context, { address, merchantId }))
  print(values.json ? JSON.stringify(changed) : `${changed.wallet}: ${changed.merchant} is ${changed.access}.`)
}
