import { Interface } from 'ethers/abi'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PAYER } from './accounts.ts'
import { type Devnet, type LocalNetwork, type NetworkName, startDevnet } from './index.ts'
import { callRpc, mine, readBalance } from './testing.ts'

const MESSENGER = new Interface([
  'function depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)',
])
const TRANSMITTER = new Interface(['function receiveMessage(bytes message, bytes attestation)'])
const USDC = new Interface(['function approve(address spender, uint256 amount)'])
const THOUSAND = 1_000_000_000n
const NONE = `0x${'0'.repeat(64)}`

type Attestation = {
  message: string
  attestation: string
  eventNonce: string
  status: string
  delayReason: string | null
  decodedMessage: { finalityThresholdExecuted: string; decodedMessageBody: Record<string, string> } | null
}

let devnet: Devnet<'ethereum' | 'polygon' | 'base'>
let wallets = 0

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum', 'polygon', 'base'], blockTimeMs: 0 })
})

afterEach(() => devnet.attester.behave({}))

afterAll(async () => {
  await devnet.stop()
})

async function send(network: LocalNetwork, to: string, data: string): Promise<{ hash: string; status: string }> {
  const hash = String(await callRpc(network, 'eth_sendTransaction', [{ from: PAYER, to, data, gas: '0x7a120' }]))
  await mine(network)
  const { status } = (await callRpc(network, 'eth_getTransactionReceipt', [hash])) as { status: string }
  return { hash, status }
}

type Burnt = { from: LocalNetwork; to: LocalNetwork; hash: string; wallet: string }

/** Burns a thousand USDC for a new wallet. */
async function burn(source: NetworkName, target: NetworkName, { threshold = 2_000, maxFee = 0n } = {}): Promise<Burnt> {
  const [from, to] = [source, target].map((name) => devnet.networks[name as 'ethereum']) as [LocalNetwork, LocalNetwork]
  wallets += 1
  const wallet = `0x${wallets.toString(16).padStart(40, 'd')}`
  const usdc = from.coins.USDC.address
  await send(from, usdc, USDC.encodeFunctionData('approve', [from.cctp.messenger, THOUSAND]))
  const terms = [THOUSAND, to.cctp.domain, `0x${wallet.slice(2).padStart(64, '0')}`, usdc, NONE, maxFee, threshold]
  const { hash, status } = await send(from, from.cctp.messenger, MESSENGER.encodeFunctionData('depositForBurn', terms))
  expect(status).toBe('0x1')
  return { from, to, hash, wallet }
}

async function ask(path: string, method = 'GET'): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(devnet.attester.url + path, { method })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function readAttestation({ from, hash }: Pick<Burnt, 'from' | 'hash'>): Promise<Attestation> {
  const { status, body } = await ask(`/v2/messages/${from.cctp.domain}?transactionHash=${hash}`)
  expect(status).toBe(200)
  const [message] = (body as { messages: [Attestation] }).messages
  return message
}

async function deliver({ to }: Burnt, { message, attestation }: Attestation): Promise<string> {
  const data = TRANSMITTER.encodeFunctionData('receiveMessage', [message, attestation])
  return (await send(to, to.cctp.transmitter, data)).status
}

const arrived = ({ to, wallet }: Burnt) => readBalance(to, wallet)

test('a burn on one network is minted on another once it is final and attested, and never again', async () => {
  const burnt = await burn('polygon', 'ethereum')
  expect(await readAttestation(burnt)).toMatchObject({
    ...{ message: '0x', attestation: 'PENDING', cctpVersion: 2, status: 'pending_confirmations' },
    decodedMessage: null,
  })
  await mine(burnt.from, 2)
  const attested = await readAttestation(burnt)
  expect(attested).toMatchObject({ status: 'complete', delayReason: null })
  expect(attested.decodedMessage).toMatchObject({
    ...{ sourceDomain: '7', destinationDomain: '0', nonce: attested.eventNonce, finalityThresholdExecuted: '2000' },
    decodedMessageBody: { mintRecipient: burnt.wallet, amount: '1000000000', feeExecuted: '0', expirationBlock: '0' },
  })
  expect(await readAttestation(burnt)).toEqual(attested)
  expect(await deliver(burnt, attested)).toBe('0x1')
  expect(await arrived(burnt)).toBe(THOUSAND)
  expect(await deliver(burnt, attested)).toBe('0x0')
  expect(await arrived(burnt)).toBe(THOUSAND)
})

test('a fast burn is attested at once, for its fee and for some blocks', async () => {
  const burnt = await burn('base', 'polygon', { threshold: 1_000, maxFee: 100_000n })
  const attested = await readAttestation(burnt)
  expect(attested.decodedMessage?.finalityThresholdExecuted).toBe('1000')
  expect(attested.decodedMessage?.decodedMessageBody).toMatchObject({ maxFee: '100000', feeExecuted: '100000' })
  await mine(burnt.from, 3)
  await mine(burnt.to)
  expect(await readAttestation(burnt)).toEqual(attested)
  expect(await deliver(burnt, attested)).toBe('0x1')
  expect(await arrived(burnt)).toBe(THOUSAND - 100_000n)
})

