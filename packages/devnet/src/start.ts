import { join } from 'node:path'
import { CCTP_DOMAINS } from '@crypto-checkout/contracts/conversion'
import { type StellarDevnet, type StellarDevnetOptions, startStellarDevnet } from '@crypto-checkout/stellar-devnet'
import { DEFAULT_PACE } from '@crypto-checkout/stellar-devnet/runtime'
import { MERCHANT, PAYER } from './accounts.ts'
import { type LocalAttester, startAttester } from './attester.ts'
import { checkOptions } from './check-options.ts'
import { giveCoins } from './faucet.ts'
import {
  type Coin,
  type DefaultNetworkName,
  defaultNetworks,
  describeNetwork,
  type LocalNetworkName,
  type LocalNetworks,
  NETWORKS,
  type NetworkName,
} from './networks.ts'
import { createPayer, type TestPayer } from './payer.ts'
import { type ChainOptions, DEFAULTS } from './supervisor-options.ts'
import { type Supervisor, startSupervisor } from './supervisor-process.ts'

/** `Name`: the networks that were started */
export type Devnet<Name extends LocalNetworkName = DefaultNetworkName> = {
  networks: Pick<LocalNetworks, Name>
  /** The same at every start. Their keys are public test keys: for these networks only. */
  accounts: { merchant: string; payer: string }
  /** true if a chain began anew: at the first start, or if its saved state was missing or unusable */
  fresh: boolean
  payer: TestPayer
  /** Attests burns of USDC between these networks, as Circle does. */
  attester: LocalAttester
  /**
   * Gives `amount` millionths of each coin (default: a thousand coins) and one ETH or POL on every started network, or only as
   * `only` selects. An address on Stellar gets 10,000 XLM, and the coins that its account trusts. They have arrived
   * when it resolves; with `blockTimeMs: 0` they arrive with the next block.
   * @throws if `address` is invalid or the transaction failed
   */
  faucet(address: string, amount?: bigint, only?: { network?: Name; cryptocurrency?: Coin }): Promise<void>
  /** Saves the chains, if a folder was given, and ends them. Resolves when their processes have ended. */
  stop(): Promise<void>
}

export type DevnetOptions<Name extends LocalNetworkName = DefaultNetworkName> = {
  /** The networks to start; default: `ethereum` and `polygon` */
  networks?: readonly Name[]
  /** Chain ids in place of the local ones, for tests of a network with the id of its public chain */
  chainIds?: Partial<Record<NetworkName, number>>
  /**
   * Each chain is stored in a subfolder of this folder; if absent, nothing is stored. Only one devnet at a time can use
   * a folder.
   */
  dataDir?: string
  /**
   * The ports where networks and the attester listen, if they are free; default: the last ones of `dataDir` for
   * networks, or any
   */
  ports?: Partial<Record<Name | 'attester', number>>
  /** Milliseconds between blocks, default 1000. 0: blocks come only on request (`mine` of `/testing`) */
  blockTimeMs?: number
  /**
   * `finalized` is the head minus twice this number of blocks; default 1. With 32, reorganisations of 64 blocks are
   * possible below it.
   */
  slotsInAnEpoch?: number
  /** Receives problems that do not end the start: saved state that is unusable, a chain that died */
  log?: (line: string) => void
}

/**
 * Starts a local Ethereum and a local Polygon with USDC, USDT, DAI and price feeds on each. Continues the chains of
 * `dataDir` if there are any.
 *
 *     const devnet = await startDevnet({ dataDir: './data' })
 *     await devnet.payer.send({ network: 'polygon', cryptocurrency: 'DAI', to, amount: 12_500_000n }) // '0x…'
 *     await devnet.stop()
 *
 * @throws TypeError for misspelt options; if the platform has no anvil, or another process holds the data directory for
 * more than ten seconds
 */
