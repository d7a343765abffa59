import { PAYER } from './accounts.ts'
import { calldata } from './calldata.ts'
import { COINS, CONTRACTS, coinNames, inUnits, isCoin } from './networks.ts'
import type { StellarProcess } from './stellar/start.ts'
import { inTurn, sendTransaction } from './transactions.ts'

export type TestTransfer = {
  /** `ethereum`, `polygon` or `stellar`, of those that were started */
  network: string
  /** `USDC`, `USDT` or, not on Stellar, `DAI` */
  cryptocurrency: string
  /** 20 bytes, hexadecimal; on Stellar G... or M... */
  to: string
  /** Millionths of a coin, whatever its decimals */
  amount: bigint
  /** `counterfeit`: not the coin, but a worthless token with USDC's name, symbol and decimals; for tests of wrong tokens */
  token?: 'genuine' | 'counterfeit'
  /** On Stellar: goes along as text; absent: no memo */
  memo?: string
}

export type TestPayer = {
  /**
   * Sends coins from the payer's account and answers the transaction's hash once the node has accepted it; the next
   * block holds it. Calls in parallel are sent one after the other. On Stellar it is tried first: what would fail there,
   * as without the recipient's trustline, is refused.
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

export function createPayer(networks: readonly Payable[], stellar?: Pick<StellarProcess, 'pay'>): TestPayer {
  const find = (name: string): Payable => {
    const found = networks.find((network) => network.name === name)
    if (found) return found
    const names = [...networks.map((network) => network.name), ...(stellar ? ['stellar'] : [])]
    throw new Error(`There is no local network ${name}: only ${names.join(', ')}.`)
  }
  return {
    async send(asked) {
      const { network, cryptocurrency, to, amount, token } = asked
      if (network === 'stellar' && stellar) return stellar.pay(asked)
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
      if (network === 'stellar') throw new Error('A closed ledger of Stellar is final: there is nothing to reorganise.')
      const { rpcUrl, reorganise } = find(network)
      // In turn with what is sent: a transfer that is accepted meanwhile would be dropped with those that wait.
      await inTurn(rpcUrl, () => reorganise(depth))
    },
  }
}
