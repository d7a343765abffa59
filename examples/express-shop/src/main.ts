/** The shop as a program. Starts a local Ethereum, a local Stellar, the checkout and the shop, and stops them in order. */
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { startDevnet } from '@crypto-checkout/devnet'
import { cryptoCheckout } from '@crypto-checkout/express'
import express from 'express'
import { openOrders } from './orders.ts'
import { shop } from './shop.ts'

const DATA = join('data', 'express-shop')
const FIRST_PORT = 4_000
/** An account that has ether on every local network. The key is public: never send it anything of value. */
process.env.GAS_KEY ??= '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba'

// Local networks with USDC. For real money, omit them: use `production` instead of `sandbox`, with nodes of public
// networks.
const devnet = await startDevnet({ networks: ['ethereum', 'stellar'], dataDir: DATA, log: console.error })
const { ethereum, stellar } = devnet.networks

const server = createServer()
const url = `http://127.0.0.1:${await listenFrom(server, FIRST_PORT)}`

const checkout = cryptoCheckout({
  publicUrl: `${url}/checkout`,
  database: `sqlite:${join(DATA, 'checkout.db')}`,
  sandbox: {
    networks: {
      ethereum: {
        rpcUrls: [ethereum.rpcUrl],
        chainId: ethereum.chainId,
        coins: ethereum.coins,
        pollMs: 250,
        // The shop pays for gas of customers without ether, programs among them.
        gasKey: { env: 'GAS_KEY' },
        gasless: { maxFeePerPayment: 0.01, maxFeePerDay: 1 },
      },
      stellar: {
        rpcUrls: [stellar.rpcUrl],
        horizonUrls: [stellar.horizonUrl],
        networkPassphrase: stellar.passphrase,
        coins: stellar.coins,
        pollMs: 250,
      },
    },
  },
  testPayer: devnet.payer,
})
const orders = openOrders(join(DATA, 'orders.db'))

// A secret is shown only once. Unless the environment gives one, it is kept in a file next to the databases.
const webhookSecret = process.env.WEBHOOK_SECRET ?? (await keptSecret(join(DATA, 'webhook-secret')))

const app = express()
app.disable('x-powered-by')
app.use('/checkout', checkout)
app.use(shop({ checkout, orders, url, wallet: devnet.accounts.merchant, webhookSecret }))
await checkout.ready()
// Payments that offer alternatives take the wallet of another kind of network from here.
await checkout.sandbox.merchant.updateSettings({ wallets: { stellar: stellar.accounts.merchant } })
server.on('request', app)
console.log(`The shop is open: ${url}`)

await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
server.close()
server.closeAllConnections()
await checkout.stop()
orders.close()
await devnet.stop()

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
