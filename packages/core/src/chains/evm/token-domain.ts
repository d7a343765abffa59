import type { TypedData } from '@crypto-checkout/api-types'
import { TypedDataEncoder } from 'ethers/hash'
import { Undecided } from '../endpoints.ts'
import type { AuthorizationTerms } from '../payer-transactions.ts'
import type { Rpc } from '../rpc.ts'
import { parseEvmAddress } from './address.ts'
import { call, decodeString, encodeWord, NOBODY, WORD } from './call.ts'
import type { EvmEndpoints } from './endpoints.ts'

/** The first four bytes of keccak256 of `name()`, `version()`, `DOMAIN_SEPARATOR()` and `authorizationState(address,bytes32)`. */
const NAME = '0x06fdde03'
const VERSION = '0x54fd4d50'
const DOMAIN_SEPARATOR = '0x3644e515'
export const AUTHORIZATION_STATE = '0xe94a0102'

/** As EIP-3009 defines it. */
const fields = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
}

/** The typed data that a token's holder signs under its domain. */
export function createTypedData(domain: TokenDomain, terms: AuthorizationTerms): TypedData {
  const { from, to, rawAmount, validAfter, validBefore, nonce } = terms
  const message = {
    from,
    to,
    value: String(rawAmount),
    validAfter: String(validAfter),
    validBefore: String(validBefore),
    nonce,
  }
  // MetaMask signs something else if the domain's own type is missing. This payload includes it.
  return TypedDataEncoder.getPayload(domain, fields, message) as TypedData
}

export type TokenDomain = Parameters<typeof TypedDataEncoder.hashDomain>[0]

/**
 * The domain for which a token checks signatures, by majority of the nodes; null when the token does not support
 * authorizations or does not state its domain. Throws NodeError, also when the nodes are divided.
 */
export async function readDomain(endpoints: EvmEndpoints, chainId: number, token: string): Promise<TokenDomain | null> {
  const told = await endpoints.all(async ({ rpc }) => ({ domain: await domainFrom(rpc, chainId, token) }))
  const agreed = endpoints.vote(told, ({ domain }) => JSON.stringify(domain))
  if (agreed) return agreed.domain
  throw new Undecided('contradiction', `the nodes do not agree for which domain ${token} takes signatures`)
}

/**
 * One node's answer, compared with the separator that the token checks signatures with. Names change, and differ in
 * test networks.
 */
async function domainFrom(rpc: Rpc, chainId: number, token: string): Promise<TokenDomain | null> {
  const ask = (data: string) => call(rpc, token, data, { from: NOBODY })
  const [separator, name, version, state] = await Promise.all([
    ask(DOMAIN_SEPARATOR),
    ask(NAME),
    ask(VERSION),
    ask(`${AUTHORIZATION_STATE}${encodeWord(NOBODY)}${encodeWord('0')}`),
  ])
  const text = decodeString(name)
  if (state === null || !WORD.test(state) || separator === null || text === null) return null
  const versions = [decodeString(version), '1', '2'].filter((one) => one !== null)
  const domains = versions.flatMap((one) => listDomains(chainId, token, { name: text, version: one }))
  return domains.find((domain) => TypedDataEncoder.hashDomain(domain) === separator.toLowerCase()) ?? null
}

/** Polygon's bridged tokens use the chain id as salt. */
function listDomains(chainId: number, token: string, named: { name: string; version: string }): TokenDomain[] {
  const verifyingContract = parseEvmAddress(token.toLowerCase())
  return [
    { ...named, chainId, verifyingContract },
    { ...named, verifyingContract, salt: `0x${encodeWord(chainId.toString(16))}` },
  ]
}
