import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { callRpc, mine } from '@crypto-checkout/devnet/testing'
import { Wallet } from 'ethers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openEvmEndpoints } from '../../../packages/core/src/chains/evm/endpoints.ts'
import { createEvmTransactor } from '../../../packages/core/src/chains/evm/transactor.ts'
import { createHttpRpc } from '../../../packages/core/src/chains/rpc.ts'
import type { Call, ConversionOutcome, Receipt, Transactor } from '../../../packages/core/src/chains/transactor.ts'
import { findAttestation, readFees, reattest } from '../../../packages/core/src/outbound/attester.ts'
import { exchangeHttp } from '../../../packages/core/src/outbound/http-exchange.ts'

type Name = 'ethereum' | 'polygon'
type Burned = ConversionOutcome & { readonly kind: 'burned' }

const THOUSAND = 1_000_000_000n
const NOWHERE = `0x${'0'.repeat(40)}`

let devnet: Devnet<Name>
let transactors: Record<Name, Transactor>

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum', 'polygon'], blockTimeMs: 0 })
  transactors = { ethereum: connect('ethereum'), polygon: connect('polygon') }
})

afterEach(() => devnet.attester.behave({}))

afterAll(() => devnet.stop())

function connect(name: Name): Transactor {
  const { rpcUrl, chainId, coins } = devnet.networks[name]
  const time = { elapsed: () => performance.now(), pause: async () => {} }
  const chain = { urls: [rpcUrl], chainId, connect: createHttpRpc, tokens: [coins.USDC.address], ...time }
  return createEvmTransactor(chainId, openEvmEndpoints({ ...chain, finality: 'finalized' }))
}

/** Mines a transaction, and returns its receipt. */
async function send(name: Name, { to, data }: Omit<Call, 'from'>): Promise<Receipt> {
  const request = { from: devnet.accounts.payer, to, data, gas: '0x1e8480' }
  const hash = String(await callRpc(devnet.networks[name], 'eth_sendTransaction', [request]))
  await mine(devnet.networks[name])
  const receipt = await transactors[name].receipt(hash)
  if (!receipt?.succeeded) throw new Error(`transaction ${hash} failed`)
  return receipt
}

/** Mines blocks until the newest are final, and returns the number of the final one. */
async function finish(name: Name): Promise<number> {
  const newest = await transactors[name].newest()
  await mine(devnet.networks[name], 4)
  return newest
}

function termsTo(destination: Name, from: Name, changes: object = {}) {
  const wallet = Wallet.createRandom().address
  const { coins, cctp } = devnet.networks[from]
  const bounds = { minimum: 1n, leastMillionths: 997_000, maxFee: 5_000_000n, finality: 'standard' as const }
  return {
    wallet,
    recipient: wallet,
    token: coins.USDC.address,
    messenger: cctp.messenger,
    destination,
    ...bounds,
    ...changes,
  }
}

/** Burns a thousand USDC, and returns what the attester is asked for. */
async function burn(name: Name, terms: ReturnType<typeof termsTo>) {
  const { converting, transferCall } = transactors[name]
  const { cctp } = devnet.networks[name]
  await send(name, transferCall({ token: terms.token, to: converting.account(terms), rawAmount: THOUSAND }))
  const { hash, logs } = await send(name, converting.convertCall(terms))
  const [burned] = converting.listOutcomes(logs, cctp) as Burned[]
  const sent = { ...cctp, exchange: exchangeHttp, transactionHash: hash, message: burned?.message ?? '', taken: [] }
  return { burned, sent }
}

