/** The ways in which the accounts of both converters pay their wallet without a conversion. */
import { type Log, readAddress, readWords } from './encode.ts'

/** The first topics of these events */
export const RELEASE_TOPICS = {
  released: '0x2d87480f50083e2b2759522a8fdda59802650a8055e609a7772cf70c07748f52',
  announced: '0x599d0975e7677f719c4f0776ac294afe929f3b0fe6b40e5bd479d71222a9a04a',
} as const

/** Addresses have their checksums; amounts are in the token's smallest unit. */
export type ReleaseOutcome =
  /** The wallet on this network received `amount`. A token can lie about it: check `token`. */
  | { readonly kind: 'released'; readonly account: string; readonly token: string; readonly amount: bigint }
  /** Anybody may release `amount` from a time on, in milliseconds. */
  | { readonly kind: 'announced'; readonly account: string; readonly amount: bigint; readonly from: number }

/** A conversion: two numbers, which each converter names in its own way. */
type Converted = { readonly kind: 'converted'; readonly account: string; readonly numbers: readonly [bigint, bigint] }

/**
 * Reads a log of a converter: of the contract at `converter`, whose conversions have the topic `converted`. Null for any
 * other log. Throws MalformedBytes if it has other parts than its event.
 */
export function decodeOutcome(
  log: Log,
  { converter, converted }: { readonly converter: string; readonly converted: string },
): ReleaseOutcome | Converted | null {
  const { address, topics, data } = log
  const [event = '', topic = ''] = topics
  const events: readonly string[] = [converted, ...Object.values(RELEASE_TOPICS)]
  if (address.toLowerCase() !== converter.toLowerCase() || !events.includes(event)) return null
  const [first = 0n, second = 0n] = readWords(log, { topics: 2, words: 2 })
  const account = readAddress(topic)
  switch (event) {
    case RELEASE_TOPICS.released:
      return { kind: 'released', account, token: readAddress(data.slice(0, 66)), amount: second }
    case RELEASE_TOPICS.announced:
      return { kind: 'announced', account, amount: first, from: Number(second) * 1_000 }
    default:
      return { kind: 'converted', account, numbers: [first, second] }
  }
}
