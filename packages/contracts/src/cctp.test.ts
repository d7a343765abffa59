import { type Attested, attest } from '@crypto-checkout/devnet/testing'
import { Interface } from 'ethers/abi'
import { keccak256 } from 'ethers/crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CCTP_TOPICS,
  type CctpContracts,
  decodeBurns,
  decodeDeliveries,
  deliverCalldata,
  isSameMessage,
  readMessage,
} from './cctp.ts'
import { CCTP_DOMAINS, CONVERTER_ADDRESS } from './conversion.ts'
import {
  CONVERTER_TOPICS,
  type ConversionTerms,
  convertCalldata,
  converterAccount,
  decodeConverterLogs,
} from './converter.ts'
import { type Log, MalformedBytes } from './encode.ts'
import { NATIVE_COIN } from './factory.ts'
import { type Cctp, findCctp } from './testing/cctp.ts'
import vectors from './testing/cctp-vectors.json' with { type: 'json' }
import { Chain, STRANGER } from './testing/chain.ts'

const THOUSAND = 1_000_000_000n
const NONCE = `0x${'4e'.repeat(32)}`
/** An address without any of Circle's contracts */
const OTHERS: CctpContracts = { messenger: STRANGER, transmitter: STRANGER }

let source: Chain
let destination: Chain
let here: Cctp
let there: Cctp
let wallets = 0

beforeAll(async () => {
  ;[source, destination] = await Promise.all([Chain.start('polygon'), Chain.start('ethereum')])
  here = findCctp(source.network)
  there = findCctp(destination.network)
})

afterAll(async () => {
  await Promise.all([source.stop(), destination.stop()])
})

function contractsOf({ messenger, transmitter }: Cctp): CctpContracts {
  return { messenger: messenger.address, transmitter: transmitter.address }
}

/** Terms of a new wallet, with the money of a burn at their account */
async function fund(amount = THOUSAND, changes: Partial<ConversionTerms> = {}): Promise<ConversionTerms> {
  wallets += 1
  const wallet = `0x${wallets.toString(16).padStart(40, 'd')}`
  const terms: ConversionTerms = {
    ...{ wallet, recipient: wallet, token: source.network.coins.USDC.address, messenger: here.messenger.address },
    ...{ destination: 'ethereum', minimum: 1n, leastMillionths: 997_000, maxFee: 5_000_000n, finality: 'fast' },
    ...changes,
  }
  await source.pay(converterAccount(terms), amount, 'USDC')
  return terms
}

async function convert(terms: ConversionTerms): Promise<Log[]> {
  return (await source.send({ from: STRANGER, to: CONVERTER_ADDRESS, data: convertCalldata(terms) })).logs
}

/** The message of a new burn */
async function burn(): Promise<string> {
  const [found] = decodeBurns(await convert(await fund()), contractsOf(here))
  return found?.message ?? ''
}

async function deliver(message: string, attested?: Attested): Promise<{ status: string; logs: Log[] }> {
  const data = deliverCalldata(await attest(message, attested))
  return await destination.send({ from: STRANGER, to: there.transmitter.address, data })
}

const SENDING = new Interface(['function sendMessage(uint32, bytes32, bytes32, uint32, bytes)'])

/** A log of the transmitter for a message that anybody may send */
async function sendMessage(body: string): Promise<Log[]> {
  const remote = `0x${there.messenger.address.slice(2).padStart(64, '0')}`
  const values = [CCTP_DOMAINS.ethereum, remote, `0x${'0'.repeat(64)}`, 2_000, body]
  const data = SENDING.encodeFunctionData('sendMessage', values)
  return (await source.send({ from: STRANGER, to: here.transmitter.address, data })).logs
}

