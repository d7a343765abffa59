import { createHmac, pbkdf2Sync } from 'node:crypto'
import { Keypair } from '@stellar/stellar-sdk'

/** Public on purpose: every development node has it, and every wallet can import it. */
const MNEMONIC = 'test test test test test test test test test test test junk'
const HARDENED = 0x8000_0000
const PURPOSE = 44
const STELLAR = 148

type Node = { readonly key: Buffer; readonly chain: Buffer }

const seed = pbkdf2Sync(MNEMONIC, 'mnemonic', 2_048, 64, 'sha512')
const wallet = deriveChild(
  deriveChild(split(createHmac('sha512', 'ed25519 seed').update(seed).digest()), PURPOSE),
  STELLAR,
)

/** The key pair of the test mnemonic's account with that number: m/44'/148'/number' (SEP-5). */
export function deriveKey(number: number): Keypair {
  return Keypair.fromRawEd25519Seed(deriveChild(wallet, number).key)
}

/** SLIP-10 for ed25519 */
function deriveChild({ key, chain }: Node, index: number): Node {
  const number = Buffer.alloc(4)
  number.writeUInt32BE(HARDENED + index)
  return split(createHmac('sha512', chain).update(Buffer.of(0)).update(key).update(number).digest())
}

function split(digest: Buffer): Node {
  return { key: digest.subarray(0, 32), chain: digest.subarray(32) }
}
