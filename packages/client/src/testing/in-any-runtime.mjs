/** A program that uses the client, the same in each runtime. It is bundled with the client. */
import { CheckoutApiError, ConnectionError, createClient, webhookFetch } from '../index.ts'

/** Calls a checkout, is refused, calls a port where nothing listens, and receives webhooks. */
export async function useClient({ baseUrl, nobody, publicKey, secretKey, merchantWallet, message }) {
  const { payments } = createClient({ baseUrl, publicKey, secretKey, sign: true })
  const input = { amount: '49.90', currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet }
  const { id, amount } = await payments.create(input)
  const ids = []
  for await (const payment of payments.list()) ids.push(payment.id)
  const away = createClient({ baseUrl: nobody, publicKey, secretKey, retries: 0 })
  return {
    amount,
    isListed: ids.includes(id),
    refused: await nameError(payments.accept(id)),
    misspelt: await nameError(payments.create({ ...input, colour: 'red' })),
    away: await nameError(away.payments.list()),
    webhooks: [await receive(message, message.body), await receive(message, message.body.replace('pay_', 'pax_'))],
  }
}

async function nameError(work) {
  try {
    await work
    return 'no error'
  } catch (error) {
    const type = [CheckoutApiError, ConnectionError].find((known) => error instanceof known)
    return `${type?.name ?? error}: ${error.code}`
  }
}

async function receive({ secret, headers }, body) {
  const heard = []
  const handle = webhookFetch({
    secrets: () => secret,
    on: { 'payment.created': ({ data }) => heard.push(data.object.id) },
  })
  const { status } = await handle(new Request('https://shop.example.com/hook', { method: 'POST', headers, body }))
  return `${status} ${heard.length}`
}
