import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHostOptions, createQuietNode, serveNode, waitUntilRead } from '@crypto-checkout/core/testing'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { cryptoCheckout } from './index.ts'

const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum' } as const

/** An app with a page that is open: it asks for its payment again and again, on one connection. */
async function openApp() {
  const node = await serveNode(createQuietNode())
  const checkout = cryptoCheckout(createHostOptions('https://shop.example.com', node.url))
  const server = express().use(checkout).listen(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), waitUntilRead(checkout)])
  const merchantWallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const payment = await checkout.sandbox.payments.create({ ...order, merchantWallet })
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(async () => {
    agent.destroy()
    server.closeAllConnections()
    await checkout.stop()
    node.close()
  })
  const answered: string[] = []
  const ask = async (query: string, tag = ''): Promise<void> => {
    const path = `/pay/${payment.id.slice('pay_'.length)}/status${query}`
    const asked = request({ agent, port, path, headers: { 'if-none-match': tag } }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answered.push(String(answer.headers.connection))
    await once(answer.resume(), 'end')
    await ask(query, answer.headers.etag)
  }
  return { checkout, server, answered, follow: (query: string) => void ask(query).catch(() => {}) }
}

test.each(['when their wait is over', 'at once'])(
  'a closed server ends its connections with open pages %s',
  async (when) => {
    const { checkout, server, answered, follow } = await openApp()
    follow(when === 'at once' ? '?wait=10' : '?wait=1')
    await expect.poll(() => checkout.context.waitingPages.countPending()).toBe(1)
    if (when === 'at once') checkout.endStreams()
    await new Promise((resolve) => server.close(resolve))
    await expect.poll(() => answered).toEqual(['keep-alive', 'close'])
  },
)
