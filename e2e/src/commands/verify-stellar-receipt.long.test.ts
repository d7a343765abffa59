import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startDevnet } from '@crypto-checkout/devnet'
import { Memo } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, createTemporaryFolder, runToEnd } from '../support/harness.ts'
import { buildPayment, openStellarShop, type Stellar, type StellarShop, send } from '../support/stellar-harness.ts'

const cwd = createTemporaryFolder()
const proxies: Server[] = []
let devnet: Stellar
let shop: StellarShop

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['stellar'], blockTimeMs: 0 })
  shop = await openStellarShop(devnet)
  await shop.caughtUp()
  const payment = await shop.create()
  // In one transaction, with two transfers that differ by an amount.
  const operations = [buildPayment('4.0000000'), buildPayment('6.0000000')]
  await send(devnet, operations, { memo: Memo.text(payment.memo ?? '') })
  const { receipt } = await shop.untilStatus(payment, 'completed')
  const keys = await shop.checkout.handle({
    ...{ method: 'GET', path: '/sandbox/.well-known/jwks.json', query: '', headers: {}, address: '192.0.2.1' },
    body: { kind: 'bytes', bytes: new Uint8Array() },
  })
  writeFileSync(join(cwd, 'receipt.jwt'), receipt ?? '')
  writeFileSync(join(cwd, 'keys.json'), Buffer.from(keys?.body ?? '').toString())
})

afterAll(async () => {
  for (const proxy of proxies) {
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  }
  await shop.close()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

function verify(node: string) {
  return runToEnd(['verify-receipt', 'receipt.jwt', '--key', 'keys.json', '--test', '--rpc', node], { cwd })
}

test.each(['horizonUrl', 'rpcUrl'] as const)('the ledger shows the money of a receipt, over %s', async (backEnd) => {
  const { code, stdout, stderr } = await verify(devnet.networks.stellar[backEnd])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^ok {2}chain: 4\.000000 USDC from G\w{55} to G\w{55} in block \d+, final$/m)
  expect(stdout).toMatch(/^ok {2}chain: 6\.000000 USDC from G/m)
  expect(stdout).toContain('The chain proves that the money moved.')
})

test('a node that shows something else is reported', async () => {
  const { horizonUrl } = devnet.networks.stellar
  const lies: [RegExp, (body: string) => string, string][] = [
    [/payments/, (body) => body.replaceAll('"6.0000000"', '"6.0000010"'), 'moved 4.000000 and 6.000001, not 6.000000'],
    [/payments/, (body) => body.replaceAll('"4.0000000"', '"6.0000000"'), 'not 4.000000'],
    [/payments/, (body) => body.replaceAll('"asset_code":"USDC"', '"asset_code":"USDT"'), 'has no transfer of USDC'],
    [/payments/, (body) => body.replaceAll(/"to":"G\w+"/g, `"to":"${'G'.padEnd(56, 'A')}"`), 'paid to another account'],
    [/payments/, (body) => body.replaceAll(/"from":"G\w+"/g, `"from":"${'G'.padEnd(56, 'A')}"`), 'paid by another'],
    [
      /payments/,
      (body) => body.replaceAll('"transaction_successful":true', '"transaction_successful":false'),
      'has no',
    ],
  ]
  for (const [about, lie, words] of lies) {
    const { code, stdout, stderr } = await verify(await serveLiar(horizonUrl, about, lie))
    expect([code, stdout, stderr]).toEqual([
      1,
      expect.stringContaining(words),
      expect.stringContaining('does not show'),
    ])
    expect(stdout).not.toContain('The chain proves')
  }
  const other = (body: string) => body.replace(/"network_passphrase":"[^"]*"/, '"network_passphrase":"Another Network"')
  expect(await verify(await serveLiar(horizonUrl, /^\/$/, other))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is of stellar:\w+, the receipt of stellar:/),
  })
  const nobody = await verify('http://127.0.0.1:9')
  expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('Neither Horizon nor Stellar RPC answers') })
})

/** A node that changes what it answers at some addresses. */
async function serveLiar(url: string, about: RegExp, lie: (body: string) => string): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const { method = 'GET', url: path = '/' } = request
    const body = await text(request)
    const sent = await fetch(`${url}${path}`, method === 'GET' ? {} : { method, body })
    const answer = await sent.text()
    const type = sent.headers.get('content-type') ?? 'application/json'
    response.writeHead(sent.status, { 'content-type': type }).end(about.test(path) ? lie(answer) : answer)
  }).listen(0, '127.0.0.1')
  proxies.push(proxy)
  await once(proxy, 'listening')
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
