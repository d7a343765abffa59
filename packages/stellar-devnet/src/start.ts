import { describeStellarNetwork, type LocalStellarNetwork } from './description.ts'
import { createFaults, type Faults } from './faults.ts'
import { type Grant, giveStellarCoins } from './give-coins.ts'
import type { Node } from './http.ts'
import type { Chain } from './ledger/chain.ts'
import { openLedger } from './ledger/open-ledger.ts'
import { payOnStellar, type StellarPayer } from './payer.ts'
import { DEFAULT_PACE, isBlockDue, type Pace, repeat } from './runtime/pace.ts'
import { serve } from './server.ts'

export type StellarDevnetOptions = {
  /** The folder of the ledgers; if absent, they are not stored. Only one network at a time can use a folder. */
  dataDir?: string
  /** The port to listen on, if it is free; default: the last one of `dataDir`, or any */
  port?: number
  /**
   * Milliseconds between ledgers; default: 1000, and 15,000 after ten minutes without a transaction. With `blockTimeMs`
   * 0 ledgers close only on request (`closeLedger` of `/testing`).
   */
  pace?: Partial<Pace>
  /** Receives problems that do not end the start: stored ledgers that are unusable, a ledger that did not close */
  log?: (line: string) => void
}

export type StellarDevnet = {
  network: LocalStellarNetwork
  /** true if the network began anew: at the first start, or if its stored ledgers were missing or unusable */
  fresh: boolean
  payer: StellarPayer
  /**
   * Gives an account 10,000 XLM, creating it if necessary, and `amount` millionths of each coin that it trusts
   * (default: a thousand coins), or only of `coin`. Resolves when the ledger that contains them is closed, or at once
   * if ledgers close only on request.
   * @throws if the address is invalid, or there is no such coin here
   */
  faucet(address: string, amount?: bigint, coin?: string): Promise<Grant>
  /** Closes a ledger with the waiting transactions, so that no accepted one is lost, and ends. */
  stop(): Promise<void>
}

/** The implementation of `startStellarDevnet` */
export async function startLedger(options: StellarDevnetOptions): Promise<StellarDevnet> {
  const { dataDir, log = () => undefined } = options
  const pace = { ...DEFAULT_PACE, ...options.pace }
  const opened = await openLedger(dataDir, log)
  const { chain } = opened
  const faults = createFaults()
  try {
    const server = await serve(
      { chain, faults, control: createControl(chain, faults), closesItself: pace.blockTimeMs > 0 },
      options.port ?? opened.port,
    )
    await opened.recordPort(server.port)
    const released = new AbortController()
    const step = createCloseStep(chain, pace)
    const care = repeat(step, pace.blockTimeMs, released.signal, log).catch((error: unknown) => {
      log(`The local Stellar network has stopped: ${error instanceof Error ? error.message : error}`)
    })
    const stop = async (): Promise<void> => {
      released.abort()
      await care
      if (pace.blockTimeMs > 0 && chain.waiting() > 0) await chain.close()
      await server.stop()
      await opened.close()
    }
    const network = describeStellarNetwork(server.port)
    return {
      network,
      fresh: opened.fresh,
      payer: { send: async (transfer) => payOnStellar(chain, transfer) },
      faucet: (address, amount, coin) => giveStellarCoins(network.horizonUrl, address, { amount, coin }),
      stop,
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** One step of the network's pace, repeated every block time: closes a ledger if one is due. */
function createCloseStep(chain: Chain, pace: Pace): () => Promise<void> {
  let lastBlockAt = performance.now()
  let lastTransactionAt = lastBlockAt
  return async () => {
    if (pace.blockTimeMs === 0) return
    const now = performance.now()
    const waiting = chain.waiting() > 0
    if (waiting) lastTransactionAt = now
    if (!isBlockDue(now, { lastBlockAt, lastTransactionAt, waiting }, pace)) return
    lastBlockAt = now
    await chain.close()
  }
}

/** The requests of tests that only this network supports, over the RPC */
function createControl(chain: Chain, faults: Faults): Node['control'] {
  return {
    local_closeLedger: async () => {
      const { sequence, hash } = await chain.close()
      return { sequence, hash }
    },
    local_setFaults: async ({ horizon, rpc }) => {
      Object.assign(faults.horizon, createFaults().horizon, horizon)
      Object.assign(faults.rpc, createFaults().rpc, rpc)
      return faults
    },
  }
}
