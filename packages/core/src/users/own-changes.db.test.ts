import type { AuditEntry } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { openAuthenticator } from '../testing/authenticator.ts'
import { addPerson, GOOD_PASSWORD, invite, OWN_ORIGIN, openBrowser, openPhone } from '../testing/people.ts'
import { addMerchant, openShop } from '../testing/shop.ts'

const open = () => openShop({ dashboard: true })
type Shop = Awaited<ReturnType<typeof open>>

/** Reads a user's entries in a merchant's audit log, oldest first. */
async function readOwn(shop: Shop, userId: string, key?: { publicKey: string; secretKey: string }) {
  const { production } = key ? { production: key } : { production: await shop.makeKey('production') }
  const { body } = await shop.request('GET', `/v1/audit?limit=100&object=${userId}`, { key: production })
  return (body.data as AuditEntry[]).toReversed()
}

test('whoever joins a merchant is in its audit log, with the address, the role and the invitation', async () => {
  const shop = await open()
  const owner = await addPerson(shop, { kind: 'first' })
  const other = await addMerchant(shop)
  const token = await invite(shop, { email: owner.email, merchantId: other.id, role: 'accountant' })
  expect((await owner.browser.ask('POST', '/invitation/accept', { token })).status).toBe(200)
  const joined = (role: string) => ({
    ...{ operation: 'acceptInvitation', actor: owner.id, address: '192.0.2.10', before: null, livemode: true },
    ...{ requestId: expect.stringMatching(/^req_/), target: { object: 'user', id: owner.id } },
    after: { email: owner.email, role, invitation: expect.stringMatching(/^inv_/) },
  })
  expect(await readOwn(shop, owner.id)).toMatchObject([joined('owner')])
  expect(await readOwn(shop, owner.id, other.production)).toMatchObject([joined('accountant')])
})

test('what a user signs in with is in the audit log of each of its merchants when it changes, without a secret', async () => {
  const shop = await open()
  const ann = await addPerson(shop)
  const other = await addMerchant(shop)
  const token = await invite(shop, { email: ann.email, merchantId: other.id, role: 'cashier' })
  await ann.browser.ask('POST', '/invitation/accept', { token })
  const password = 'another gluten wyvern quay'
  expect((await ann.browser.ask('POST', '/password', { password })).status).toBe(200)
  const offered = await ann.browser.ask('POST', '/totp')
  const phone = openPhone(shop, offered.body)
  expect((await ann.browser.ask('POST', '/password', { password, ...phone.enrol() })).status).toBe(200)
  const { body: codes } = await ann.browser.ask('POST', '/recovery_codes')
  const authenticator = openAuthenticator(OWN_ORIGIN)
  const options = await ann.browser.ask('POST', '/passkeys/options')
  const passkey = authenticator.register(options.body)
  const added = await ann.browser.ask('POST', '/passkeys', { passkey, name: 'Phone' })
  expect((await ann.browser.ask('DELETE', '/password')).status).toBe(200)
  expect((await ann.browser.ask('DELETE', `/passkeys/${added.body.id}`)).status).toBe(400)
  expect((await ann.browser.ask('POST', '/password', { password, ...phone.enrol() })).status).toBe(200)
  expect((await ann.browser.ask('DELETE', `/passkeys/${added.body.id}`)).status).toBe(200)
  for (const key of [undefined, other.production]) {
    const entries = (await readOwn(shop, ann.id, key)).filter(({ operation }) => operation !== 'acceptInvitation')
    expect(entries.map(({ operation, after }) => [operation, after])).toEqual([
      ['changePassword', { newAuthenticator: false }],
      ['changePassword', { newAuthenticator: true }],
      ['renewRecoveryCodes', null],
      ['addPasskey', { passkey: 'Phone' }],
      ['removePassword', null],
      ['changePassword', { newAuthenticator: true }],
      ['removePasskey', { passkey: 'Phone' }],
    ])
    const text = JSON.stringify(entries)
    for (const secret of [password, offered.body.secret, codes.recoveryCodes[0], passkey.id]) {
      expect(text).not.toContain(secret)
    }
  }
})

test('what a reset link gives a user is in the log, as is that it came by one', async () => {
  const shop = await open()
  const ann = await addPerson(shop)
  const token = await invite(shop, { kind: 'reset', userId: ann.id })
  const elsewhere = openBrowser(shop, '203.0.113.7')
  const phone = openPhone(shop, (await elsewhere.ask('POST', '/invitation', { token })).body.totp)
  await elsewhere.ask('POST', '/invitation/accept', { token, password: GOOD_PASSWORD, ...phone.enrol() })
  expect((await readOwn(shop, ann.id)).at(-1)).toMatchObject({
    ...{ operation: 'changePassword', actor: ann.id, address: '203.0.113.7', after: { reset: true } },
  })
})
