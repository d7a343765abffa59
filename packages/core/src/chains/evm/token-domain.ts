import { TypedDataEncoder } from 'ethers/hash'
import type { TypedData } from '../../wire.ts'
import type { AuthorizationTerms } from '../authorizations.ts'
import type { Transactor } from '../transactor.ts'
import { parseEvmAddress } from './address.ts'
import { NOBODY, textFrom, WORD, wordOf } from './words.ts'

/** The first four bytes of keccak256 of `name()`, `version()`, `DOMAIN_SEPARATOR()` and `authorizationState(address,bytes32)`. */
const NAME = '0x06fdde03'
const VERSION = '0x54fd4d50'
const DOMAIN_SEPARATOR = '0x3644e515'
export const AUTHORIZATION_STATE = '0xe94a0102'

/** EIP-3009's own. */
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

/** What a token's holder signs; null where the token knows no authorizations, or does not say for which domain. */
export async function typedDataOf(transactor: Transactor, terms: AuthorizationTerms): Promise<TypedData | null> {
  const domain = await domainOf(transactor, terms.token)
  if (!domain) return null
  const { from, to, rawAmount, validAfter, validBefore, nonce } = terms
  const message = {
    from,
    to,
    value: String(rawAmount),
    validAfter: String(validAfter),
    validBefore: String(validBefore),
    nonce,
  }
  // MetaMask signs something else where the domain's own type is missing: the payload has it.
  return TypedDataEncoder.getPayload(domain, fields, message) as TypedData
}

type Domain = Parameters<typeof TypedDataEncoder.hashDomain>[0]

/** Read from the token, and held against the separator that it checks signatures with: names change, and differ in test networks. */
async function domainOf(transactor: Transactor, token: string): Promise<Domain | null> {
  const ask = (data: string) => transactor.call({ from: NOBODY, to: token, data })
  const [separator, name, version, state] = await Promise.all([
    ask(DOMAIN_SEPARATOR),
    ask(NAME),
    ask(VERSION),
    ask(`${AUTHORIZATION_STATE}${wordOf(NOBODY)}${wordOf('0')}`),
  ])
  const text = textFrom(name)
  if (state === null || !WORD.test(state) || separator === null || text === null) return null
  const versions = [textFrom(version), '1', '2'].filter((one) => one !== null)
  const domains = versions.flatMap((one) => domainsOf(transactor.chainId, token, { name: text, version: one }))
  return domains.find((domain) => TypedDataEncoder.hashDomain(domain) === separator.toLowerCase()) ?? null
}

/** Polygon's bridged tokens have the chain's id as salt. */
function domainsOf(chainId: number, token: string, named: { name: string; version: string }): Domain[] {
  const verifyingContract = parseEvmAddress(token.toLowerCase())
  return [
    { ...named, chainId, verifyingContract },
    { ...named, verifyingContract, salt: `0x${wordOf(chainId.toString(16))}` },
  ]
}
