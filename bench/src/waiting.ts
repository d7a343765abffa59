/** What an open page costs: its requests for the state of a payment that waits, compared with the API's. */
import { compare, paymentBody } from './api.ts'
import { startChild } from './child.ts'
import { requestBytes } from './load.ts'
import { followPages } from './open-pages.ts'
import { wallet } from './setup.ts'

const PAYMENTS = 400
/** Requests are limited by address. */
const PAGES = 8_000
/** Several waits. */
const FOLLOWED_SECONDS = 40

export async function benchWaiting(path: string): Promise<void> {
  const server = await startChild('checkout-server.ts', [path])
  const key = server.stats.key as { publicKey: string; secretKey: string }
  const credentials = { authorization: `Bearer ${key.publicKey}`, 'x-api-secret': key.secretKey }
  const headers = { ...credentials, 'content-type': 'application/json' }
  const payments: { readonly id: string; readonly state: string; readonly tag: string }[] = []
  for (let n = 0; n < PAYMENTS; n++) {
    const body = paymentBody(n, wallet(n % 50))
    const created = await fetch(`${server.url}/v1/payments`, { method: 'POST', headers, body })
    const { id } = (await created.json()) as { id: string }
    const state = `/pay/${id.slice('pay_'.length)}/status`
    const { headers: sent } = await fetch(`${server.url}${state}`)
    payments.push({ id, state, tag: sent.get('etag') ?? '' })
  }
  const pages = Array.from({ length: PAGES }, (_, n) => {
    const { id, state, tag } = payments[n % PAYMENTS] ?? { id: '', state: '', tag: '' }
    const from = { 'x-forwarded-for': `10.${n >> 8}.${n & 255}.1` }
    return {
      read: requestBytes('GET', `/v1/payments/${id}`, credentials),
      whole: requestBytes('GET', state, from),
      same: requestBytes('GET', state, { ...from, 'if-none-match': tag }),
    }
  })
  const of = (kind: keyof (typeof pages)[number]) => (n: number) => pages[n % PAGES]?.[kind] ?? Buffer.alloc(0)
  const variants = [
    { name: '`GET /v1/payments/:id`', server, request: of('read') },
    { name: 'state of a page', server, request: of('whole') },
    { name: 'state of a page, as it was (304)', server, request: of('same') },
  ]
  console.log('\n| request of | | requests/s | of the first | CPU µs | CPU of the first of its CPU | QR codes |')
  console.log('|---|---|---|---|---|---|---|')
  for (const row of await compare(['a payment that waits'], variants)) console.log(row)
  const open = payments.map(({ state, tag }, n) => ({ path: state, tag, address: `10.0.${n >> 8}.${n & 255}` }))
  console.log(`\n| ${PAYMENTS} open pages ask | CPU ms of a page in a minute |\n|---|---|`)
  for (const waits of [false, true]) {
    const spent = await followPages(server, open, { seconds: FOLLOWED_SECONDS, waits })
    console.log(`| ${waits ? 'and are answered after a change, or 8 s' : 'every 2 s'} | ${spent.toFixed(2)} |`)
  }
  await server.stop()
}
