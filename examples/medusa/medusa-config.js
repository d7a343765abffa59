import { defineConfig } from '@medusajs/framework/utils'

const { env } = process

export default defineConfig({
  projectConfig: {
    databaseUrl: env.DATABASE_URL,
    http: {
      storeCors: env.STORE_CORS,
      adminCors: env.ADMIN_CORS,
      authCors: env.ADMIN_CORS,
      jwtSecret: env.JWT_SECRET,
      cookieSecret: env.COOKIE_SECRET,
    },
  },
  // The panel on an order's page in the dashboard.
  plugins: ['@crypto-checkout/medusa'],
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      options: {
        providers: [
          {
            // As `pp_crypto-checkout_shop` in regions, with its webhook at /hooks/payment/crypto-checkout_shop.
            resolve: '@crypto-checkout/medusa/providers/crypto-checkout',
            id: 'shop',
            options: {
              baseUrl: env.CHECKOUT_URL,
              publicKey: env.CHECKOUT_PUBLIC_KEY,
              secretKey: env.CHECKOUT_SECRET_KEY,
              webhookSecret: env.CHECKOUT_WEBHOOK_SECRET,
            },
          },
        ],
      },
    },
  ],
})
