import { CONTRACTS, PAYER } from './accounts.ts'
import { calldata } from './calldata.ts'
import { inTurn, sendTransaction } from './transactions.ts'

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

export function createPayer(rpcUrl: string, reorganise: (depth: number) => Promise<void>): TestPayer {
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
      // In turn with what is sent: a transfer that is accepted meanwhile would be dropped with those that wait.
      await inTurn(rpcUrl, () => reorganise(depth))
    },
  }
}

function requireEthereum(network: string): void {
  if (network !== 'ethereum') throw new Error(`There is no local network ${network}: only ethereum.`)
}
