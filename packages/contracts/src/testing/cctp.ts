/** Circle's CCTP v2 on two local networks, by their doubles. */
import type { LocalNetwork } from '@crypto-checkout/devnet'
import { Interface } from 'ethers/abi'
import type { Contract, Receipt } from './chain.ts'

/** Local networks name this account as the owner of the doubles, and of USDC's roles. */
export const ISSUER = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
export const USDC_ROLES = new Interface([
  'function blacklist(address account)',
  'function unBlacklist(address account)',
  'function pause()',
  'function unpause()',
])

const MESSENGER = new Interface([
  'function setMinFee(uint256 fee)',
  'function setMaxBurnAmountPerMessage(address coin, uint256 limit)',
  'function denylist(address account)',
  'function unDenylist(address account)',
])
const TRANSMITTER = new Interface([
  'event MessageSent(bytes message)',
  'function setPaused(bool isPaused)',
  'function receiveMessage(bytes message, bytes attestation)',
])

export type Cctp = { readonly messenger: Contract; readonly transmitter: Contract }

export function findCctp({ cctp: { messenger, transmitter } }: LocalNetwork): Cctp {
  return {
    messenger: { address: messenger, abi: MESSENGER, owner: ISSUER },
    transmitter: { address: transmitter, abi: TRANSMITTER, owner: ISSUER },
  }
}

/** The messages that a transaction sent: 376 bytes each, without nonce, fee and expiration. */
export function findMessages({ logs }: Receipt, { transmitter }: Cctp): string[] {
  return logs
    .filter(({ address }) => address.toLowerCase() === transmitter.address.toLowerCase())
    .map(({ data, topics }) => String(transmitter.abi.parseLog({ data, topics: [...topics] })?.args[0]))
}
