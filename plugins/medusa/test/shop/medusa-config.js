import { join } from 'node:path'
import { defineConfig } from '@medusajs/framework/utils'
import { endWithParent, nameOrders } from './bench.js'

const { env } = process
endWithParent()
nameOrders()
const plugin = join(import.meta.dirname, '../..')

export default defineConfig({
  projectConfig: {
    databaseUrl: env.DATABASE_URL,
    http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'test', cookieSecret: 'test' },
  },
  admin: { disable: true },
  plugins: [{ resolve: plugin, options: {} }],
  modules: [
    { key: 'event_bus', resolve: join(import.meta.dirname, 'event-bus.js') },
    {
      resolve: '@medusajs/medusa/payment',
      options: {
        providers: [
          // Another provider with the same id.
          {
            resolve: '@medusajs/medusa/payment-stripe',
            id: 'shop',
            options: { apiKey: 'sk_test', webhookSecret: 'whsec_dGVzdA==' },
          },
          {
            resolve: join(plugin, '.medusa/server/src/providers/crypto-checkout/index.js'),
            id: 'shop',
            options: {
              baseUrl: env.CHECKOUT_URL,
              publicKey: env.CHECKOUT_PUBLIC_KEY,
              secretKey: env.CHECKOUT_SECRET_KEY,
              webhookSecret: env.WEBHOOK_SECRET,
              orderWhen: env.ORDER_WHEN,
              ...(env.METHODS && { methods: JSON.parse(env.METHODS) }),
            },
          },
        ],
      },
    },
  ],
})
