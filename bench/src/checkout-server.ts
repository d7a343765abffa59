/**
 * The checkout as merchants mount it: production keys, SQLite on disk, every POST synced before its 201. A second
 * argument adds two networks.
 */
import { createApiKey } from '@crypto-checkout/core'
import { getQrPngCounters } from '@crypto-checkout/core/testing'
import { mount } from '@crypto-checkout/express'
import express from 'express'
import { openBench } from './open.ts'
import { serveBench } from './serve.ts'
import { benchOptions, withMoreNetworks } from './setup.ts'

const [path = '', more] = process.argv.slice(2)
const options = benchOptions(path)
const checkout = await openBench(more ? withMoreNetworks(options) : options)
const key = await createApiKey(checkout.context, { environment: 'production' })
process.send?.({ key: { publicKey: key.publicKey, secretKey: key.secretKey } })

const app = express()
app.use(mount(checkout, console.error))
await serveBench(app, { read: () => ({ ...getQrPngCounters() }) })
