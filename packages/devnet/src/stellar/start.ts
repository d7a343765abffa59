import { repeat } from '../caretaker.ts'
import { blockIsDue, type Pace } from '../mining.ts'
import type { TestTransfer } from '../payer.ts'
import type { Chain } from './chain.ts'
import { type Faults, noFaults } from './faults.ts'
import type { Node } from './http.ts'
import type { LocalStellarNetwork } from './local-network.ts'
import { COINS, KEYS, PASSPHRASE } from './network.ts'
import { openLedger } from './open-ledger.ts'
import { payOnStellar } from './payer.ts'
import { serve } from './server.ts'

export type StellarOptions = {
  /** The folder of the ledgers; if absent, they are not stored */
  readonly dir?: string | undefined
  readonly pace: Pace
  readonly lockTimeoutMs: number
  readonly log: (line: string) => void
}

export type StellarProcess = {
  readonly network: LocalStellarNetwork
  readonly fresh: boolean
  /** Sends a payment from the payer and returns its hash. @throws if it would fail, with Horizon's codes */
  pay(transfer: TestTransfer): string
  /** Closes a ledger with the waiting transactions, so that no accepted one is lost, and ends. */
  stop(): Promise<void>
}

/**
 * Starts the local Stellar network: a ledger with Horizon and RPC in front of it.
 * @throws if another process holds the folder
 */
export async function startStellar({ dir, pace, lockTimeoutMs, log }: StellarOptions): Promise<StellarProcess> {
  const opened = await openLedger(dir, lockTimeoutMs, log)
  const { chain } = opened
  const faults = noFaults()
  try {
    const server = await serve(
      { chain, faults, control: controlOf(chain, faults), closesItself: pace.blockTimeMs > 0 },
      opened.port,
    )
    await opened.recordPort(server.port)
    const released = new AbortController()
    const step = closing(chain, pace)
    const care = repeat(step, pace.blockTimeMs, released.signal, log).catch((error: unknown) => {
      log(`The local Stellar network has stopped: ${error instanceof Error ? error.message : error}`)
    })
    const stop = async (): Promise<void> => {
      released.abort()
      await care
      if (pace.blockTimeMs > 0 && chain.waiting() > 0) await chain.close()
      await server.stop()
      await opened.leave()
    }
    const network = describe(`http://127.0.0.1:${server.port}`)
    return { network, fresh: opened.fresh, pay: (transfer) => payOnStellar(chain, transfer), stop }
  } catch (error) {
    await opened.leave()
    throw error
  }
}

function describe(horizonUrl: string): LocalStellarNetwork {
  const accounts = { merchant: KEYS.merchant.publicKey(), payer: KEYS.payer.publicKey() }
  return { horizonUrl, rpcUrl: `${horizonUrl}/rpc`, passphrase: PASSPHRASE, coins: COINS, accounts }
}

/** One step of the network's pace, repeated every block time: closes a ledger if one is due. */
function closing(chain: Chain, pace: Pace): () => Promise<void> {
  let lastBlockAt = performance.now()
  let lastTransactionAt = lastBlockAt
  return async () => {
    if (pace.blockTimeMs === 0) return
    const now = performance.now()
    const waiting = chain.waiting() > 0
    if (waiting) lastTransactionAt = now
    if (!blockIsDue(now, { lastBlockAt, lastTransactionAt, waiting }, pace)) return
    lastBlockAt = now
    await chain.close()
  }
}

/** The requests of tests that only this network supports, over the RPC */
function controlOf(chain: Chain, faults: Faults): Node['control'] {
  return {
    local_closeLedger: async () => {
      const { sequence, hash } = await chain.close()
      return { sequence, hash }
    },
    local_setFaults: async ({ horizon, rpc }) => {
      Object.assign(faults.horizon, noFaults().horizon, horizon)
      Object.assign(faults.rpc, noFaults().rpc, rpc)
      return faults
    },
  }
}
