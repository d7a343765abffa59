/** The parts of a payment that anyone with its id may see. */
import type { PublicPayment } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { flag, moment, recognition, text, textOrNull } from './fields.ts'
import { transfer } from './money-moved.ts'
import { method, payment } from './payment.ts'

const networkTitle = text("The network's name for people")

const misdirected = z.strictObject({
  ...transfer.pick({ hash: true, from: true, amount: true, cryptocurrency: true, network: true, explorerUrl: true })
    .shape,
  networkTitle,
  provable: flag('Whether it would count for this payment if its sender signed for it'),
})

const reported = z.strictObject({
  hash: text('Hash of the transaction'),
  reportedAt: moment('When it was named'),
  explorerUrl: textOrNull('The transaction in a block explorer. Null if none is known'),
  status: z.enum(['sent', 'claimed', 'unrelated']).meta({
    description:
      'sent: a wallet or the checkout sent it; claimed: the payer named it, and it was not seen yet; unrelated: it brought this payment nothing',
  }),
})

const unnamed = z.strictObject({
  ...transfer.pick({ amount: true, cryptocurrency: true }).shape,
  blockTime: moment('When its block was closed'),
})

export const publicPayment = z
  .strictObject({
    ...payment.pick({
      id: true,
      status: true,
      amount: true,
      currency: true,
      cryptoAmount: true,
      cryptocurrency: true,
      network: true,
      address: true,
      memo: true,
      memoType: true,
      paymentUri: true,
      amountReceived: true,
      amountDue: true,
      expiresAt: true,
      createdAt: true,
      exceptions: true,
      transactions: true,
      transactionCount: true,
      confirmations: true,
      claimable: true,
      livemode: true,
      description: true,
      reference: true,
      lineItems: true,
    }).shape,
    networkTitle,
    networkColour: text('Its colour, in CSS'),
    exchangeNetwork: text('The network as exchanges name it in their forms'),
    methods: z
      .array(z.strictObject({ ...method.shape, networkTitle }))
      .meta({ description: "The ways to pay, in the merchant's order; one is chosen" }),
    recognition: recognition.meta({ description: 'What identifies the payment' }),
    serverTime: moment("The server's clock"),
    misdirected: z
      .array(misdirected)
      .meta({ description: 'Money that was probably meant for this payment: at most three' }),
    reported: z.array(reported).meta({
      description: 'Transactions that were named for this payment and are not in `transactions`: at most three',
    }),
    unnamed: unnamed.nullable().meta({
      description: 'A transfer that names no payment, if this is the only open one that it fits. It pays nothing',
    }),
    merchantName: text("The merchant's name"),
    merchantLogo: textOrNull('The address of an image'),
    supportEmail: textOrNull('Where payers find help'),
    supportUrl: textOrNull('Where payers find help'),
    redirectUrl: textOrNull('Where the payer goes. Null until the payment is completed'),
    cancelUrl: textOrNull('Where a payer goes who does not pay. Null once the full amount is on the chain'),
    supersededByUrl: textOrNull('The page of the payment that replaced this one'),
    claims: z.enum(['on', 'off']).meta({ description: 'Whether payers may name a transaction by hand' }),
    networkHealthy: flag('Whether the network was read in the last 15 minutes'),
    confirmationsDelayed: flag('Whether nothing becomes final at present'),
  })
  .meta({ description: 'The parts of a payment that anyone with its id may see' }) satisfies z.ZodType<PublicPayment>
