import { join } from 'node:path'
import { MERCHANT, PAYER } from './accounts.ts'
import { checkOptions } from './check-options.ts'
import { giveCoins } from './faucet.ts'
import { DEFAULTS, type KeeperOptions } from './keeper-options.ts'
import { type Keeper, startKeeper } from './keeper-process.ts'
import {
  COINS,
  type Coin,
  FEEDS,
  type LocalCoin,
  NETWORKS,
  type NetworkName,
  networkNames,
  type Priced,
} from './networks.ts'
import { createPayer, type TestPayer } from './payer.ts'
import { giveStellarCoins } from './stellar/give-coins.ts'
import type { LocalStellarNetwork } from './stellar/local-network.ts'
import type { StellarOptions, StellarProcess } from './stellar/start.ts'

export { giveCoins } from './faucet.ts'
export { type Coin, coinNames, type NetworkName, networkNames, type Priced } from './networks.ts'
export type { TestPayer, TestTransfer } from './payer.ts'
export { giveStellarCoins } from './stellar/give-coins.ts'
export type { LocalStellarNetwork } from './stellar/local-network.ts'

export type LocalNetwork = {
  /** On the loopback address, over http; open to every program of this machine */
  rpcUrl: string
  chainId: number
  /** The same on every network and at every start, as are the feeds */
  coins: Record<Coin, LocalCoin>
  /** Chainlink's AggregatorV3Interface with 8 decimals: what one unit costs in USD */
  feeds: Record<Priced, { address: string }>
}

export type LocalNetworkName = NetworkName | 'stellar'
type LocalNetworks = Record<NetworkName, LocalNetwork> & { stellar: LocalStellarNetwork }

/** `Name`: the networks that were started */
export type Devnet<Name extends LocalNetworkName = NetworkName> = {
  networks: Pick<LocalNetworks, Name>
  /** The same at every start. Their keys are public test keys: for these networks only. */
  accounts: { merchant: string; payer: string }
  /** true when a chain began anew: first start, or its saved state was missing or cannot be used */
  fresh: boolean
  payer: TestPayer
  /**
   * Gives `amount` millionths of each coin (a thousand coins unless told) and one ETH or POL on every network, or only
   * what is asked for. To an address of Stellar: 10,000 XLM, and the coins that its account trusts. They are there when
   * it resolves; with `blockTimeMs: 0` they come with the next block.
   * @throws where `address` is none or the transaction failed
   */
  faucet(address: string, amount?: bigint, only?: { network?: Name; cryptocurrency?: Coin }): Promise<void>
  /** Saves the chains, where a folder was given, and ends them; resolves when their processes are gone. */
  stop(): Promise<void>
}

export type DevnetOptions<Name extends LocalNetworkName = NetworkName> = {
  /** Which networks are started; `ethereum` and `polygon` unless told */
  networks?: readonly Name[]
  /** The chains are kept in a folder for each below it; absent: nothing is kept. One devnet at a time for a folder. */
  dataDir?: string
  /** Milliseconds between blocks, 1000 unless told; 0: blocks come only when they are asked for (`mine` of `/testing`) */
  blockTimeMs?: number
  /** `finalized` is the head minus twice as many blocks: 1 unless told. With 32, reorganisations of 64 blocks are possible below it. */
  slotsInAnEpoch?: number
  /** Hears what went wrong without ending the start: saved state that could not be used, a chain that died */
  log?: (line: string) => void
}

/**
 * Starts a local Ethereum and a local Polygon with USDC, USDT, DAI and price feeds on each, and goes on with the chains
 * of `dataDir` where there are some.
 *
 *     const devnet = await startDevnet({ dataDir: './data' })
 *     await devnet.payer.send({ network: 'polygon', cryptocurrency: 'DAI', to, amount: 12_500_000n }) // '0x…'
 *     await devnet.stop()
 *
 * @throws TypeError for options that are misspelt; where the platform has no anvil, or another process holds the data directory for more than ten seconds
 */
