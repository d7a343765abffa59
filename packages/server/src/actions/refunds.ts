/** Actions of the commands of refunds. */

import type { Refund } from '@crypto-checkout/core'
import { UsageError } from '../command-line/errors.ts'
import { print, printTable } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { runForMerchant } from '../setup/open.ts'

const SHOWN = 100

export async function createRefund(given: Input<'refunds create'>): Promise<void> {
  const { paymentId, amount, to: destination, memo: destinationMemo, reason } = given
  if (amount !== undefined && !/^\d+(\.\d+)?$/.test(amount)) throw new UsageError('--amount must be a number.')
  const input = { paymentId, destination, destinationMemo, reason }
  const refund = await runForMerchant(given, ({ refunds }) =>
    refunds.create({ ...input, ...(amount === undefined ? {} : { amount: Number(amount) }) }),
  )
  print(given.json ? JSON.stringify(refund) : `${formatSum(refund)}: ${refund.id}\n${describeNext(refund)}`)
}

export async function listRefunds(given: Input<'refunds list'>): Promise<void> {
  const { paymentId } = given
  const list = await runForMerchant(given, ({ refunds }) => refunds.list({ paymentId, limit: SHOWN }))
  if (given.json) return print(JSON.stringify(list))
  printTable(list.data, {
    ID: 'id',
    STATUS: 'status',
    AMOUNT: formatSum,
    TO: ({ destination }) => destination ?? '(asking the payer)',
    CREATED: 'createdAt',
    TRANSACTION: ({ failure, transaction }) => failure ?? transaction?.hash ?? null,
  })
}

export async function cancelRefund(given: Input<'refunds cancel'>): Promise<void> {
  const refund = await runForMerchant(given, ({ refunds }) => refunds.cancel(given.id))
  print(given.json ? JSON.stringify(refund) : `${refund.id}: ${refund.status}.`)
}

function formatSum({ cryptoAmount, cryptocurrency, network }: Refund): string {
  return `${cryptoAmount} ${cryptocurrency} on ${network}`
}

/** The next action that the refund needs. */
function describeNext({ nextAction }: Refund): string {
  if (nextAction === null) return 'The key for refunds sends it.'
  if (nextAction.type === 'sign') return `Sign it with the wallet that was paid: ${nextAction.url}`
  return `Send this page to the payer and to nobody else. It is shown only once: ${nextAction.url}`
}
