/** Transfers, refunds and settlements: the shapes of answers. */

import type { RefundStatus, SettlementStatus } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { bridgedCoins, coins } from '../../domain/catalog/coins.ts'
import {
  choice,
  choiceOrNull,
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
  receiptFields,
  signedCoinAmount,
  text,
  textOrNull,
} from './fields.ts'
import { conversionRoute } from './routes.ts'

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
    from: text('Address of the account that sent it'),
    to: text('Address that got it'),
    amount: coinAmount('The amount that it moved'),
    rawAmount: text("The amount in the token's own smallest units, as a whole number in a string"),
    status: choice({
      seen: 'it is on the chain',
      final: 'it cannot be undone',
      orphaned: 'a reorganisation took it off the chain',
    }),
    payment: textOrNull('Id of the payment that it pays. Null: it pays none'),
    suggestedPayment: textOrNull(
      'Id of the payment whose own address it went to, while it pays none. It is a hint, no proof. Null otherwise',
    ),
    namedBy: z.array(z.string()).meta({
      description:
        'Ids of the payments whose pages named the transaction, while it pays none: the first 20. Anyone can name a ' +
        'transaction there, so these are hints, no proof',
    }),
    assignedBy: choiceOrNull(
      {
        merchant: 'you did',
        operator: 'the operator of the server did',
        sender: 'its sender did, by a signature',
        authorization: "the checkout did, because of a payer's authorization to pay without gas",
      },
      {
        before: 'The one who assigned it to its payment',
        after: 'Null if it was recognised by itself, or pays none',
      },
    ),
    memo: textOrNull('The memo that was sent with it (Stellar). Null without one'),
    blockNumber: count('Number of its block, or of its ledger on Stellar'),
    blockTime: moment('The time of its block'),
    seenAt: moment('The time when the checkout saw it first'),
    finalAt: momentOrNull('The time when it became final. Null until then'),
    explorerUrl,
    dust: z
      .strictObject({
        amount: coinAmount('The sum of these transfers'),
        transfers: count('The number of these transfers'),
      })
      .nullable()
      .meta({
        description:
          'All transfers below the least amount to the wallet since the last event about them, this one included. Only in ' +
          '`transfer.unattributed` for such a transfer. Null otherwise',
      }),
  })
  .meta({ description: 'A transfer to one of your wallets, of a configured coin or of one that is mistaken for it' })

export const collectAction = z
  .strictObject({
    type: z.literal('collect_destination').meta({ description: 'The payer has to enter an address' }),
    url: textOrNull(
      'Address of the page on which the payer enters an address. Its holder decides, once. It is shown when the refund is ' +
        'created. Null from then on',
    ),
  })
  .meta({ description: 'A refund waits for an address from the payer' })

export const signAction = z
  .strictObject({
    type: z.literal('sign').meta({ description: 'Your wallet has to sign the transfer' }),
    url: text('Address of a page on which a wallet in the browser signs it. It also shows what to send by hand'),
    uri: text('A link or code for wallets: ERC-681 or SEP-7'),
    call: z
      .strictObject({
        chainId: count('Number of the chain (EIP-155)'),
        from: text('Address of your wallet'),
        to: text("Address of the coin's contract"),
        data: text('The call, in hexadecimal digits with 0x'),
        value: z.literal('0x0').meta({ description: "Always zero: it sends none of the chain's own coin" }),
      })
      .nullable()
      .meta({ description: "Input of `eth_sendTransaction`, with the chain's number. Null on Stellar" }),
  })
  .meta({ description: "A refund waits for the signature of the merchant's wallet" })

/** The action that a refund needs before it can be paid. */
export const refundAction = z.union([collectAction, signAction])

export const refundTransaction = z
  .strictObject({
    hash: text('Hash of the transaction'),
    from: text('Address of the account that sent it'),
    status: choice({ seen: 'it is on the chain', final: 'it cannot be undone' }),
    block: count('Number of its block, or of its ledger on Stellar'),
    explorerUrl,
  })
  .meta({ description: 'The transfer that pays a refund' })

export const refund = z
  .strictObject({
    id: text('Id of the refund, re_...'),
    object: kind('refund'),
    paymentId: text('Id of the payment whose money goes back'),
    amount: money('The part of the price that goes back'),
    currency: text("ISO 4217 code of the payment's currency"),
    cryptoAmount: coinAmount("The amount that leaves the sender, at the payment's own rate"),
    cryptoAmountArrived: coinAmountOrNull(
      'The amount that reached the recipient, which is less if the coin takes a fee. Null until a transfer is seen',
    ),
    cryptocurrency,
    network: networkName,
    destination: textOrNull('Address that gets the money. Null until it is known'),
    destinationMemo: textOrNull('The memo that the recipient needs (Stellar). Null without one'),
    reference: textOrNull('Your own id of it. Null if you gave none'),
    reason: textOrNull('Your reason, for your own records. Null if you gave none'),
    status: choice<RefundStatus>({
      pending: 'it waits for an address or a signature',
      submitted: 'its transfer is on its way',
      completed: 'its transfer is final',
      failed: 'it could not be paid',
      cancelled: 'you stopped it',
    }),
    nextAction: refundAction.nullable().meta({ description: 'The action that it needs. Null if none is needed' }),
    transaction: refundTransaction.nullable().meta({ description: 'The transfer that pays it. Null until it is seen' }),
    failure: textOrNull('The reason why it failed, in words. Null unless it did'),
    createdAt,
    completedAt: momentOrNull('The time when its transfer became final. Null until then'),
    ...receiptFields('refund'),
  })
  .meta({ description: 'Money of a payment that goes back to the payer' })

