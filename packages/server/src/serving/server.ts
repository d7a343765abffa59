/** The server: what it starts, in which order, and how it stops. */
import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CheckoutError,
  ConfigError,
  createCheckout,
  forgetLostChain,
  giveLocalWallets,
  inviteFirstOwner,
  nameHost,
  type Payment,
} from '@crypto-checkout/core'
import { readDashboard } from '@crypto-checkout/dashboard/assets'
import { widgetAssets } from '@crypto-checkout/widget/assets'
import type { HomeFacts } from '../home/home-page.ts'
import { createHome, type ServeHome } from '../home/serve-home.ts'
import { formatBanner } from '../local/banner.ts'
import { configureLocal, type LocalDevnet, startLocalNetworks } from '../local/local-networks.ts'
import { writeNote } from '../local/note.ts'
import { ensureSandboxKeys, type KeyPair } from '../local/sandbox-keys.ts'
import { lockData } from '../setup/data-lock.ts'
import type { Settings } from '../setup/settings.ts'
import { createOperatorApp, createServerApp, drain, HOST, listen } from './http-server.ts'
import { combineObservers, type Log } from './log.ts'
import { type Metrics, openMetrics } from './metrics.ts'
import { isFromHere, isLoopback } from './operator-routes.ts'

type Undo = (step: () => unknown) => void

/** The address to listen on; a null port means the next free one. */
type ListenAddress = { readonly port: number | null; readonly host: string }

