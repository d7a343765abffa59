/** Circle's CCTP v2: its messages, the call that delivers one, and burns and deliveries in the logs of a transaction. */
import { type ConverterOutcome, decodeConverterLogs } from './converter.ts'
import {
  encodeByteString,
  encodeNumber,
  type Log,
  MalformedBytes,
  readAddress,
  readByteString,
  readWords,
} from './encode.ts'

/** Circle's contracts on one network */
export type CctpContracts = {
  /** TokenMessengerV2 */
  readonly messenger: string
  /** MessageTransmitterV2 */
  readonly transmitter: string
}

/** A message as it was filled by the attesters, and their signatures of it: 65 bytes each. Hexadecimal with 0x. */
export type SignedMessage = { readonly message: string; readonly attestation: string }

/** The first topics of the events of Circle's contracts */
export const CCTP_TOPICS = {
  messageSent: '0x8c5261668696ce22758910d05bab8f186d6eb247ceac2af2e82c7dc17669b036',
  messageReceived: '0xff48c13eda96b1cceacc6b9edeedc9e9db9d6226afbc30146b720c19d3addb1c',
  mintAndWithdraw: '0x50c55e915134d457debfa58eb6f4342956f8b0616d51a89a3659360178e1ab63',
} as const

const RECEIVE_SELECTOR = '0x57ecfd28'

/**
 * The calldata of `receiveMessage`, which mints what a message says. Send it to the destination's transmitter, without
 * value, from any account.
 * @throws MalformedBytes if one of them is not bytes
 */
export function deliverCalldata({ message, attestation }: SignedMessage): string {
  const [first, second] = [encodeByteString(message), encodeByteString(attestation)]
  return RECEIVE_SELECTOR + encodeNumber(64) + encodeNumber(64 + first.length / 2) + first + second
}

/** A message of a burn. Addresses have their checksums; amounts are in the token's smallest unit. */
export type BurnMessage = {
  readonly sourceDomain: number
  readonly destinationDomain: number
  /** 32 bytes in lower case, which the attester fills: zero in the event of the burn */
  readonly nonce: string
  /** The messenger of the source */
  readonly sender: string
  /** The messenger of the destination */
  readonly recipient: string
  /** The only account that may deliver it; the zero address for anybody */
  readonly destinationCaller: string
  /** The finality that was asked for: 2000 standard, 1000 fast */
  readonly minFinality: number
  /** The finality that the burn had when it was attested; the attester fills it */
  readonly finalityExecuted: number
  readonly burnToken: string
  readonly mintRecipient: string
  readonly amount: bigint
  /** The account whose money was burned */
  readonly messageSender: string
  readonly maxFee: bigint
  /** The part that does not arrive; the attester fills it */
  readonly feeExecuted: bigint
  /** The block of the destination in which it can no longer be delivered, 0 for none; the attester fills it */
  readonly expirationBlock: bigint
}

const MESSAGE_VERSION = 1
const BODY_VERSION = 1
/** The bytes before the body, and those of a burn's body without hook data */
const [HEAD, BODY] = [148, 228]
/** The parts of a message that the attester fills, in bytes from its start: nonce, finality, fee and expiration */
const FILLED = [
  [12, 44],
  [144, 148],
  [HEAD + 164, HEAD + BODY],
] as const
/** The account whose money was burned, in bytes from the body's start */
const SENDER = 100
const MESSAGE = new RegExp(`^0x[0-9a-f]{${(HEAD + BODY) * 2}}$`)

/**
 * Reads a message of a burn from one EVM network to another, without hook data: 376 bytes.
 * @throws MalformedBytes if it is anything else, or of another version
 */
export function readMessage(message: string): BurnMessage {
  const text = message.toLowerCase()
  if (!MESSAGE.test(text)) throw new MalformedBytes('Not the message of a burn: it has 376 bytes.')
  const hexAt = (start: number, bytes: number) => `0x${text.slice(2 + start * 2, 2 + (start + bytes) * 2)}`
  const numberAt = (start: number) => Number(hexAt(start, 4))
  const addressAt = (start: number) => readAddress(hexAt(start, 32))
  const amountAt = (start: number) => BigInt(hexAt(HEAD + start, 32))
  if (numberAt(0) !== MESSAGE_VERSION || numberAt(HEAD) !== BODY_VERSION)
    throw new MalformedBytes('Not a message of CCTP v2: it has another version.')
  return {
    sourceDomain: numberAt(4),
    destinationDomain: numberAt(8),
    nonce: hexAt(12, 32),
    sender: addressAt(44),
    recipient: addressAt(76),
    destinationCaller: addressAt(108),
    minFinality: numberAt(140),
    finalityExecuted: numberAt(144),
    burnToken: addressAt(HEAD + 4),
    mintRecipient: addressAt(HEAD + 36),
    amount: amountAt(68),
    messageSender: addressAt(HEAD + SENDER),
    maxFee: amountAt(132),
    feeExecuted: amountAt(164),
    expirationBlock: amountAt(196),
  }
}

