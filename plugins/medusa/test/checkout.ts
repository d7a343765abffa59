/** A real checkout in a process of its own, on a local Ethereum of which each test mines the blocks. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Client, createClient, type Payment } from '@crypto-checkout/client'
import { LOCAL_GAS_KEY } from '@crypto-checkout/core'
import { mine } from '@crypto-checkout/devnet/testing'
import {
  cleanUp,
  createKeys,
  createTemporaryFolder,
  createWallet,
  type Ethereum,
  pay,
  pollUntil,
  startServer,
} from '../../../e2e/src/support/harness.ts'

export { cleanUp, pollUntil }

/** More than a local network needs to make a payment final. */
const FINAL_BLOCKS = 70

export type TestCheckout = Awaited<ReturnType<typeof startCheckout>>

export async function startCheckout(devnet: Ethereum) {
  const cwd = createTemporaryFolder()
  const { rpcUrl, chainId, coins } = devnet.networks.ethereum
  const gasKey = { file: join(cwd, 'gas-key') }
  writeFileSync(gasKey.file, LOCAL_GAS_KEY, { mode: 0o600 })
  // Each payment has an address of its own, so a part of the money finds its payment.
  const ethereum = { rpcUrls: [rpcUrl], chainId, coins, pollMs: 50, collection: 'deposit', gasKey }
  const config = {
    rates: { EUR: 1.08, JPY: 0.0065, KWD: 3.25 },
    plans: { sandbox: 100_000 },
    sandbox: { networks: { ethereum } },
  }
  writeFileSync(join(cwd, 'crypto-checkout.config.json'), JSON.stringify(config))
  const { publicKey, secretKey } = await createKeys({ cwd })
  const keys = { publicKey, secretKey }
  let server = await startServer(['--port', '0'], { cwd })
  const port = new URL(server.url).port
  const baseUrl = `${server.url}/sandbox/v1`
  const client: Client = createClient({ baseUrl, ...keys })
  const wallet = createWallet()
  await client.merchant.updateSettings({ wallets: { ethereum: wallet } })
  const until = (id: string, status: Payment['status']) =>
    pollUntil(
      () => client.payments.retrieve(id),
      (payment) => payment.status === status,
    )
  return {
    baseUrl,
    keys,
    client,
    wallet,
    until,
    /** Sends money; the payment is `processing` then, or `partially_paid`. */
    async send(payment: Payment, amount?: bigint) {
      await pay(devnet, payment, amount)
      await mine(devnet.networks.ethereum)
    },
    finish: () => mine(devnet.networks.ethereum, FINAL_BLOCKS),
    async complete(id: string) {
      const payment = await client.payments.retrieve(id)
      await pay(devnet, payment)
      await mine(devnet.networks.ethereum, FINAL_BLOCKS)
      return until(id, 'completed')
    },
    async kill() {
      server.signal('SIGKILL')
      await server.ended
    },
    async restart() {
      server = await startServer(['--port', port], { cwd })
    },
  }
}

/** A way to the checkout that can lose answers: what was asked is done, and the asker's connection breaks. */
export async function openGate({ baseUrl }: Pick<TestCheckout, 'baseUrl'>) {
  let lost: RegExp | null = null
  const { origin, host, pathname } = new URL(baseUrl)
  const server = createServer((request, response) => {
    const { method, url, headers } = request
    const drop = () => request.socket.destroy()
    const asked = forward(origin + url, { method, headers: { ...headers, host } }, (answer) => {
      if (lost?.test(`${method} ${url}`)) return answer.resume().on('end', drop)
      response.writeHead(Number(answer.statusCode), answer.headers)
      return answer.pipe(response)
    })
    request.pipe(asked.on('error', drop))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    /** Loses the answers to these requests, such as `POST /v1/refunds`; null: none. */
    lose(requests: RegExp | null) {
      lost = requests
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export function createWebhookSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`
}
