/** The checkout as merchants mount it: production keys, SQLite on disk, every POST synced before its 201. */
import { createApiKey, createCheckout } from '@crypto-checkout/core'
import { qrPngCounters } from '@crypto-checkout/core/testing'
import { mount } from '@crypto-checkout/express'
import express from 'express'
import { serveBench } from './serve.ts'

const [folder = ''] = process.argv.slice(2)
const token = { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: 6 }
const checkout = createCheckout({
  publicUrl: 'https://pay.example.com',
  database: `sqlite:${folder}/checkout.db`,
  plans: { starter: 1_000_000 },
  production: { networks: { polygon: { rpcUrls: ['http://127.0.0.1:9'], coins: { USDC: token } } } },
})
await checkout.ready()
const key = await createApiKey(checkout.context, { environment: 'production' })
process.send?.({ key: { publicKey: key.publicKey, secretKey: key.secretKey } })

const app = express()
app.use(mount(checkout))
await serveBench(app, { read: () => ({ ...qrPngCounters() }) })
