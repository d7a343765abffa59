import { runningEthereum } from './local-networks.ts'
import { readSettings } from './settings.ts'
import { type Command, parseOptions, UsageError } from './usage.ts'

const MILLIONTHS = 1_000_000
const BLOCK_TIME_MS = 1_000
const MAX_COINS = 1_000_000

export const faucet: Command = {
  usage: 'faucet ADDRESS [--amount COINS]',
  summary: "Give an address USDC and ETH on the running server's local Ethereum; 1000 USDC when left out.",
  async run(words) {
    const { values, positionals } = parseOptions(words, { amount: 'string' }, ['ADDRESS'])
    const [address = ''] = positionals
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new UsageError('ADDRESS must be 0x and 40 hexadecimal digits.')
    const coins = Number(values.amount ?? 1_000)
    if (!(coins > 0 && coins <= MAX_COINS)) throw new UsageError(`--amount must be above 0 and at most ${MAX_COINS}.`)
    const rpcUrl = runningEthereum(readSettings(values).dataDir)
    const { giveCoins } = await import('@crypto-checkout/devnet')
    await giveCoins(rpcUrl, address, BigInt(Math.round(coins * MILLIONTHS)), BLOCK_TIME_MS)
    console.log(`${address} has ${coins} USDC more, and 1 ETH for gas.`)
  },
}
