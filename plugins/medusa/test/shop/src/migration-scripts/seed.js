/** Fills the empty database: two regions and currencies, one good, a user, and the keys of a storefront. */
import { writeFileSync } from 'node:fs'
import {
  createDefaultsWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createUsersWorkflow,
  updateStoresWorkflow,
} from '@medusajs/medusa/core-flows'

const PROVIDER = 'pp_crypto-checkout_shop'

export default async function seed({ container }) {
  await createDefaultsWorkflow(container).run()
  const [store] = await container.resolve('store').listStores()
  const supported_currencies = [{ currency_code: 'eur', is_default: true }, { currency_code: 'jpy' }]
  await updateStoresWorkflow(container).run({ input: { selector: { id: store.id }, update: { supported_currencies } } })
  const { result: regions } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        { name: 'Europe', currency_code: 'eur', countries: ['de'], payment_providers: [PROVIDER] },
        { name: 'Japan', currency_code: 'jpy', countries: ['jp'], payment_providers: [PROVIDER] },
      ],
    },
  })
  const { result: products } = await createProductsWorkflow(container).run({
    input: {
      products: [
        {
          title: 'Book',
          status: 'published',
          sales_channels: [{ id: store.default_sales_channel_id }],
          options: [{ title: 'Format', values: ['PDF'] }],
          variants: [
            {
              title: 'PDF',
              options: { Format: 'PDF' },
              manage_inventory: false,
              prices: [
                { currency_code: 'eur', amount: 12.5 },
                { currency_code: 'jpy', amount: 2_000 },
              ],
            },
          ],
        },
      ],
    },
  })
  const email = 'owner@shop.example'
  const { result: users } = await createUsersWorkflow(container).run({ input: { users: [{ email }] } })
  const auth = container.resolve('auth')
  const { authIdentity } = await auth.register('emailpass', { body: { email, password: 'secret' } })
  await auth.updateAuthIdentities({ id: authIdentity.id, app_metadata: { user_id: users[0].id } })
  const [key] = await container.resolve('api_key').listApiKeys({ type: 'publishable' })
  const known = {
    key: key.token,
    regions: Object.fromEntries(regions.map(({ id, currency_code }) => [currency_code, id])),
    variant: products[0].variants[0].id,
  }
  writeFileSync(process.env.SEEDED_FILE, JSON.stringify(known))
}
