/** The state of a shop and its networks: the shapes of answers. */
import type {
  Attention,
  Books,
  NetworkProblemCode,
  NetworkStatus,
  NetworkStatuses,
  Overview,
  Received,
} from '@crypto-checkout/api-types'
import { z } from 'zod'
import {
  coinAmount,
  count,
  cryptocurrency,
  flag,
  kind,
  livemode,
  networkName,
  recognition,
  text,
  textOrNull,
} from './fields.ts'
import { method } from './payment.ts'

export const received = z
  .strictObject({
    network: networkName,
    cryptocurrency: text('The coin'),
    amount: coinAmount('What the payments have received; money that went back is not taken off'),
    payments: count('How many were completed'),
  })
  .meta({ description: 'What came in on one network in one coin' }) satisfies z.ZodType<Received>

export const attention = z
  .strictObject({
    count: count('How many there are, counted up to a hundred'),
    more: flag('Whether there are more than that'),
    list: text('The request that lists exactly these, such as /payments?unresolved=late'),
  })
  .meta({ description: 'What waits for you' }) satisfies z.ZodType<Attention>

const books = z
  .strictObject({
    imbalance: count('How many rows do not add up. While it is not zero, pay nothing out'),
    wrong: z.array(z.string()).meta({ description: 'The first of them: ids of payments and settlements, or words' }),
    checkedAt: textOrNull('When all of the books had been checked last. ISO 8601. Null before the first time'),
  })
  .meta({ description: 'What of the books does not add up' }) satisfies z.ZodType<Books>

function waiting(description: string) {
  return attention.nullable().meta({ description: `${description}. Null: your key may not read them` })
}

export const overview = z
  .strictObject({
    object: kind('overview'),
    from: z.iso.date().meta({ description: 'The first day' }),
    to: z.iso.date().meta({ description: 'The last day, included' }),
    timeZone: text('Whose days these are: an IANA name'),
    received: z
      .array(received.extend({ date: z.iso.date().meta({ description: 'The day' }) }))
      .meta({ description: 'By the day on which payments were completed; days without any are left out' }),
    totals: z.array(received).meta({ description: 'The same for all days together' }),
    attention: z
      .strictObject({
        books,
        unattributedTransfers: waiting('Transfers that pay nothing'),
        claimedTransfers: waiting("The part of them that payers' pages have named"),
        latePayments: attention.meta({ description: 'Ended payments with late money that you have not decided about' }),
        underpaidPayments: attention.meta({
          description: 'Ended payments with a part of their money, not decided about',
        }),
        refundsToSign: waiting('Refunds that wait for your signature'),
        refundsToCollect: waiting("Refunds that wait for the payer's address"),
        pendingSettlements: waiting('Settlements that are on their way'),
        failedSettlements: waiting('Settlements that failed'),
        failingWebhooks: waiting('Webhooks whose deliveries fail now'),
        disabledWebhooks: waiting('Webhooks that were turned off for it'),
        failedDeliveries: waiting('Deliveries of the last seven days that were given up'),
      })
      .meta({ description: 'What waits for you' }),
    setup: z
      .strictObject({
        hasWallets: flag('The settings name a wallet'),
        hasKey: flag('There is an active key'),
        hasWebhook: flag('There is a webhook'),
        hasCompletedPayment: flag('A payment was completed'),
        hasLogo: flag('The merchant has a logo'),
        hasSupport: flag('Payers are told where to find help'),
      })
      .meta({ description: 'What of a new shop is done' }),
    livemode,
  })
  .meta({ description: 'What came in by day, what waits for you, and what is set up' }) satisfies z.ZodType<Overview>

const problemCodes = [
  'not_read',
  'halted',
  'reading',
  'witnesses',
  'clock',
  'finality',
  'rereading',
  'coins',
  'wallets',
  'sending',
  'held',
  'lost_coins',
  'price_feeds',
] as const satisfies readonly NetworkProblemCode[]

const amount = (description: string) => z.int().min(0).meta({ description })
const { reason } = method.shape

export const networkStatus = z
  .strictObject({
    network: networkName,
    networkTitle: text("The network's name for people"),
    healthy: flag('Whether it has no problems'),
    problems: z
      .array(
        z.strictObject({
          code: z.enum(problemCodes).meta({ description: 'What is wrong' }),
          message: text('The same for people. It may change'),
        }),
      )
      .meta({ description: 'What is wrong with it' }),
    lastBlock: z
      .strictObject({ number: amount('Its number'), time: text('When it was made. ISO 8601') })
      .nullable()
      .meta({ description: 'The last block that was read' }),
    finalBlock: amount('')
      .nullable()
      .meta({ description: 'Number of the last final block. Null before the first one' }),
    lag: z
      .strictObject({
        seconds: amount('Seconds since the newest block that was seen'),
        blocks: amount('Blocks that are not read yet'),
        missedBlocks: amount('Older blocks that are still to be read again'),
      })
      .meta({ description: 'How far it is behind' }),
    nodes: z
      .strictObject({ configured: amount('How many there are'), answering: amount('How many answered last time') })
      .meta({ description: 'The nodes that it is read from' }),
    witnesses: z
      .strictObject({ required: amount('How many must show it'), seen: amount('How many do') })
      .meta({ description: 'How many nodes must show what is final, and how many do' }),
    recognition: recognition.meta({ description: 'What payments are recognised by' }),
    coins: z
      .array(z.strictObject({ cryptocurrency, offered: flag('Whether payments can ask for it'), reason }))
      .meta({ description: 'The coins of this network' }),
    gasAccounts: z
      .array(
        z.strictObject({
          address: text('The account'),
          balance: textOrNull("In the chain's own coin, as a decimal string. Null: not known yet"),
          low: flag('Whether a transaction waits for it, or it is zero'),
        }),
      )
      .meta({ description: 'The accounts that pay for transactions of the checkout' }),
    priceFeeds: z
      .array(
        z.strictObject({
          pair: text('What is priced, such as EUR/USD'),
          price: textOrNull('In US dollars, as a decimal string. Null before the first reading'),
          updatedAt: textOrNull('When the feed was updated. ISO 8601. Null before the first reading'),
          stale: flag('It is too old and prices nothing'),
        }),
      )
      .meta({ description: 'The price feeds that are read from this network' }),
  })
  .meta({ description: 'A network as the server sees it that answers' }) satisfies z.ZodType<NetworkStatus>

export const networkStatuses = z
  .strictObject({
    object: kind('network_statuses'),
    networks: z.array(networkStatus).meta({ description: 'In the order of the configuration' }),
    livemode,
  })
  .meta({ description: 'How the networks of this environment are' }) satisfies z.ZodType<NetworkStatuses>