test('a burn is found with its message, and its delivery with the message’s nonce', async () => {
  const terms = await fund()
  const account = converterAccount(terms)
  const logs = await convert(terms)
  const [found] = decodeBurns(logs, contractsOf(here))
  expect(found).toMatchObject({ account, amount: THOUSAND, maxFee: 3_000_000n, log: logs.at(-1) })
  const message = found?.message ?? ''
  expect(readMessage(message)).toEqual({
    ...{ sourceDomain: 7, destinationDomain: 0, nonce: `0x${'0'.repeat(64)}`, destinationCaller: NATIVE_COIN },
    ...{ minFinality: 1_000, finalityExecuted: 0, burnToken: terms.token, amount: THOUSAND, messageSender: account },
    ...{ maxFee: 3_000_000n, feeExecuted: 0n, expirationBlock: 0n },
    sender: expect.stringMatching(new RegExp(here.messenger.address, 'i')),
    recipient: expect.stringMatching(new RegExp(there.messenger.address, 'i')),
    mintRecipient: expect.stringMatching(new RegExp(terms.recipient, 'i')),
  })
  const attested = { nonce: NONCE, fee: 100_000n, expiration: 10n ** 9n }
  const filled = (await attest(message, attested)).message
  expect(readMessage(filled)).toMatchObject({
    ...{ nonce: NONCE, finalityExecuted: 1_000, feeExecuted: 100_000n, expirationBlock: 10n ** 9n },
  })
  const delivered = await deliver(message, attested)
  expect(delivered.status).toBe('0x1')
  expect(decodeDeliveries(delivered.logs, contractsOf(there))).toEqual([
    {
      ...{ nonce: NONCE, sourceDomain: 7, account, token: destination.network.coins.USDC.address },
      ...{ amount: THOUSAND - 100_000n, fee: 100_000n, log: delivered.logs.at(-1) },
      recipient: expect.stringMatching(new RegExp(terms.recipient, 'i')),
    },
  ])
})

test('burns of several accounts in one transaction keep their messages', async () => {
  const terms = [await fund(1_000n), await fund(2_000n), await fund(1_000n)]
  const each = []
  for (const one of terms) each.push(await convert(one))
  await source.pay(converterAccount(terms[0] as ConversionTerms), 1_000n, 'USDC')
  each.push(await convert(terms[0] as ConversionTerms))
  const found = decodeBurns(each.flat(), contractsOf(here))
  const [first, second, third] = terms.map(converterAccount)
  expect(found.map(({ account, amount }) => [account, amount])).toEqual([
    [first, 1_000n],
    [second, 2_000n],
    [third, 1_000n],
    [first, 1_000n],
  ])
  for (const { account, amount, message } of found)
    expect(readMessage(message)).toMatchObject({ messageSender: account, amount })
  expect(decodeBurns(each.flat(), OTHERS)).toEqual([])
})

test('what anybody sends through the transmitter is no burn', async () => {
  const logs = await convert(await fund())
  const { message, log } = decodeBurns(logs, contractsOf(here))[0] ?? { message: '' }
  const body = `0x${message.slice(2 + 148 * 2)}`
  const noise = [...(await sendMessage(body)), ...(await sendMessage('0x')), ...(await sendMessage(`${body}00`))]
  expect(noise).toHaveLength(3)
  const before = logs.filter((one) => one !== log)
  const mixed = [...noise, ...before, ...noise, ...logs.filter((one) => one === log), ...noise]
  expect(decodeBurns(mixed, contractsOf(here))).toMatchObject([{ message }])
  // Without the messenger's own message there is no burn.
  expect(decodeBurns([...noise, ...logs.filter((one) => one === log)], contractsOf(here))).toEqual([])
})

test('deliveries of one transaction keep their nonces, and those that mint nothing are left out', async () => {
  const nonces = ['aa', 'bb'].map((byte) => `0x${byte.repeat(32)}`)
  const each = []
  for (const nonce of nonces) each.push((await deliver(await burn(), { nonce })).logs)
  const [first = [], second = []] = each
  const found = decodeDeliveries([...first, ...second], contractsOf(there))
  expect(found.map(({ nonce, amount }) => [nonce, amount])).toEqual(nonces.map((nonce) => [nonce, THOUSAND]))
  const received = first.filter(({ topics }) => topics[0] === CCTP_TOPICS.messageReceived)
  const again = decodeDeliveries([...first, ...received, ...second], contractsOf(there))
  expect(again.map(({ nonce }) => nonce)).toEqual(nonces)
  expect(decodeDeliveries([...first, ...second], OTHERS)).toEqual([])
})

