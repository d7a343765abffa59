import { join } from 'node:path'
import { MERCHANT, PAYER } from './accounts.ts'
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

export { giveCoins } from './faucet.ts'
export { type Coin, coinNames, type NetworkName, networkNames, type Priced } from './networks.ts'
export type { TestPayer, TestTransfer } from './payer.ts'

export type LocalNetwork = {
  /** On the loopback address, over http; open to every program of this machine */
  rpcUrl: string
  chainId: number
  /** The same on every network and at every start, as are the feeds */
  coins: Record<Coin, LocalCoin>
  /** Chainlink's AggregatorV3Interface with 8 decimals: what one unit costs in USD */
  feeds: Record<Priced, { address: string }>
}

/** `Name`: the networks that were started */
export type Devnet<Name extends NetworkName = NetworkName> = {
  networks: Record<Name, LocalNetwork>
  /** The same at every start. Their keys are public test keys: for these networks only. */
  accounts: { merchant: string; payer: string }
  /** true when a chain began anew: first start, or its saved state was missing or cannot be used */
  fresh: boolean
  payer: TestPayer
  /**
   * Gives `amount` millionths of each coin (a thousand coins unless told) and one ETH or POL on every network, or only
   * what is asked for. They are there when it resolves; with `blockTimeMs: 0` they come with the next block.
   * @throws where `address` is none or the transaction failed
   */
  faucet(address: string, amount?: bigint, only?: { network?: Name; cryptocurrency?: Coin }): Promise<void>
  /** Saves the chains, where a folder was given, and ends them; resolves when their processes are gone. */
  stop(): Promise<void>
}

export type DevnetOptions<Name extends NetworkName = NetworkName> = {
  /** Which networks are started; both unless told */
  networks?: readonly Name[]
  /** The chains are kept in `ethereum/` and `polygon/` below it; absent: nothing is kept. One devnet at a time for a folder. */
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
 * @throws where the platform has no anvil, or another process holds the data directory for more than ten seconds
 */
export async function startDevnet<const Name extends NetworkName = NetworkName>(
  options: DevnetOptions<Name> = {},
): Promise<Devnet<Name>> {
  const { blockTimeMs = 1_000 } = options
  if (!Number.isSafeInteger(blockTimeMs) || blockTimeMs < 0) throw new Error(`Not a block time: ${blockTimeMs}`)
  const names = options.networks ?? (networkNames as readonly Name[])
  const keepers = await startKeepers(names, options)
  const networks = Object.fromEntries(keepers.map(({ name, rpcUrl }) => [name, describe(name, rpcUrl)]))
  return {
    networks: networks as Record<Name, LocalNetwork>,
    accounts: { merchant: MERCHANT, payer: PAYER },
    fresh: keepers.some((keeper) => keeper.fresh),
    payer: createPayer(keepers),
    async faucet(address, amount, { network, cryptocurrency } = {}) {
      const asked = keepers.filter(({ name }) => network === undefined || name === network)
      const coins = cryptocurrency && [cryptocurrency]
      await Promise.all(asked.map(({ rpcUrl }) => giveCoins(rpcUrl, address, { amount, coins, blockTimeMs })))
    },
    async stop() {
      await Promise.all(keepers.map((keeper) => keeper.stop()))
    },
  }
}

function describe(name: NetworkName, rpcUrl: string): LocalNetwork {
  return { rpcUrl, chainId: NETWORKS[name].chainId, coins: COINS, feeds: FEEDS }
}

type Named<Name> = Keeper & { name: Name }

/** At the same time. Where one does not start, none is left running. */
async function startKeepers<Name extends NetworkName>(
  names: readonly Name[],
  options: DevnetOptions<Name>,
): Promise<Named<Name>[]> {
  const { log = () => undefined } = options
  const results = await Promise.allSettled(
    names.map(async (name) => {
      const keeper = await startKeeper(keeperOptions(name, options), (line) => log(`${name}: ${line}`))
      return { ...keeper, name }
    }),
  )
  const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = results.find((result) => result.status === 'rejected')
  if (!failed) return started
  await Promise.all(started.map((keeper) => keeper.stop()))
  throw failed.reason
}

function keeperOptions(name: NetworkName, options: DevnetOptions): KeeperOptions {
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
