import type { Addition } from './addition.ts'

const languages = 'packages/dashboard/src/languages'

/** An event that is recorded where another one is, without any logic. */
export const event: Addition = {
  name: 'event',
  adds: 'an event without logic',
  goal: 7,
  edits: [
    { path: 'packages/api-types/src/lists.ts', before: "  'wallet.refused',", text: "  'webhook.tried',\n" },
    {
      path: 'packages/core/src/domain/catalog/event-meanings.ts',
      before: "  'wallet.refused': ",
      text: "  'webhook.tried': 'Somebody has tried the webhook.',\n",
    },
    {
      path: 'packages/core/src/webhooks/deliveries/on-demand.ts',
      before: '    return addDelivery(ctx, tx, event, row)\n  })\n}\n\n/** Sends an event without',
      text: "    await recordEventNow(ctx, tx, { ...caller, type: 'webhook.tried', object: toWebhookView(row) })\n",
    },
    {
      path: `${languages}/en/events.ts`,
      before: "    'wallet.refused': ",
      text: "    'webhook.tried': 'Somebody tried a webhook',\n",
    },
    {
      path: `${languages}/de/events.ts`,
      before: "    'wallet.refused': ",
      text: "    'webhook.tried': 'Jemand hat einen Webhook ausprobiert',\n",
    },
    {
      path: 'packages/server/src/commands/development.ts',
      before: "  'wallet.refused',",
      text: "  'webhook.tried',\n",
    },
  ],
  scripts: ['reference'],
  test: `import { expect, test } from 'vitest'
import { openShop } from './testing/shop.ts'

test('the event is recorded', async () => {
  const { webhooks, events } = (await openShop()).checkout.sandbox
  const { id } = await webhooks.create({ url: 'https://shop.example.com/', events: ['*'] })
  await webhooks.ping(id)
  expect((await events.list({ type: 'webhook.tried' })).data).toHaveLength(1)
})
`,
}
