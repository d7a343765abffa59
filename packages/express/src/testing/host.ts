import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createApiKey } from '@crypto-checkout/core'
import {
  addKeys,
  callHost,
  callHostRaw,
  closeHost,
  createHostOptions,
  createQuietNode,
  type HostCall,
  serveNode,
  waitUntilRead,
} from '@crypto-checkout/core/testing'
import express, { type Express } from 'express'
import { type CheckoutMiddleware, cryptoCheckout } from '../index.ts'

/** A shop's app that mounts a checkout, on its own port. */
export async function openHost(
  build: (app: Express, checkout: CheckoutMiddleware, nodeUrl: string) => void,
  prefix = '',
) {
  const node = await serveNode(createQuietNode())
  const checkout = cryptoCheckout(createHostOptions(`https://shop.example.com${prefix}`, node.url))
  await waitUntilRead(checkout)
  await checkout.sandbox.payments.list()
  const key = await createApiKey(checkout.context, { environment: 'sandbox' })
  const app = express()
  // As in production: no stack traces in answers or in the log.
  app.set('env', 'test')
  build(app, checkout, node.url)
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    checkout,
    key,
    port,
    url: `http://127.0.0.1:${port}`,
    /** A request to the API below the prefix: `/payments`. */
    api: (path: string, sent: HostCall = {}) =>
      callHost(port, `${prefix}/sandbox/v1${path}`, addKeys(sent, `/v1${path}`, key)),
    /** A request to any path, without keys. */
    request: (path: string, sent: HostCall = {}) => callHost(port, path, sent),
    raw: (text: string) => callHostRaw(port, text),
    async close() {
      await closeHost(server)
      await checkout.stop()
      node.close()
    },
  }
}