test('an attested message is the one that was sent, whatever the attester filled', async () => {
  const sent = await burn()
  const { message } = await attest(sent, { nonce: NONCE, fee: 3n, expiration: 9n })
  expect(isSameMessage(sent, message)).toBe(true)
  expect(isSameMessage(sent, `0x${message.slice(2).toUpperCase()}`)).toBe(true)
  const filled = new Set([...range(12, 44), ...range(144, 148), ...range(312, 376)])
  for (let byte = 0; byte < 376; byte++) {
    const place = 2 + byte * 2
    const digit = message[place] === '1' ? '2' : '1'
    const changed = message.slice(0, place) + digit + message.slice(place + 1)
    expect([byte, isSameMessage(sent, changed)]).toEqual([byte, filled.has(byte)])
  }
  for (const other of ['', '0x', message.slice(0, -2), `${message}00`, message.replace('0x', '0y')])
    expect([other.length, isSameMessage(sent, other), isSameMessage(other, sent)]).toEqual([other.length, false, false])
})

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

test('other lengths, versions and addresses are no messages of a burn', async () => {
  const message = await burn()
  const other = (byte: number) => `${message.slice(0, 2 + byte * 2)}ff${message.slice(4 + byte * 2)}`
  const wrong = ['', '0x', message.slice(0, -2), `${message}00`, message.slice(2), other(0), other(148)]
  // The first bytes of sender, recipient, caller, token, wallet and account
  for (const text of [...wrong, ...[44, 76, 108, 152, 184, 248].map(other)])
    expect(() => readMessage(text)).toThrow(MalformedBytes)
  expect(() => deliverCalldata({ message, attestation: '0x1' })).toThrow(MalformedBytes)
})

test('the burn of the test vectors has their message', async () => {
  const { wallet, messenger, token, account, sent } = vectors
  const terms = await fund(THOUSAND, { wallet, recipient: wallet, maxFee: 3_000_000n })
  expect([terms.messenger, terms.token, converterAccount(terms)]).toEqual([messenger, token, account])
  expect(decodeBurns(await convert(terms), contractsOf(here))).toMatchObject([{ message: sent }])
})

test.each(vectors.messages)('of the test vectors, the one with $name does what it should', async (vector) => {
  const { message, hash, attestation, refusal } = vector
  expect(keccak256(message)).toBe(hash)
  const request = { from: STRANGER, to: there.transmitter.address, data: deliverCalldata({ message, attestation }) }
  if (refusal) await expect(destination.call(request.to, request.data)).rejects.toThrow(refusal)
  const { status, logs } = await destination.send(request)
  expect([status, decodeDeliveries(logs, contractsOf(there)).length]).toEqual(refusal ? ['0x0', 0] : ['0x1', 1])
})

const bytes = fc.uint8Array({ maxLength: 420 }).map((array) => `0x${Buffer.from(array).toString('hex')}`)
const word = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((array) => `0x${Buffer.from(array).toString('hex')}`)
const address = () =>
  fc.constantFrom(CONVERTER_ADDRESS, here.messenger.address, here.transmitter.address, STRANGER.toLowerCase())
const event = fc.constantFrom(...Object.values(CCTP_TOPICS), ...Object.values(CONVERTER_TOPICS))
/** Small numbers are offsets and lengths that can be right. */
const small = fc.nat(96).map((number) => `0x${number.toString(16).padStart(64, '0')}`)
const words = fc
  .array(fc.oneof(word, small), { maxLength: 4 })
  .map((list) => `0x${list.map((one) => one.slice(2)).join('')}`)

test('random bytes are read or refused as malformed, and nothing else happens', () => {
  const logs = fc.array(
    fc.record({
      address: address(),
      topics: fc
        .tuple(event, fc.array(fc.oneof(word, bytes), { maxLength: 4 }))
        .map(([first, more]) => [first, ...more]),
      data: fc.oneof(bytes, words, fc.string()),
    }),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(logs, bytes, fc.string(), (random, hex, text) => {
      const contracts = contractsOf(here)
      const reads = [
        () => decodeBurns(random, contracts),
        () => decodeDeliveries(random, contracts),
        () => decodeConverterLogs(random),
        () => readMessage(hex),
        () => readMessage(text),
        () => isSameMessage(hex, text),
        () => deliverCalldata({ message: hex, attestation: text }),
      ]
      for (const read of reads)
        try {
          read()
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedBytes)
        }
    }),
    { numRuns: 2_000 },
  )
})
