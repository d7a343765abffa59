/**
 * Starts a checkout with its sandbox on local networks, for tests in other languages. Prints one line of JSON with its
 * address, keys and wallets. It ends when its standard input ends, so it never outlives its caller.
 *
 *     node clients/php/tests/start-server.ts
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { cryptoCheckout } from '../../../packages/express/src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'checkout-server-'))
let listener: RequestListener = () => {}
const server = createServer((request, response) => listener(request, response))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const checkout = cryptoCheckout({
  publicUrl: url,
  database: `sqlite:${folder}/checkout.db`,
  sandbox: 'local',
  // Fixed, so that tests can compute amounts.
  rates: { EUR: 1.25, JPY: 0.01 },
  // More requests than a test makes.
  plans: { sandbox: { requestsPerMinute: 100_000 } },
  log: (line) => console.error(line),
})
listener = (request, response) =>
  checkout(request as Parameters<typeof checkout>[0], response as Parameters<typeof checkout>[1], () => {
    response.writeHead(404).end()
  })
await checkout.ready()
const { publicKey, secretKey } = await checkout.sandbox.keys.create({ name: 'Tests' })
const signed = await checkout.sandbox.keys.create({ name: 'Tests that sign', requireSignature: true })
const { settings } = await checkout.sandbox.merchant.retrieve()
console.log(JSON.stringify({ url, publicKey, secretKey, signed, wallets: settings.wallets }))

await text(process.stdin)
server.closeAllConnections()
server.close()
await checkout.stop()
rmSync(folder, { recursive: true, force: true })
