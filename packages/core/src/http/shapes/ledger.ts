/** The shapes of the ledger's entries. */
import type { EntryKind } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { choice, kind, livemode, moment, momentOrNull, moneyOrNull, networkName, text, textOrNull } from './fields.ts'

const signed = z
  .string()
  .regex(/^-?\d+\.\d{6}$/)
  .nullable()
const inCoins = 'In whole coins, as a decimal string with six fractional digits'

export const ledgerEntry = z
  .strictObject({
    id: text('Id of the entry: the number of the event that books it, and its place there'),
    object: kind('ledger_entry'),
    kind: choice<EntryKind>({
      received: 'a transfer to one of your wallets is final, whatever it pays',
      assigned: 'a transfer pays another payment than before',
      refunded: 'money went back',
      swept: "money went from a payment's own address to your wallet",
      network_fee: "a transaction's fee, in the chain's own coin",
      relayed: 'the fee of a transfer that was sent for its payer',
      reversed: 'a reorganisation took back what was final',
      converted: 'a conversion moved money to your wallet on another network',
      released: "money went to your wallet from a converter's account, without a conversion",
    }),
    payment: textOrNull('Id of the payment. Null if it is of none'),
    refund: textOrNull('Id of the refund. Null if it is of none'),
    settlement: textOrNull('Id of the settlement that moved it. Null if none did'),
    transfer: textOrNull('Id of the transfer. Null if it is of none'),
    network: networkName,
    cryptocurrency: textOrNull("The coin, or the chain's own coin such as ETH. Null if it is not known"),
    account: text('Address whose balance it changes'),
    counterparty: textOrNull('The other address. Null without one'),
    amount: signed.meta({
      description: `The amount that it added to the account. Null if it is not known. ${inCoins}`,
    }),
    rawAmount: textOrNull(
      "The same in the coin's smallest units, as a whole number in a string. Null if it is not known",
    ),
    amountArrived: signed.meta({
      description: `The part of money that left which reached the other address. Null otherwise. ${inCoins}`,
    }),
    coinFee: signed.meta({
      description: `The part of money that left which the coin took. Null otherwise. ${inCoins}`,
    }),
    currency: textOrNull("ISO 4217 code of the payment's currency. Null without a value"),
    rate: textOrNull("The payment's own rate. Null without a value"),
    fiatAmount: moneyOrNull("The value at the payment's own rate", 'Null without a value'),
    reference: textOrNull('Your order number. Null without one'),
    transaction: textOrNull('Hash of the transaction. Null if it is not known'),
    chainTime: momentOrNull('The time of its block. Null if it is not known'),
    corrects: textOrNull('Id of the entry that it corrects. Null if it corrects none'),
    unknown: z.record(z.string(), z.string()).meta({ description: 'For each field that is not known: the reason' }),
    livemode,
    createdAt: moment('The time of its booking'),
  })
  .meta({ description: 'An entry of the ledger: a fact about money, and what it changed on one account' })

export const settlementEntry = ledgerEntry
  .extend({
    object: kind('settlement_entry'),
    sum: choice({
      amount: 'it is part of `amount`',
      refunds: 'it is part of `refunds`',
      unattributed: 'it is part of `unattributed`',
      fees: 'it is part of `feeAmount`',
      deposits: "it changed a payment's own address, and not the wallet",
      conversion: 'it is a part of the conversion',
    }),
    role: choice({
      payment: 'money of a completed payment',
      part: 'a part of a payment that was not completed then',
      surplus: 'it came after its payment was completed',
      late: "it came after its payment's deadline",
      unattributed: 'it pays no payment',
      refund: 'money that went back',
      fee: "a network's fee",
      moved: "it left a payment's own address, or a converter's account",
    }),
    follows: textOrNull(
      'Id of the settlement that took earlier money of the payment, or the entry that it corrects. Null without one',
    ),
  })
  .meta({ description: 'An entry of the ledger that a settlement took. What it says here never changes' })
