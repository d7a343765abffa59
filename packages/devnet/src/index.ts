import { join } from 'node:path'
import { CHAIN_ID, CONTRACTS, MERCHANT, PAYER, USDC_DECIMALS } from './accounts.ts'
import { giveCoins } from './faucet.ts'
import { DEFAULTS } from './keeper-options.ts'
import { startKeeper } from './keeper-process.ts'
import { createPayer, type TestPayer } from './payer.ts'

export { giveCoins } from './faucet.ts'
export type { TestPayer, TestTransfer } from './payer.ts'

export type LocalNetwork = {
  /** On the loopback address, over http; open to every program of this machine */
  rpcUrl: string
  chainId: number
  /** `address` with its checksum (ERC-55) */
  coins: { USDC: { address: string; decimals: number } }
}

export type Devnet = {
  networks: { ethereum: LocalNetwork }
  /** The same at every start. Their keys are public test keys: for this network only. */
  accounts: { merchant: string; payer: string }
  /** true when the chain began anew: first start, or its saved state was missing or unreadable */
  fresh: boolean
  payer: TestPayer
  /**
   * Gives `amount` millionths of USDC (a thousand coins unless told) and one ETH. They are there when it resolves;
   * with `blockTimeMs: 0` they come with the next block.
   * @throws where `address` is none or the transaction failed
   */
  faucet(address: string, amount?: bigint): Promise<void>
  /** Saves the chain, where a folder was given, and ends it; resolves when its processes are gone. */
  stop(): Promise<void>
}

export type DevnetOptions = {
  /** The chain is kept in `ethereum/` below it; absent: nothing is kept. One network at a time for a folder. */
  dataDir?: string
  /** Milliseconds between blocks, 1000 unless told; 0: blocks come only when they are asked for (`mine` of `/testing`) */
  blockTimeMs?: number
  /** Hears what went wrong without ending the start: saved state that could not be used, a chain that died */
  log?: (line: string) => void
}

/**
 * Starts a local Ethereum with USDC on it, and goes on with the chain of `dataDir` where there is one.
 *
 *     const devnet = await startDevnet({ dataDir: './data' })
 *     await devnet.payer.send({ network: 'ethereum', cryptocurrency: 'USDC', to, amount: 12_500_000n }) // '0x…'
 *     await devnet.stop()
 *
 * @throws where the platform has no anvil, or another process holds the data directory for more than ten seconds
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { dataDir, blockTimeMs = 1_000, log = () => undefined } = options
  if (!Number.isSafeInteger(blockTimeMs) || blockTimeMs < 0) throw new Error(`Not a block time: ${blockTimeMs}`)
  const { saveEveryMs, lockTimeoutMs, ...idle } = DEFAULTS
  const keeper = await startKeeper(
    {
      ...(dataDir === undefined ? {} : { dir: join(dataDir, 'ethereum') }),
      pace: { blockTimeMs, ...idle },
      saveEveryMs,
      lockTimeoutMs,
    },
    log,
  )
  const { rpcUrl } = keeper
  return {
    networks: {
      ethereum: { rpcUrl, chainId: CHAIN_ID, coins: { USDC: { address: CONTRACTS.USDC, decimals: USDC_DECIMALS } } },
    },
    accounts: { merchant: MERCHANT, payer: PAYER },
    fresh: keeper.fresh,
    payer: createPayer(rpcUrl, keeper.reorganise),
    faucet: (address, amount) => giveCoins(rpcUrl, address, amount, blockTimeMs),
    stop: keeper.stop,
  }
}
