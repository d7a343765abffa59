/** Commands for webhooks and their deliveries. */

import type { Delivery, DeliveryState } from '@crypto-checkout/core'
import { type Command, formatTable, parseEnvironment, parseNumber, parseOptions, print, UsageError } from './command.ts'
import { openMerchantOperations, runWithCheckout } from './open.ts'

const OPTIONS = { environment: 'string', json: 'boolean' } as const
/** More than an environment may have. */
const ALL = 100

export const webhooksList: Command = {
  usage: 'webhooks list [--environment sandbox|production] [--json]',
  summary: 'List the webhook URLs of the first merchant, newest first.',
  async run(words) {
    const { values } = parseOptions(words, OPTIONS)
    const environment = parseEnvironment(values.environment)
    const list = await runWithCheckout(values, (checkout) =>
      openMerchantOperations(checkout, environment).webhooks.list({ limit: ALL }),
    )
    if (values.json) return print(JSON.stringify(list))
    const rows = list.data.map((webhook) => [
      webhook.id,
      webhook.disabledReason ? `${webhook.status} (${webhook.disabledReason})` : webhook.status,
      webhook.events.join(','),
      webhook.createdAt,
      webhook.url,
    ])
    print(formatTable(['ID', 'STATUS', 'EVENTS', 'CREATED', 'URL'], rows))
  },
}

export const webhooksRotateSecret: Command = {
  usage: 'webhooks rotate-secret [--environment sandbox|production] [--json]',
  summary:
    'Create a new secret for the webhookUrl of payments. It is shown only once. The old one also signs for 24 hours.',
  async run(words) {
    const { values } = parseOptions(words, OPTIONS)
    const environment = parseEnvironment(values.environment)
    const made = await runWithCheckout(values, (checkout) =>
      openMerchantOperations(checkout, environment).webhooks.rotateDefaultSecret(),
    )
    if (values.json) return print(JSON.stringify(made))
    print(
      `Secret:  ${made.secret}\n\nGive it to the receivers. For 24 hours, deliveries are also signed with the old one.`,
    )
  },
}

const SHOWN = 20
const PAGE = 100
const states: readonly DeliveryState[] = ['pending', 'delivered', 'failed']

export const deliveriesList: Command = {
  usage: `deliveries list --webhook ID|--payment ID [--state ${states.join('|')}] [--limit N] [--environment sandbox|production] [--json]`,
  summary: 'List the deliveries to a webhook, or about a payment, newest first.',
  async run(words) {
    const { values } = parseOptions(words, {
      webhook: 'string',
      payment: 'string',
      state: 'string',
      limit: 'string',
      environment: 'string',
      json: 'boolean',
    })
    const { webhook, payment } = values
    if ((webhook === undefined) === (payment === undefined)) throw new UsageError('Give --webhook ID or --payment ID.')
    const environment = parseEnvironment(values.environment)
    const state = parseState(values.state)
    const limit = values.limit === undefined ? SHOWN : parseNumber('--limit', values.limit, 1, PAGE)
    const query = { limit, ...(state && { state }) }
    const list = await runWithCheckout(values, (checkout) => {
      const { webhooks, deliveries } = openMerchantOperations(checkout, environment)
      return webhook === undefined ? deliveries.ofPayment(payment ?? '', query) : webhooks.deliveries(webhook, query)
    })
    if (values.json) return print(JSON.stringify(list))
    print(formatTable(['ID', 'STATE', 'ATTEMPTS', 'NEXT', 'EVENT', 'TYPE', 'URL'], list.data.map(rowOf)))
    if (list.hasMore) print(`\n${list.data.length} of ${list.totalCount}: --limit shows more.`)
  },
}

export const deliveriesResend: Command = {
  usage: 'deliveries resend ID [--environment sandbox|production] [--json]',
  summary: 'Send a delivery again. The running server does it at once.',
  async run(words) {
    const { values, positionals } = parseOptions(words, { environment: 'string', json: 'boolean' }, ['ID'])
    const [id = ''] = positionals
    const environment = parseEnvironment(values.environment)
    const delivery = await runWithCheckout(values, (checkout) =>
      openMerchantOperations(checkout, environment).deliveries.resend(id),
    )
    print(values.json ? JSON.stringify(delivery) : `The server sends ${delivery.id} to ${delivery.url} again.`)
  },
}

function parseState(text: string | undefined): DeliveryState | undefined {
  const state = states.find((known) => known === text)
  if (text !== undefined && !state) throw new UsageError(`--state must be one of ${states.join(', ')}.`)
  return state
}

function rowOf(delivery: Delivery): string[] {
  const { id, state, attemptCount, nextAttemptAt, event, eventType, url } = delivery
  return [id, state, String(attemptCount), nextAttemptAt ?? '', event, eventType, url]
}
