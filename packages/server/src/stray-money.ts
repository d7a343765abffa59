/** Commands for money that no payment accounts for: unattributed transfers, and deposits that the database lost. */
import {
  assignTransferAsOperator,
  type DepositRecovery,
  listUnattributedAsOperator,
  recoverDeposit,
} from '@crypto-checkout/core'
import {
  type Command,
  formatTable,
  OperatorError,
  parseEnvironment,
  parseOptions,
  print,
  UsageError,
} from './command.ts'
import { runWithCheckout } from './open.ts'

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

export const depositsRecover: Command = {
  usage: 'deposits recover PAYMENT_ID --network NETWORK --wallet ADDRESS [--environment sandbox|production] [--json]',
  summary:
    "Find a payment's own address by its id and wallet, even if the database lost the payment. Print the transaction that pays its money out to the wallet.",
  async run(words) {
    const texts = { network: 'string', wallet: 'string', environment: 'string' } as const
    const { values, positionals } = parseOptions(words, { ...texts, json: 'boolean' }, ['PAYMENT_ID'])
    const environment = parseEnvironment(values.environment)
    const [paymentId = ''] = positionals
    const { network, wallet } = values
    if (network === undefined) throw new UsageError('--network must name the network of the payment.')
    if (wallet === undefined) throw new UsageError("--wallet must be the merchant's wallet of the payment.")
    const found = await runWithCheckout(values, ({ context }) =>
      recoverDeposit(context, { paymentId, environment, network, wallet }),
    )
    print(values.json ? JSON.stringify(found) : report(found))
    if (found.problem !== null) throw new OperatorError(`Something is wrong: ${found.problem}`)
  },
}

function report(found: DepositRecovery): string {
  const { paymentId, environment, network, chainId, wallet, address, known, factory, deployment } = found
  const lines = [
    `${paymentId} on ${environment} ${network} (chain ${chainId})`,
    `address  ${address}`,
    `wallet   ${wallet}`,
    `database ${known ? 'knows the payment: a server pays it out with its settlement' : 'does not know the payment'}`,
    ...found.balances.map(({ coin, amount }) => `balance  ${amount ?? '(no node knows)'} ${coin}`),
  ]
  if (found.calls.length === 0) {
    lines.push('The address is empty. If it should hold money, check the id, the network and the wallet.')
    return lines.join('\n')
  }
  lines.push('', 'Anybody can send this, with value 0. The money can go to the wallet only.')
  if (deployment !== null) {
    const when = factory.state === null ? 'First, if there is no contract at the address of the calls' : 'First, once'
    lines.push(`${when}, with ${deployment.gas} gas:`, `  to   ${deployment.to}`, `  data ${deployment.data}`)
  }
  for (const { coin, to, data } of found.calls) lines.push(`${coin}:`, `  to   ${to}`, `  data ${data}`)
  return lines.join('\n')
}
