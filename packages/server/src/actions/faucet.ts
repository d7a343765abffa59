import type { Coin } from '@crypto-checkout/devnet'
import { OperatorError, UsageError } from '../command-line/errors.ts'
import { print } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { requireLocalNetworks } from '../local/note.ts'
import { readSettings } from '../setup/settings.ts'

const MILLIONTHS = 1_000_000
const BLOCK_TIME_MS = 1_000
const MAX_COINS = 1_000_000

export async function faucet(given: Input<'faucet'>): Promise<void> {
  const { address } = given
  const isStellar = /^G[A-Z2-7]{55}$/.test(address)
  if (!isStellar && !/^0x[0-9a-fA-F]{40}$/.test(address)) {
    throw new UsageError('ADDRESS must be 0x and 40 hexadecimal digits, or an account of Stellar (G...).')
  }
  const amount = Number(given.amount)
  if (!(amount > 0 && amount <= MAX_COINS)) throw new UsageError(`--amount must be above 0 and at most ${MAX_COINS}.`)
  const { coinNames } = await import('@crypto-checkout/devnet')
  const coins = chosen('--coin', given.coin, coinNames)
  const gift = { amount: BigInt(Math.round(amount * MILLIONTHS)), coins }
  const { networks } = requireLocalNetworks(readSettings(given).dataDir)
  const running = Object.entries(networks).filter(([, one]) => 'horizonUrl' in one === isStellar)
  const known = running.map(([name]) => name)
  const names = chosen('--network', given.network, known)
  for (const [name, network] of running.filter(([name]) => names.includes(name))) {
    if ('horizonUrl' in network) await giveOnStellar(name, network.horizonUrl, address, gift.amount, given.coin)
    else await give(name, network.rpcUrl, address, gift)
  }
  const coinList = isStellar ? 'of each coin that it trusts' : coins.join(', ')
  print(
    `${address} has ${amount} ${coinList} more on ${names.join(', ')}, and ${isStellar ? 'XLM for fees' : '1 coin for gas'}.`,
  )
}

/** The item that an option names, or all. */
function chosen<Name extends string>(
  option: string,
  value: string | undefined,
  known: readonly Name[],
): readonly Name[] {
  if (value === undefined) return known
  const found = known.find((name) => name.toLowerCase() === value.toLowerCase())
  if (!found) throw new UsageError(`${option} must be one of ${known.join(', ')}.`)
  return [found]
}

async function giveOnStellar(
  name: string,
  horizonUrl: string,
  address: string,
  amount: bigint,
  coin?: string,
): Promise<void> {
  const { giveStellarCoins } = await import('@crypto-checkout/devnet')
  await attempt(name, horizonUrl, () => giveStellarCoins(horizonUrl, address, { amount, ...(coin ? { coin } : {}) }))
}

type Gift = { readonly amount: bigint; readonly coins: readonly Coin[] }

async function give(network: string, rpcUrl: string, address: string, gift: Gift): Promise<void> {
  const { giveCoins } = await import('@crypto-checkout/devnet')
  await attempt(network, rpcUrl, () => giveCoins(rpcUrl, address, { ...gift, blockTimeMs: BLOCK_TIME_MS }))
}

async function attempt(network: string, url: string, give: () => Promise<unknown>): Promise<void> {
  try {
    await give()
  } catch (error) {
    // `fetch` throws TypeError if nothing answers: the server that wrote the note has stopped.
    if (error instanceof TypeError) {
      throw new OperatorError(`The local ${network} at ${url} does not answer. Start it with npm start.`)
    }
    throw new OperatorError(error instanceof Error ? error.message : String(error))
  }
}
