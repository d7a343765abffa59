/** Actions of the commands of webhooks and their deliveries. */
import type { Delivery } from '@crypto-checkout/core'
import type { Given } from '../command-line/command.ts'
import { UsageError } from '../command-line/errors.ts'
import { print, printTable } from '../command-line/output.ts'
import type {
  deliveriesList,
  deliveriesResend,
  webhooksCreate,
  webhooksList,
  webhooksRotateSecret,
} from '../commands/webhooks.ts'
import { runForMerchant } from '../setup/open.ts'

/** More than an environment may have. */
const ALL = 100

export async function addWebhook(given: Given<typeof webhooksCreate>): Promise<void> {
  const { url, events, description } = given
  const input = { url, description, ...(events && { events: [...events] }) }
  const webhook = await runForMerchant(given, ({ webhooks }) => webhooks.create(input))
  if (given.json) return print(JSON.stringify(webhook))
  print(`Webhook: ${webhook.id}\nEvents:  ${webhook.events.join(', ')}\nSecret:  ${webhook.secret}`)
  print('\nGive the secret to the receiver. It is shown only once.')
}

export async function listWebhooks(given: Given<typeof webhooksList>): Promise<void> {
  const list = await runForMerchant(given, ({ webhooks }) => webhooks.list({ limit: ALL }))
  if (given.json) return print(JSON.stringify(list))
  const rows = list.data.map((webhook) => [
    webhook.id,
    webhook.disabledReason ? `${webhook.status} (${webhook.disabledReason})` : webhook.status,
    webhook.events.join(','),
    webhook.createdAt,
    webhook.url,
  ])
  printTable(['ID', 'STATUS', 'EVENTS', 'CREATED', 'URL'], rows)
}

export async function rotateSecret(given: Given<typeof webhooksRotateSecret>): Promise<void> {
  const made = await runForMerchant(given, ({ webhooks }) => webhooks.rotateDefaultSecret())
  if (given.json) return print(JSON.stringify(made))
  print(
    `Secret:  ${made.secret}\n\nGive it to the receivers. For 24 hours, deliveries are also signed with the old one.`,
  )
}

export async function listDeliveries(given: Given<typeof deliveriesList>): Promise<void> {
  const { webhook, payment, state, limit } = given
  if ((webhook === undefined) === (payment === undefined)) throw new UsageError('Give --webhook ID or --payment ID.')
  const query = { limit, ...(state && { state }) }
  const list = await runForMerchant(given, ({ webhooks, deliveries }) =>
    webhook === undefined ? deliveries.ofPayment(payment ?? '', query) : webhooks.deliveries(webhook, query),
  )
  if (given.json) return print(JSON.stringify(list))
  printTable(['ID', 'STATE', 'ATTEMPTS', 'NEXT', 'EVENT', 'TYPE', 'URL'], list.data.map(toRow))
  if (list.hasMore) print(`\n${list.data.length} of ${list.totalCount}: --limit shows more.`)
}

export async function resend(given: Given<typeof deliveriesResend>): Promise<void> {
  const delivery = await runForMerchant(given, ({ deliveries }) => deliveries.resend(given.id))
  print(given.json ? JSON.stringify(delivery) : `The server sends ${delivery.id} to ${delivery.url} again.`)
}

function toRow(delivery: Delivery): string[] {
  const { id, state, attemptCount, nextAttemptAt, event, eventType, url } = delivery
  return [id, state, String(attemptCount), nextAttemptAt ?? '', event, eventType, url]
}
