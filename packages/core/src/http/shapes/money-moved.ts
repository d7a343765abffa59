/** Transfers, refunds and settlements: the shapes of answers. */
import { z } from 'zod'
import { bridgedCoins, coins } from '../../domain/catalog/coins.ts'
import { refundStatuses } from '../../domain/refund.ts'
import { settlementStatuses } from '../../domain/settlement-schedule.ts'
import {
  coinAmount,
  coinAmountOrNull,
  count,
  createdAt,
  cryptocurrency,
  kind,
  livemode,
  moment,
  momentOrNull,
  money,
  networkName,
  text,
  textOrNull,
} from './fields.ts'
import { receiptFields } from './receipt-fields.ts'

const explorerUrl = textOrNull('The transaction in a block explorer. Null if none is known')

export const transfer = z
  .strictObject({
    id: text('Id of the transfer, tr_...'),
    object: kind('transfer'),
    network: networkName,
    cryptocurrency: z
      .enum([...coins, ...bridgedCoins])
      .meta({ description: 'The coin. Bridged coins are not those of the issuer, and pay nothing' }),
    hash: text('Hash of the transaction'),
    from: text('The account that sent it'),
    to: text('The address that got it'),
    amount: coinAmount('The amount that it moved'),
    rawAmount: text("The amount in the token's own units, as an integer in a string"),
    status: z.enum(['seen', 'final', 'orphaned']).meta({
      description: 'seen: on the chain; final: cannot be undone; orphaned: a reorganisation took it off the chain',
    }),
    payment: textOrNull('Id of the payment that it pays. Null: it pays none'),
    suggestedPayment: textOrNull('While it pays none: the payment whose own address it went to. A hint, no proof'),
    namedBy: z.array(z.string()).meta({
      description:
        'While it pays none: the payments whose pages named the transaction, first ones first, at most 20. Anyone can ' +
        'name a transaction there: hints, no proof',
    }),
    assignedBy: z
      .enum(['merchant', 'operator', 'sender', 'authorization'])
      .nullable()
      .meta({
        description:
          'The one who assigned it to its payment: the merchant, the operator, its sender by a signature, or the checkout ' +
          "because of a payer's authorization to pay without gas. Null if it was recognised by itself, or pays none",
      }),
    memo: textOrNull('The memo that was sent with it (Stellar)'),
    blockNumber: count('Number of its block, or of its ledger on Stellar'),
    blockTime: moment('The time of its block'),
    seenAt: moment('The time when the checkout saw it first'),
    finalAt: momentOrNull('The time when it became final. Null until then'),
    explorerUrl,
    dust: z
      .strictObject({
        amount: coinAmount('Their sum'),
        transfers: count('Their number'),
      })
      .nullable()
      .meta({
        description:
          'Only in `transfer.unattributed` for a transfer below the least amount: the sum and the number of all such ' +
          'transfers to the wallet since the last event about them, including this one. Null otherwise',
      }),
  })
  .meta({ description: 'A transfer to one of your wallets, of a configured coin or of one that is mistaken for it' })

export const collectAction = z
  .strictObject({
    type: z.literal('collect_destination').meta({ description: 'The payer has to enter an address' }),
    url: textOrNull(
      'The page on which the payer enters an address. Its holder decides, once. It is shown when the refund is created, ' +
        'and never again',
    ),
  })
  .meta({ description: 'A refund waits for an address from the payer' })

export const signAction = z
  .strictObject({
    type: z.literal('sign').meta({ description: 'Your wallet has to sign the transfer' }),
    url: text('A page on which a wallet in the browser signs it. It also shows what to send by hand'),
    uri: text('For wallets that take a link or code: ERC-681 or SEP-7'),
    call: z
      .strictObject({
        chainId: count('The chain (EIP-155)'),
        from: text('Your wallet'),
        to: text("The coin's contract"),
        data: text('The call in hexadecimal digits'),
        value: z.literal('0x0').meta({ description: "None of the chain's own coin" }),
      })
      .nullable()
      .meta({ description: "Input of `eth_sendTransaction`, with the chain's number (EIP-155); null on Stellar" }),
  })
  .meta({ description: "A refund waits for the signature of the merchant's wallet" })

