/** Actions of the commands of money that no payment accounts for. */

import {
  type AccountRecovery,
  assignTransferAsOperator,
  type DepositRecovery,
  listTerms,
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
  const { paymentId, environment, network, wallet, terms } = given
  const found = await runWithCheckout(given, ({ context }) =>
    recoverDeposit(context, { paymentId, environment, network, wallet, terms }),
  )
  print(given.json ? JSON.stringify(found) : report(found))
  if (found.problem !== null) throw new OperatorError(`Something is wrong: ${found.problem}`)
}

export async function listDepositTerms(given: Input<'deposits terms'>): Promise<void> {
  const { environment, json } = given
  const terms = await runWithCheckout(given, ({ context }) => listTerms(context, { environment }))
  if (json) return print(JSON.stringify({ data: terms }))
  printTable(terms, { NETWORK: 'network', ACCOUNT: 'account', TERMS: 'terms' })
}

function report(found: DepositRecovery): string {
  const { paymentId, environment, network, chainId, wallet, address, known, factory, deployment, account } = found
  const lines = [
    `${paymentId} on ${environment} ${network} (chain ${chainId})`,
    `address  ${address}`,
    `wallet   ${wallet}`,
    `database ${known ? 'knows the payment: a server pays it out with its settlement' : 'does not know the payment'}`,
    ...found.balances.map(({ coin, amount }) => `balance  ${amount ?? '(no node knows)'} ${coin}`),
  ]
  if (account !== null) lines.push(`account  ${account.address}`, ...listAmounts(account))
  if (found.calls.length === 0 && (account?.releases ?? []).length === 0) {
    lines.push(
      'The address is empty. If it should hold money, check the id, the network and the wallet. If the money was to be converted, name its --terms.',
    )
    return lines.join('\n')
  }
  if (found.calls.length > 0) {
    const end = account === null ? 'the wallet' : 'the account, and from there to the wallet,'
    lines.push('', `Anybody can send this, with value 0. The money can go to ${end} only.`)
  }
  if (found.calls.length > 0 && deployment !== null) {
    const when = factory.state === null ? 'First, if there is no contract at the address of the calls' : 'First, once'
    lines.push(`${when}, with ${deployment.gas} gas:`, `  to   ${deployment.to}`, `  data ${deployment.data}`)
  }
  for (const { coin, to, data } of found.calls) lines.push(`${coin}:`, `  to   ${to}`, `  data ${data}`)
  if (account !== null) lines.push(...reportAccount(account))
  return lines.join('\n')
}

function listAmounts({ balances }: AccountRecovery): string[] {
  return balances.map(({ coin, amount }) => `there    ${amount ?? '(no node knows)'} ${coin}`)
}

/** The ways of an account's money, which is there after the calls before. */
function reportAccount({ releases, conversion, deployment }: AccountRecovery): string[] {
  if (releases.length === 0) return []
  const deploy = deployment === null ? [] : ['', `Then, with ${deployment.gas} gas:`, ...reportCall(deployment)]
  const reportReleases = (sender: AccountRecovery['releases'][number]['sender'], title: string) => {
    const calls = releases.filter((release) => release.sender === sender)
    return calls.length === 0
      ? []
      : ['', title, ...calls.flatMap(({ coin, ...call }) => [`${coin}:`, ...reportCall(call)])]
  }
  return [
    ...deploy,
    ...reportReleases('anybody', 'Then from any account, to pay the wallet on this network:'),
    ...reportReleases('wallet', 'Then from the wallet itself, which is paid at once on this network:'),
    ...(conversion === null
      ? []
      : ['Or from any account, to burn it for the wallet on the other network:', ...reportCall(conversion)]),
  ]
}

function reportCall({ to, data }: { readonly to: string; readonly data: string }): string[] {
  return [`  to   ${to}`, `  data ${data}`]
}
