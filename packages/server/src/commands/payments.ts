/** Commands of payments. */
import { cryptocurrencies, paymentExceptions, paymentStatuses } from '@crypto-checkout/api-types'
import { defineCommand, json } from '../command-line/command.ts'
import { byDefault, choice, number, required, text, texts } from '../command-line/option.ts'
import { environment, merchant } from './shared.ts'

const id = required(text('PAYMENT_ID', 'The payment, pay_...'))
const PAGE = 100
/** Thirty days. */
const MOST_SECONDS = 2_592_000

export const paymentCommands = {
  'payments create': defineCommand({
    summary: 'Create a payment, and print its page.',
    details: 'On local networks it is on ethereum and goes to the wallet of npm start, unless you say otherwise.',
    options: {
      amount: required(text('N', 'The price, such as 49.90.')),
      currency: byDefault(text('CODE', 'The currency of the price.'), 'USD'),
      coin: byDefault(choice('COIN', cryptocurrencies, 'The coin to pay with.'), 'USDC'),
      network: text('NETWORK', 'The network to pay on.'),
      wallet: text('ADDRESS', 'Where the money goes.'),
      reference: text('TEXT', 'Your order number, which the payer sees.'),
      description: text('TEXT', 'What is paid for, which the payer sees.'),
      metadata: texts('NAME=VALUE', 'Your own data.'),
      expiresIn: number('SECONDS', { least: 1, most: MOST_SECONDS }, 'How long it can be paid. Default: 1800.'),
      redirectUrl: text('URL', 'Where the payer goes once it is completed.'),
      cancelUrl: text('URL', 'Where a payer goes who does not pay.'),
      webhookUrl: text('URL', 'Gets the events of this payment.'),
      merchant,
      environment,
      json,
    },
    examples: [
      { does: 'Create a payment on the local networks', line: 'payments create --amount 49.90 --reference 1001' },
      {
        does: 'Create a real one',
        line: 'payments create --amount 20 --currency EUR --network polygon --wallet 0x... --environment production',
      },
    ],
  }),
  'payments list': defineCommand({
    summary: 'List payments, newest first. Filters combine.',
    words: {
      search: text(
        'SEARCH',
        'An id, a reference, the hash of a transaction, an address, a memo, an amount, or a value of the metadata, as a whole.',
      ),
    },
    options: {
      status: choice('STATUS', paymentStatuses, 'Only payments in this state.'),
      network: text('NETWORK', 'Only payments on this network.'),
      coin: choice('COIN', cryptocurrencies, 'Only payments in this coin.'),
      exception: choice('EXCEPTION', paymentExceptions, 'Only payments with this exception.'),
      unresolved: choice(
        'EXCEPTION',
        ['late', 'underpaid'],
        'Only ended payments whose money was neither accepted nor sent back.',
      ),
      reference: text('TEXT', 'Only payments with this order number.'),
      link: text('ID', 'Only payments of this payment link, pl_...'),
      settlement: text('ID', 'Only payments of this settlement, set_...'),
      from: text('TIME', 'Only payments made at or after this time (ISO 8601).'),
      before: text('TIME', 'Only payments made before this time (ISO 8601).'),
      limit: byDefault(number('N', { least: 1, most: PAGE }, 'How many to list.'), 20),
      after: text('PAYMENT_ID', 'Go on after this payment.'),
      merchant,
      environment,
      json,
    },
    examples: [
      { does: 'Did order 1001 pay?', line: 'payments list 1001' },
      { does: 'List what needs a hand', line: 'payments list --unresolved underpaid --environment production' },
    ],
  }),
  'payments get': defineCommand({
    summary: 'Show a payment, and what was paid.',
    words: { id },
    options: { merchant, environment, json },
  }),
  'payments accept': defineCommand({
    summary: 'Accept what was paid as enough.',
    words: { id },
    options: { merchant, environment, json },
  }),
  'payments cancel': defineCommand({
    summary: 'Cancel a payment, while no money was seen.',
    words: { id },
    options: { merchant, environment, json },
  }),
}
