/** `sandbox: 'local'`: networks on this machine that start and stop with the checkout. */
import { renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createHttpRpc } from '../chains/rpc.ts'
import type { TestPayer } from '../context/context.ts'
import { findProven } from '../merchants/wallets/wallet.ts'
import { forgetLostChain } from '../watcher/read.ts'
import { type Checkout, DEFAULT_DATABASE } from './checkout.ts'
import { type CheckoutConfig, ConfigError } from './config.ts'
import { createLocalConfig, LOCAL_GAS_KEY, type LocalNetworks } from './local-config.ts'

/** The parts of @crypto-checkout/devnet that are used. The package is optional. */
export type DevnetModule = {
  planDevnet(options: { readonly dataDir?: string; readonly log: (line: string) => void }): PlannedNetworks
}

type PlannedNetworks = {
  /** Known before they run. */
  readonly networks: LocalNetworks
  readonly wallets: { readonly evm: string; readonly stellar: string }
  readonly payer: TestPayer
  start(): Promise<void>
  stop(): Promise<void>
}

export type LocalSandbox = {
  readonly options: { readonly sandbox: NonNullable<CheckoutConfig['sandbox']>; readonly testPayer: TestPayer }
  /** Starts the networks. Resolves when the checkout can read them. */
  start(checkout: Pick<Checkout, 'context'>): Promise<void>
  giveWallets(checkout: Pick<Checkout, 'sandbox' | 'context'>): Promise<void>
  stop(): Promise<void>
}

const GAS_KEY = 'CHECKOUT_LOCAL_GAS_KEY'

/** Throws ConfigError if the package with the local networks is not installed. */
export function openLocalSandbox(
  loadDevnet: (() => DevnetModule) | undefined,
  { database = DEFAULT_DATABASE, publicUrl }: Pick<CheckoutConfig, 'database' | 'publicUrl'>,
  log: (line: string) => void,
): LocalSandbox {
  const { planDevnet } = requireDevnet(loadDevnet)
  const dataDir = findLocalDataDir(database)
  const planned = planDevnet({ log, ...(dataDir === null ? {} : { dataDir }) })
  process.env[GAS_KEY] ??= LOCAL_GAS_KEY
  const sandbox = createLocalConfig(planned.networks, { gasKey: { env: GAS_KEY }, gasless: ['ethereum', 'polygon'] })
  return {
    options: { sandbox, testPayer: planned.payer },
    async start({ context }) {
      await planned.start()
      if (dataDir !== null) writeNote(dataDir, { publicUrl, planned })
      // A local chain that was killed between two saves has lost its last blocks.
      for (const network of context.networks) {
        if (network.environment === 'sandbox' && (await forgetLostChain(context, network)))
          log(`The local ${network.name} does not know the last block that was read. Its sandbox starts from scratch.`)
      }
    },
    giveWallets: (checkout) => giveLocalWallets(checkout, planned.wallets, planned.networks.ethereum.rpcUrl),
    stop: planned.stop,
  }
}

/**
 * Gives the sandbox's merchant the wallets of the local networks, unless it has some. The local Ethereum signs for the
 * wallet there, which proves it. So money can be settled on another network at once.
 */
export async function giveLocalWallets(
  { sandbox, context }: Pick<Checkout, 'sandbox' | 'context'>,
  { evm, stellar }: PlannedNetworks['wallets'],
  rpcUrl: string,
): Promise<void> {
  const { id, settings } = await sandbox.merchant.retrieve()
  if (Object.keys(settings.wallets).length === 0)
    await sandbox.merchant.updateSettings({ wallets: { ethereum: evm, polygon: evm, stellar } })
  else if (settings.wallets.ethereum !== evm) return
  const chain = context.network('sandbox', 'ethereum')?.chain
  if (!chain || (await findProven(context.db, id, chain.id, [evm])).size > 0) return
  const wallet = { network: 'ethereum', address: evm }
  const { message } = await sandbox.wallets.challenge(wallet)
  const text = `0x${Buffer.from(message).toString('hex')}`
  const signature = String(await createHttpRpc(rpcUrl)('personal_sign', [text, evm]))
  await sandbox.wallets.prove({ ...wallet, message, signature })
}

function requireDevnet(load: (() => DevnetModule) | undefined): DevnetModule {
  try {
    if (load) return load()
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'
    if (!isMissing) throw error
  }
  throw new ConfigError(
    "sandbox: 'local' needs the package @crypto-checkout/devnet, which runs the networks: install it as a development dependency",
  )
}

type Noted = { readonly publicUrl: string | undefined; readonly planned: PlannedNetworks }

/** For commands beside the app: the file that a server writes to its data directory. */
function writeNote(dataDir: string, { publicUrl, planned }: Noted): void {
  const note = { publicUrl, networks: planned.networks, merchantWallet: planned.wallets.evm }
  const file = join(dataDir, 'server.json')
  // A command that reads meanwhile sees the old note or the new one.
  writeFileSync(`${file}.new`, JSON.stringify(note), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Beside a database that is a file; null for one in memory, whose networks are not kept either. */
export function findLocalDataDir(database: string): string | null {
  if (database === 'sqlite::memory:') return null
  const [, file] = /^sqlite:(.+)$/.exec(database) ?? []
  return resolve(file === undefined ? 'data' : dirname(file), 'local-networks')
}
