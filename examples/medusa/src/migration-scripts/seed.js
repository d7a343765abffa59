/** Fills the shop's empty database, once: two regions with their currencies, two goods, and somebody for the dashboard. */
import { writeFileSync } from 'node:fs'
import {
  createDefaultsWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createUsersWorkflow,
  updateStoresWorkflow,
} from '@medusajs/medusa/core-flows'

/** `pp_`, the provider's identifier, and its id in medusa-config.js. */
const PROVIDER = 'pp_crypto-checkout_shop'

const goods = [
  { title: 'Field guide to stablecoins', description: 'A book as PDF, 212 pages.', eur: 12.5, usd: 14 },
  { title: 'Night sky', description: 'A poster as PDF, for any printer.', eur: 4.9, usd: 5.5 },
]

export default async function seed({ container }) {
  await createDefaultsWorkflow(container).run()
  const [store] = await container.resolve('store').listStores()
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: store.id },
      update: { supported_currencies: [{ currency_code: 'eur', is_default: true }, { currency_code: 'usd' }] },
    },
  })
  await createRegionsWorkflow(container).run({
    input: {
      regions: [
        { name: 'Europe', currency_code: 'eur', countries: ['de', 'fr', 'ie'], payment_providers: [PROVIDER] },
        { name: 'United States', currency_code: 'usd', countries: ['us'], payment_providers: [PROVIDER] },
      ],
    },
  })
  await createProductsWorkflow(container).run({
    input: { products: goods.map((good) => describeProduct(good, store.default_sales_channel_id)) },
  })
  await createOwner(container)
  await publishKey(container)
}

/** Goods that are sent by mail need a shipping profile and options too: Medusa's documents have them. */
function describeProduct({ title, description, eur, usd }, salesChannel) {
  return {
    title,
    description,
    status: 'published',
    sales_channels: [{ id: salesChannel }],
    options: [{ title: 'Format', values: ['PDF'] }],
    variants: [
      {
        title: 'PDF',
        options: { Format: 'PDF' },
        manage_inventory: false,
        prices: [
          { currency_code: 'eur', amount: eur },
          { currency_code: 'usd', amount: usd },
        ],
      },
    ],
  }
}

async function createOwner(container) {
  const [email, password] = [process.env.OWNER_EMAIL, process.env.OWNER_PASSWORD]
  const { result: users } = await createUsersWorkflow(container).run({ input: { users: [{ email }] } })
  const auth = container.resolve('auth')
  const { authIdentity } = await auth.register('emailpass', { body: { email, password } })
  await auth.updateAuthIdentities({ id: authIdentity.id, app_metadata: { user_id: users[0].id } })
}

/** Tells the storefront the key that it sends with each request. It is no secret. */
async function publishKey(container) {
  const [key] = await container.resolve('api_key').listApiKeys({ type: 'publishable' })
  writeFileSync(process.env.PUBLISHABLE_KEY_FILE, key.token)
}
