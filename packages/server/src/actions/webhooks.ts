/** Actions of the commands of webhooks and their deliveries. */

import { UsageError } from '../command-line/errors.ts'
import { print, printTable } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { runForMerchant } from '../setup/open.ts'

/** More than an environment may have. */
const ALL = 100

export async function addWebhook(given: Input<'webhooks create'>): Promise<void> {
  const { url, events, description } = given
  const input = { url, description, ...(events && { events: [...events] }) }
  const webhook = await runForMerchant(given, ({ webhooks }) => webhooks.create(input))
  if (given.json) return print(JSON.stringify(webhook))
  print(`Webhook: ${webhook.id}\nEvents:  ${webhook.events.join(', ')}\nSecret:  ${webhook.secret}`)
  print('\nGive the secret to the receiver. It is shown only once.')
}

export async function listWebhooks(given: Input<'webhooks list'>): Promise<void> {
  const list = await runForMerchant(given, ({ webhooks }) => webhooks.list({ limit: ALL }))
  if (given.json) return print(JSON.stringify(list))
  printTable(list.data, {
    ID: 'id',
    STATUS: ({ status, disabledReason }) => (disabledReason ? `${status} (${disabledReason})` : status),
    EVENTS: ({ events }) => events.join(','),
    CREATED: 'createdAt',
    URL: 'url',
  })
}

export async function rotateSecret(given: Input<'webhooks rotate-secret'>): Promise<void> {
  const made = await runForMerchant(given, ({ webhooks }) => webhooks.rotateDefaultSecret())
  if (given.json) return print(JSON.stringify(made))
  print(
    `Secret:  ${made.secret}\n\nGive it to the receivers. For 24 hours, deliveries are also signed with the old one.`,
  )
}

export async function listDeliveries(given: Input<'deliveries list'>): Promise<void> {
  const { webhook, payment, state, limit } = given
  if ((webhook === undefined) === (payment === undefined)) throw new UsageError('Give --webhook ID or --payment ID.')
  const query = { limit, ...(state && { state }) }
  const list = await runForMerchant(given, ({ webhooks, deliveries }) =>
    webhook === undefined ? deliveries.ofPayment(payment ?? '', query) : webhooks.deliveries(webhook, query),
  )
  if (given.json) return print(JSON.stringify(list))
  const { data, hasMore, totalCount } = list
  printTable(data, {
    ID: 'id',
    STATE: 'state',
    ATTEMPTS: 'attemptCount',
    NEXT: 'nextAttemptAt',
    EVENT: 'event',
    TYPE: 'eventType',
    URL: 'url',
  })
  if (hasMore) print(`\n${data.length} of ${totalCount}: --limit shows more.`)
}

export async function resend(given: Input<'deliveries resend'>): Promise<void> {
  const delivery = await runForMerchant(given, ({ deliveries }) => deliveries.resend(given.id))
  print(given.json ? JSON.stringify(delivery) : `The server sends ${delivery.id} to ${delivery.url} again.`)
}
