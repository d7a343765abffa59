import { createApiKey, createCheckout, forgetLostChain } from '@crypto-checkout/core'
import { widgetAssets } from '@crypto-checkout/widget/assets'
import { serverApp } from './app.ts'
import { banner } from './banner.ts'
import { lockData } from './data-lock.ts'
import { type LocalDevnet, localConfig, startLocalNetworks } from './local-networks.ts'
import { releaseMemory } from './memory.ts'
import { writeNote } from './note.ts'
import { drain, HOST, listen } from './port.ts'
import { readSettings, type Settings } from './settings.ts'
import { type Command, parseOptions, UsageError } from './usage.ts'

export const start: Command = {
  usage: 'start [--config FILE] [--port N] [--data DIR]',
  summary: 'Start the server. Without a configuration the sandbox runs on local networks.',
  async run(words) {
    const { values } = parseOptions(words, { port: 'string' })
    const port = parsePort(values.port ?? process.env.PORT)
    const settings = readSettings(values)
    const asked = askedToStop()
    const server = await startServer(settings, port)
    console.log(`listening on ${server.url}`)
    releaseMemory()
    await asked
    await server.stop()
  },
}

function parsePort(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new UsageError(`--port must be 0 to 65535, not ${text}.`)
  return port
}

const STOP_WITHIN_MS = 8_000

/**
 * Resolves with the first SIGINT or SIGTERM; later ones change nothing, because a terminal and npm both send theirs.
 * What has not ended after eight seconds ends with the process: nothing is lost that was answered.
 */
function askedToStop(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref()
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  })
}

type Undo = (step: () => unknown) => void

/** Starts everything; what was started is stopped in the opposite order, also when the start fails half-way. */
async function startServer(settings: Settings, wantedPort: number | null) {
  const steps: (() => unknown)[] = []
  const stop = async () => {
    for (let step = steps.pop(); step; step = steps.pop()) await step()
  }
  try {
    return { url: await startParts(settings, wantedPort, (step) => steps.push(step)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Answers where the server listens. */
async function startParts(settings: Settings, wantedPort: number | null, undo: Undo): Promise<string> {
  // First, since it may not be built.
  const assets = widgetAssets()
  undo(lockData(settings.dataDir))
  const devnet = settings.file === null ? await startLocalNetworks(settings.dataDir, console.error) : null
  if (devnet) undo(devnet.stop)
  const { server, port } = await listen(wantedPort, HOST)
  undo(() => drain(server))
  const url = `http://${HOST}:${port}`
  const publicUrl = settings.publicUrl ?? url
  const checkout = openCheckout(settings, publicUrl, devnet, assets)
  undo(async () => {
    await drain(server)
    await checkout.stop()
  })
  writeNote(settings.dataDir, {
    publicUrl,
    networks: devnet?.networks ?? null,
    merchantWallet: devnet?.accounts.merchant ?? null,
  })
  server.on('request', serverApp(checkout, settings.config.trustProxy))
  if (devnet) await goOnWith(checkout)
  await checkout.start()
  if (devnet) console.log(await sandboxBanner(checkout, publicUrl, devnet))
  return url
}

function openCheckout(
  settings: Settings,
  publicUrl: string,
  devnet: LocalDevnet | null,
  assets: ReturnType<typeof widgetAssets>,
) {
  return createCheckout({
    ...settings.config,
    ...(devnet ? { ...localConfig(devnet.networks, settings.dataDir), testPayer: devnet.payer } : {}),
    database: settings.database,
    publicUrl,
    assets,
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

async function sandboxBanner(checkout: Opened, publicUrl: string, devnet: LocalDevnet): Promise<string> {
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
