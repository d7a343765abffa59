/** A checkout inside an app: what its adapters for Express and for fetch have in common. */
import { printable } from '../domain/text.ts'
import type { Asset } from '../http/exchange.ts'
import { type Checkout, type CheckoutOptions, createCheckout } from './checkout.ts'
import { ConfigError } from './config.ts'
import { listConfigWarnings } from './config-warnings.ts'
import { type DevnetModule, type LocalSandbox, openLocalSandbox } from './local-sandbox.ts'

/** The options of an adapter. */
export type EmbedOptions = Omit<CheckoutOptions, 'sandbox'> & {
  /**
   * The sandbox's networks. `local` starts a Stellar, an Ethereum and a Polygon on this machine, and stops them with the
   * checkout. It needs the package @crypto-checkout/devnet.
   */
  readonly sandbox?: CheckoutOptions['sandbox'] | 'local'
}

/** The checkout as an app sees it: without the parts that belong to its adapter. */
export type EmbeddedCheckout = Omit<Checkout, 'handle' | 'bodyLimit' | 'start' | 'ready'> & {
  /** Resolves after the first read of the networks, or after three seconds. Payments can be created then. */
  ready(): Promise<void>
}

/** Parts that an adapter gives: the files of the element and of the dashboard, and the names of its own options. */
export type AdapterParts = {
  readonly readAssets: () => readonly Asset[]
  readonly readDashboard: () => readonly Asset[]
  /** Loads @crypto-checkout/devnet. */
  readonly loadDevnet: () => DevnetModule
  readonly optionNames?: readonly string[]
}

export type Embedding = Pick<Checkout, 'handle' | 'bodyLimit'> & {
  readonly checkout: EmbeddedCheckout
  readonly publicUrl: string
  readonly trustProxy: CheckoutOptions['trustProxy']
  /** Receives lines for the operator. */
  readonly log: (line: string) => void
}

/**
 * Opens a checkout that starts at once. Requests wait for the start. If it fails, every request fails with the reason:
 * nobody may be asked for money that would go unseen. Throws ConfigError for invalid options.
 */
export function embedCheckout(options: EmbedOptions, parts: AdapterParts): Embedding {
  requireSandbox(options?.sandbox)
  const log = options?.log ?? ((line) => console.error(printable(line)))
  const local = options?.sandbox === 'local' ? openLocalSandbox(parts.loadDevnet, options, log) : null
  const checkout = createCheckout(
    {
      requireNetworks: true,
      loadDashboard: parts.readDashboard,
      ...(options as CheckoutOptions),
      ...local?.options,
      assets: options?.assets ?? parts.readAssets(),
    },
    { optionNames: parts.optionNames ?? [] },
  )
  for (const warning of listConfigWarnings(options)) log(warning)
  const { handle, bodyLimit, start: _start, ...methods } = checkout
  const started = startAll(checkout, local)
  started.catch((error: unknown) => log(`the checkout could not start: ${error}`))
  return {
    bodyLimit,
    async handle(request) {
      await started
      return handle(request)
    },
    checkout: {
      ...methods,
      async ready() {
        await started
      },
      async stop() {
        await started.catch(() => {})
        await checkout.stop()
        await local?.stop()
      },
    },
    publicUrl: checkout.context.settings.publicUrl,
    trustProxy: options.trustProxy,
    log,
  }
}

function requireSandbox(sandbox: unknown): void {
  if (typeof sandbox !== 'string' || sandbox === 'local') return
  throw new ConfigError("sandbox: must be an object with networks, or 'local' for networks on this machine")
}

async function startAll(checkout: Checkout, local: LocalSandbox | null): Promise<void> {
  await checkout.ready()
  await local?.start(checkout)
  await checkout.start()
  await local?.giveWallets(checkout)
}
