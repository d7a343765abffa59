import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { loadDefaultSecrets } from '../../merchants/signing-secrets.ts'
import { signBuilt, verifyBuilt } from '../../pages/payer-wallet.ts'
import { createStatementLink } from '../../settlements/report-link.ts'
import { addMerchant, openShop } from '../../testing/shop.ts'
import { deriveKey } from './derive-key.ts'
import { isValidLink } from './sign-link.ts'

const id = 'set_00000000000000000000000000'
const hash = Buffer.alloc(32, 7)

test('whoever knows the secret of webhooks can make neither links to reports nor seals', async () => {
  const shop = await openShop()
  const { context } = shop.checkout
  const owner = { merchantId: (await shop.checkout.merchant.retrieve()).id, livemode: false }
  const [secret] = await loadDefaultSecrets(context, owner)
  const expires = String(context.now() + 1_000)
  const sign = (text: string) => createHmac('sha256', secret).update(text)
  const signature = sign(`settlement report\0${id}\0${expires}`).digest('base64url')
  expect(await isValidLink(context, owner, { name: id, expires, signature })).toBe(false)
  const seal = sign('stellar transaction\0').update(hash).digest('base64url')
  expect(await verifyBuilt(context, owner, hash, seal)).toBe(false)
})

test('links and seals are good in every process on the database, for one merchant and environment each', async () => {
  const shop = await openShop()
  const owner = { merchantId: (await shop.checkout.merchant.retrieve()).id, livemode: false }
  const other = await addMerchant(shop)
  const link = new URL((await createStatementLink(shop.checkout.context, owner))(id, shop.clock.now()))
  const seal = await signBuilt(shop.checkout.context, owner, hash)
  shop.restart()
  const { context } = shop.checkout
  const input = {
    name: id,
    expires: link.searchParams.get('expires') ?? '',
    signature: link.searchParams.get('signature') ?? '',
  }
  for (const asking of [owner, { ...owner, livemode: true }, { ...owner, merchantId: other.id }]) {
    expect(await isValidLink(context, asking, input)).toBe(asking === owner)
    expect(await verifyBuilt(context, asking, hash, seal)).toBe(asking === owner)
  }
  const keys = await Promise.all(
    (['report link', 'transaction seal'] as const).map((purpose) => deriveKey(context, owner, purpose)),
  )
  expect(keys[0]).not.toEqual(keys[1])
})
