/** A program that buys a mug in the example shop and pays for it by x402. It needs USDC, and no gas. */
import { ExactEvmScheme } from '@x402/evm'
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

/** An account of every local development network. The key is public: never send it anything of value. */
const LOCAL_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

const [shop = 'http://127.0.0.1:4000'] = process.argv.slice(2)
const account = privateKeyToAccount((process.env.AGENT_KEY ?? LOCAL_KEY) as `0x${string}`)

// A client pays for every network that it registers, and at most $1 a payment unless it is told otherwise.
const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
// On a local network, no coin is known to the client, so only `false` lets it pay. For real money, write a limit:
// client.setSpendControls({ maxAmountPerPayment: '$100' })
client.setSpendControls(false)
const payingFetch = wrapFetchWithPayment(fetch, client)

const order = await buy('mug')
const url = await findPaymentUrl(order)
console.log(`Order: ${order}\nPayment: ${url}`)

const answer = await payingFetch(url)
const { status } = await follow(answer)
const settled = answer.headers.get('payment-response')
if (settled) console.log(`Transaction: ${decodePaymentResponseHeader(settled).transaction}`)
console.log(`The payment is ${status}`)

/** Orders something, as the form of the shop does, and returns the order's page. */
async function buy(good: string): Promise<string> {
  const bought = await fetch(`${shop}/buy/${good}`, { method: 'POST', redirect: 'manual' })
  const location = bought.headers.get('location')
  if (bought.status !== 303 || !location) throw new Error(`${shop} does not sell ${good}: ${bought.status}`)
  return new URL(location, shop).href
}

/** Finds the payment's address in the order's page. A shop with an API would return the payment's `x402Url`. */
async function findPaymentUrl(page: string): Promise<string> {
  const [, url] = /<crypto-checkout src="([^"]+)"/.exec(await (await fetch(page)).text()) ?? []
  if (!url) throw new Error(`${page} shows no payment`)
  return new URL(url, page).href
}

/**
 * Waits until the payment is completed. 200 means that the money is on the chain, 202 that it is on its way. Only 402
 * asks for a signature: after 202 or 409, never sign again.
 */
async function follow(answer: Response): Promise<{ status: string }> {
  for (let left = 60; ; left--) {
    if (answer.status !== 200 && answer.status !== 202) throw new Error(await explain(answer))
    const payment = (await (await fetch(`${url}/status`)).json()) as { status: string }
    if (payment.status === 'completed' || left === 0) return payment
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

async function explain(answer: Response): Promise<string> {
  const required = answer.headers.get('payment-required')
  const { error } = required ? JSON.parse(Buffer.from(required, 'base64').toString()) : await answer.json()
  return `The payment was refused (${answer.status}): ${JSON.stringify(error)}`
}
