/** The forms of webhooks, and their secrets. */
import type { Webhook, WebhookSecret, WebhookWithSecret } from '@crypto-checkout/api-types'
import { html } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { openDialog, showDialog } from '../../parts/dialog.ts'
import { readText, textField } from '../../parts/field.ts'
import { copyView } from '../../parts/values.ts'
import type { Shop } from '../../router.ts'
import './event-fields.ts'
import { readPatterns } from './event-fields.ts'

/** Makes a webhook by a form, and shows its secret. Null if the user does not want to. */
export async function createWebhook(shop: Shop): Promise<Webhook | null> {
  const made = await openDialog<WebhookWithSecret>({
    title: pageTexts.webhooks.create,
    wide: true,
    body: formBody({ url: '', description: null, events: ['*'] }),
    submit: pageTexts.webhooks.submit,
    run: async (values) => callApi(shop, 'POST', '/webhooks', { body: readForm(values) }),
  })
  if (made) await showWebhookSecret(made)
  return made
}

/** Changes a webhook by a form. */
export function editWebhook(shop: Shop, webhook: Webhook): Promise<Webhook | null> {
  return openDialog<Webhook>({
    title: pageTexts.webhooks.edit,
    wide: true,
    body: formBody(webhook),
    submit: texts.shell.actions.save,
    run: async (values) => {
      const { description = null, ...changes } = readForm(values)
      return callApi(shop, 'PATCH', `/webhooks/${webhook.id}`, { body: { ...changes, description } })
    },
  })
}

function formBody({ url, description, events }: Pick<Webhook, 'url' | 'description' | 'events'>) {
  const { webhooks } = pageTexts
  return html`${textField({ name: 'url', label: webhooks.url, hint: webhooks.urlHint, value: url, type: 'url', required: true, autofocus: true })}
    <event-fields .patterns=${events}></event-fields>
    ${textField({
      name: 'description',
      label: webhooks.description,
      hint: webhooks.descriptionHint,
      value: description ?? '',
      maxLength: 500,
    })}`
}

function readForm(values: FormData) {
  const description = readText(values, 'description')
  return { url: readText(values, 'url'), events: readPatterns(values), ...(description ? { description } : {}) }
}

/** Shows a new secret, once. */
export async function showWebhookSecret({ secret }: WebhookWithSecret | WebhookSecret): Promise<void> {
  const { title, reason, label, done } = pageTexts.webhooks.secret
  const body = html`<p>${reason}</p>
    <dl class="secrets"><dt>${label}</dt><dd>${copyView(secret, { full: true })}</dd></dl>`
  await showDialog(title, body, done)
}
