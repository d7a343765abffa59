import { Asset, type Keypair, Operation, StrKey } from '@stellar/stellar-sdk'
import type { Grant } from '../give-coins.ts'
import { formatAsset, formatStroops } from '../ledger/amount.ts'
import { computeRoom } from '../ledger/balances.ts'
import type { Chain } from '../ledger/chain.ts'
import { ASSETS, COINS, KEYS } from '../ledger/network.ts'
import { readResultCodes } from '../ledger/result-codes.ts'
import { signTransaction } from '../ledger/sign.ts'
import { createBadRequest } from './problem.ts'

const XLM = '10000'
const THOUSAND_COINS = 1_000_000_000n
const STROOPS_A_MILLIONTH = 10n

type Coin = keyof typeof COINS

/**
 * Gives what an address may receive: the server side of `giveStellarCoins`. @throws Problem if the request is invalid
 * or something is refused
 */
export function give(chain: Chain, query: URLSearchParams): { grant: Grant; applied: Promise<unknown> } {
  const { address, names, stroops } = readRequest(query)
  const coins = names.filter((name) => {
    const room = computeRoom(chain.view, address, formatAsset(ASSETS[name]))
    return typeof room === 'bigint' && room >= stroops
  })
  const untrusted = names.filter((name) => !coins.includes(name))
  const gifts = coins.map((name) =>
    Operation.payment({
      source: ISSUERS[name].publicKey(),
      destination: address,
      asset: ASSETS[name],
      amount: formatStroops(stroops),
    }),
  )
  const keys: [Keypair, ...Keypair[]] = [KEYS.friendbot, ...coins.map((name) => ISSUERS[name])]
  const create = signTransaction(chain, keys, [
    Operation.createAccount({ destination: address, startingBalance: XLM }),
    ...gifts,
  ])
  const add = signTransaction(chain, keys, [
    Operation.payment({ destination: address, asset: Asset.native(), amount: XLM }),
    ...gifts,
  ])
  // The account may exist only after transactions that wait for the next ledger.
  const submitted = chain.submit(isRight(chain, create) ? create : add)
  if (submitted.status === 'ERROR') throw createBadRequest('addr', readResultCodes(submitted.result).transaction)
  return { grant: { xlm: `${XLM}.0000000`, coins, untrusted }, applied: submitted.applied }
}

const ISSUERS: Readonly<Record<Coin, Keypair>> = { USDC: KEYS.issuer, USDT: KEYS.secondIssuer }

function isRight(chain: Chain, envelope: string): boolean {
  return readResultCodes(chain.tryOut(envelope).result).transaction === 'tx_success'
}

function readRequest(query: URLSearchParams): { address: string; names: Coin[]; stroops: bigint } {
  const address = query.get('addr') ?? ''
  if (!StrKey.isValidEd25519PublicKey(address)) {
    throw createBadRequest('addr', `${address} is not an account address (G...).`)
  }
  const wanted = query.get('coin')?.toUpperCase()
  const names = (Object.keys(COINS) as Coin[]).filter((name) => (wanted ?? name) === name)
  if (names.length === 0) throw createBadRequest('coin', `There is no ${wanted} on the local Stellar network.`)
  const millionths = query.get('amount') ?? String(THOUSAND_COINS)
  if (!/^[1-9]\d{0,16}$/.test(millionths))
    throw createBadRequest('amount', `amount must be a whole number of millionths, not ${millionths}.`)
  return { address, names, stroops: BigInt(millionths) * STROOPS_A_MILLIONTH }
}
