/** The state of a shop and its networks: the shapes of answers. */
import { z } from 'zod'
import {
  choice,
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
    amount: coinAmount('The amount that the payments have received. Money that went back is not taken off'),
    payments: count('The number of payments that were completed'),
  })
  .meta({ description: 'Money that came in on one network in one coin' })

export const attention = z
  .strictObject({
    count: count('The number of them. What may be many is counted up to 100'),
    more: flag('True if there are more than `count`'),
    list: text('The request that lists exactly these, such as `/payments?unresolved=late`'),
  })
  .meta({ description: 'A number of things that wait for you' })

export const books = z
  .strictObject({
    imbalance: count('The number of rows that do not add up. While it is not zero, pay nothing out'),
    wrong: z
      .array(z.string())
      .meta({ description: 'The first rows that do not add up: ids of payments and settlements, or words' }),
    checkedAt: textOrNull(
      'The time when all of the books had been checked last. ISO 8601, in UTC. Null before the first time',
    ),
  })
  .meta({
    description:
      'Rows of the books that do not add up, such as payments that say they received another amount than came. They come ' +
      'before everything else',
  })

function waiting(description: string) {
  return attention.nullable().meta({ description: `${description}. Null: your key may not read them` })
}

export const attentions = z
  .strictObject({
    books,
    unattributedTransfers: waiting('Transfers that pay nothing'),
    claimedTransfers: waiting("Transfers that pay nothing, and that payers' pages have named"),
    latePayments: attention.meta({
      description: 'Ended payments with the exception late, whose money was neither accepted nor sent back',
    }),
    underpaidPayments: attention.meta({
      description: 'Ended payments with the exception underpaid, whose money was neither accepted nor sent back',
    }),
    refundsToSign: waiting('Refunds that wait for your signature'),
    refundsToCollect: waiting("Refunds that wait for the payer's address"),
    pendingSettlements: waiting('Settlements that are on their way'),
    failedSettlements: waiting('Settlements that failed'),
    failingWebhooks: waiting('Enabled webhooks whose deliveries fail at present'),
    disabledWebhooks: waiting('Webhooks that the checkout has turned off'),
    failedDeliveries: waiting('Deliveries of the last seven days that were given up'),
  })
  .meta({ description: 'Things that wait for the merchant. Null: your key may not read them' })

export const setup = z
  .strictObject({
    hasWallets: flag('True if the settings name a wallet'),
    hasKey: flag('True if there is an active key'),
    hasWebhook: flag('True if there is a webhook'),
    hasCompletedPayment: flag('True if a payment was completed'),
    hasLogo: flag('True if the merchant has a logo'),
    hasSupport: flag('True if payers are told where to find help'),
  })
  .meta({ description: 'The steps of a new shop' })

export const overview = z
  .strictObject({
    object: kind('overview'),
    from: z.iso.date().meta({ description: 'The first day, as 2026-11-01' }),
    to: z.iso.date().meta({ description: 'The last day, as 2026-11-30' }),
    timeZone: text('The time zone of the days: a name from the IANA database, such as Europe/Berlin'),
    received: z.array(received.extend({ date: z.iso.date().meta({ description: 'The day, as 2026-11-01' }) })).meta({
      description: 'Money that came in, by the day on which its payments were completed. Days without any are left out',
    }),
    totals: z.array(received).meta({ description: 'Money that came in on all days together' }),
    attention: attentions,
    setup,
    livemode,
  })
  .meta({ description: 'Money that came in by day, things that wait for you, and steps of a new shop that are done' })

export const problemCode = choice({
  not_read: 'it was never read',
  halted: 'its nodes contradict what was final, so it stands still until an operator has looked',
  reading: 'no node can be read',
  witnesses: 'too few nodes answer to show what is final',
  clock: "the server's clock and the newest block are too far apart",
  finality: 'nothing has become final for long',
  rereading: 'final blocks cannot be reread',
  coins: 'a coin is paused, or its contract is not what is configured',
  wallets: 'a wallet of open payments cannot receive its coin',
  sending: 'transactions of the checkout are not sent or not mined',
  held: 'the database does not know what a key or a wallet has paid, so refunds wait for the operator',
  lost_coins: 'coins of deposits are gone that were not paid out',
  price_feeds: 'a price feed is too old, or cannot be read',
})

const amount = (description: string) => z.int().min(0).meta({ description })
const { reason } = method.shape

export const networkStatus = z
  .strictObject({
    network: networkName,
    networkTitle: text("The network's name for people"),
    healthy: flag('True if the network has no problems'),
    problems: z
      .array(
        z.strictObject({
          code: problemCode,
          message: text("The problem in words, for people: they may change. The operator's log and `doctor` say more"),
        }),
      )
      .meta({ description: 'The problems of the network. Empty if all is well' }),
    lastBlock: z
      .strictObject({
        number: amount('Number of the block, or of the ledger on Stellar'),
        time: text('The time of the block. ISO 8601, in UTC'),
      })
      .nullable()
      .meta({ description: 'The last block that was read. Null before the first one' }),
    finalBlock: amount('')
      .nullable()
      .meta({ description: 'Number of the last final block. Null before the first one' }),
    lag: z
      .strictObject({
        seconds: amount('Seconds since the newest block that was seen'),
        blocks: amount('The number of blocks that are not read yet'),
        missedBlocks: amount('The number of older blocks that are still to be read again'),
      })
      .meta({ description: 'The delay of the reading behind the network' }),
    nodes: z
      .strictObject({
        configured: amount('The number of nodes that are configured'),
        answering: amount('The number of nodes that answered the last request'),
      })
      .meta({ description: 'The nodes that it is read from' }),
    witnesses: z
      .strictObject({
        required: amount('The number of nodes that must show that a block is final'),
        seen: amount('The number of nodes that show it at present'),
      })
      .meta({ description: 'The nodes that show what is final. Their addresses are known to the operator' }),
    recognition: recognition.meta({
      description: 'The part of a transfer that identifies its payment: an amount, a memo or an address of its own',
    }),
    coins: z
      .array(z.strictObject({ cryptocurrency, offered: flag('True if payments can ask for it'), reason }))
      .meta({ description: 'The coins of this network, and whether each is offered' }),
    gasAccounts: z
      .array(
        z.strictObject({
          address: text('Address of the account'),
          balance: textOrNull("The balance in the chain's own coin, as a decimal string. Null: it is not known yet"),
          currency: text("Symbol of the chain's own coin, such as ETH"),
          low: flag('True if the balance is zero, or a transaction waits for it'),
        }),
      )
      .meta({ description: 'The accounts that pay for transactions of the checkout' }),
    priceFeeds: z
      .array(
        z.strictObject({
          pair: text('The pair that it prices, such as EUR/USD'),
          price: textOrNull('The last price in US dollars, as a decimal string. Null before the first reading'),
          updatedAt: textOrNull('The time when the feed was updated. ISO 8601, in UTC. Null before the first reading'),
          stale: flag('True if it is too old, so that it prices nothing'),
        }),
      )
      .meta({ description: 'The price feeds that are read from this network' }),
  })
  .meta({ description: 'A network as the server sees it that answers. It names no nodes and no keys' })

export const networkStatuses = z
  .strictObject({
    object: kind('network_statuses'),
    networks: z.array(networkStatus).meta({ description: 'The networks, in the order of the configuration' }),
    livemode,
  })
  .meta({ description: 'The networks of this environment' })
