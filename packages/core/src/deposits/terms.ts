import { listKeys } from '@crypto-checkout/api-types'
import { CCTP_DOMAINS, type ConversionTerms } from '@crypto-checkout/contracts'
import { z } from 'zod'
import type { Network } from '../chains/network.ts'
import { max, toRawAmount } from '../domain/money.ts'
import type { AccountRow } from './account-store.ts'

const amount = z.string().regex(/^\d+$/).transform(BigInt)

/** The terms as they are stored. JSON has no large integers. */
const stored = z.strictObject({
  wallet: z.string(),
  token: z.string(),
  messenger: z.string(),
  destination: z.enum(listKeys(CCTP_DOMAINS)),
  recipient: z.string(),
  minimum: amount,
  leastMillionths: z.number(),
  maxFee: amount,
  finality: z.enum(['standard', 'fast']),
})

export function readTerms({ terms }: Pick<AccountRow, 'terms'>): ConversionTerms {
  return stored.parse(JSON.parse(terms))
}

export function writeTerms(terms: ConversionTerms): string {
  return JSON.stringify(terms, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

/** Without a limit of its own, a fee is limited by the least part that arrives. */
export const NO_FEE_LIMIT = 2n ** 128n - 1n

/** The smallest burn between two networks, in the token's smallest unit. `to`: null if it is not configured now. */
export function computeMinimum(from: Network, to: Network | null, decimals: number): bigint {
  return max(1n, toRawAmount(max(from.sending?.minSweep ?? 0n, to?.sending?.minSweep ?? 0n), decimals))
}

/** The part of some terms that a merchant may have to name: the rest follows from settings that nobody changed. */
const named = stored.partial().required({ destination: true })

/**
 * Reads terms in which all but the destination may be missing. The rest is filled in by the configuration and by settings
 * without a change. Null if they cannot be read, or if Circle's contracts are not known on the network.
 */
export function completeTerms(
  text: string,
  {
    networks,
    network,
    wallet,
  }: { readonly networks: readonly Network[]; readonly network: Network; readonly wallet: string },
): ConversionTerms | null {
  const given = named.safeParse(parseJson(text))
  const usdc = network.tokens.find(({ coin }) => coin === 'USDC')
  if (!given.success || !usdc || !network.cctp) return null
  const { destination } = given.data
  const here = networks.filter(({ environment }) => environment === network.environment)
  const to = here.find(({ cctp }) => cctp?.domain === CCTP_DOMAINS[destination]) ?? null
  const usual: Omit<ConversionTerms, 'destination'> = {
    wallet,
    token: usdc.address,
    messenger: network.cctp.messenger,
    recipient: wallet,
    minimum: computeMinimum(network, to, usdc.decimals),
    leastMillionths: 997_000,
    maxFee: NO_FEE_LIMIT,
    finality: 'standard',
  }
  const terms: ConversionTerms = Object.assign(usual, given.data)
  const addresses = [terms.wallet, terms.token, terms.messenger, terms.recipient]
  return addresses.every((address) => network.chain.addresses.parse(address) !== null) ? terms : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
