/** Payments, their methods and links: the shapes of answers. */

import type { PaymentException, PaymentStatus } from '@crypto-checkout/api-types'
import { z } from 'zod'
import {
  choice,
  choiceOrNull,
  coinAmount,
  coinAmountOrNull,
  count,
  createdAt,
  cryptocurrency,
  flag,
  kind,
  livemode,
  metadata,
  moment,
  momentOrNull,
  money,
  moneyOrNull,
  networkName,
  receiptFields,
  recognition,
  text,
  textOrNull,
} from './fields.ts'

const hash = text('Hash of the transaction')
const explorerUrl = textOrNull('The transaction in a block explorer. Null if none is known')
export const memoType = z.literal('text').nullable().meta({ description: 'The kind of memo. Null without a memo' })

export const transaction = z
  .strictObject({
    hash,
    from: text('Address of the account that sent the coins'),
    amount: coinAmount('The amount that it moved'),
    cryptocurrency,
    network: networkName,
    status: choice({
      seen: 'it is on the chain',
      final: 'it cannot be undone',
      orphaned: 'a reorganisation took it off the chain',
    }),
    block: count('Number of its block, or of its ledger on Stellar'),
    seenAt: moment('The time when the checkout saw it first'),
    finalAt: momentOrNull('The time when it became final. Null until then'),
    explorerUrl,
  })
  .meta({ description: 'A transfer as a payment shows it' })

export const claimable = z
  .strictObject({
    id: text('Id of the balance, B...: the sender of the transfer that claims it'),
    amount: coinAmount('The amount that can be claimed'),
    cryptocurrency,
    hash: text('Hash of the transaction that made it'),
    explorerUrl,
  })
  .meta({
    description:
      "Money on Stellar with the payment's memo that waits for the merchant to claim it. It does not count as received. Once claimed, it is an unattributed transfer from `id`",
  })

export const method = z
  .strictObject({
    cryptocurrency,
    network: networkName,
    state: choice({
      chosen: "the payment's own fields show it",
      open: 'its terms were made, so money that comes by it belongs to the payment',
      offered: 'the payer may choose it, and its terms are made then',
      unavailable: 'it cannot be chosen now, and `reason` says why',
    }),
    reason: choiceOrNull(
      {
        not_configured: 'the checkout is not configured for it',
        network_not_read: 'its network was never read, or not for 15 minutes',
        coin_not_offered: 'the coin cannot be received at present',
        wallet_cannot_receive: 'the wallet cannot receive the coin',
      },
      {
        before: 'The reason why it is unavailable',
        after:
          "On the payer's page the chosen one has a reason too, while nobody should pay by it. Null without a reason",
      },
    ),
    recognition: recognition.nullable().meta({
      description:
        'The part of a transfer that identifies the payment: an amount, a memo or an address of its own. Until the terms ' +
        'are made it is what would identify it. Null if its network is not configured',
    }),
    rate: textOrNull("The price of one coin in the payment's `currency`, as a decimal string. Null until it is chosen"),
    cryptoAmount: coinAmountOrNull(
      'The amount to pay in this method, exact to the last digit. Null until it is chosen for the first time',
    ),
    address: textOrNull('The address to pay to. Null until it is chosen'),
    memo: textOrNull('The memo to send with it (Stellar). Null on other networks, and until it is chosen'),
    memoType,
    paymentUri: textOrNull('A link for wallets: ERC-681 or SEP-7. Null until it is chosen'),
    amountReceived: coinAmountOrNull('The amount that came by this method. Null until it is chosen'),
    amountDue: coinAmountOrNull(
      'The amount that is still missing by this method. Zero once the payment has enough by any method. Null until it is chosen',
    ),
  })
  .meta({ description: 'A way to pay: a coin on a network' })

export const configuredMethod = z
  .strictObject({
    ...method.pick({ cryptocurrency: true, network: true, reason: true, recognition: true }).shape,
    networkTitle: text("The network's name for people"),
    state: z
      .enum(['offered', 'unavailable'])
      .meta({ description: 'True if new payments can ask for it. `reason` says why not' }),
    merchantWallet: textOrNull('Address of the wallet of the settings on this network. Null if there is none'),
  })
  .meta({ description: 'A way to pay that the checkout is configured for, whatever a payment offers' })

