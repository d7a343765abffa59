import type { StellarPayer } from '@crypto-checkout/stellar-devnet'
import { PAYER } from './accounts.ts'
import { encodeCall } from './calldata.ts'
import { callRpc } from './json-rpc.ts'
import { mineWaiting } from './mining.ts'
import { COINS, CONTRACTS, coinNames, convertToUnits, isCoin } from './networks.ts'
import { reorganise } from './reorganise.ts'
import { runInTurn, sendNow, sendTransaction, type TransactionRequest } from './transactions.ts'

export type TestTransfer = {
  /** `ethereum`, `polygon` or `stellar`, if it was started */
  network: string
  /** `USDC`, `USDT` or, not on Stellar, `DAI` */
  cryptocurrency: string
  /** 20 bytes, hexadecimal; on Stellar G... or M... */
  to: string
  /** Millionths of a coin, whatever its decimals */
  amount: bigint
  /**
   * `counterfeit`: not the coin, but a worthless token with USDC's name, symbol and decimals, for tests of wrong
   * tokens. On Stellar the same amount of XLM, if the recipient does not trust it.
   */
  token?: 'genuine' | 'counterfeit'
  /** On Stellar: sent as text; if absent, no memo */
  memo?: string
}

export type TestPayer = {
  /** The account that sends on EVM networks */
  account: string
  /**
   * Sends coins from the payer's account and returns the transaction's hash once the node has accepted it; the next
   * block contains it. Parallel calls are sent one after the other. On Stellar the transaction is tried first, and
   * refused if it would fail, for instance without the recipient's trustline.
   * @throws if the network or the coin does not exist here, `to` is not an address, or the payer has too few coins
   */
  send(transfer: TestTransfer): Promise<string>
  /**
   * Replaces the newest `depth` blocks (1 to 128) with empty ones. Their transactions are lost, as are those that
   * waited for a block.
   * @throws if `depth` reaches blocks from before the network's last start
   */
  reorganise(network: string, depth: number): Promise<void>
  /**
   * Sends coins in a block of their own, and replaces that block with an empty one once `seen` has resolved. No other
   * block is mined meanwhile, so the block never becomes final. Returns the hash of the lost transaction.
   * @throws as `send` and `reorganise` do; errors of `seen`, and then the transfer stays
   */
  sendAndTakeBack(transfer: TestTransfer, seen: (hash: string) => Promise<void>): Promise<string>
}

/** A running network that mines nothing by itself while it is held */
export type PausableNetwork = { name: string; rpcUrl: string; hold<T>(work: () => Promise<T>): Promise<T> }

export function createPayer(networks: readonly PausableNetwork[], stellar?: StellarPayer): TestPayer {
  const find = (name: string): PausableNetwork => {
    const found = networks.find((network) => network.name === name)
    if (found) return found
    const names = [...networks.map((network) => network.name), ...(stellar ? ['stellar'] : [])]
    throw new Error(`There is no local network ${name}: only ${names.join(', ')}.`)
  }
  const findReorganisable = (name: string): PausableNetwork => {
    if (name === 'stellar') throw new Error('A closed ledger of Stellar is final: there is nothing to reorganise.')
    return find(name)
  }
  return {
    account: PAYER,
    async send(order) {
      if (order.network === 'stellar' && stellar) return await stellar.send(order)
      const { rpcUrl } = find(order.network)
      return await sendTransaction(rpcUrl, buildTransaction(order))
    },
    async reorganise(network, depth) {
      const { rpcUrl, hold } = findReorganisable(network)
      // Queued with the sends: a transfer accepted meanwhile would be dropped with the waiting ones.
      await hold(() => runInTurn(rpcUrl, () => reorganise(rpcUrl, depth)))
    },
    async sendAndTakeBack(order, seen) {
      const { rpcUrl, hold } = findReorganisable(order.network)
      const inVain = async () => {
        // The replaced block must not contain the transactions of others.
        await mineWaiting(rpcUrl)
        const hash = await sendNow(rpcUrl, buildTransaction(order))
        await callRpc(rpcUrl, 'evm_mine')
        await seen(hash)
        await reorganise(rpcUrl, 1)
        return hash
      }
      return await hold(() => runInTurn(rpcUrl, inVain))
    },
  }
}

function buildTransaction({ cryptocurrency, to, amount, token }: TestTransfer): TransactionRequest {
  if (!isCoin(cryptocurrency)) {
    throw new Error(`There is no ${cryptocurrency} on the local networks: only ${coinNames.join(', ')}.`)
  }
  const transfer =
    token === 'counterfeit'
      ? { contract: CONTRACTS.counterfeit, units: amount }
      : { contract: COINS[cryptocurrency].address, units: convertToUnits(cryptocurrency, amount) }
  return { from: PAYER, to: transfer.contract, data: encodeCall('transfer(address,uint256)', to, transfer.units) }
}