export async function startDevnet<const Name extends LocalNetworkName = DefaultNetworkName>(
  options: DevnetOptions<Name> = {},
): Promise<Devnet<Name>> {
  checkOptions(options)
  const { blockTimeMs = 1_000 } = options
  const names: readonly LocalNetworkName[] = options.networks ?? defaultNetworks
  const { supervisor, stellar } = await startAll(names, options)
  const chains = supervisor?.chains ?? []
  const burning = chains.map(({ name, rpcUrl }) => ({ domain: CCTP_DOMAINS[name], rpcUrl }))
  const { stop: stopAttester, ...attester } = await startAttester(burning, options.ports?.attester ?? 0)
  const networks: Partial<LocalNetworks> = Object.fromEntries(
    chains.map(({ name, rpcUrl }) => [
      name,
      describeNetwork(name, { rpcUrl, chainId: getChainId(name, options), attester: attester.url }),
    ]),
  )
  if (stellar) networks.stellar = stellar.network
  return {
    networks: networks as Pick<LocalNetworks, Name>,
    accounts: { merchant: MERCHANT, payer: PAYER },
    fresh: chains.some((chain) => chain.fresh) || stellar?.fresh === true,
    payer: createPayer(chains, stellar?.payer),
    attester,
    async faucet(address, amount, { network, cryptocurrency } = {}) {
      if (stellar && (network === 'stellar' || (network === undefined && address.startsWith('G')))) {
        await stellar.faucet(address, amount, cryptocurrency)
        return
      }
      const chosen = chains.filter(({ name }) => network === undefined || name === network)
      const coins = cryptocurrency && [cryptocurrency]
      await Promise.all(chosen.map(({ rpcUrl }) => giveCoins(rpcUrl, address, { amount, coins, blockTimeMs })))
    },
    async stop() {
      await Promise.all([supervisor?.stop(), stellar?.stop(), stopAttester()])
    },
  }
}

function getChainId(name: NetworkName, { chainIds = {} }: Pick<DevnetOptions<LocalNetworkName>, 'chainIds'>): number {
  return chainIds[name] ?? NETWORKS[name].chainId
}

type Started = { supervisor: Supervisor | undefined; stellar: StellarDevnet | undefined }

/** Starts all at the same time. If one does not start, none is left running. */
async function startAll(
  names: readonly LocalNetworkName[],
  options: DevnetOptions<LocalNetworkName>,
): Promise<Started> {
  const { log = () => undefined } = options
  const evm = names.filter((name): name is NetworkName => name !== 'stellar')
  const chains = evm.map((name) => createChainOptions(name, options))
  const logStellar = (line: string) => log(`stellar: ${line}`)
  const [supervisor, stellar] = await Promise.all([
    settleAll(chains.length > 0 ? [startSupervisor(chains, (name, line) => log(`${name}: ${line}`))] : []),
    settleAll(names.includes('stellar') ? [startStellarDevnet(createStellarOptions(options, logStellar))] : []),
  ])
  const [failure] = [...supervisor.failures, ...stellar.failures]
  if (failure === undefined) return { supervisor: supervisor.values[0], stellar: stellar.values[0] }
  await Promise.all([...supervisor.values, ...stellar.values].map((started) => started.stop()))
  throw failure
}

async function settleAll<T>(work: readonly Promise<T>[]): Promise<{ values: T[]; failures: unknown[] }> {
  const results = await Promise.allSettled(work)
  return {
    values: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    failures: results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
  }
}

function createStellarOptions(
  options: DevnetOptions<LocalNetworkName>,
  log: (line: string) => void,
): StellarDevnetOptions {
  const { dataDir, ports = {}, blockTimeMs = 1_000 } = options
  return {
    ...{ pace: { blockTimeMs }, log },
    ...(dataDir === undefined ? {} : { dataDir: join(dataDir, 'stellar') }),
    ...(ports.stellar === undefined ? {} : { port: ports.stellar }),
  }
}

function createChainOptions(name: NetworkName, options: DevnetOptions<LocalNetworkName>): ChainOptions {
  const { dataDir, ports = {}, blockTimeMs = 1_000, slotsInAnEpoch = DEFAULTS.slotsInAnEpoch } = options
  const { saveEveryMs, lockTimeoutMs } = DEFAULTS
  return {
    name,
    chainId: getChainId(name, options),
    slotsInAnEpoch,
    ...(dataDir === undefined ? {} : { dir: join(dataDir, name) }),
    ...(ports[name] === undefined ? {} : { port: ports[name] }),
    pace: { ...DEFAULT_PACE, blockTimeMs },
    saveEveryMs,
    lockTimeoutMs,
  }
}
