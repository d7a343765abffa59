import { getAddress } from 'ethers/address'
import { keccak256 } from 'ethers/crypto'
import { DEPOSIT_CODE_HASH, FACTORY_ADDRESS } from './factory.ts'
import { encodeAddress, encodeBytes } from './words.ts'

/**
 * The address of a deposit for `recipient` alone, with its checksum (ERC-55). It is the same on every chain:
 *
 *     bound = keccak256(recipient as 32 bytes, salt)
 *     address = the last 20 bytes of keccak256(0xff, factory, bound, DEPOSIT_CODE_HASH)     (ERC-1014)
 *
 * `salt` is 32 bytes as hexadecimal with 0x, a different one for each payment.
 * @throws if the recipient is no address, has a wrong checksum or is the zero address, or the salt is not 32 bytes
 */
export function depositAddress(recipient: string, salt: string): string {
  if (/^0x0{40}$/.test(recipient)) throw new Error('Nobody can take money from the zero address.')
  const bound = keccak256(`0x${encodeAddress(getAddress(recipient))}${encodeBytes(salt)}`)
  const hash = keccak256(`0xff${FACTORY_ADDRESS.slice(2)}${bound.slice(2)}${DEPOSIT_CODE_HASH.slice(2)}`)
  return getAddress(`0x${hash.slice(26)}`)
}
