import { setTimeout as sleep } from 'node:timers/promises'
import { CONTRACTS, ISSUER } from './accounts.ts'
import { calldata } from './calldata.ts'
import { hex, rpc } from './json-rpc.ts'
import { sendTransaction } from './transactions.ts'

const THOUSAND_COINS = 1_000_000_000n
const ONE_ETHER = 10n ** 18n
const POLL_MS = 50

/**
 * The faucet of a network that another process started, by its address: mints `amount` millionths of USDC (a thousand
 * coins where undefined) and sends one ETH. Waits for the block that holds them; with `blockTimeMs` 0 it does not wait.
 * @throws where `address` is none, a transaction failed, or no block took it
 */
export async function giveCoins(
  rpcUrl: string,
  address: string,
  amount: bigint | undefined,
  blockTimeMs: number,
): Promise<void> {
  const mint = calldata('mint(address,uint256)', address, amount ?? THOUSAND_COINS)
  const hashes = [
    await sendTransaction(rpcUrl, { from: ISSUER, to: CONTRACTS.USDC, data: mint }),
    await sendTransaction(rpcUrl, { from: ISSUER, to: address, value: hex(ONE_ETHER) }),
  ]
  if (blockTimeMs === 0) return
  for (const hash of hashes) await receiptOf(rpcUrl, hash, performance.now() + 3 * blockTimeMs + 10_000)
}

async function receiptOf(rpcUrl: string, hash: string, deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const receipt = (await rpc(rpcUrl, 'eth_getTransactionReceipt', [hash])) as { status: string } | null
    if (receipt?.status === '0x1') return
    if (receipt) throw new Error(`The faucet's transaction ${hash} failed.`)
    await sleep(POLL_MS)
  }
  throw new Error(`The faucet's transaction ${hash} is in no block.`)
}