/** The action that a refund needs before it can be paid. */
export const refundAction = z.union([collectAction, signAction])

export const refundTransaction = z
  .strictObject({
    hash: text('Hash of the transaction'),
    from: text('The account that sent it'),
    status: z.enum(['seen', 'final']).meta({ description: 'seen: on the chain; final: cannot be undone' }),
    block: count('Number of its block, or of its ledger on Stellar'),
    explorerUrl,
  })
  .meta({ description: 'The transfer that pays a refund' })

export const refund = z
  .strictObject({
    id: text('Id of the refund, re_...'),
    object: kind('refund'),
    paymentId: text('Id of the payment whose money goes back'),
    amount: money('The price that goes back'),
    currency: text("ISO 4217 code: the payment's"),
    cryptoAmount: coinAmount("The amount that leaves the sender, at the payment's own rate"),
    cryptoAmountArrived: coinAmountOrNull(
      'The amount that reached the recipient: less if the coin takes a fee. Null until a transfer is seen',
    ),
    cryptocurrency,
    network: networkName,
    destination: textOrNull('The address that gets it. Null until it is known'),
    destinationMemo: textOrNull('The memo that the recipient needs (Stellar)'),
    reason: textOrNull('For your own records'),
    status: z.enum(refundStatuses).meta({
      description:
        'pending: it waits for an address or a signature; submitted: its transfer is on its way; completed: the transfer ' +
        'is final; failed: it could not be paid; cancelled: you stopped it',
    }),
    nextAction: refundAction.nullable().meta({ description: 'The action that it needs. Null if none is needed' }),
    transaction: refundTransaction.nullable().meta({ description: 'The transfer that pays it. Null until it is seen' }),
    failure: textOrNull('The reason why it failed. Null unless it did'),
    createdAt,
    completedAt: momentOrNull('The time when its transfer became final. Null until then'),
    ...receiptFields('refund'),
  })
  .meta({ description: 'Money of a payment that goes back to the payer' })

export const settlement = z
  .strictObject({
    id: text('Id of the settlement, set_...'),
    object: kind('settlement'),
    status: z
      .enum(settlementStatuses)
      .meta({ description: 'pending: the money is on its way; completed: all of it is final; failed: see `failure`' }),
    network: networkName,
    cryptocurrency: z.enum(coins).meta({ description: 'The coin that was received' }),
    amount: coinAmount('The sum of what the payments brought'),
    settlementCurrency: z
      .enum(coins)
      .meta({ description: 'The coin that was settled: `cryptocurrency`, because nothing is converted yet' }),
    feeAmount: coinAmount('The cost of sending it, in `feeCurrency`; zero if nothing was sent'),
    feeCurrency: text("The chain's own coin, such as ETH"),
    destination: text("The merchant's wallet"),
    method: z.enum(['direct', 'deposit']).meta({
      description: "direct: payers paid the wallet itself; deposit: it is swept there from the payments' own addresses",
    }),
    paymentCount: count('The number of payments in it'),
    periodStart: moment('The beginning of the period'),
    periodEnd: moment('The end of the period. Payments that were completed before it are in it'),
    transactions: z.array(z.string()).meta({ description: 'Hashes, of direct payments the first hundred' }),
    failure: textOrNull('The reason why it failed. Null unless it did'),
    reportUrl: text('The link to its payments as CSV, valid for seven days'),
    livemode,
    createdAt,
    completedAt: momentOrNull('The time of its completion. Null until then'),
  })
  .meta({
    description:
      'The payout of the payments of one period to one wallet in one coin: already paid there by the payers, or swept to it',
  })
