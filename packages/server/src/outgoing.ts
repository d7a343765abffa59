/** Commands for money that goes out: refunds, and keys on hold. */
import { type HeldKeyState, heldKeyStates, type Refund, releaseKey } from '@crypto-checkout/core'
import {
  type Command,
  formatTable,
  OperatorError,
  parseEnvironment,
  parseOptions,
  print,
  UsageError,
} from './command.ts'
import { openMerchantOperations, runWithCheckout } from './open.ts'

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

export const sendsHeld: Command = {
  usage: 'sends held [--json]',
  summary: 'List the keys on hold, and those of their transactions that the database does not know.',
  async run(words) {
    const { values } = parseOptions(words, { json: 'boolean' })
    const keys = await runWithCheckout(values, ({ context }) => heldKeyStates(context))
    if (values.json) return print(JSON.stringify({ data: keys }))
    print(keys.length === 0 ? 'No key is on hold.' : keys.map(describeKey).join('\n'))
  },
}

export const sendsRelease: Command = {
  usage: 'sends release ADDRESS --yes [--json]',
  summary: 'Let a key on hold send again. It can then pay a second time what it paid meanwhile.',
  async run(words) {
    const { values, positionals } = parseOptions(words, { yes: 'boolean', json: 'boolean' }, ['ADDRESS'])
    const [address = ''] = positionals
    const { held, released } = await runWithCheckout(values, async ({ context }) => {
      const keys = await heldKeyStates(context)
      const own = keys.filter((key) => key.address.toLowerCase() === address.toLowerCase())
      return { held: own, released: values.yes ? await releaseKey(context, address) : [] }
    })
    if (values.json) print(JSON.stringify({ address, released, held }))
    else for (const key of held) print(describeKey(key))
    if (!values.yes) throw new OperatorError(`${WARNING} Then repeat the command with --yes.`)
    if (!values.json) print(`${address} can send again on ${released.join(', ')}.`)
  },
}

const WARNING =
  'Once the key is released, it can pay twice what these transactions paid. Cancel the pending refunds that they paid, and do not repeat refunds that the database does not know.'

function describeKey({ environment, network, address, count, transactions }: HeldKeyState): string {
  const lines = [
    `${environment} ${network}: key ${address} is on hold, the database does not know ${count} of its transactions.`,
  ]
  for (const { hash, nonce, block, paid, refunds } of transactions) {
    const did = paid ? `paid ${paid.amount} ${paid.coin} to ${paid.to}` : 'paid no configured coin'
    lines.push(`  nonce ${nonce}: ${hash} in block ${block} ${did}`)
    for (const id of refunds) lines.push(`    perhaps the pending refund ${id}: refunds cancel ${id}`)
  }
  const left = count - transactions.length
  if (left > 0) lines.push(`  ${left} more were not found: look at the account in a block explorer`)
  return lines.join('\n')
}
