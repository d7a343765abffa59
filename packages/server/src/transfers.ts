import { assignTransferAsOperator } from '@crypto-checkout/core'
import { withCheckout } from './open.ts'
import { type Command, parseOptions } from './usage.ts'

export const transfersAssign: Command = {
  usage: 'transfers assign TRANSFER_ID PAYMENT_ID [--json]',
  summary: 'Let an unattributed transfer pay a payment; the only way where several merchants use one wallet.',
  async run(words) {
    const { values, positionals } = parseOptions(words, { json: 'boolean' }, ['TRANSFER_ID', 'PAYMENT_ID'])
    const [id = '', paymentId = ''] = positionals
    const transfer = await withCheckout(values, ({ context }) => assignTransferAsOperator(context, id, { paymentId }))
    console.log(
      values.json
        ? JSON.stringify(transfer)
        : `${transfer.id}: ${transfer.amount} ${transfer.cryptocurrency} pay ${paymentId}.`,
    )
  },
}