export async function startDevnet<const Name extends LocalNetworkName = NetworkName>(
  options: DevnetOptions<Name> = {},
): Promise<Devnet<Name>> {
  checkOptions(options)
  const { blockTimeMs = 1_000 } = options
  const names: readonly LocalNetworkName[] = options.networks ?? networkNames
  const { keepers, stellar } = await startAll(names, options)
  const networks: Partial<LocalNetworks> = Object.fromEntries(
    keepers.map(({ name, rpcUrl }) => [name, describe(name, rpcUrl)]),
  )
  if (stellar) networks.stellar = stellar.network
  return {
    networks: networks as Pick<LocalNetworks, Name>,
    accounts: { merchant: MERCHANT, payer: PAYER },
    fresh: keepers.some((keeper) => keeper.fresh) || stellar?.fresh === true,
    payer: createPayer(keepers, stellar),
    async faucet(address, amount, { network, cryptocurrency } = {}) {
      if (stellar && (network === 'stellar' || (network === undefined && address.startsWith('G')))) {
        await giveStellarCoins(stellar.network.horizonUrl, address, { amount, coin: cryptocurrency })
        return
      }
      const asked = keepers.filter(({ name }) => network === undefined || name === network)
      const coins = cryptocurrency && [cryptocurrency]
      await Promise.all(asked.map(({ rpcUrl }) => giveCoins(rpcUrl, address, { amount, coins, blockTimeMs })))
    },
    async stop() {
      await Promise.all([...keepers, ...(stellar ? [stellar] : [])].map((network) => network.stop()))
    },
  }
}

function describe(name: NetworkName, rpcUrl: string): LocalNetwork {
  return { rpcUrl, chainId: NETWORKS[name].chainId, coins: COINS, feeds: FEEDS }
}

type Named = Keeper & { name: NetworkName }
type Started = { keepers: Named[]; stellar: StellarProcess | undefined }

/** At the same time. Where one does not start, none is left running. */
async function startAll(
  names: readonly LocalNetworkName[],
  options: DevnetOptions<LocalNetworkName>,
): Promise<Started> {
  const { log = () => undefined } = options
  const logOf = (name: string) => (line: string) => log(`${name}: ${line}`)
  const evm = names.filter((name): name is NetworkName => name !== 'stellar')
  const [keepers, stellar] = await Promise.all([
    settleAll(evm.map(async (name) => ({ ...(await startKeeper(keeperOptions(name, options), logOf(name))), name }))),
    settleAll(names.includes('stellar') ? [startLedger(stellarOptions(options, logOf('stellar')))] : []),
  ])
  const failures = [...keepers.failures, ...stellar.failures]
  if (failures.length === 0) return { keepers: keepers.values, stellar: stellar.values[0] }
  await Promise.all([...keepers.values, ...stellar.values].map((network) => network.stop()))
  throw failures[0]
}

/** Loaded only where it is wanted: the SDK takes most of a second. */
async function startLedger(options: StellarOptions): Promise<StellarProcess> {
  const { startStellar } = await import('./stellar/start.ts')
  return await startStellar(options)
}

async function settleAll<T>(work: readonly Promise<T>[]): Promise<{ values: T[]; failures: unknown[] }> {
  const results = await Promise.allSettled(work)
  return {
    values: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    failures: results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
  }
}

function stellarOptions(options: DevnetOptions<LocalNetworkName>, log: (line: string) => void): StellarOptions {
  const { dataDir, blockTimeMs = 1_000 } = options
  const { lockTimeoutMs, idleAfterMs, idleBlockTimeMs } = DEFAULTS
  const dir = dataDir === undefined ? undefined : join(dataDir, 'stellar')
  return { dir, pace: { blockTimeMs, idleAfterMs, idleBlockTimeMs }, lockTimeoutMs, log }
}

function keeperOptions(name: NetworkName, options: DevnetOptions<LocalNetworkName>): KeeperOptions {
  const { dataDir, blockTimeMs = 1_000, slotsInAnEpoch = DEFAULTS.slotsInAnEpoch } = options
  const { saveEveryMs, lockTimeoutMs, idleAfterMs, idleBlockTimeMs } = DEFAULTS
  return {
    chainId: NETWORKS[name].chainId,
    slotsInAnEpoch,
    ...(dataDir === undefined ? {} : { dir: join(dataDir, name) }),
    pace: { blockTimeMs, idleAfterMs, idleBlockTimeMs },
    saveEveryMs,
    lockTimeoutMs,
  }
}
