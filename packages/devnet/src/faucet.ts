import { setTimeout as sleep } from 'node:timers/promises'
import { ISSUER } from './accounts.ts'
import { encodeCall } from './calldata.ts'
import { callRpc, formatHex } from './json-rpc.ts'
import { COINS, type Coin, coinNames, convertToUnits } from './networks.ts'
import { sendTransaction } from './transactions.ts'

const THOUSAND_COINS = 1_000_000_000n
const ONE_ETHER = 10n ** 18n
const POLL_MS = 50

/**
 * The faucet of a network that another process started, by its address. Gives `amount` millionths (default: a thousand
 * coins) of each of `coins` (default: all) and one ETH or POL. Waits for the block that contains them; with
 * `blockTimeMs` 0 it does not wait.
 * @throws if `address` is invalid, a transaction failed, or no block included it
 */
export async function giveCoins(
  rpcUrl: string,
  address: string,
  options: { amount?: bigint | undefined; coins?: readonly Coin[] | undefined; blockTimeMs: number },
): Promise<void> {
  const { amount = THOUSAND_COINS, coins = coinNames, blockTimeMs } = options
  const hashes: string[] = []
  for (const coin of coins) {
    const data = encodeGift(coin, address, convertToUnits(coin, amount))
    hashes.push(await sendTransaction(rpcUrl, { from: ISSUER, to: COINS[coin].address, data }))
  }
  hashes.push(await sendTransaction(rpcUrl, { from: ISSUER, to: address, value: formatHex(ONE_ETHER) }))
  if (blockTimeMs === 0) return
  for (const hash of hashes) await waitForReceipt(rpcUrl, hash, performance.now() + 3 * blockTimeMs + 10_000)
}

/** Only the owner of USDT can mint it, and the owner has a stock of it. */
function encodeGift(coin: Coin, to: string, units: bigint): string {
  return encodeCall(coin === 'USDT' ? 'transfer(address,uint256)' : 'mint(address,uint256)', to, units)
}

async function waitForReceipt(rpcUrl: string, hash: string, deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const receipt = (await callRpc(rpcUrl, 'eth_getTransactionReceipt', [hash])) as { status: string } | null
    if (receipt?.status === '0x1') return
    if (receipt) throw new Error(`The faucet's transaction ${hash} failed.`)
    await sleep(POLL_MS)
  }
  throw new Error(`The faucet's transaction ${hash} is in no block.`)
}
