/** Commands of money that no payment accounts for. */
import { defineCommand, json } from '../command-line/command.ts'
import { required, text } from '../command-line/option.ts'
import { environment } from './shared.ts'

export const transferCommands = {
  'transfers list': defineCommand({
    summary: 'List the newest transfers without a payment, of all merchants.',
    details: 'Transfers to a wallet that several merchants use are listed only here.',
    options: { json },
  }),
  'transfers assign': defineCommand({
    summary: 'Let a transfer without a payment pay one.',
    details: 'The payment may be of any merchant that shares the wallet.',
    words: {
      id: required(text('TRANSFER_ID', 'The transfer, as transfers list shows it.')),
      paymentId: required(text('PAYMENT_ID', 'The payment, pay_...')),
    },
    options: { json },
  }),
  'deposits recover': defineCommand({
    summary: 'Find the address of a payment by its id and wallet, and how to pay it out.',
    details:
      'It works even if the database lost the payment. Anybody can send the transaction. Its money goes to the wallet only.',
    words: { paymentId: required(text('PAYMENT_ID', 'The payment, pay_...')) },
    options: {
      network: required(text('NETWORK', 'The network of the payment.')),
      wallet: required(text('ADDRESS', 'The wallet of the merchant.')),
      terms: text('JSON', 'If its money was to be converted: the terms, as deposits terms prints them.'),
      environment,
      json,
    },
    examples: [
      {
        does: 'Look for money of a payment that a backup does not have',
        line: 'deposits recover pay_... --environment production --network polygon --wallet 0x...',
      },
    ],
  }),
  'deposits terms': defineCommand({
    summary: 'List the terms by which money is converted, which their addresses commit to.',
    details:
      'Keep them: without the database, deposits recover needs the terms of a payment whose money was to be converted.',
    options: { environment, json },
  }),
}
