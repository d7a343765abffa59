import { expect, test } from 'vitest'
import { testCheckout } from '../testing/index.ts'

test('pages and files of an https address tell browsers to stay on TLS; others do not', async () => {
  const [secure, plain] = [await testCheckout(), await testCheckout({ publicUrl: 'http://localhost:3000' })]
  for (const path of ['/pay.css', '/pay/pay_00000000000000000000000000']) {
    const read = async (shop: typeof secure) =>
      (await shop.request('GET', path, { key: null })).headers['strict-transport-security']
    expect([path, await read(secure), await read(plain)]).toEqual([path, 'max-age=63072000', undefined])
  }
})

test('security.txt has the configured contact, and is missing without one', async () => {
  const read = (shop: Awaited<ReturnType<typeof testCheckout>>) =>
    shop.checkout.handle({
      ...{ method: 'GET', path: '/.well-known/security.txt', query: '', headers: {}, address: '192.0.2.1' },
      body: { kind: 'bytes', bytes: new Uint8Array() },
    })
  const shop = await testCheckout({ securityContact: 'mailto:security@example.com' })
  const answer = await read(shop)
  expect(String(answer?.body)).toMatch(/^Contact: mailto:security@example\.com\nExpires: \d{4}-\d\d-\d\dT[^\n]+Z\n$/)
  expect(await read(await testCheckout())).toBeNull()
  await expect(testCheckout({ securityContact: 'security@example.com' })).rejects.toThrow('securityContact')
})
