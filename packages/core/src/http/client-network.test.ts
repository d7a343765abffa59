import { expect, test } from 'vitest'
import { openShop } from '../testing/shop.ts'
import { getClientNetwork } from './client-network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1::7', '2001:db8:0:1::/64'],
  ['2001:DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['2001:db8:1::', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:192.0.2.7', '1:2:3:4::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  ['unknown', 'unknown'],
])('%j counts as %j', (address, network) => {
  expect(getClientNetwork(address)).toBe(network)
})

/** Addresses of one /64, each used once. */
const addresses = (prefix: string) => Array.from({ length: 61 }, (_, index) => `${prefix}::${index.toString(16)}`)

test('wrong keys from many addresses of one /64 share a limit', async () => {
  const shop = await openShop()
  const wrong = { publicKey: 'pk_test_x', secretKey: 'sk_test_x' }
  const ask = (address: string) => shop.request('GET', '/sandbox/v1/payments', { key: wrong, address })
  const statuses: number[] = []
  for (const address of addresses('2001:db8:0:1')) statuses.push((await ask(address)).status)
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 401), 429])
  expect((await ask('2001:db8:0:2::1')).status).toBe(401)
})

test('visits of a page from many addresses of one /64 share a limit', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  const visit = (address: string) =>
    shop.request('GET', `/pay/${payment.id.slice(4)}/status`, { key: null, address }).then(({ status }) => status)
  const visited = async (prefix: string) => {
    for (let visits = 0; visits < 1_000; visits++) if ((await visit(`${prefix}::${visits}`)) === 429) return visits
    return null
  }
  const limit = await visited('2001:db8:0:1')
  expect(limit).not.toBe(null)
  expect(await visited('2001:db8:0:2')).toBe(limit)
})
