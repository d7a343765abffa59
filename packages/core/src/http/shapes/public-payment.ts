/** The parts of a payment that anyone with its id may see. */
import { z } from 'zod'
import { choice, flag, moment, recognition, text, textOrNull } from './fields.ts'
import { transfer } from './money-moved.ts'
import { method, payment } from './payment.ts'

const networkTitle = text("The network's name for people")

export const misdirected = z
  .strictObject({
    ...transfer.pick({ hash: true, from: true, amount: true, cryptocurrency: true, network: true, explorerUrl: true })
      .shape,
    networkTitle,
    provable: flag(
      'True if it would count for this payment if its sender signed for it (`/pay/<id>/claims/challenge`)',
    ),
  })
  .meta({
    description:
      "A transfer to the payment's address in another coin, on another network, or in a transaction that was reported",
  })

export const reported = z
  .strictObject({
    hash: text('Hash of the transaction'),
    reportedAt: moment('The time when it was named'),
    explorerUrl: textOrNull('The transaction in a block explorer. Null if none is known'),
    status: choice({
      sent: 'a wallet or the checkout sent it, and no reading has shown it yet',
      claimed: 'the payer named it, and no reading has shown it yet',
      unrelated:
        'the payer named it, and it brought this payment nothing: it pays another one, or is older than this one',
    }),
  })
  .meta({ description: 'A transaction that was named for a payment' })

export const unnamed = transfer
  .pick({ amount: true, cryptocurrency: true, blockTime: true })
  .meta({ description: 'A transfer whose payer is asked for. It has no hash, so that only its sender can name it' })

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
    networkColour: text('The colour of the network, in CSS, such as #627eea'),
    exchangeNetwork: text('The network as exchanges name it in their forms'),
    methods: z.array(z.strictObject({ ...method.shape, networkTitle })).meta({
      description: "The ways to pay, in the merchant's order. The payer chooses: `POST {pay_url}/<id>/method`",
    }),
    recognition: recognition.meta({ description: 'The part of a transfer that identifies the payment' }),
    serverTime: moment("The time by the server's clock"),
    misdirected: z.array(misdirected).meta({
      description:
        'Misdirected money that was probably meant for this payment: at most three transfers. They pay nothing',
    }),
    reported: z.array(reported).meta({
      description:
        'Transactions that were named for this payment and are not in `transactions`: at most three, the newest first',
    }),
    unnamed: unnamed.nullable().meta({
      description: 'A transfer that names no payment, if this is the only open one that it fits. It pays nothing',
    }),
    merchantName: text("The merchant's name"),
    merchantLogo: textOrNull("Address of the merchant's logo: a PNG, WebP or JPEG. Null if there is none"),
    supportEmail: textOrNull('E-mail address for payers who need help. Null if there is none'),
    supportUrl: textOrNull('Address of a page for payers who need help. Null if there is none'),
    redirectUrl: textOrNull('Address of the page to which the payer goes. Null until the payment is completed'),
    cancelUrl: textOrNull(
      'Address of the page to which a payer goes who does not pay. Null once the full amount is on the chain',
    ),
    supersededByUrl: textOrNull('Address of the page of the payment that replaced this one. Null if none did'),
    claims: z
      .enum(['on', 'off'])
      .meta({ description: 'True if payers may name a transaction by hand, and prove that they sent it' }),
    asksForEmail: flag('True if the payer may give an address for the receipt: `POST {pay_url}/<id>/email`'),
    networkHealthy: flag('False while the network has not been read for 15 minutes'),
    confirmationsDelayed: flag(
      'True while nothing becomes final: fewer than `witnesses` nodes have answered for 15 seconds, or the network ' +
        'stalls. Payments then stay open or in processing, and `confirmations.expectedAt` is null',
    ),
  })
  .meta({
    description: 'The parts of a payment that anyone with its id may see: `GET {pay_url}/<id>/status`',
  })
