/** Deposits: their addresses, and the calls that pay them out. */
import { getAddress } from 'ethers/address'
import { keccak256 } from 'ethers/crypto'
import { encodeAddress, encodeBytes, encodeNumber, findAccount, type Log } from './encode.ts'
import { DEPOSIT_CODE_HASH, EVENT_TOPICS, FACTORY_ADDRESS } from './factory.ts'

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
  return findAccount(FACTORY_ADDRESS, bound, DEPOSIT_CODE_HASH)
}

/** Deposits of one recipient, and what to sweep from them: a token's address, or NATIVE_COIN */
export type SweepGroup = { readonly recipient: string; readonly token: string; readonly salts: readonly string[] }

/**
 * Enough for a transfer of any common token, and for a contract that records what it receives. If a token or a
 * receiving wallet needs more, recover it with a higher limit.
 */
export const GAS_PER_CALL = 200_000n

const SWEEP_SELECTOR = '0xebfa037d'

/**
 * The calldata of a sweep: send it to FACTORY_ADDRESS, without value, from any account. Use the node's gas estimate:
 * it includes what every call may use.
 * @throws if an address or a salt is invalid
 */
export function sweepCalldata(groups: readonly SweepGroup[], gasPerCall: bigint = GAS_PER_CALL): string {
  const encoded = groups.map(
    ({ recipient, token, salts }) =>
      encodeAddress(recipient) +
      encodeAddress(token) +
      encodeNumber(0x60) +
      encodeNumber(salts.length) +
      salts.map(encodeBytes).join(''),
  )
  let offset = groups.length * 32
  const offsets = encoded.map((group) => {
    const word = encodeNumber(offset)
    offset += group.length / 2
    return word
  })
  const head = encodeNumber(0x40) + encodeNumber(gasPerCall) + encodeNumber(groups.length)
  return SWEEP_SELECTOR + head + offsets.join('') + encoded.join('')
}

/** Decodes the calldata of `sweepCalldata` to what it sweeps; null for any other call. */
export function decodeSweepCalldata(data: string): SweepGroup[] | null {
  if (!data.startsWith(SWEEP_SELECTOR)) return null
  const wordAt = (index: number) => data.slice(10 + index * 64, 10 + (index + 1) * 64)
  const numberAt = (index: number) => Number(`0x${wordAt(index)}`)
  const addressAt = (index: number) => getAddress(`0x${wordAt(index).slice(24)}`)
  const first = 3
  return Array.from({ length: numberAt(first - 1) }, (_, group) => {
    const start = first + numberAt(first + group) / 32
    const salts = Array.from({ length: numberAt(start + 3) }, (__, salt) => `0x${wordAt(start + 4 + salt)}`)
    return { recipient: addressAt(start), token: addressAt(start + 1), salts }
  })
}

/**
 * Decodes the result of a simulated sweep (`eth_call` with `sweepCalldata`): the amount each deposit would yield, in
 * the token's smallest unit, in the order of the groups and their salts. The amount is 0 for a deposit that is empty
 * or would fail.
 * @throws if it is not such a result
 */
export function decodeSweepAnswer(answer: string): bigint[][] {
  const bytes = answer.slice(2)
  const at = (offset: number): bigint => {
    const word = bytes.slice(offset * 2, offset * 2 + 64)
    if (word.length !== 64) throw new Error('That is no answer of a sweep: it is too short.')
    return BigInt(`0x${word}`)
  }
  const list = (start: number): number[] => Array.from({ length: Number(at(start)) }, (_, i) => start + 32 + i * 32)
  const groups = list(Number(at(0)))
  return groups.map((place) => list((groups[0] ?? 0) + Number(at(place))).map(at))
}

/** Addresses have their checksums; amounts are in the token's smallest unit. */
export type SweepOutcome =
  /** The recipient received `amount`. */
  | { readonly swept: true; readonly deposit: string; readonly token: string; readonly amount: bigint }
  /** The recipient received nothing, although the deposit holds this much; 0 if the token does not report a balance. */
  | { readonly swept: false; readonly deposit: string; readonly token: string; readonly held: bigint }

/**
 * The factory's results for deposits in these logs, in order; other contracts' logs are ignored. Empty deposits are
 * not mentioned. A token can lie about its balances: check `token`.
 */
export function decodeSweepLogs(logs: readonly Log[]): SweepOutcome[] {
  return logs.flatMap(({ address, topics: [event, deposit = ''], data }): SweepOutcome[] => {
    if (address.toLowerCase() !== FACTORY_ADDRESS.toLowerCase()) return []
    const about = { deposit: getAddress(`0x${deposit.slice(26)}`), token: getAddress(`0x${data.slice(26, 66)}`) }
    const amount = BigInt(`0x${data.slice(66, 130)}`)
    if (event === EVENT_TOPICS.swept) return [{ swept: true, ...about, amount }]
    return event === EVENT_TOPICS.notSwept ? [{ swept: false, ...about, held: amount }] : []
  })
}
