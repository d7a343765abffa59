/** Payments, their methods and links: the shapes of answers. */
import type {
  ClaimableBalance,
  ConfiguredMethod,
  ConfiguredMethods,
  Confirmations,
  LineItem,
  Payment,
  PaymentLink,
  PaymentMethod,
  PaymentTransaction,
} from '@crypto-checkout/api-types'
import { z } from 'zod'
import { paymentExceptions, paymentStatuses } from '../../domain/payment.ts'
import {
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
  networkName,
  recognition,
  text,
  textOrNull,
} from './fields.ts'
import { receiptFields } from './receipt-fields.ts'

const hash = text('Hash of the transaction')
const explorerUrl = textOrNull('The transaction in a block explorer. Null if none is known')
const memoType = z.literal('text').nullable().meta({ description: 'The kind of memo. Null without a memo' })

export const transaction = z
  .strictObject({
    hash,
    from: text('The account that sent the coins'),
    amount: coinAmount('What it moved'),
    cryptocurrency,
    network: networkName,
    status: z.enum(['seen', 'final', 'orphaned']).meta({
      description: 'seen: on the chain; final: cannot be undone; orphaned: a reorganisation took it off the chain',
    }),
    block: count('Number of its block, or of its ledger on Stellar'),
    seenAt: moment('When the checkout saw it first'),
    finalAt: momentOrNull('When it became final. Null until then'),
    explorerUrl,
  })
  .meta({ description: 'A transfer as a payment shows it' }) satisfies z.ZodType<PaymentTransaction>

export const claimable = z
  .strictObject({
    id: text('B..., the sender of the transfer that claims it'),
    amount: coinAmount('What can be claimed'),
    cryptocurrency,
    hash: text('Hash of the transaction that made it'),
    explorerUrl,
  })
  .meta({
    description: 'Money on Stellar that waits for the merchant to claim it. It counts for nothing until then',
  }) satisfies z.ZodType<ClaimableBalance>

export const method = z
  .strictObject({
    cryptocurrency,
    network: networkName,
    state: z.enum(['chosen', 'open', 'offered', 'unavailable']).meta({
      description:
        "chosen: the payment's own fields show it; open: it was chosen before, and its money counts; offered: the payer " +
        'may choose it; unavailable: it cannot be chosen now',
    }),
    reason: z
      .enum(['not_configured', 'network_not_read', 'coin_not_offered', 'wallet_cannot_receive'])
      .nullable()
      .meta({
        description:
          'Why it is unavailable. network_not_read: never, or not for 15 minutes as its nodes fail. ' +
          "On the payer's page also why nobody should pay by the chosen one now",
      }),
    recognition: recognition.nullable().meta({
      description: 'What identifies the payment: an amount, a memo or an address of its own; null without its network',
    }),
    rate: textOrNull("Price of one coin in the payment's `currency`, as a decimal string. Null until it is chosen"),
    cryptoAmount: coinAmountOrNull('The exact amount to pay. Null until it is chosen for the first time'),
    address: textOrNull('Where to pay. Null until it is chosen'),
    memo: textOrNull('The memo to send with it (Stellar). Null on other networks, and until it is chosen'),
    memoType,
    paymentUri: textOrNull('For wallets: ERC-681 or SEP-7. Null until it is chosen'),
    amountReceived: coinAmountOrNull('What came in by this method. Null until it is chosen'),
    amountDue: coinAmountOrNull('What is still to be paid by this method. Null until it is chosen'),
  })
  .meta({ description: 'A way to pay: a coin on a network' }) satisfies z.ZodType<PaymentMethod>

export const configuredMethod = z
  .strictObject({
    ...method.pick({ cryptocurrency: true, network: true, reason: true, recognition: true }).shape,
    networkTitle: text("The network's name for people"),
    state: z
      .enum(['offered', 'unavailable'])
      .meta({ description: 'Whether new payments can ask for it. `reason` says why not' }),
    merchantWallet: textOrNull('The wallet of the settings on this network. Null if there is none'),
  })
  .meta({ description: 'A way to pay that the checkout is configured for' }) satisfies z.ZodType<ConfiguredMethod>

export const configuredMethods = z
  .strictObject({
    object: kind('payment_methods'),
    methods: z.array(configuredMethod).meta({ description: 'In the order of the configuration' }),
    livemode,
  })
  .meta({ description: 'The ways to pay of this environment' }) satisfies z.ZodType<ConfiguredMethods>

export const lineItem = z
  .strictObject({
    name: text('What is bought'),
    quantity: count('How many'),
    unitAmount: money('Price of one; negative for a discount', "In the payment's `currency`"),
    imageUrl: textOrNull('A picture of it'),
  })
  .meta({ description: 'A line of an order' }) satisfies z.ZodType<LineItem>

const redirectUrl = textOrNull('Where the payer goes once the payment is completed')
const currency = text('ISO 4217 code of the price')

const confirmations = z.strictObject({
  seen: count('How many blocks there are, its own included; at most as many as required'),
  required: count('How many make it final, at the present distance to the final block'),
  seconds: z
    .int()
    .nullable()
    .meta({ description: "Seconds since its block, by the chain's clock. Null when it is final" }),
  expectedAt: momentOrNull('When it should be final. Null when it is, or when nobody can tell'),
}) satisfies z.ZodType<Confirmations>