test('a fast burn that offers too little becomes a standard one, and so does each from Polygon', async () => {
  const cheap = await burn('base', 'ethereum', { threshold: 1_000, maxFee: 99_999n })
  expect(await readAttestation(cheap)).toMatchObject({ attestation: 'PENDING', delayReason: 'insufficient_fee' })
  const polygon = await burn('polygon', 'ethereum', { threshold: 1_000, maxFee: 100_000n })
  expect(await readAttestation(polygon)).toMatchObject({ attestation: 'PENDING', delayReason: null })
  for (const burnt of [cheap, polygon]) {
    await mine(burnt.from, 2)
    expect(await deliver(burnt, await readAttestation(burnt))).toBe('0x1')
    expect(await arrived(burnt)).toBe(THOUSAND)
  }
})

test('fees are those of the route, and what a burn pays follows them', async () => {
  const both = [
    { finalityThreshold: 1_000, minimumFee: 1 },
    { finalityThreshold: 2_000, minimumFee: 0 },
  ]
  expect(await ask('/v2/burn/USDC/fees/6/0')).toEqual({ status: 200, body: both })
  expect(await ask('/v2/burn/USDC/fees/7/0')).toEqual({ status: 200, body: both.slice(1) })
  devnet.attester.behave({ fees: { fast: 1.3 } })
  expect((await ask('/v2/burn/USDC/fees/6/0')).body).toMatchObject([{ minimumFee: 1.3 }, { minimumFee: 0 }])
  const burnt = await burn('base', 'ethereum', { threshold: 1_000, maxFee: 1_000_000n })
  expect((await readAttestation(burnt)).decodedMessage?.decodedMessageBody.feeExecuted).toBe('130000')
})

test('it vouches for no fast burn when a test wants it, and signs it once it is final', async () => {
  devnet.attester.behave({ noAllowance: true })
  const burnt = await burn('base', 'polygon', { threshold: 1_000, maxFee: 100_000n })
  expect(await readAttestation(burnt)).toMatchObject({
    attestation: 'PENDING',
    delayReason: 'insufficient_allowance_available',
  })
  await mine(burnt.from, 2)
  expect((await readAttestation(burnt)).decodedMessage?.decodedMessageBody.feeExecuted).toBe('0')
})

test('a fast message that has expired is refused, and taken after it was attested again', async () => {
  const burnt = await burn('base', 'polygon', { threshold: 1_000, maxFee: 100_000n })
  await readAttestation(burnt)
  devnet.attester.behave({ expired: true })
  const expired = await readAttestation(burnt)
  expect(await deliver(burnt, expired)).toBe('0x0')
  expect(await ask(`/v2/reattest/${expired.eventNonce}`, 'POST')).toEqual({
    status: 200,
    body: { message: 'Re-attestation successfully requested for nonce.', nonce: expired.eventNonce },
  })
  const attested = await readAttestation(burnt)
  expect(attested.eventNonce).toBe(expired.eventNonce)
  expect(await deliver(burnt, attested)).toBe('0x1')
  expect(await arrived(burnt)).toBe(THOUSAND - 100_000n)
  expect((await ask(`/v2/reattest/${NONE}`, 'POST')).status).toBe(404)
})

test('it signs for another wallet, has not seen a burn, is busy, or says nothing when a test wants it', async () => {
  const burnt = await burn('polygon', 'base')
  await mine(burnt.from, 2)
  const path = `/v2/messages/7?transactionHash=${burnt.hash}`
  devnet.attester.behave({ otherWallet: true })
  const other = await readAttestation(burnt)
  expect(other.decodedMessage?.decodedMessageBody.mintRecipient).not.toBe(burnt.wallet)
  devnet.attester.behave({ unseen: true })
  expect(await ask(path)).toEqual({ status: 404, body: { code: 404, error: 'Message not found' } })
  devnet.attester.behave({ status: 429 })
  expect((await ask(path)).status).toBe(429)
  devnet.attester.behave({ silent: true })
  await expect(fetch(devnet.attester.url + path, { signal: AbortSignal.timeout(200) })).rejects.toThrow('timeout')
  devnet.attester.behave({})
  expect(await deliver(burnt, await readAttestation(burnt))).toBe('0x1')
})

test.each([
  ['a transaction that no chain knows', `/v2/messages/7?transactionHash=0x${'ab'.repeat(32)}`],
  ['one without burns', `/v2/messages/7?transactionHash=${NONE}`],
  ['a network that does not run', `/v2/messages/2?transactionHash=${NONE}`],
  ['a request without a transaction', '/v2/messages/7'],
  ['another path', '/v1/attestations/0x00'],
])('%s is answered with 404 and JSON', async (_, path) => {
  expect(await ask(path)).toMatchObject({ status: 404, body: { code: 404 } })
})
