import { PAYER } from './accounts.ts'
import { calldata } from './calldata.ts'
import { COINS, CONTRACTS, coinNames, inUnits, isCoin } from './networks.ts'
import { inTurn, sendTransaction } from './transactions.ts'

export type TestTransfer = {
  /** `ethereum` or `polygon`, of those that were started */
  network: string
  /** `USDC`, `USDT` or `DAI` */
  cryptocurrency: string
  /** 20 bytes, hexadecimal */
  to: string
  /** Millionths of a coin, whatever its decimals */
  amount: bigint
  /** `counterfeit`: not the coin, but a worthless token with USDC's name, symbol and decimals; for tests of wrong tokens */
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
   * Replaces the newest `depth` blocks (1 to 128) by empty ones: their transactions are gone, and so are those that
   * waited for a block.
   * @throws where `depth` reaches back to blocks from before the network's last start
   */
  reorganise(network: string, depth: number): Promise<void>
}

/** A network that runs */
export type Payable = { name: string; rpcUrl: string; reorganise(depth: number): Promise<void> }

export function createPayer(networks: readonly Payable[]): TestPayer {
  const find = (name: string): Payable => {
    const found = networks.find((network) => network.name === name)
    if (found) return found
    throw new Error(`There is no local network ${name}: only ${networks.map((network) => network.name).join(', ')}.`)
  }
  return {
    async send({ network, cryptocurrency, to, amount, token }) {
      const { rpcUrl } = find(network)
      if (!isCoin(cryptocurrency)) {
        throw new Error(`There is no ${cryptocurrency} on the local networks: only ${coinNames.join(', ')}.`)
      }
      const transfer =
        token === 'counterfeit'
          ? { contract: CONTRACTS.counterfeit, units: amount }
          : { contract: COINS[cryptocurrency].address, units: inUnits(cryptocurrency, amount) }
      const data = calldata('transfer(address,uint256)', to, transfer.units)
      return await sendTransaction(rpcUrl, { from: PAYER, to: transfer.contract, data })
    },
    async reorganise(network, depth) {
      const { rpcUrl, reorganise } = find(network)
      // In turn with what is sent: a transfer that is accepted meanwhile would be dropped with those that wait.
      await inTurn(rpcUrl, () => reorganise(depth))
    },
  }
}
