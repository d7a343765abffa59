/**
 * The checkout with production keys, SQLite on disk, every POST synced before its 201: as the standalone server, and, on
 * a port of its own, as merchants mount it in Express. A second argument adds two networks.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createApiKey } from '@crypto-checkout/core'
import { getQrPngCounters } from '@crypto-checkout/core/testing'
import { mount } from '@crypto-checkout/express'
import express from 'express'
import { createServerApp } from '../../packages/server/src/serving/http-server.ts'
import { openMetrics } from '../../packages/server/src/serving/metrics.ts'
import { openBench } from './open.ts'
import { serveBench } from './serve.ts'
import { benchOptions, withMoreNetworks } from './setup.ts'

const [path = '', more] = process.argv.slice(2)
const options = benchOptions(path)
const checkout = await openBench(more ? withMoreNetworks(options) : options)
const key = await createApiKey(checkout.context, { environment: 'production' })

const app = express()
app.use(mount(checkout, console.error))
const mounted = app.listen(0, '127.0.0.1')
await once(mounted, 'listening')
const { port } = mounted.address() as AddressInfo
process.send?.({
  key: { publicKey: key.publicKey, secretKey: key.secretKey },
  mountedUrl: `http://127.0.0.1:${port}`,
})

const operated = { checkout, metrics: openMetrics(options.database), isDraining: () => false }
const standalone = createServerApp({
  operated,
  log: { line: console.error },
  trustProxy: 'loopback',
  withMetrics: false,
})
await serveBench(standalone, { read: () => ({ ...getQrPngCounters() }) })
