/** Commands of merchants, of what they may use, and of who changed what. */
import { cryptocurrencies } from '@crypto-checkout/api-types'
import { defineCommand, json } from '../command-line/command.ts'
import { byDefault, choice, file, number, required, text } from '../command-line/option.ts'
import { environment } from './shared.ts'

const id = text('ID', 'The merchant. Default: the first one.')
const MOST_SHOWN = 1_000
const limit = byDefault(number('N', { least: 1, most: MOST_SHOWN }, 'How many to list.'), 20)
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const shared = {
  address: required(text('ADDRESS', 'The wallet.')),
  merchantId: required(text('MERCHANT_ID', 'The merchant, mer_...')),
}

export const merchantCommands = {
  'merchants create': defineCommand({
    summary: 'Add a merchant.',
    details: 'The first start of a server creates the first one, which other commands use by default.',
    options: {
      name: required(text('NAME', 'The name that payers see: 1 to 100 characters.')),
      accent: text('COLOUR', 'The colour of the payment page, such as "#0a7d4f".'),
      plan: byDefault(choice('PLAN', ['starter', 'business'], 'Its limits.'), 'starter'),
      json,
    },
    examples: [{ does: 'Add a second shop', line: 'merchants create --name "Tea and more"' }],
  }),
  'merchants update': defineCommand({
    summary: 'Change what payers see of a merchant.',
    details: 'An empty text removes what it names.',
    words: { id },
    options: {
      name: text('NAME', 'The name that payers see: 1 to 100 characters.'),
      accent: text('COLOUR', 'The colour of the payment page, such as "#0a7d4f".'),
      logo: file('A PNG, WebP or JPEG of at most 100 KiB.'),
      supportEmail: text('ADDRESS', 'Where payers get help.'),
      supportUrl: text('URL', 'Where payers get help.'),
      json,
    },
    examples: [
      { does: 'Name the shop, and give it a colour', line: 'merchants update --name "My shop" --accent "#0a7d4f"' },
      { does: 'Take the logo back', line: 'merchants update --logo ""' },
    ],
  }),
  'merchants list': defineCommand({
    summary: 'List all merchants, the first one first.',
    options: { json },
  }),
  'merchants settings': defineCommand({
    summary: 'Show or change how a merchant is settled, and the rules of its payments.',
    details: 'Changes count from now on. A rule that is "default" is the one of the configuration.',
    words: { id },
    options: {
      currency: choice('COIN', cryptocurrencies, 'The coin to settle in.'),
      network: text('NETWORK', 'The network to settle on, or none.'),
      wallet: text('ADDRESS', 'The proven wallet there, or none: the wallet of each payment.'),
      least: text('PART', 'The least part that arrives of what is converted, 0.9 to 1.'),
      speed: choice('SPEED', ['standard', 'fast'], 'How fast conversions are. Fast can cost more.'),
      maxFee: text('AMOUNT', 'The most that a conversion may cost, or none.'),
      frequency: choice('FREQUENCY', ['daily', 'weekly', 'monthly', 'manual'], 'How often periods end.'),
      time: text('HH:MM', 'When a period ends.'),
      weekday: choice('DAY', weekdays, 'The day on which a week ends.'),
      dayOfMonth: number('N', { least: 1, most: 31 }, 'The day on which a month ends, 1 to 31.'),
      timeZone: text('ZONE', "The zone of the time, if it is not the shop's."),
      shopTimeZone: text('ZONE', "The zone of the shop's days, such as Europe/Berlin."),
      shopCurrency: text('CODE', 'The currency that till and forms begin with, such as EUR.'),
      latePayments: choice('RULE', ['review', 'accept', 'default'], 'Money that comes after the deadline.'),
      tolerance: text('PART', 'The part of an amount that may be missing, at most 0.05, or default.'),
      claims: choice('RULE', ['on', 'off', 'default'], 'Lets payers prove on the page that they have paid.'),
      environment,
      json,
    },
    examples: [
      { does: 'Show the settings', line: 'merchants settings' },
      {
        does: 'Settle each Monday morning in USDC',
        line: 'merchants settings --currency USDC --frequency weekly --weekday monday --time 06:00 --time-zone Europe/Berlin',
      },
      { does: 'Settle in USDC on Polygon', line: 'merchants settings --currency USDC --network polygon' },
    ],
  }),
  'merchants history': defineCommand({
    summary: 'List who changed what in the settings of a merchant, newest first.',
    words: { id },
    options: { limit, environment, json },
  }),
  'wallets list': defineCommand({
    summary: 'List which merchants may use which wallets, and who proved one.',
    options: { json },
  }),
  'wallets share': defineCommand({
    summary: 'Let another merchant use a wallet.',
    details: 'Unattributed transfers stay with the owner. Both are notified.',
    words: shared,
    options: { json },
  }),
  'wallets give': defineCommand({
    summary: 'Make another merchant the owner of a wallet.',
    details: 'It replaces the merchant that used the wallet first. Both are notified.',
    words: shared,
    options: { json },
  }),
  audit: defineCommand({
    summary: 'List who changed what, newest first.',
    details: 'Without --merchant: the changes of all merchants, and those that concern none.',
    options: { merchant: text('ID', 'Only the changes of this merchant.'), limit, json },
    examples: [{ does: 'Show the last hundred changes', line: 'audit --limit 100' }],
  }),
}