/** Tells whether an attested message is one that was sent: equal but for the fields that the attester fills. */
export function isSameMessage(sent: string, attested: string): boolean {
  const [one, other] = [sent.toLowerCase(), attested.toLowerCase()]
  return MESSAGE.test(one) && MESSAGE.test(other) && empty(one) === empty(other)
}

function empty(message: string): string {
  return FILLED.reduce((text, [start, end]) => {
    const [from, to] = [2 + start * 2, 2 + end * 2]
    return text.slice(0, from) + '0'.repeat(to - from) + text.slice(to)
  }, message)
}

export type Burn<Entry extends Log> = Omit<ConverterOutcome & { kind: 'converted' }, 'kind'> & {
  /** As it was sent, in lower case: without nonce, fee and expiration */
  readonly message: string
  /** The converter's log of it */
  readonly log: Entry
}

/**
 * The burns of converter's accounts in the logs of one transaction, in order, each with its message. A burn by another
 * messenger is left out: its account is not of these contracts.
 * @throws MalformedBytes if a log of the converter or the transmitter is not what they emit
 */
export function decodeBurns<Entry extends Log>(logs: readonly Entry[], contracts: CctpContracts): Burn<Entry>[] {
  const sent = new Map<string, { readonly message: string; readonly burn: BurnMessage }>()
  return logs.flatMap((log) => {
    if (isOf(log, contracts.transmitter, CCTP_TOPICS.messageSent)) {
      const message = readByteString(log.data, 0)
      const burn = tryReading(message)
      // Anybody can send a message with the same body, but not as the messenger.
      if (burn && isSame(burn.sender, contracts.messenger)) sent.set(burn.messageSender, { message, burn })
    }
    return decodeConverterLogs([log]).flatMap((outcome) => {
      if (outcome.kind !== 'converted') return []
      const { account, amount, maxFee } = outcome
      const found = sent.get(account)
      if (!found || found.burn.amount !== amount || found.burn.maxFee !== maxFee) return []
      sent.delete(account)
      return [{ account, amount, maxFee, message: found.message, log }]
    })
  })
}

export type Delivery<Entry extends Log> = {
  /** 32 bytes in lower case, different for each message */
  readonly nonce: string
  readonly sourceDomain: number
  /** The account whose money was burned */
  readonly account: string
  readonly recipient: string
  readonly token: string
  /** The part that arrived, in the token's smallest unit */
  readonly amount: bigint
  /** The rest of the burn, which did not arrive */
  readonly fee: bigint
  /** The transmitter's log of it */
  readonly log: Entry
}

/**
 * The mints in the logs of one transaction, in order, each with the nonce of its message. Messages that minted nothing
 * are left out.
 * @throws MalformedBytes if a log of Circle's contracts is not what they emit
 */
export function decodeDeliveries<Entry extends Log>(
  logs: readonly Entry[],
  { messenger, transmitter }: CctpContracts,
): Delivery<Entry>[] {
  let minted: Pick<Delivery<Entry>, 'recipient' | 'token' | 'amount' | 'fee'> | null = null
  return logs.flatMap((log) => {
    const [, first = '', second = ''] = log.topics
    if (isOf(log, messenger, CCTP_TOPICS.mintAndWithdraw)) {
      const [amount = 0n, fee = 0n] = readWords(log, { topics: 3, words: 2 })
      minted = { recipient: readAddress(first), token: readAddress(second), amount, fee }
    }
    if (!isOf(log, transmitter, CCTP_TOPICS.messageReceived)) return []
    // The messenger's log comes right before that of the message which it handled.
    const mint = minted
    minted = null
    const [domain = 0n] = readWords({ topics: log.topics, data: log.data.slice(0, 66) }, { topics: 4, words: 1 })
    if (!mint) return []
    const body = readByteString(log.data, 2)
    const account = readAddress(`0x${body.slice(2 + SENDER * 2, 2 + (SENDER + 32) * 2)}`)
    return [{ nonce: second.toLowerCase(), sourceDomain: Number(domain), account, ...mint, log }]
  })
}

function tryReading(message: string): BurnMessage | null {
  try {
    return readMessage(message)
  } catch (error) {
    if (error instanceof MalformedBytes) return null
    throw error
  }
}

function isOf({ address, topics }: Log, contract: string, event: string): boolean {
  return isSame(address, contract) && topics[0]?.toLowerCase() === event
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
