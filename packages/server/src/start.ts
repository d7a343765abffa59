import { createApiKey, createCheckout, forgetLostChain } from '@crypto-checkout/core'
import type { Devnet } from '@crypto-checkout/devnet'
import { widgetAssets } from '@crypto-checkout/widget/assets'
import { serverApp } from './app.ts'
import { banner } from './banner.ts'
import { lockData } from './data-lock.ts'
import { drain, HOST, listen } from './listen.ts'
import { localConfig, startLocalNetworks, stopLocalNetworks } from './local-networks.ts'
import { readSettings, type Settings } from './settings.ts'
import { type Command, parseOptions, UsageError } from './usage.ts'

export const start: Command = {
  usage: 'start [--config FILE] [--port N] [--data DIR]',
  summary: 'Start the server. Without a configuration the sandbox runs on local networks.',
  async run(words) {
    const { values } = parseOptions(words, { port: 'string' })
    const port = parsePort(values.port ?? process.env.PORT)
    const server = await startServer(readSettings(values), port)
    console.log(`listening on ${server.url}`)
    await untilSignal()
    await server.stop()
  },
}

function parsePort(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new UsageError(`--port must be 0 to 65535, not ${text}.`)
  return port
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

/** Starts everything in the order in which it depends on each other; what fails on the way is undone. */
async function startServer(settings: Settings, wantedPort: number | null) {
  const release = lockData(settings.dataDir)
  const devnet = settings.file === null ? await startLocalNetworks(settings.dataDir, console.error) : null
  try {
    const { server, port } = await listen(wantedPort, HOST)
    const url = `http://${HOST}:${port}`
    const publicUrl = settings.publicUrl ?? url
    const checkout = openCheckout(settings, publicUrl, devnet)
    server.on('request', serverApp(checkout, settings.config.trustProxy))
    if (devnet) await goOnWith(checkout)
    await checkout.start()
    if (devnet) console.log(await sandboxBanner(checkout, publicUrl, devnet))
    return {
      url,
      async stop() {
        await drain(server)
        await checkout.stop()
        if (devnet) await stopLocalNetworks(settings.dataDir, devnet)
        release()
      },
    }
  } catch (error) {
    if (devnet) await stopLocalNetworks(settings.dataDir, devnet)
    throw error
  }
}

function openCheckout(settings: Settings, publicUrl: string, devnet: Devnet | null) {
  return createCheckout({
    ...settings.config,
    ...(devnet ? { ...localConfig(devnet), testPayer: devnet.payer } : {}),
    database: settings.database,
    publicUrl,
    assets: widgetAssets(),
  })
}

type Opened = ReturnType<typeof openCheckout>

/** A local chain that was killed between two saves has lost its last blocks. */
async function goOnWith({ context }: Opened): Promise<void> {
  for (const network of context.networks) {
    if (await forgetLostChain(context, network)) {
      console.error(`The local ${network.name} does not know the last block that was read: its sandbox starts afresh.`)
    }
  }
}

const READY_FOR_S = 24 * 3_600

async function sandboxBanner(checkout: Opened, publicUrl: string, devnet: Devnet): Promise<string> {
  const key = await createApiKey(checkout.context, { environment: 'sandbox', label: 'banner' })
  const payment = await checkout.sandbox.payments.create({
    amount: 25,
    currency: 'USD',
    cryptocurrency: 'USDC',
    network: 'ethereum',
    merchantWallet: devnet.accounts.merchant,
    expiresIn: READY_FOR_S,
    metadata: { order: 'first' },
  })
  return banner({ publicUrl, key, payment, devnet })
}
