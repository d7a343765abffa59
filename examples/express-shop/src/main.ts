/** The shop as a program. Starts the checkout with local networks and the shop, and stops them in order. */
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { cryptoCheckout } from '@crypto-checkout/express'
import express from 'express'
import { deliverEarly, type EarlyRule } from './early.ts'
import { openOrders } from './orders.ts'
import { fulfil, shop } from './shop.ts'

const DATA = join('data', 'express-shop')
const FIRST_PORT = 4_000
/** Goods that this shop delivers before their money is final. On the local networks that takes a few seconds anyway. */
const EARLY: EarlyRule = { most: { EUR: 20 }, waitSeconds: { ethereum: 24 } }
const EARLY_MS = 2_000

const server = createServer()
const url = `http://127.0.0.1:${await listenFrom(server, FIRST_PORT)}`

const checkout = cryptoCheckout({
  publicUrl: `${url}/checkout`,
  database: `sqlite:${join(DATA, 'checkout.db')}`,
  // A Stellar, an Ethereum and a Polygon on this machine. For real money use `production` instead, with nodes of public
  // networks.
  sandbox: 'local',
})
const orders = openOrders(join(DATA, 'orders.db'))

// A secret is shown only once. Unless the environment gives one, it is kept in a file next to the databases.
const webhookSecret = process.env.WEBHOOK_SECRET ?? (await keptSecret(join(DATA, 'webhook-secret')))

const app = express()
app.disable('x-powered-by')
app.use('/checkout', checkout)
await checkout.ready()
// The local sandbox has given the merchant a wallet on each network. In production you set yours.
const { settings } = await checkout.sandbox.merchant.retrieve()
app.use(shop({ checkout, orders, url, wallet: String(settings.wallets.ethereum), webhookSecret }))
server.on('request', app)
// Later signals are ignored: a terminal and npm both send theirs.
const interrupt = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
})
console.log(`The shop is open: ${url}`)
const early = setInterval(() => {
  deliverEarly(checkout.sandbox, EARLY, (payment) => console.log(`Early: ${fulfil(orders, payment)}`)).catch(
    console.error,
  )
}, EARLY_MS)

await interrupt
clearInterval(early)
server.close()
server.closeAllConnections()
await checkout.stop()
orders.close()

/** The file's content; creates it if the file does not exist. */
async function keptSecret(file: string): Promise<string> {
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const { secret } = await checkout.sandbox.webhooks.rotateDefaultSecret()
  writeFileSync(file, secret, { mode: 0o600 })
  return secret
}

/** Listens on the first free port from `port` on, and returns its number. */
async function listenFrom(server: Server, port: number): Promise<number> {
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return port
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return listenFrom(server, port + 1)
  }
}
