/** Commands for the keys that sign receipts. */
import { listReceiptKeys, rotateReceiptKey } from '@crypto-checkout/core'
import { type Command, formatTable, parseEnvironment, parseOptions, print } from './command.ts'
import { runWithCheckout } from './open.ts'

const OPTIONS = { environment: 'string', json: 'boolean' } as const

export const receiptKeysList: Command = {
  usage: 'receipt-keys list [--environment sandbox|production] [--json]',
  summary: 'List the public keys of receipts, as verifiers need them: the one that signs, then the former ones.',
  async run(words) {
    const { values } = parseOptions(words, OPTIONS)
    const isLive = parseEnvironment(values.environment) === 'production'
    const { keys } = await runWithCheckout(values, ({ context }) => listReceiptKeys(context.db, isLive))
    if (values.json) return print(JSON.stringify({ keys }))
    const rows = keys.map(({ kid, x, signedUntil }) => [kid, x, signedUntil ?? 'signs now'])
    print(formatTable(['KEY', 'PUBLIC KEY', 'SIGNED UNTIL'], rows))
  },
}

export const receiptKeysRotate: Command = {
  usage: 'receipt-keys rotate [--environment sandbox|production] [--json]',
  summary:
    'Sign receipts with a new key from now on. The private half of the former key is deleted. What it signed stays valid.',
  async run(words) {
    const { values } = parseOptions(words, OPTIONS)
    const isLive = parseEnvironment(values.environment) === 'production'
    const kid = await runWithCheckout(values, ({ context }) => rotateReceiptKey(context, isLive))
    print(values.json ? JSON.stringify({ kid }) : `Receipts are signed by ${kid} from now on.`)
  },
}
