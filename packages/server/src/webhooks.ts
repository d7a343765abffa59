import { openMerchantOperations, runWithCheckout } from './open.ts'
import { formatTable, print } from './print.ts'
import { type Command, parseEnvironment, parseOptions } from './usage.ts'

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
