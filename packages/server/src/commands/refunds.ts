/** Commands of money that goes back, and of keys and wallets on hold. */
import { defineCommand, json } from '../command-line/command.ts'
import { flag, required, text } from '../command-line/option.ts'
import { environment, merchant } from './shared.ts'

export const refundCommands = {
  'refunds create': defineCommand({
    summary: 'Refund a payment: all that is left, or a part.',
    details:
      'Without --to the money goes to the account that paid without gas. Other payers are asked for an address, on a page that the ' +
      'command prints only once.',
    words: { paymentId: required(text('PAYMENT_ID', 'The payment, pay_...')) },
    options: {
      amount: text('N', 'How much, in the currency of the payment. Default: all that is left.'),
      to: text('ADDRESS', 'Where the money goes.'),
      memo: text('TEXT', 'The memo that the recipient needs, on Stellar only.'),
      reason: text('TEXT', 'For your own records.'),
      merchant,
      environment,
      json,
    },
    examples: [
      { does: 'Refund all, and ask the payer for an address', line: 'refunds create pay_...' },
      { does: 'Refund 5 to an address', line: 'refunds create pay_... --amount 5 --to 0x...' },
    ],
  }),
  'refunds list': defineCommand({
    summary: 'List the newest refunds, or those of a payment.',
    words: { paymentId: text('PAYMENT_ID', 'Only the refunds of this payment.') },
    options: { merchant, environment, json },
  }),
  'refunds cancel': defineCommand({
    summary: 'Cancel a pending refund.',
    words: { id: required(text('REFUND_ID', 'The refund, re_...')) },
    options: { merchant, environment, json },
  }),
  'sends held': defineCommand({
    summary: 'List keys and wallets on hold after an older backup, and what they may have paid.',
    details:
      'Keys come with what they sent that the database does not know, and wallets of merchants with the pending refunds that they may have ' +
      'paid since the backup.',
    options: { json },
  }),
  'sends release': defineCommand({
    summary: 'Let a key or a wallet on hold go on. It can then pay a second time.',
    details:
      'Without --yes the command says what may be paid twice, and releases nothing. A refund that a released wallet held is paid by a ' +
      'key if it was made since the restore and one may, or else asks for the signature of the wallet.',
    words: { address: required(text('ADDRESS', 'The address of the key or the wallet.')) },
    options: { yes: flag('Release it.'), json },
  }),
}
