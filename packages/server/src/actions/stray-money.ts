/** Actions of the commands of money that no payment accounts for. */

import {
  assignTransferAsOperator,
  type DepositRecovery,
  listUnattributedAsOperator,
  recoverDeposit,
} from '@crypto-checkout/core'
import { OperatorError } from '../command-line/errors.ts'
import { print, printTable } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { runWithCheckout } from '../setup/open.ts'

const SHOWN = 100

export async function listTransfers(given: Input<'transfers list'>): Promise<void> {
  const transfers = await runWithCheckout(given, ({ context }) => listUnattributedAsOperator(context, SHOWN))
  if (given.json) return print(JSON.stringify({ data: transfers }))
  printTable(transfers, {
    ID: 'id',
    NETWORK: 'network',
    AMOUNT: ({ amount, cryptocurrency }) => `${amount} ${cryptocurrency}`,
    TO: 'to',
    TIME: 'blockTime',
    TRANSACTION: 'hash',
    'NAMED BY THE PAGE OF': ({ namedBy, suggestedPayment }) => namedBy.join(', ') || suggestedPayment,
  })
}

export async function assignTransfer(given: Input<'transfers assign'>): Promise<void> {
  const { id, paymentId, json } = given
  const transfer = await runWithCheckout(given, ({ context }) => assignTransferAsOperator(context, id, { paymentId }))
  const { amount, cryptocurrency } = transfer
  print(json ? JSON.stringify(transfer) : `${transfer.id}: ${amount} ${cryptocurrency} pay ${paymentId}.`)
}

export async function findDeposit(given: Input<'deposits recover'>): Promise<void> {
  const { paymentId, environment, network, wallet } = given
  const found = await runWithCheckout(given, ({ context }) =>
    recoverDeposit(context, { paymentId, environment, network, wallet }),
  )
  print(given.json ? JSON.stringify(found) : report(found))
  if (found.problem !== null) throw new OperatorError(`Something is wrong: ${found.problem}`)
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
