/** The gas cost of sweeping deposit addresses, with the real contracts on a local chain. */
import {
  decodeSweepLogs,
  depositAddress,
  FACTORY_ADDRESS,
  type Log,
  NATIVE_COIN,
  sweepCalldata,
} from '@crypto-checkout/contracts'
import { type Coin, type LocalNetwork, startDevnet } from '@crypto-checkout/devnet'
import { callRpc, mine, readBalance, sendTogether } from '@crypto-checkout/devnet/testing'

const COUNTS = [1, 10, 50] as const
const COINS = ['USDC', 'USDT', 'DAI', undefined] as const
const AMOUNT = 12_345_678n

/** A table of the gas for each deposit: for the first sweep, which creates its code, and for another one. */
export async function benchContracts(): Promise<void> {
  const devnet = await startDevnet({ networks: ['polygon'], blockTimeMs: 0 })
  try {
    const { polygon } = devnet.networks
    const sender = devnet.accounts.payer
    console.log(`\n| gas for each deposit in one sweep | ${COUNTS.join(' | ')} | swept again: ${COUNTS.join(' | ')} |`)
    console.log(`|---${'|---:'.repeat(COUNTS.length * 2)}|`)
    for (const coin of COINS) {
      const first: number[] = []
      const again: number[] = []
      for (const count of COUNTS) {
        const salts = Array.from({ length: count }, randomSalt)
        first.push(await sweep(polygon, { sender, recipient: devnet.accounts.merchant, coin, salts }))
        again.push(await sweep(polygon, { sender, recipient: devnet.accounts.merchant, coin, salts }))
      }
      const numbers = [...first, ...again].map((gas) => gas.toLocaleString('en'))
      console.log(`| ${coin ?? 'the chain’s own coin'} | ${numbers.join(' | ')} |`)
    }
  } finally {
    await devnet.stop()
  }
}

type Sweep = { sender: string; recipient: string; coin: Coin | undefined; salts: readonly string[] }

/** Pays all deposits, sweeps them in one transaction, and returns its gas per deposit. */
async function sweep(network: LocalNetwork, { sender, recipient, coin, salts }: Sweep): Promise<number> {
  const deposits = salts.map((salt) => depositAddress(recipient, salt))
  const token = coin ? network.coins[coin].address : NATIVE_COIN
  if (coin) {
    // An empty recipient would cost 17,100 gas more, once.
    if ((await readBalance(network, recipient, token)) === 0n) {
      await sendTogether(network, [{ to: recipient, amount: 1n, token }])
    }
    await sendTogether(
      network,
      deposits.map((to) => ({ to, amount: AMOUNT, token })),
    )
  } else {
    for (const to of deposits) {
      await callRpc(network, 'eth_sendTransaction', [{ from: sender, to, value: hex(AMOUNT), gas: hex(30_000) }])
      await mine(network)
    }
  }
  await mine(network)
  const request = { from: sender, to: FACTORY_ADDRESS, data: sweepCalldata([{ recipient, token, salts }]) }
  const hash = await callRpc(network, 'eth_sendTransaction', [{ ...request, gas: hex(16_000_000) }])
  await mine(network)
  const receipt = (await callRpc(network, 'eth_getTransactionReceipt', [hash])) as { gasUsed: string; logs: Log[] }
  const swept = decodeSweepLogs(receipt.logs).filter((outcome) => outcome.swept && outcome.amount === AMOUNT)
  if (swept.length !== salts.length) throw new Error(`only ${swept.length} of ${salts.length} deposits were swept`)
  return Math.round(Number(receipt.gasUsed) / salts.length)
}

/** As random as a payment's salt: zeros would be cheaper */
function randomSalt(): string {
  return `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`
}

function hex(value: number | bigint): string {
  return `0x${value.toString(16)}`
}