/** Starts everything. Stops it in reverse order, also if the start fails half-way. */
export async function startServer(settings: Settings, address: ListenAddress, log: Log) {
  const steps: (() => unknown)[] = []
  const stop = async () => {
    for (let step = steps.pop(); step; step = steps.pop()) await step()
  }
  try {
    return { ...(await startParts({ settings, address, log }, (step) => steps.push(step))), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Begin = { readonly settings: Settings; readonly address: ListenAddress; readonly log: Log }

type Started = {
  /** The URL on which the server listens. */
  readonly url: string
  /** The printed keys of the sandbox on local networks. */
  readonly keys: KeyPair | null
}

async function startParts({ settings, address, log }: Begin, undo: Undo): Promise<Started> {
  requirePublicUrl(settings, address.host)
  // First, because the widget may not be built.
  const assets = widgetAssets()
  undo(lockData(settings.dataDir))
  const devnet = settings.file === null ? await startSandbox(settings.dataDir, log) : null
  if (devnet) undo(devnet.stop)
  const { metrics: own } = settings.config
  const operators = own ? await listenForOperators(own, log) : null
  if (operators) undo(() => drain(operators))
  const { server, port } = await listen(address.port, address.host)
  undo(() => drain(server))
  const url = `http://${inUrl(address.host)}:${port}`
  const publicUrl = settings.publicUrl ?? url
  const metrics = openMetrics(settings.database)
  const loopbackOnly = isLoopback(address.host)
  const checkout = openCheckout({ settings, publicUrl, loopbackOnly, devnet, assets, log, metrics })
  let draining = false
  undo(async () => {
    draining = true
    checkout.endStreams()
    await drain(server)
    await checkout.stop()
  })
  writeNote(settings.dataDir, {
    publicUrl,
    networks: devnet?.networks ?? null,
    merchantWallet: devnet?.accounts.merchant ?? null,
  })
  const operated = { checkout, metrics, isDraining: () => draining }
  const { trustProxy } = settings.config
  // Behind a proxy on this machine, every request seems to come from here.
  const isLocal = loopbackOnly && isLoopback(new URL(publicUrl).hostname)
  const withMetrics = !operators && isLocal
  let home: ServeHome | null = null
  server.on('request', createServerApp({ operated, log, trustProxy, withMetrics, findHome: () => home }))
  operators?.on('request', createOperatorApp(operated, log))
  if (devnet) await goOnWith(checkout, log)
  await checkout.start()
  const keys = devnet && (await equipMerchant(checkout, devnet, settings.dataDir))
  if (devnet && keys && isLocal)
    home = createHome(checkout, describeHome(checkout, { publicUrl, devnet, keys }), isFromHere)
  if (devnet && keys) log.info(await sandboxBanner({ checkout, publicUrl, devnet, key: keys }))
  await printFirstLink(checkout, log)
  return { url, keys }
}

function startSandbox(dataDir: string, log: Log): Promise<LocalDevnet> {
  log.info('Starting a local Stellar, Ethereum and Polygon: about 5 seconds.')
  return startLocalNetworks(dataDir, log.line)
}

type Sandbox = { readonly publicUrl: string; readonly devnet: LocalDevnet; readonly keys: KeyPair }

function describeHome({ context }: Opened, { publicUrl, devnet, keys }: Sandbox): HomeFacts {
  const { evm, stellar } = listWallets(devnet)
  const wallets = { ethereum: evm, polygon: evm, stellar }
  const { dashboard, docs } = context.settings
  return { publicUrl, keys, wallets, dashboard: dashboard ? `${nameHost(publicUrl)}/dashboard/` : null, docs }
}

/** Gives the merchant what it needs to sell on the local networks: wallets, and the keys to print. */
async function equipMerchant(checkout: Opened, devnet: LocalDevnet, dataDir: string): Promise<KeyPair> {
  await giveLocalWallets(checkout, listWallets(devnet), devnet.networks.ethereum.rpcUrl)
  return ensureSandboxKeys(checkout, dataDir)
}

/** The merchant's wallets on the local networks. */
function listWallets({ networks, accounts }: LocalDevnet) {
  return { evm: accounts.merchant, stellar: networks.stellar.accounts.merchant }
}

/** While nobody has an account, the reader of this text makes the first one. */
async function printFirstLink({ context }: Opened, log: Log): Promise<void> {
  const url = context.settings.dashboard ? await inviteFirstOwner(context) : null
  if (url === null) return
  log.info(`Make the first account of the dashboard, within 15 minutes. The link works once:\n\n  ${url}\n`)
}

async function listenForOperators({ port, host = HOST }: { port: number; host?: string | undefined }, log: Log) {
  const listening = await listen(port, host)
  log.info(`metrics on http://${inUrl(host)}:${listening.port}/metrics`)
  return listening.server
}

/** Without a public URL, links would lead to this machine, and the server would believe that only this machine can reach it. */
function requirePublicUrl({ publicUrl }: Settings, host: string): void {
  if (publicUrl !== null || isLoopback(host)) return
  throw new ConfigError(
    `publicUrl: required when the server listens on ${host}. Set PUBLIC_URL to the address at which payers reach it`,
  )
}

function inUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
}

type Opening = {
  readonly settings: Settings
  readonly publicUrl: string
  readonly loopbackOnly: boolean
  readonly devnet: LocalDevnet | null
  readonly assets: ReturnType<typeof widgetAssets>
  readonly log: Log
  readonly metrics: Metrics
}

function openCheckout({ settings, publicUrl, loopbackOnly, devnet, assets, log, metrics: { observer } }: Opening) {
  return createCheckout({
    dashboard: true,
    docs: true,
    ...settings.config,
    ...(devnet ? { ...configureLocal(devnet.networks, settings.dataDir), testPayer: devnet.payer } : {}),
    database: settings.database,
    publicUrl,
    loopbackOnly,
    requireNetworks: true,
    assets,
    loadDashboard: () => readDashboard(),
    log: log.line,
    observer: combineObservers(observer, log),
  })
}

type Opened = ReturnType<typeof openCheckout>

/** A local chain that was killed between two saves has lost its last blocks. */
async function goOnWith({ context }: Opened, log: Log): Promise<void> {
  for (const network of context.networks) {
    if (await forgetLostChain(context, network)) {
      log.line(`The local ${network.name} does not know the last block that was read. Its sandbox starts from scratch.`)
    }
  }
}

const READY_FOR_S = 24 * 3_600
const TRIES = 60
const TRY_EVERY_MS = 500

type PaymentInput = Parameters<Opened['sandbox']['payments']['create']>[0]

/** On a slow machine, the first read of a local network takes longer than the start waits. */
async function firstPayment(checkout: Opened, input: PaymentInput, triesLeft = TRIES): Promise<Payment> {
  try {
    return await checkout.sandbox.payments.create(input)
  } catch (error) {
    const isEarly = error instanceof CheckoutError && error.code === 'not_ready'
    if (!isEarly || triesLeft === 0) throw error
    await sleep(TRY_EVERY_MS)
    return firstPayment(checkout, input, triesLeft - 1)
  }
}

type Greeting = {
  readonly checkout: Opened
  readonly publicUrl: string
  readonly devnet: LocalDevnet
  readonly key: KeyPair
}

async function sandboxBanner({ checkout, publicUrl, devnet, key }: Greeting): Promise<string> {
  const payment = await firstPayment(checkout, {
    amount: 25,
    currency: 'USD',
    cryptocurrency: 'USDC',
    network: 'ethereum',
    merchantWallet: devnet.accounts.merchant,
    expiresIn: READY_FOR_S,
    metadata: { order: 'first' },
  })
  return formatBanner({ publicUrl, key, payment, devnet })
}
