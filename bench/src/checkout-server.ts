/** The checkout as merchants mount it: production keys, SQLite on disk, every POST synced before its 201. */
import { createApiKey } from '@crypto-checkout/core'
import { getQrPngCounters } from '@crypto-checkout/core/testing'
import { mount } from '@crypto-checkout/express'
import express from 'express'
import { openBench } from './open.ts'
import { serveBench } from './serve.ts'
import { benchOptions } from './setup.ts'

const [path = ''] = process.argv.slice(2)
const checkout = await openBench(benchOptions(path))
const key = await createApiKey(checkout.context, { environment: 'production' })
process.send?.({ key: { publicKey: key.publicKey, secretKey: key.secretKey } })

const app = express()
app.use(mount(checkout, console.error))
await serveBench(app, { read: () => ({ ...getQrPngCounters() }) })
