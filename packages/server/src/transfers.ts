import { assignTransferAsOperator, listUnattributedAsOperator } from '@crypto-checkout/core'
import { runWithCheckout } from './open.ts'
import { formatTable, print } from './print.ts'
import { type Command, parseOptions } from './usage.ts'

const SHOWN = 100

export const transfersList: Command = {
  usage: 'transfers list [--json]',
  summary: 'List the newest transfers without a payment, of all merchants.',
  async run(words) {
    const { values } = parseOptions(words, { json: 'boolean' })
    const transfers = await runWithCheckout(values, ({ context }) => listUnattributedAsOperator(context, SHOWN))
    if (values.json) return print(JSON.stringify({ data: transfers }))
    const rows = transfers.map((transfer) => [
      transfer.id,
      transfer.network,
      `${transfer.amount} ${transfer.cryptocurrency}`,
      transfer.to,
      transfer.blockTime,
      transfer.hash,
      (transfer.namedBy.length > 0 ? transfer.namedBy : [transfer.suggestedPayment ?? '']).join(', '),
    ])
    print(formatTable(['ID', 'NETWORK', 'AMOUNT', 'TO', 'TIME', 'TRANSACTION', 'NAMED BY THE PAGE OF'], rows))
  },
}

export const transfersAssign: Command = {
  usage: 'transfers assign TRANSFER_ID PAYMENT_ID [--json]',
  summary: 'Assign an unattributed transfer to a payment of any merchant that shares the wallet.',
  async run(words) {
    const { values, positionals } = parseOptions(words, { json: 'boolean' }, ['TRANSFER_ID', 'PAYMENT_ID'])
    const [id = '', paymentId = ''] = positionals
    const transfer = await runWithCheckout(values, ({ context }) =>
      assignTransferAsOperator(context, id, { paymentId }),
    )
    print(
      values.json
        ? JSON.stringify(transfer)
        : `${transfer.id}: ${transfer.amount} ${transfer.cryptocurrency} pay ${paymentId}.`,
    )
  },
}
