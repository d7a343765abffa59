import { CONTRACTS, PAYER } from './accounts.ts'
import { calldata } from './calldata.ts'
import { rpc } from './json-rpc.ts'

export type TestTransfer = {
  /** Only `ethereum` exists locally */
  network: string
  /** Only `USDC` exists locally */
  cryptocurrency: string
  /** 20 bytes, hexadecimal */
  to: string
  /** Millionths of a coin */
  amount: bigint
  /** `counterfeit`: another token with the same name, symbol and decimals, for tests of wrong tokens */
  token?: 'genuine' | 'counterfeit'
}

export type TestPayer = {
  /**
   * Sends coins from the payer's account and answers the transaction's hash once the node has accepted it; the next
   * block holds it. Calls in parallel are sent one after the other.
   * @throws where the network or the coin does not exist here, `to` is no address, or the payer has too few coins
   */
  send(transfer: TestTransfer): Promise<string>
  /**
   * Replaces the newest `depth` blocks (1 to 32) by empty ones: their transactions are gone, and so are those that
   * waited for a block.
   * @throws where `depth` reaches back to blocks from before the network's last start
   */
  reorganise(network: string, depth: number): Promise<void>
}

export function createPayer(rpcUrl: string): TestPayer {
  return {
    async send(transfer) {
      requireEthereum(transfer.network)
      if (transfer.cryptocurrency !== 'USDC') {
        throw new Error(`The local networks have USDC only, not ${transfer.cryptocurrency}.`)
      }
      const token = transfer.token === 'counterfeit' ? CONTRACTS.counterfeit : CONTRACTS.USDC
      const data = calldata('transfer(address,uint256)', transfer.to, transfer.amount)
      return await sendTransaction(rpcUrl, { from: PAYER, to: token, data })
    },
    async reorganise(network, depth) {
      requireEthereum(network)
      await reorganise(rpcUrl, depth)
    },
  }
}

export type TransactionRequest = { from: string; to: string; data?: string; value?: string; gas?: string }

const queues = new Map<string, Promise<unknown>>()

/**
 * Sends a transaction from one of the node's accounts and answers its hash. One after the other for each node: anvil
 * gives transactions that come at the same time the same nonce, and refuses or replaces all but one.
 */
export function sendTransaction(rpcUrl: string, request: TransactionRequest): Promise<string> {
  return enqueue(rpcUrl, async () => String(await rpc(rpcUrl, 'eth_sendTransaction', [request])))
}

export async function reorganise(rpcUrl: string, depth: number): Promise<void> {
  if (!Number.isSafeInteger(depth) || depth < 1) throw new Error(`Not a number of blocks: ${depth}`)
  await enqueue(rpcUrl, async () => {
    await rpc(rpcUrl, 'anvil_reorg', [depth, []])
    // What waits has nonces that follow on transactions which are gone: no block would ever take it, and anvil would
    // go on counting from it.
    await rpc(rpcUrl, 'anvil_dropAllTransactions')
  })
}

function enqueue<T>(rpcUrl: string, work: () => Promise<T>): Promise<T> {
  const result = (queues.get(rpcUrl) ?? Promise.resolve()).then(work)
  queues.set(
    rpcUrl,
    result.catch(() => undefined),
  )
  return result
}

function requireEthereum(network: string): void {
  if (network !== 'ethereum') throw new Error(`There is no local network ${network}: only ethereum.`)
}
