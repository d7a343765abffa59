import type { Merchant, World } from './world.ts'

/** The most webhooks of a merchant in a simulation. */
const MOST = 2

export async function createWebhook(world: World): Promise<string> {
  const { dice, history, receivers } = world
  const merchant = dice.one(world.merchants as [Merchant, ...Merchant[]])
  if (own(world, merchant).length >= MOST) return 'enough'
  const url = `https://hooks.example.com/${merchant.id}/${history.nextTag()}`
  const events = dice.one([['*'], ['payment.*'], ['payment.completed', 'refund.*']])
  const answer = await world.ask(merchant, 'POST', '/webhooks', { body: { url, events } })
  if (answer.lost || answer.status !== 201) return `${answer.status}`
  const { id, secret } = answer.body as { id: string; secret: string }
  history.webhooks.set(id, { id, url, merchantId: merchant.id })
  receivers.secrets.set(url, [secret])
  return '201'
}

export async function deleteWebhook(world: World): Promise<string> {
  const { dice, history } = world
  const merchant = dice.one(world.merchants as [Merchant, ...Merchant[]])
  const webhook = dice.any(own(world, merchant))
  if (!webhook) return 'nothing'
  const answer = await world.ask(merchant, 'DELETE', `/webhooks/${webhook.id}`)
  if (answer.lost || answer.status !== 200) return `${answer.status}`
  history.webhooks.delete(webhook.id)
  return '200'
}

export async function rotateSecret(world: World): Promise<string> {
  const { dice, receivers } = world
  const merchant = dice.one(world.merchants as [Merchant, ...Merchant[]])
  const webhook = dice.any(own(world, merchant))
  if (!webhook) return 'nothing'
  const answer = await world.ask(merchant, 'POST', `/webhooks/${webhook.id}/rotate`, { body: {} })
  // A merchant that did not get the new secret knows only the old one, which expires in a day.
  if (answer.lost || answer.status !== 200) receivers.secrets.delete(webhook.url)
  else receivers.secrets.get(webhook.url)?.push(answer.body.secret)
  return `${answer.status}`
}

/** A merchant's server begins to answer in another way. */
export async function injectReceiverFault(world: World): Promise<string> {
  const { dice, receivers, merchants, history } = world
  const urls = [...history.webhooks.values()].map(({ url }) => url)
  const url = dice.any([...urls, ...merchants.map(({ id }) => `https://own.example.com/${id}`)])
  return url ? receivers.disturb(url) : 'nothing'
}

function own({ history }: World, merchant: Merchant) {
  return [...history.webhooks.values()].filter(({ merchantId }) => merchantId === merchant.id)
}
