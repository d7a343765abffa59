import { loadDevnet } from './local-networks.ts'
import { readNote } from './note.ts'
import { readSettings } from './settings.ts'
import { type Command, OperatorError, parseOptions, UsageError } from './usage.ts'

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
    const { dataDir } = readSettings(values)
    const networks = readNote(dataDir)?.networks
    if (!networks) throw new OperatorError(`No server with local networks runs on ${dataDir}: npm start.`)
    await give(networks.ethereum.rpcUrl, address, BigInt(Math.round(coins * MILLIONTHS)))
    console.log(`${address} has ${coins} USDC more, and 1 ETH for gas.`)
  },
}

async function give(rpcUrl: string, address: string, amount: bigint): Promise<void> {
  const { giveCoins } = await loadDevnet()
  try {
    await giveCoins(rpcUrl, address, amount, BLOCK_TIME_MS)
  } catch (error) {
    // What fetch throws where nobody answers: the note is of a server that has stopped.
    if (error instanceof TypeError)
      throw new OperatorError(`The local Ethereum at ${rpcUrl} does not answer: npm start.`)
    throw new OperatorError(error instanceof Error ? error.message : String(error))
  }
}