export const payment = z
  .strictObject({
    id: text('Id of the payment, pay_...'),
    object: kind('payment'),
    status: z.enum(paymentStatuses).meta({
      description:
        'created: nothing has arrived; partially_paid: a part has arrived; processing: the full amount is on the chain ' +
        'and not final; completed: it is final, so deliver; expired: the deadline has passed; cancelled: you stopped it',
    }),
    amount: money('Price'),
    currency,
    cryptoAmount: coinAmount('The exact amount to pay'),
    cryptocurrency,
    network: networkName,
    url: text('The hosted payment page'),
    x402Url: textOrNull('Where programs pay by x402 version 2: the same address; null if no method can be paid so'),
    qrCode: text(
      'The QR code for wallets: a PNG as a data URI. On EVM networks it contains the address only; `paymentUri` has the amount too',
    ),
    expiresAt: moment('The deadline'),
    createdAt,
    redirectUrl,
    webhookUrl: textOrNull("Gets this payment's events"),
    metadata,
    description: textOrNull('What is paid for'),
    reference: textOrNull('Your order number'),
    lineItems: z.array(lineItem).meta({ description: 'What is bought; empty if that was not given' }),
    cancelUrl: textOrNull('Where a payer goes who does not pay'),
    supersedes: textOrNull('Id of the payment that it replaced'),
    supersededBy: textOrNull('Id of the payment that replaced it'),
    merchantWallet: text('Your wallet, which gets the money'),
    address: text('Where to pay: your wallet, or an address of this payment alone'),
    memo: textOrNull('The memo to send with it (Stellar). Null on other networks'),
    memoType,
    paymentUri: text('For wallets: ERC-681 or SEP-7'),
    amountReceived: coinAmount('What has come in'),
    amountDue: coinAmount('What is still to be paid; zero once enough has come in'),
    amountRefunded: coinAmount('What went back to the payer'),
    exceptions: z.array(z.enum(paymentExceptions)).meta({
      description:
        'What is unusual. underpaid, overpaid: less or more than the amount; late: money came after the end; multiple: ' +
        'money came in several transfers or methods, at an address of its own only if it is too much; manual: it was accepted as enough; overrefunded: more went back than is final',
    }),
    methods: z.array(method).meta({ description: 'The ways to pay, in your order; one is chosen' }),
    transactions: z
      .array(transaction)
      .max(20)
      .meta({ description: 'At most 20: the newest, those below the least amount only where there is room' }),
    transactionCount: count('How many there are; GET /transfers?payment= lists them all'),
    confirmations: confirmations.nullable().meta({
      description: 'How far the newest money is from final. Only `completed` is final. Null without a transfer',
    }),
    claimable: z
      .array(claimable)
      .meta({ description: 'Waits for the merchant to claim it (Stellar); counts for nothing' }),
    rate: text('Price of one coin in `currency`, as a decimal string'),
    livemode,
    completedAt: momentOrNull('When it was completed. Null until then'),
    cancelledAt: momentOrNull('When you cancelled it. Null unless you did'),
    settlement: textOrNull('Id of the settlement that it is in'),
    paymentLink: textOrNull('Id of the payment link whose page made it'),
    ...receiptFields('payment'),
  })
  .meta({
    description: 'A price, turned into an exact amount of one coin on one network, until a deadline',
  }) satisfies z.ZodType<Payment>

export const paymentLink = z
  .strictObject({
    id: text('Id of the payment link, pl_...'),
    object: kind('payment_link'),
    url: text('The page that makes payments; /qr below it is a code of it to print'),
    status: z.enum(['active', 'inactive', 'expired', 'exhausted']).meta({
      description:
        'Only an active link makes payments. inactive: it is turned off; expired: its time has passed; exhausted: it has ' +
        'made as many payments as its limit says',
    }),
    active: flag('Whether it is turned on'),
    title: text('What is paid for'),
    description: textOrNull('More about it'),
    amount: money('Price of each payment').nullable().meta({
      description:
        'Price of each payment, in `currency` with its decimals, two at least. Null where the payer enters an amount',
    }),
    minimum: money('').nullable().meta({ description: 'The least that the payer may enter, in `currency`' }),
    maximum: money('').nullable().meta({ description: 'The most that the payer may enter, in `currency`' }),
    preset: money('').nullable().meta({ description: "What the payer's field contains at first, in `currency`" }),
    currency,
    lineItems: z.array(lineItem).meta({ description: 'What is bought; empty if that was not given' }),
    cryptocurrency,
    network: networkName,
    merchantWallet: text('Your wallet, which gets the money'),
    alternatives: z
      .union([
        z.literal('all'),
        z.array(
          z.strictObject({
            cryptocurrency,
            network: networkName,
            merchantWallet: textOrNull('Your wallet there. Null: found when a payment is made'),
          }),
        ),
      ])
      .meta({ description: 'Other ways to pay, as you gave them: a list, or `all` that are configured' }),
    limit: z
      .int()
      .nullable()
      .meta({ description: 'How many of its payments may be open or paid. Null: without a limit' }),
    paymentCount: count('How many payments it has made, paid or not'),
    takenCount: count('How many of its payments are open or paid. `limit` counts these'),
    redirectUrl,
    metadata,
    expiresAt: momentOrNull('When it ends. Null: never'),
    createdAt,
    livemode,
  })
  .meta({
    description: 'A page that makes a payment each time that a payer presses its button',
  }) satisfies z.ZodType<PaymentLink>