test('money is burned on one network, attested, and minted on the other; both sides tell it', async () => {
  const terms = termsTo('ethereum', 'polygon')
  const { burned, sent } = await burn('polygon', terms)
  const account = transactors.polygon.converting.account(terms).toLowerCase()
  expect(burned).toMatchObject({ kind: 'burned', account, rawAmount: THOUSAND, rawMaxFee: 3_000_000n })

  devnet.attester.behave({ unseen: true })
  expect(await findAttestation(sent)).toEqual({ state: 'unknown' })
  devnet.attester.behave({})
  expect(await findAttestation(sent)).toEqual({ state: 'pending', delay: null })
  await finish('polygon')
  devnet.attester.behave({ otherWallet: true })
  await expect(findAttestation(sent)).rejects.toThrow('did not send')
  devnet.attester.behave({})
  const attested = await findAttestation(sent)
  if (attested.state !== 'complete') throw new Error(attested.state)
  expect(attested).toMatchObject({ rawFee: 0n, expirationBlock: 0n })

  const { converting, finalMovements } = transactors.ethereum
  const { cctp, coins } = devnet.networks.ethereum
  const before = await finish('ethereum')
  expect(await converting.isDelivered(cctp.transmitter, attested.nonce, before)).toBe(false)
  const { logs, hash } = await send('ethereum', converting.deliverCall(cctp.transmitter, attested))
  const token = coins.USDC.address.toLowerCase()
  const recipient = terms.recipient.toLowerCase()
  const message = { nonce: attested.nonce, sourceDomain: 7, account }
  const arrival = { ...message, recipient, token, rawAmount: THOUSAND, rawFee: 0n }
  expect(converting.listDeliveries(logs, cctp)).toEqual([{ ...arrival, logIndex: logs.at(-1)?.logIndex }])
  const after = await finish('ethereum')
  expect(await converting.isDelivered(cctp.transmitter, attested.nonce, after)).toBe(true)
  const moved = { token, senders: [NOWHERE], recipient }
  expect((await finalMovements(moved, { from: before, to: after })).map((receipt) => receipt.hash)).toEqual([hash])
  const from = devnet.accounts.payer
  const again = { ...converting.deliverCall(cctp.transmitter, attested), from }
  expect(await transactors.ethereum.estimate(again)).toBe(null)
})

test('a fast burn costs its fee, and is attested again once its message has expired', async () => {
  const { cctp } = devnet.networks.ethereum
  const fees = await readFees({ ...cctp, exchange: exchangeHttp, from: cctp.domain, to: 7 })
  expect(fees).toEqual({ standard: 0, fast: 100 })
  expect(await readFees({ ...cctp, exchange: exchangeHttp, from: 7, to: cctp.domain })).toEqual({
    standard: 0,
    fast: null,
  })
  const terms = termsTo('polygon', 'ethereum', { finality: 'fast' })
  const { sent } = await burn('ethereum', terms)
  devnet.attester.behave({ expired: true })
  const expired = await findAttestation(sent)
  if (expired.state !== 'complete') throw new Error(expired.state)
  const rawFee = (THOUSAND * BigInt(fees.fast ?? 0)) / 1_000_000n
  expect(expired).toMatchObject({ rawFee, expirationBlock: 1n })
  const { converting, estimate } = transactors.polygon
  const { transmitter } = devnet.networks.polygon.cctp
  const from = devnet.accounts.payer
  expect(await estimate({ ...converting.deliverCall(transmitter, expired), from })).toBe(null)

  await reattest({ ...cctp, exchange: exchangeHttp, nonce: expired.nonce })
  const attested = await findAttestation(sent)
  if (attested.state !== 'complete') throw new Error(attested.state)
  const { logs } = await send('polygon', converting.deliverCall(transmitter, attested))
  const deliveries = converting.listDeliveries(logs, devnet.networks.polygon.cctp)
  expect(deliveries).toMatchObject([{ nonce: attested.nonce, sourceDomain: 0, rawAmount: THOUSAND - rawFee, rawFee }])
})

test('the contract, its notices of releases and the bounds of burns are read', async () => {
  const terms = termsTo('ethereum', 'polygon')
  const { converting, transferCall } = transactors.polygon
  const { cctp } = devnet.networks.polygon
  const final = await finish('polygon')
  expect([await converting.contractState('latest'), await converting.contractState(final)]).toEqual([
    'deployed',
    'deployed',
  ])
  expect(await converting.burnable(cctp.messenger, terms.token)).toEqual({
    rawLimit: 10_000_000_000_000n,
    minFeeTenMillionths: 0n,
  })
  expect(await converting.burnable(cctp.messenger, NOWHERE)).toMatchObject({ rawLimit: 0n })
  await send('polygon', transferCall({ token: terms.token, to: converting.account(terms), rawAmount: THOUSAND }))
  const announced = await send('polygon', converting.releaseCall(terms))
  const account = converting.account(terms).toLowerCase()
  expect(converting.listOutcomes(announced.logs, cctp)).toMatchObject([
    { kind: 'announced', account, rawAmount: THOUSAND, from: announced.blockTime + 3 * 86_400_000 },
  ])
  await callRpc(devnet.networks.polygon, 'evm_increaseTime', [3 * 86_400])
  const released = await send('polygon', converting.releaseCall(terms))
  const token = terms.token.toLowerCase()
  expect(converting.listOutcomes(released.logs, cctp)).toMatchObject([
    { kind: 'released', account, token, rawAmount: THOUSAND },
  ])
})
