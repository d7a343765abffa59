import type {
  Delivery,
  NotificationKind,
  Payment,
  Refund,
  ReportSummary,
  SecurityMatter,
  Transfer,
  Webhook,
} from '@crypto-checkout/api-types'
import { toIsoTime } from '../../domain/time.ts'
import { describeMonth } from './describe-month.ts'
import { createFormats, type Message } from './formats.ts'
import { mailTexts } from './texts.ts'

/** The shop that a message is about, and how it is written. */
export type MailPlace = {
  readonly language: 'en' | 'de'
  readonly shop: string
  readonly nameNetwork: (name: string) => string
  readonly environment: 'production' | 'sandbox'
  /** The address below which the dashboard's pages are. */
  readonly pages: string
  readonly isLast: boolean
}

type News = MailPlace & {
  readonly kind: NotificationKind
  /** The event's object, or the summary of a month, as JSON. */
  readonly object: string
}

type SecurityNews = MailPlace & {
  readonly matter: SecurityMatter
  /** The address of the user who made the change, or its id. */
  readonly actor: string
  /** The address of the user who was changed, the host of a shop system, or the id of another object. */
  readonly target: string | null
  /** The wallets by network since the change, if it changed them. */
  readonly wallets: Readonly<Record<string, string>> | null
  readonly address: string | null
  readonly at: number
}

/** The subject and text of a message. Nothing in it is markup. */
export function writeMail(news: News) {
  return layOut(news, describe(news, JSON.parse(news.object)), mailTexts[news.language].reason(news.shop), 'settings')
}

/** The same about a change that owners and the user of an account are told of. */
export function writeSecurityMail(news: SecurityNews) {
  const { language, nameNetwork, matter, actor, target, wallets, address, at, shop } = news
  const texts = mailTexts[language].security
  const facts: readonly (readonly [string, string | null])[] = [
    [texts.actor, actor === 'command_line' ? texts.operator : actor],
    [texts.target, target === actor || wallets ? null : target],
    ...Object.entries(wallets ?? {}).map(([network, wallet]) => [texts.wallet(nameNetwork(network)), wallet] as const),
    [texts.address, address],
    [texts.time, `${toIsoTime(at).slice(0, 16).replace('T', ' ')} UTC`],
  ]
  const lines = [
    texts.matters[matter],
    '',
    ...facts.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])),
    '',
    ...texts.advice,
  ]
  return layOut(news, { subject: texts.subjects[matter], lines, path: 'audit' }, texts.reason(shop), 'account')
}

function layOut(place: MailPlace, { subject, lines, path }: Message, reason: string, more: string) {
  const { language, shop, environment, pages, isLast } = place
  const texts = mailTexts[language]
  const isTest = environment === 'sandbox'
  const text = [
    ...(isTest ? [texts.sandbox, ''] : []),
    ...lines,
    '',
    `${pages}/${path}`,
    ...(isLast ? ['', texts.last] : []),
    '',
    '-- ',
    reason,
    `${pages}/${more}`,
    '',
  ].join('\n')
  return { subject: `${isTest ? texts.test : ''}${shop}: ${subject}`, text }
}

/** The resource of an event that is reported, or the sums of a month. */
type Reported = Delivery | Payment | Refund | ReportSummary | Transfer | Webhook

function describe({ kind, language, nameNetwork }: News, object: Reported): Message {
  if (object.object === 'report_summary') return describeMonth({ language, nameNetwork }, object)
  const texts = mailTexts[language]
  const { money, coins } = createFormats(language)
  if (object.object === 'refund') {
    const amount = money(object.amount, object.currency)
    return { subject: texts.toSign(amount), lines: texts.toSignText(amount), path: `refunds/${object.id}` }
  }
  if (object.object === 'delivery') {
    const { id, url, webhook, attemptCount } = object
    const path = webhook === null ? `deliveries/${id}` : `webhooks/${webhook}`
    return { subject: texts.givenUp, lines: texts.givenUpText(url, attemptCount), path }
  }
  if (object.object === 'webhook') {
    const { id, url } = object
    return { subject: texts.webhook, lines: texts.webhookText(url), path: `webhooks/${id}` }
  }
  if (object.object === 'transfer') {
    const { id, amount, cryptocurrency, network } = object
    const sum = `${coins(amount)} ${cryptocurrency}`
    return { subject: texts.stray(sum), lines: texts.strayText(sum, nameNetwork(network)), path: `unattributed/${id}` }
  }
  const amount = money(object.amount, object.currency)
  const reference = object.reference === null ? [] : [texts.reference(object.reference)]
  const path = `payments/${object.id}`
  if (kind === 'payment_completed')
    return { subject: texts.completed(amount), lines: [...texts.completedText(amount), ...reference], path }
  return { subject: texts.late(amount), lines: [...texts.lateText(amount), ...reference], path }
}

/** The subject and text of the message with a code. It has no words of the merchant: nobody asked for them at this address. */
export function writeCodeMail({ language, publicUrl, code }: CodeMail) {
  const texts = mailTexts[language]
  const { host } = new URL(publicUrl)
  return { subject: texts.code(host), text: [...texts.codeText(host, code), ''].join('\n') }
}

type CodeMail = { readonly language: 'en' | 'de'; readonly publicUrl: string; readonly code: string }
