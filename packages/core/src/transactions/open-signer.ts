import { SigningKey } from 'ethers/crypto'
import { computeAddress, Transaction } from 'ethers/transaction'
import type { Signer } from '../chains/transactor.ts'
import { KeyError, nameSecretSource, readSecret, type SecretSource } from './read-secret.ts'

const KEY = /^(?:0x)?[0-9a-fA-F]{64}$/

/**
 * Reads an EVM account's key (32 bytes in hexadecimal) from its place. `of`: the key's name in the configuration, for
 * messages. Throws KeyError, which never shows the value.
 */
export function openSigner(
  place: SecretSource,
  of: string,
): { readonly signer: Signer; readonly warning: string | null } {
  const { secret, warning } = readSecret(place, of)
  if (!KEY.test(secret)) {
    throw new KeyError(
      `${of}: ${nameSecretSource(place)} holds no key: 64 hexadecimal digits are needed, with or without 0x`,
    )
  }
  return { signer: signerWith(secret.startsWith('0x') ? secret : `0x${secret}`, place, of), warning }
}

function signerWith(secret: string, place: SecretSource, of: string): Signer {
  const opened = signingKey(secret)
  if (!opened) throw new KeyError(`${of}: ${nameSecretSource(place)} holds a number that is no key of secp256k1`)
  const { key, publicKey } = opened
  return {
    address: computeAddress(publicKey),
    sign(unsigned) {
      const transaction = Transaction.from({ ...unsigned, type: 2, value: 0n, accessList: [] })
      transaction.signature = key.sign(transaction.unsignedHash)
      const { hash, serialized: raw } = transaction
      if (hash === null) throw new Error('a signed transaction has a hash')
      return { hash, raw }
    },
  }
}

/**
 * Zero and numbers from the curve's order on are not keys. Errors of the library are not shown: they may contain the
 * value.
 */
function signingKey(secret: string): { readonly key: SigningKey; readonly publicKey: string } | null {
  try {
    const key = new SigningKey(secret)
    // The library computes it on each access.
    return { key, publicKey: key.publicKey }
  } catch {
    return null
  }
}
