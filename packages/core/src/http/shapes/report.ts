/** The shapes of reports. */
import { z } from 'zod'
import { choice, count, flag, kind, livemode, moment, networkName, text, textOrNull } from './fields.ts'

const signed = z.string().regex(/^-?\d+\.\d{6}$/)
const inCoins = 'In whole coins, as a decimal string with six fractional digits'
const sum = (description: string) => signed.meta({ description: `${description}. ${inCoins}` })
const value = (description: string) =>
  text(`${description}, in \`currency\`. A decimal string with its decimals, two at least`)

const coin = textOrNull("The coin, or the chain's own coin such as ETH. Null if it is not known")

const totals = {
  currency: text('ISO 4217 code of the currency'),
  received: value("Money that came in, at each payment's own rate"),
  refunded: value('Money that went back, zero or negative'),
  net: value('Both sums together'),
}

const total = z
  .strictObject(totals)
  .meta({ description: "Money in one currency of payments. Each entry counts at its payment's own rate" })

const openSum = z
  .strictObject({ network: networkName, cryptocurrency: coin, count: count('The number'), amount: sum('The sum') })
  .meta({ description: 'Open things on one network in one coin' })

function open(description: string) {
  return z
    .strictObject({
      count: count('The number of them'),
      coins: z.array(openSum).meta({ description: 'The same by network and coin' }),
      list: text('The request that lists them, such as `/payments?status=partially_paid`'),
    })
    .meta({ description })
}

export const reportSummary = z
  .strictObject({
    object: kind('report_summary'),
    from: textOrNull('The first day, as 2026-11-01. Null for a span of times'),
    to: textOrNull('The last day, included. Null for a span of times'),
    start: moment('The beginning of the span'),
    end: moment('The end of the span, which does not belong to it'),
    timeZone: text("The shop's time zone, of which the days are"),
    total: total.nullable().meta({
      description: "The total in the shop's currency. Null if the shop has none, or no payment was in it",
    }),
    totals: z.array(total).meta({ description: 'The totals by currency of payments' }),
    values: z
      .array(
        z
          .strictObject({
            network: networkName,
            cryptocurrency: coin,
            ...totals,
            receivedCoins: sum('The coins that came in'),
            refundedCoins: sum('The coins that went back, zero or negative'),
          })
          .meta({ description: 'Money on one network, in one coin, of payments in one currency' }),
      )
      .meta({ description: 'Money with a value, by network, coin and currency. It adds up to `totals`' }),
    withoutValue: z
      .array(
        z
          .strictObject({
            reason: text('The reason, as in `unknown` of the ledger'),
            network: networkName,
            cryptocurrency: coin,
            receivedCoins: sum('The coins that came in. Negative if money of an earlier span was assigned'),
            refundedCoins: sum('The coins that went back, zero or negative'),
          })
          .meta({ description: 'Money without a value' }),
      )
      .meta({ description: 'Money without a value, by reason. No rate is invented for it' }),
    coins: z
      .array(
        z
          .strictObject({
            network: networkName,
            cryptocurrency: coin,
            received: sum('Money that came in. It is in `values` and `withoutValue`'),
            direct: sum('The part of it that came to your wallets directly'),
            refunded: sum('Money that went back, zero or negative'),
            net: sum('Both sums together'),
            paidOut: sum("Money that settlements moved from payments' own addresses to your wallets"),
            coinFees: sum('Money that the coin itself took of refunds and settlements'),
            destroyed: sum('Money that its issuer destroyed, zero or negative'),
            transfers: count('The number of transfers that came in, without those that were taken back'),
            refunds: count('The number of refunds'),
          })
          .meta({ description: 'The movements of one coin on one network' }),
      )
      .meta({ description: 'All money by network and coin' }),
    networkFees: z
      .array(
        z
          .strictObject({
            kind: choice({
              network_fee: 'for refunds and settlements',
              relayed: 'for transfers that were sent for payers',
            }),
            network: networkName,
            cryptocurrency: coin,
            amount: sum('The fees, zero or negative'),
            rawAmount: text("The same in the coin's smallest units, as a whole number in a string"),
            count: count('The number of transactions'),
            unknown: count('The number of those whose fee is not known. It is not in the sums'),
          })
          .meta({ description: "Fees of networks, in the chain's own coin" }),
      )
      .meta({ description: 'Fees of networks. Nothing turns them into a currency' }),
    completedPayments: count('').nullable().meta({
      description: 'The number of payments completed. Null if the span does not begin and end at a quarter hour',
    }),
    open: z
      .strictObject({
        unattributedTransfers: open('Transfers that pay nothing'),
        partlyPaidPayments: open('Payments that got a part and still wait for the rest'),
        waitingRefunds: open("Refunds that wait for you, for a payer's address, or for the checkout to send them"),
      })
      .meta({ description: 'Things that are open now, whatever the span' }),
    complete: flag('True if the span had ended, so that its sums stay as they are'),
    livemode,
  })
  .meta({ description: 'The movements of money in a span of time, added up from the ledger' })

export const reportFile = z
  .strictObject({
    object: kind('report_file'),
    url: text('The address of the file. It needs no keys'),
    rows: count('The number of its rows, without the one with the names of columns'),
    preview: z
      .array(z.array(z.string()))
      .meta({ description: 'The names of its columns, and its first rows, five at most, as they are in the file' }),
    expiresAt: moment('The time when the link stops working'),
  })
  .meta({ description: 'A file of entries to download, without keys' })