export const configuredMethods = z
  .strictObject({
    object: kind('payment_methods'),
    methods: z.array(configuredMethod).meta({ description: 'The ways to pay, in the order of the configuration' }),
    livemode,
  })
  .meta({ description: 'The ways to pay of this environment, in the order of its configuration' })

export const lineItem = z
  .strictObject({
    name: text('The thing that is bought'),
    quantity: count('The number of these things'),
    unitAmount: money('The price of one (negative for a discount)', "in the payment's `currency`"),
    imageUrl: textOrNull('Address of a picture of it. Null if you gave none'),
  })
  .meta({ description: 'A line of an order: so many things at a price each' })

const redirectUrl = textOrNull(
  'Address of the page to which the payer goes once the payment is completed. Null if you gave none',
)
const currency = text('ISO 4217 code of the currency of the price, such as EUR')

export const confirmations = z
  .strictObject({
    seen: count('The number of blocks so far, its own included, and at most as many as are required'),
    required: count("The number of blocks that make it final, at the network's present distance to the final block"),
    seconds: z
      .int()
      .nullable()
      .meta({ description: "Seconds since its block, by the chain's clock. Null when it is final" }),
    expectedAt: momentOrNull('The time when it should be final. Null when it is, or when the time cannot be estimated'),
  })
  .meta({ description: 'The distance of a transfer from being final' })

const exception = choice<PaymentException>({
  underpaid: 'less than the amount came',
  overpaid: 'more than the amount came',
  late: 'money came after the end',
  multiple: 'money came in several transfers or methods; at an address of its own, only if it is too much',
  manual: 'you accepted it as enough',
  overrefunded: 'more went back than is final',
})

export const payment = z
  .strictObject({
    id: text('Id of the payment, pay_...'),
    object: kind('payment'),
    status: choice<PaymentStatus>({
      created: 'nothing has arrived',
      partially_paid: 'a part has arrived',
      processing: 'the full amount is on the chain, and not final',
      completed: 'the full amount is final, so deliver',
      expired: 'the deadline has passed',
      cancelled: 'you stopped it',
    }),
    amount: money('The price'),
    currency,
    cryptoAmount: coinAmount('The amount to pay, exact to the last digit'),
    cryptocurrency,
    network: networkName,
    url: text('Address of the payment page. Send the payer there'),
    x402Url: textOrNull(
      'The same address for programs, which pay there by x402 version 2. Null if no method of the payment can be paid so',
    ),
    qrCode: text(
      'The QR code for wallets: a PNG as a data URI. On EVM networks it contains the address only. `paymentUri` has the ' +
        'amount too. Empty in a list whose query has `qrCode=false`',
    ),
    expiresAt: moment('The deadline, until which the payment can be paid'),
    createdAt,
    redirectUrl,
    webhookUrl: textOrNull(
      "Your address that gets this payment's events, besides your webhooks. Null if you gave none",
    ),
    metadata,
    description: textOrNull('The subject of the payment, on one line. Null if you gave none'),
    reference: textOrNull('Your order number. Null if you gave none'),
    lineItems: z
      .array(lineItem)
      .meta({ description: 'The things that are bought. Their sum is the amount, unless there are none' }),
    cancelUrl: textOrNull('Address of the page to which a payer goes who does not pay. Null if you gave none'),
    supersedes: textOrNull('Id of the payment of the same order that this one replaced. Null if it replaced none'),
    supersededBy: textOrNull('Id of the payment of the same order that replaced this one. Null if none did'),
    merchantWallet: text('Address of your wallet, which gets the money'),
    address: text('The address to pay to: your wallet, or an address of this payment alone'),
    memo: textOrNull('The memo to send with it (Stellar). Null on other networks'),
    memoType,
    paymentUri: text('A link for wallets: ERC-681 or SEP-7'),
    amountReceived: coinAmount('The amount that was received'),
    amountDue: coinAmount('The amount that is still missing, exact to the last digit. Zero when enough was received'),
    amountRefunded: coinAmount('The amount that went back to the payer'),
    exceptions: z
      .array(exception)
      .meta({ description: `Exceptional facts besides the status. ${exception.description}` }),
    methods: z.array(method).meta({
      description: 'The ways to pay, in your order: the default one, and the alternatives. The payer chooses one',
    }),
    transactions: z.array(transaction).max(20).meta({
      description: 'The newest transfers, at most 20. Those below the least amount are included only if there is room',
    }),
    transactionCount: count('The number of transfers. `GET /transfers?payment=` lists them all'),
    confirmations: confirmations.nullable().meta({
      description:
        'Progress of the newest transfer towards finality. Whatever it says, only the status `completed` is final. Null ' +
        'while there is no transfer',
    }),
    claimable: z
      .array(claimable)
      .meta({ description: 'Money on Stellar that waits for you to claim it. It counts for nothing' }),
    rate: text('The price of one coin in `currency`, as a decimal string'),
    livemode,
    completedAt: momentOrNull('The time of its completion. Null until then'),
    cancelledAt: momentOrNull('The time when you cancelled it. Null unless you did'),
    settlement: textOrNull('Id of the settlement that it is in. Null while it is in none'),
    paymentLink: textOrNull('Id of the payment link whose page made it. Null if no link did'),
    ...receiptFields('payment'),
  })
  .meta({
    description: 'A price, turned into an exact amount of one coin on one network, until a deadline',
  })

