import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApiKey } from '@crypto-checkout/core'
import {
  createHostOptions,
  paymentInput as order,
  ScriptedNode,
  serveNode,
  testDatabase,
  waitUntilRead,
} from '@crypto-checkout/core/testing'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { cryptoCheckout } from './index.ts'

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

/** Two servers on one database. */
async function openServers() {
  const { url, remove } = await testDatabase()
  onTestFinished(remove)
  const chain = new ScriptedNode({ chainId: 31_337, startTime: Date.now() })
  chain.decimals.set(TOKEN, 6)
  const node = await serveNode(chain)
  onTestFinished(() => node.close())
  const open = async () => {
    const ethereum = {
      rpcUrls: [node.url],
      chainId: 31_337,
      coins: { USDC: { address: TOKEN, decimals: 6 } },
      pollMs: 500,
    }
    const options = { ...createHostOptions(), database: url, sandbox: { networks: { ethereum } } }
    const checkout = cryptoCheckout(options)
    onTestFinished(() => checkout.stop())
    await waitUntilRead(checkout)
    const server = express().use(checkout).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return { checkout, port: (server.address() as AddressInfo).port }
  }
  const [one, other] = [await open(), await open()]
  const { publicKey, secretKey } = await createApiKey(one.checkout.context, { environment: 'sandbox' })
  return { one, other, headers: { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey } }
}

/** Follows the events of a server; `next` resolves with the next one that is no comment. */
async function follow(port: number, headers: Record<string, string>) {
  const request = get({ port, host: '127.0.0.1', path: '/sandbox/v1/events/stream', headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const messages = readMessages(response)
  expect(await messages.next()).toMatchObject({ value: 'retry: 2000' })
  return {
    response,
    leave: () => request.destroy(),
    async next(): Promise<string | undefined> {
      for await (const message of { [Symbol.asyncIterator]: () => ({ next: () => messages.next() }) })
        if (!message.startsWith(':')) return message
      return undefined
    },
  }
}

async function* readMessages(response: IncomingMessage): AsyncGenerator<string, undefined> {
  let text = ''
  for await (const chunk of response) {
    text += String(chunk)
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    yield* parts
  }
}

test('two servers send every event to every stream, in order', async () => {
  const { one, other, headers } = await openServers()
  const streams = await Promise.all([one, one, other, other].map(({ port }) => follow(port, headers)))
  for (const stream of streams) {
    expect(stream.response.headers).toMatchObject({
      ...{ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      'transfer-encoding': 'chunked',
    })
  }
  for (let number = 1; number <= 10; number++) {
    const { id } = await one.checkout.sandbox.payments.create(order)
    for (const message of await Promise.all(streams.map((stream) => stream.next()))) {
      expect(message).toContain(`id: ${number}\nevent: payment.created\ndata: {"id":"evt_`)
      expect(message).toContain(id)
    }
  }
  for (const stream of streams) stream.leave()
  await expect
    .poll(() => one.checkout.context.eventFeeds.isEmpty && other.checkout.context.eventFeeds.isEmpty)
    .toBe(true)
})

test('a stop ends streams in good order, and they continue at the other server', async () => {
  const { one, other, headers } = await openServers()
  const stream = await follow(one.port, headers)
  await one.checkout.sandbox.payments.create(order)
  expect(await stream.next()).toContain('id: 1\n')
  const rest = stream.next()
  await one.checkout.stop()
  expect(await rest).toBeUndefined()
  expect(stream.response.complete).toBe(true)
  await other.checkout.sandbox.payments.create(order)
  const again = await follow(other.port, { ...headers, 'last-event-id': '1' })
  expect(await again.next()).toContain('id: 2\n')
  again.leave()
})
