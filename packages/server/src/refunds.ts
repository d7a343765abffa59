import type { Refund } from '@crypto-checkout/core'
import { openMerchantOperations, runWithCheckout } from './open.ts'
import { formatTable, print } from './print.ts'
import { type Command, parseEnvironment, parseOptions, UsageError } from './usage.ts'

const SHOWN = 100

export const refundsCreate: Command = {
  usage:
    'refunds create PAYMENT_ID [--amount N] [--to ADDRESS] [--memo TEXT] [--reason TEXT] [--environment sandbox|production] [--json]',
  summary:
    'Refund a payment of the first merchant: all that is left, or a part. Without --to it goes to the account that paid without gas; other payers are asked for an address.',
  async run(words) {
    const texts = { amount: 'string', to: 'string', memo: 'string', reason: 'string' } as const
    const options = { ...texts, environment: 'string', json: 'boolean' } as const
    const { values, positionals } = parseOptions(words, options, ['PAYMENT_ID'])
    const environment = parseEnvironment(values.environment)
    const [paymentId = ''] = positionals
    const { amount, to: destination, memo: destinationMemo, reason } = values
    if (amount !== undefined && !/^\d+(\.\d+)?$/.test(amount)) throw new UsageError('--amount must be a number.')
    const input = { paymentId, destination, destinationMemo, reason }
    const refund = await runWithCheckout(values, (checkout) =>
      openMerchantOperations(checkout, environment).refunds.create({
        ...input,
        ...(amount === undefined ? {} : { amount: Number(amount) }),
      }),
    )
    print(values.json ? JSON.stringify(refund) : `${sumOf(refund)}: ${refund.id}\n${nextOf(refund)}`)
  },
}

export const refundsList: Command = {
  usage: 'refunds list [PAYMENT_ID] [--environment sandbox|production] [--json]',
  summary: 'List the newest refunds of the first merchant, or those of a payment.',
  async run(words) {
    const options = { environment: 'string', json: 'boolean' } as const
    const { values, positionals } = parseOptions(words, options, ['[PAYMENT_ID]'])
    const environment = parseEnvironment(values.environment)
    const [paymentId] = positionals
    const list = await runWithCheckout(values, (checkout) =>
      openMerchantOperations(checkout, environment).refunds.list({ paymentId, limit: SHOWN }),
    )
    if (values.json) return print(JSON.stringify(list))
    const rows = list.data.map((refund) => [
      refund.id,
      refund.status,
      sumOf(refund),
      refund.destination ?? '(asking the payer)',
      refund.createdAt,
      refund.failure ?? refund.transaction?.hash ?? '',
    ])
    print(formatTable(['ID', 'STATUS', 'AMOUNT', 'TO', 'CREATED', 'TRANSACTION'], rows))
  },
}

export const refundsCancel: Command = {
  usage: 'refunds cancel REFUND_ID [--environment sandbox|production] [--json]',
  summary: 'Cancel a pending refund.',
  async run(words) {
    const options = { environment: 'string', json: 'boolean' } as const
    const { values, positionals } = parseOptions(words, options, ['REFUND_ID'])
    const environment = parseEnvironment(values.environment)
    const [id = ''] = positionals
    const refund = await runWithCheckout(values, (checkout) =>
      openMerchantOperations(checkout, environment).refunds.cancel(id),
    )
    print(values.json ? JSON.stringify(refund) : `${refund.id}: ${refund.status}.`)
  },
}

function sumOf({ cryptoAmount, cryptocurrency, network }: Refund): string {
  return `${cryptoAmount} ${cryptocurrency} on ${network}`
}

/** The next action that the refund needs. */
function nextOf({ nextAction }: Refund): string {
  if (nextAction === null) return 'The key for refunds sends it.'
  if (nextAction.type === 'sign') return `Sign it with the wallet that was paid: ${nextAction.url}`
  return `Send this page to the payer and to nobody else. It is shown only once: ${nextAction.url}`
}