export const paymentLink = z
  .strictObject({
    id: text('Id of the payment link, pl_...'),
    object: kind('payment_link'),
    url: text('Address of the page that makes payments. /qr below it is a code of it to print'),
    status: choice({
      active: 'it makes payments',
      inactive: 'it is turned off',
      expired: 'its time has passed',
      exhausted: 'as many of its payments are open or paid as its limit allows',
    }),
    active: flag('True if it is turned on'),
    title: text('The subject of its payments, on one line'),
    description: textOrNull('More about it, on one line. Null if you gave nothing'),
    amount: moneyOrNull('The price of each payment', 'Null where the payer enters an amount'),
    minimum: moneyOrNull('The least that the payer may enter', 'Null for a fixed amount'),
    maximum: moneyOrNull('The most that the payer may enter', 'Null without such a limit'),
    preset: moneyOrNull("The amount that the payer's field contains at first", 'Null: it is empty'),
    currency,
    lineItems: z.array(lineItem).meta({ description: 'The things that are bought. Empty if you gave none' }),
    cryptocurrency,
    network: networkName,
    merchantWallet: text('Address of your wallet, which gets the money'),
    alternatives: z
      .union([
        z.literal('all'),
        z.array(
          z.strictObject({
            cryptocurrency,
            network: networkName,
            merchantWallet: textOrNull('Address of your wallet there. Null: it is found when a payment is made'),
          }),
        ),
      ])
      .meta({ description: 'Other ways to pay, as you gave them: a list, or `all` that are configured' }),
    limit: z
      .int()
      .nullable()
      .meta({ description: 'The number of its payments that may be open or paid. Null: without a limit' }),
    paymentCount: count('The number of payments that it has made, paid or not'),
    takenCount: count('The number of its payments that are open or paid. `limit` counts these'),
    redirectUrl,
    metadata,
    expiresAt: momentOrNull('The time of its end. Null: never'),
    createdAt,
    livemode,
  })
  .meta({
    description: 'A page that makes a payment each time that a payer presses its button',
  })

export const customerReceipts = z
  .strictObject({
    id: text('Id of the payment, pay_...'),
    object: kind('customer_receipts'),
    hasEmail: flag("True if the customer's address is known. It is erased after the days of the settings"),
    receipts: z
      .array(
        z.strictObject({
          receiptOf: text('Id of the payment or the refund whose receipt it is'),
          status: choice({
            pending: 'it waits to be sent',
            sent: 'the mail server has taken it',
            failed: 'it was given up: the mail server refused it or stayed away, or there was no address any more',
          }),
          createdAt: moment('The time from which on it was to be sent'),
          endedAt: momentOrNull('The time at which it was sent or given up. Null while it waits'),
        }),
      )
      .meta({ description: 'Each sending of a receipt, the newest first' }),
  })
  .meta({ description: "The receipts of a payment and its refunds that went to the customer's e-mail address" })
