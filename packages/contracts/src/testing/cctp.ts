/** Circle's CCTP v2 on two local networks, by doubles with its calls, message bytes and refusals, and an attester. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Interface } from 'ethers/abi'
import { keccak256, SigningKey } from 'ethers/crypto'
import { computeAddress } from 'ethers/transaction'
import { compileSolidity } from '../../scripts/compile-solidity.ts'
import type { Chain, Contract, Receipt } from './chain.ts'

/** Local networks name this account as the owner of USDC's roles. */
export const ISSUER = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
export const USDC_ROLES = new Interface([
  'function configureMinter(address minter, uint256 allowance)',
  'function blacklist(address account)',
  'function unBlacklist(address account)',
  'function pause()',
  'function unpause()',
])

export type Cctp = { readonly messenger: Contract; readonly transmitter: Contract }

/** Fields that an attester fills. `fee` is in the token's smallest unit, `expiration` a block of the destination. */
export type Attested = { readonly fee?: bigint; readonly expiration?: bigint; readonly nonce?: string }

const ATTESTER = new SigningKey(`0x${'a7'.repeat(32)}`)

let compiled: ReturnType<typeof compileSolidity> | undefined

/** Deploys the doubles on a network, where they may burn and mint USDC. */
export async function deployCctp(chain: Chain, domain: number): Promise<Cctp> {
  compiled ??= compileSolidity(join(import.meta.dirname, 'cctp'), { evmVersion: 'cancun', viaIR: true })
  const usdc = chain.network.coins.USDC.address
  const transmitter = await chain.create(compiled.TransmitterLike, [domain, computeAddress(ATTESTER)])
  const messenger = await chain.create(compiled.MessengerLike, [transmitter.address, usdc])
  const answer = await chain.call(messenger.address, messenger.abi.encodeFunctionData('localMinter'))
  const minter = USDC_ROLES.encodeFunctionData('configureMinter', [`0x${answer.slice(26)}`, 10n ** 30n])
  await chain.send({ from: ISSUER, to: usdc, data: minter })
  return { messenger, transmitter }
}

/** Lets each of two networks take the other's messages. */
export async function connect(sides: readonly { chain: Chain; cctp: Cctp; domain: number }[]): Promise<void> {
  for (const { chain, cctp } of sides)
    for (const other of sides)
      if (other.chain !== chain) {
        const remote = `0x${other.cctp.messenger.address.slice(2).padStart(64, '0')}`
        await chain.tell(cctp.messenger, 'addRemoteTokenMessenger', other.domain, remote)
      }
}

/** The messages that a transaction sent: 376 bytes each, without nonce, fee and expiration. */
export function findMessages({ logs }: Receipt, { transmitter }: Cctp): string[] {
  return logs
    .filter(({ address }) => address === transmitter.address)
    .map(({ data, topics }) => String(transmitter.abi.parseLog({ data, topics: [...topics] })?.args[0]))
}

/** Fills a message as Circle's attester does, and signs it. */
export function attest(message: string, attested: Attested = {}, key = ATTESTER) {
  const { fee = 0n, expiration = 0n, nonce = `0x${randomBytes(32).toString('hex')}` } = attested
  const bytes = Buffer.from(message.slice(2), 'hex')
  bytes.set(Buffer.from(nonce.slice(2), 'hex'), 12)
  // The finality that was asked for is reached.
  bytes.copy(bytes, 144, 140, 144)
  bytes.set(toBytes(fee), 148 + 164)
  bytes.set(toBytes(expiration), 148 + 196)
  const filled = `0x${bytes.toString('hex')}`
  return { message: filled, attestation: key.sign(keccak256(filled)).serialized }
}

function toBytes(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}
