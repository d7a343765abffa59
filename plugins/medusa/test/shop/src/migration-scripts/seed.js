/** Fills the empty database: four regions and currencies, two goods, a user, and the keys of a storefront. */
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
  const supported_currencies = ['eur', 'usd', 'jpy', 'kwd'].map((currency_code, index) => ({
    currency_code,
    is_default: index === 0,
  }))
  await updateStoresWorkflow(container).run({ input: { selector: { id: store.id }, update: { supported_currencies } } })
  const { result: regions } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        { name: 'Europe', currency_code: 'eur', countries: ['de'], payment_providers: [PROVIDER] },
        { name: 'United States', currency_code: 'usd', countries: ['us'], payment_providers: [PROVIDER] },
        { name: 'Japan', currency_code: 'jpy', countries: ['jp'], payment_providers: [PROVIDER] },
        { name: 'Kuwait', currency_code: 'kwd', countries: ['kw'], payment_providers: [PROVIDER] },
      ],
    },
  })
  const { result: products } = await createProductsWorkflow(container).run({
    input: {
      products: [
        describe(store, 'Book', { eur: 12.5, jpy: 2_000 }),
        // So that a cart can have any price.
        describe(store, 'Unit', { eur: 0.01, usd: 0.01, jpy: 1, kwd: 0.001 }),
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
    variant: products.find(({ title }) => title === 'Book').variants[0].id,
    unit: products.find(({ title }) => title === 'Unit').variants[0].id,
  }
  writeFileSync(process.env.SEEDED_FILE, JSON.stringify(known))
}

function describe(store, title, prices) {
  return {
    title,
    status: 'published',
    sales_channels: [{ id: store.default_sales_channel_id }],
    options: [{ title: 'Format', values: ['PDF'] }],
    variants: [
      {
        title: 'PDF',
        options: { Format: 'PDF' },
        manage_inventory: false,
        prices: Object.entries(prices).map(([currency_code, amount]) => ({ currency_code, amount })),
      },
    ],
  }
}