const delivery = z
  .strictObject({
    contract: text("Circle's contract on `network`, MessageTransmitterV2"),
    message: text('The first value, in hexadecimal'),
    attestation: text("The second one: the signature of Circle's attesters"),
  })
  .meta({ description: 'A burn that waits to be delivered' })

const releaseCall = z
  .strictObject({
    from: text('Your wallet on the network where the money is. It has to send this itself'),
    to: text('The contract of the converter'),
    data: text('The data, in hexadecimal'),
  })
  .meta({ description: 'A call without value' })

const settlementConversion = z
  .strictObject({
    status: choice({
      waiting: 'the money is not burned yet',
      burned: 'it is burned, and waits for a signed message',
      attested: 'the message waits to be delivered',
      delivered: 'it is in your wallet on the other network, finally',
      released:
        'at least a part of it is in your wallet on the network where it was, because it could not be converted',
      failed: 'nothing reached the account',
    }),
    route: choice({ cctp: "Circle's contracts burn USDC on one EVM network, and mint it on the other" }),
    network: networkName.meta({ description: 'The network to which the money goes' }),
    wallet: text('Your wallet there'),
    account: text('The account of the converter where the money waits. It can pay nobody but your wallets'),
    sentAmount: coinAmount('The part that has left the account'),
    receivedAmount: coinAmount('The part that has arrived'),
    feeAmount: coinAmount('The part of `sentAmount` that the way has cost'),
    transactions: z.array(z.string()).meta({ description: 'Hashes of the transactions on both networks' }),
    deliveries: z.array(delivery).meta({
      description:
        'Deliveries that wait. Anybody who pays for gas can do it: call ' +
        '`receiveMessage(message, attestation)` of the contract on `network`. The money can only go to `wallet`',
    }),
    releaseCall: releaseCall.nullable().meta({
      description:
        'The call by which you get at once what waits at the account, unconverted. Null if nothing waits there',
    }),
  })
  .meta({ description: "The way of a settlement's money to another network" })

export const settlement = z
  .strictObject({
    id: text('Id of the settlement, set_...'),
    object: kind('settlement'),
    status: choice<SettlementStatus>({
      pending: 'the money is on its way',
      completed: 'all of the money is final',
      failed: '`failure` says why',
    }),
    network: networkName,
    cryptocurrency: z.enum(coins).meta({ description: 'The coin that was received' }),
    amount: coinAmount('The sum that payers paid, completed payments or not'),
    refunds: signedCoinAmount('The sum of the refunds in the period, at most zero'),
    net: signedCoinAmount('`amount` and `refunds` together'),
    unattributed: signedCoinAmount('The sum of money that pays no payment. It may be your own, and is not in `amount`'),
    settlementCurrency: z
      .enum(coins)
      .meta({ description: 'The coin that is paid out: `cryptocurrency`, as each route keeps the coin' }),
    route: conversionRoute.nullable().meta({
      description:
        'The route of its money, by the settings when the period ended. It does not change later. Null: a release before ' +
        'this field closed it',
    }),
    feeAmount: coinAmount('The network fees of its transactions, in `feeCurrency`; zero if nothing was sent'),
    feeCurrency: text("The chain's own coin, such as ETH"),
    destination: text('Address of the wallet that gets the money'),
    method: choice({
      direct: 'payers paid the wallet itself',
      deposit: "the money is swept there from the payments' own addresses",
    }),
    paymentCount: count('The number of completed payments in it'),
    periodStart: moment('The beginning of the period'),
    periodEnd: moment('The end of the period. Entries that were booked before it are in it'),
    transactions: z
      .array(z.string())
      .meta({ description: 'Hashes of the transactions. Of direct payments it has the first hundred' }),
    conversion: settlementConversion
      .nullable()
      .meta({ description: 'The conversion. Null if the money is paid out as it is' }),
    failure: textOrNull('The reason why it failed, in words. Null unless it did'),
    reportUrl: text('Address of its report as CSV, valid for seven days'),
    livemode,
    createdAt,
    completedAt: momentOrNull('The time of its completion. Null until then'),
  })
  .meta({
    description:
      'The payout of the payments of one period to one wallet in one coin: already paid there by the payers, or swept to it',
  })
