/** The shop as a program: starts a local Ethereum, the checkout and the shop, and stops them in order. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { startDevnet } from '@crypto-checkout/devnet'
import { cryptoCheckout } from '@crypto-checkout/express'
import express from 'express'
import { openOrders } from './orders.ts'
import { shop } from './shop.ts'

const DATA = join('data', 'express-shop')
const FIRST_PORT = 4_000

// A local Ethereum with USDC. For real money leave it out: `production` instead of `sandbox`, with the RPC URLs of a public network.
const devnet = await startDevnet({ networks: ['ethereum'], dataDir: DATA, log: console.error })
const { rpcUrl, chainId, coins } = devnet.networks.ethereum

const server = createServer()
const url = `http://127.0.0.1:${await listenFrom(server, FIRST_PORT)}`

const checkout = cryptoCheckout({
  publicUrl: `${url}/checkout`,
  database: `sqlite:${join(DATA, 'checkout.db')}`,
  sandbox: { networks: { ethereum: { rpcUrls: [rpcUrl], chainId, coins, pollMs: 250 } } },
  testPayer: devnet.payer,
})
const orders = openOrders(join(DATA, 'orders.db'))

// A secret is told once, so a real shop keeps its own. Here each start makes a new one; the one before signs along for a day.
const webhookSecret = process.env.WEBHOOK_SECRET ?? (await checkout.sandbox.webhooks.rotateDefaultSecret()).secret

const app = express()
app.disable('x-powered-by')
app.use('/checkout', checkout)
app.use(shop({ checkout, orders, url, wallet: devnet.accounts.merchant, webhookSecret }))
server.on('request', app)
console.log(`The shop is open: ${url}`)

await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
server.close()
server.closeAllConnections()
await checkout.stop()
orders.close()
await devnet.stop()

/** Listens on the first free port from `port` on, and answers which it is. */
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
