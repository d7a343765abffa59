import type { TypedData } from '@crypto-checkout/api-types'
import { Wallet } from 'ethers/wallet'
import { afterEach, describe, expect, test } from 'vitest'
import {
  createTransferFor,
  ScriptedNode,
  TEST_CHAIN_ID,
  TEST_PAYER,
  TEST_WALLET,
  type TestParts,
} from '../../testing/index.ts'
import { openRelaying } from '../../testing/relaying.ts'
import { readProblem } from '../../testing/shop.ts'
import { createGasJob } from '../../workers/network-readings.ts'
import { insertRelay } from '../store.ts'

const GWEI = 1_000_000_000n
/** Of secp256k1: `s` and `ORDER - s` sign the same. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const signedOnStellar = {
  id: 'on_stellar',
  family: 'stellar',
  environment: 'sandbox',
  network: 'stellar',
  chain: 'stellar:test',
  token: 'coin',
  from_address: 'payer',
  to_address: 'wallet',
  amount: 1n,
  due: 1n,
  raw_amount: 10n,
  nonce: '7',
  signature: 'AAAA',
  state: 'pending',
  cost: 100n,
  created_at: 1,
  memo: '12',
  valid_until: 3,
  after_transfer: 0,
  signer: 'GSIGNER',
} as const

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(network: object = {}, parts: TestParts = {}) {
  const opened = await openRelaying(network, parts)
  closing.push(opened.shop.stop)
  return opened
}

type Relaying = Awaited<ReturnType<typeof open>>

async function typesOf({ shop }: Relaying, id: string): Promise<string[]> {
  const { data } = await shop.checkout.sandbox.events.list({ after: 0, limit: 100 })
  return data.filter((event) => (event.data.object as { id: string }).id === id).map((event) => event.type)
}

describe('a payer without gas', () => {
  test('is asked to sign exactly what is due, and no more than until the payment ends', async () => {
    const { shop, ask, payer } = await open()
    const payment = await shop.create()
    const { status, headers, body } = await ask(payment)
    expect(status).toBe(200)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(body).toMatchObject({
      primaryType: 'TransferWithAuthorization',
      domain: { name: 'USD Coin', version: '2', chainId: '0x7a69' },
      message: {
        from: payer.address.toLowerCase(),
        to: TEST_WALLET.toLowerCase(),
        value: payment.amountDue.replace('.', ''),
        validAfter: '0',
        validBefore: String(Date.parse(payment.expiresAt) / 1_000),
      },
    })
    expect(Object.keys(body.types).sort()).toEqual(['EIP712Domain', 'TransferWithAuthorization'])
  })

  test('has paid what arrived where the coin takes a fee', async () => {
    const { shop, authorize, finish, stored } = await open()
    const { effect } = shop.node.pool
    shop.node.pool.effect = (transaction) => {
      const done = effect(transaction)
      const [transfer] = done?.transfers ?? []
      return transfer ? { ...done, transfers: [{ ...transfer, rawAmount: transfer.rawAmount - 70_000n }] } : done
    }
    const payment = await shop.create()
    await authorize(payment)
    await finish()
    const [transfer] = shop.node.transfers()
    expect(await shop.retrieve(payment)).toMatchObject({
      status: 'partially_paid',
      transactions: [{ hash: transfer?.txHash, status: 'final' }],
    })
    expect(transfer?.rawAmount).toBe(BigInt(payment.cryptoAmount.replace('.', '')) - 70_000n)
    expect(await stored()).toMatchObject([{ state: 'used', hash: transfer?.txHash }])
  })

  test('signs, and the payment completes by one transfer', async () => {
    const relaying = await open()
    const { shop, authorize, finish, stored, payer } = relaying
    const payment = await shop.create()
    const answer = await authorize(payment)
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'pending', payment: payment.id, from: payer.address.toLowerCase() },
    })
    expect(await finish()).toBe('')
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
    const [transfer] = shop.node.transfers()
    const [row] = await stored()
    expect(row).toMatchObject({ state: 'used', hash: transfer?.txHash, cost: 80_000n * 2n * GWEI })
    expect(shop.node.transfers()).toHaveLength(1)
    expect(await typesOf(relaying, payment.id)).toEqual([
      ...['payment.created', 'payment.processing', 'payment.completed'],
    ])
  })

  test('who looks again before it is mined is told that it was sent', async () => {
    const { shop, authorize, send, finish } = await open()
    const payment = await shop.create()
    const reported = async () => {
      const { body } = await shop.request('GET', `/pay/${payment.id.slice(4)}/status`, { key: null })
      return body.reported.map(({ hash }: { hash: string }) => hash)
    }
    await authorize(payment)
    expect(await reported()).toEqual([])
    await send()
    expect(await reported()).toEqual(shop.node.pool.waiting.map(({ hash }) => hash))
    await finish()
    expect(await reported()).toEqual([])
  })

  test('whose relay a reorganisation drops is told that it is on its way, also where the page had named it', async () => {
    const { shop, authorize, send, payer } = await open()
    const payment = await shop.create()
    const status = async () => (await shop.request('GET', `/pay/${payment.id}/status`, { key: null })).body
    await authorize(payment)
    await send()
    const [{ hash = '' } = {}] = shop.node.pool.waiting
    const body = { hash, from: payer.address }
    await shop.request('POST', `/pay/${payment.id}/transactions`, { key: null, body })
    shop.mine()
    await shop.watch()
    expect(await status()).toMatchObject({ status: 'processing', reported: [] })
    shop.node.drop(1)
    shop.node.pool.baseFee = 50n * GWEI
    shop.mine()
    shop.mine()
    await shop.watch()
    const dropped = await status()
    expect(dropped).toMatchObject({ status: 'created', transactions: [{ hash, status: 'orphaned' }] })
    expect(dropped.reported).toMatchObject([{ hash }])
  })

  test('is not taken while what was signed for the payment on another family of networks is on its way', async () => {
    const { shop, ask, sign, post, payer, stored } = await open()
    const payment = await shop.create()
    const signature = await sign((await ask(payment)).body)
    await shop.checkout.context.transact((tx) => insertRelay(tx, { ...signedOnStellar, payment_id: payment.id }))
    expect(readProblem(await post(payment, { from: payer.address, signature }))).toMatchObject({
      code: 'payment_conflict',
      message: expect.stringContaining('being paid already'),
    })
    expect(await stored()).toMatchObject([{ family: 'stellar', state: 'pending' }])
  })

  test('who signs twice, or whose page asks again, has paid once', async () => {
    const { shop, ask, sign, post, finish, payer, relays } = await open()
    const payment = await shop.create()
    const { body: data } = await ask(payment)
    const body = { from: payer.address, signature: await sign(data) }
    const other = new Wallet(`0x${'5b'.repeat(32)}`)
    const another = { from: other.address, signature: await sign((await ask(payment, other.address)).body, other) }
    const answers = await Promise.all([1, 2, 3].map(() => post(payment, body)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(readProblem(await post(payment, another))).toMatchObject({ code: 'payment_conflict' })
    expect(readProblem(await ask(payment, other.address))).toMatchObject({ code: 'payment_conflict' })
    await finish()
    expect((await post(payment, body)).body).toMatchObject({ status: 'used' })
    expect(readProblem(await ask(payment))).toMatchObject({ code: 'payment_conflict' })
    expect(await relays()).toHaveLength(1)
    expect(shop.node.transfers()).toHaveLength(1)
  })

  test('of two accounts that sign at once pays one alone', async () => {
    const { shop, ask, sign, post, finish, payer } = await open()
    const payment = await shop.create()
    const wallets = [payer, new Wallet(`0x${'5b'.repeat(32)}`)]
    const bodies = []
    for (const wallet of wallets) {
      const { body } = await ask(payment, wallet.address)
      bodies.push({ from: wallet.address, signature: await sign(body, wallet) })
    }
    const answers = await Promise.all(bodies.map((body) => post(payment, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await finish()
    expect(shop.node.transfers()).toHaveLength(1)
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
  })

  test("pays to a payment's own address where the network collects by deposit", async () => {
    const { shop, ask, authorize, finish } = await open({ collection: 'deposit' })
    const payment = await shop.create()
    const { message } = (await ask(payment)).body
    expect(message).toMatchObject({ to: payment.address.toLowerCase(), value: '10000000' })
    expect(message.to).not.toBe(TEST_WALLET.toLowerCase())
    await authorize(payment)
    await finish()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', amountReceived: '10.000000' })
  })

  test('pays the rest of a payment that was paid in part', async () => {
    const { shop, authorize, finish } = await open()
    const payment = await shop.create()
    shop.mine([createTransferFor(payment, 4_000_000n)])
    await shop.settle()
    const [transfer] = (await shop.checkout.sandbox.transfers.list({ limit: 10 })).data
    await shop.checkout.sandbox.transfers.assign(transfer?.id ?? '', { paymentId: payment.id })
    await authorize(payment)
    await finish()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: ['multiple'] })
  })
})

describe('a contract that pays', () => {
  const account = `0x${'ac'.repeat(20)}`
  const signature = `0x${'51'.repeat(70)}`

  async function openContract() {
    const relaying = await open()
    const { shop } = relaying
    shop.node.contracts.set(account, (data) =>
      data.includes(signature.slice(2)) ? `0x1626ba7e${'0'.repeat(56)}` : `0x${'f'.repeat(64)}`,
    )
    return { ...relaying, payment: await shop.create() }
  }

  test('signs as it says itself (ERC-1271), and the token gets its bytes', async () => {
    const { shop, post, finish, relays, payment } = await openContract()
    expect(await post(payment, { from: account, signature })).toMatchObject({ status: 200 })
    await finish()
    expect((await relays())[0]?.data).toMatch(new RegExp(`^0xcf092995.*${signature.slice(2)}0*$`))
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  })

  test('is refused what it does not call its own', async () => {
    const { post, stored, payment } = await openContract()
    const answer = await post(payment, { from: account, signature: `0x${'52'.repeat(70)}` })
    expect(readProblem(answer)).toMatchObject({ code: 'invalid_parameter', param: 'signature' })
    expect(await stored()).toEqual([])
  })
})

describe('what is not as it was asked for', () => {
  const changes: [string, string, (data: TypedData) => TypedData][] = [
    ['another value', 'signature', (data) => ({ ...data, message: { ...data.message, value: '1' } })],
    ['another recipient', 'signature', (data) => ({ ...data, message: { ...data.message, to: TEST_PAYER } })],
    ['another nonce', 'signature', (data) => ({ ...data, message: { ...data.message, nonce: `0x${'1'.repeat(64)}` } })],
    ['another chain', 'signature', (data) => ({ ...data, domain: { ...data.domain, chainId: '0x1' } })],
    ['another token', 'signature', (data) => ({ ...data, domain: { ...data.domain, verifyingContract: TEST_PAYER } })],
    ['another name of the token', 'signature', (data) => ({ ...data, domain: { ...data.domain, name: 'USDC' } })],
  ]

  test.each(changes)('as %s is refused, and nothing is stored', async (_, param, change) => {
    const { shop, ask, sign, post, payer, stored, relays } = await open()
    const payment = await shop.create()
    const { body } = await ask(payment)
    const answer = await post(payment, { from: payer.address, signature: await sign(change(body)) })
    expect(readProblem(answer)).toMatchObject({ status: 400, code: 'invalid_parameter', param })
    expect([...(await stored()), ...(await relays())]).toEqual([])
  })

  const windows: [string, string, (now: number, end: number) => { validAfter?: number; validBefore?: number }][] = [
    ['expired', 'validBefore', (now) => ({ validBefore: now - 1 })],
    ['about to expire', 'validBefore', (now) => ({ validBefore: now + 29 })],
    ['longer than the payment waits', 'validBefore', (_, end) => ({ validBefore: end + 1 })],
    ['not yet valid', 'validAfter', (now) => ({ validAfter: now + 60 })],
  ]

  test.each(windows)('as one that is %s is refused, and nothing is stored', async (_, param, windowOf) => {
    const { shop, ask, sign, post, payer, stored, relays } = await open()
    const payment = await shop.create()
    const { body } = await ask(payment)
    const window = windowOf(Math.floor(shop.clock.now() / 1_000), Date.parse(payment.expiresAt) / 1_000)
    const texts = Object.fromEntries(Object.entries(window).map(([key, value]) => [key, String(value)]))
    const signature = await sign({ ...body, message: { ...body.message, ...texts } })
    const answer = await post(payment, { from: payer.address, signature, ...window })
    expect(readProblem(answer)).toMatchObject({ status: 400, code: 'invalid_parameter', param })
    expect([...(await stored()), ...(await relays())]).toEqual([])
  })

  test('as a shorter time that the payer chose is taken', async () => {
    const { shop, ask, sign, post, payer, finish } = await open()
    const payment = await shop.create()
    const { body } = await ask(payment)
    const validBefore = Math.floor(shop.clock.now() / 1_000) + 120
    const signature = await sign({ ...body, message: { ...body.message, validBefore: String(validBefore) } })
    expect(await post(payment, { from: payer.address, signature, validBefore })).toMatchObject({ status: 200 })
    await finish()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  })

  test('as the signature of another account, of another payment, or a malleable one is refused', async () => {
    const { shop, ask, sign, post, payer, stored } = await open()
    const [payment, other] = [await shop.create(), await shop.create()]
    const { body } = await ask(payment)
    const right = await sign(body)
    const [s, v] = [BigInt(`0x${right.slice(66, 130)}`), Number.parseInt(right.slice(130), 16)]
    const high = `${right.slice(0, 66)}${(ORDER - s).toString(16).padStart(64, '0')}${(v === 27 ? 28 : 27).toString(16)}`
    const refused = { status: 400, code: 'invalid_parameter', param: 'signature' }
    for (const [to, from, signature] of [
      [payment, TEST_PAYER, right],
      [payment, payer.address, await sign(body, new Wallet(`0x${'5b'.repeat(32)}`))],
      [other, payer.address, right],
      [payment, payer.address, high],
      [payment, payer.address, `0x${'00'.repeat(65)}`],
      [payment, payer.address, '0x00'],
    ] as const) {
      expect(readProblem(await post(to, { from, signature }))).toMatchObject(refused)
    }
    expect(await stored()).toEqual([])
    expect(await post(payment, { from: payer.address, signature: right })).toMatchObject({ status: 200 })
  })

  test.each([
    ['no sender', { signature: '0x00' }, 'missing_parameter', 'from'],
    ['no signature', { from: TEST_PAYER }, 'missing_parameter', 'signature'],
    ['a sender that is none', { from: '0x1', signature: '0x00' }, 'invalid_parameter', 'from'],
    ['a signature that is none', { from: TEST_PAYER, signature: 'yes' }, 'invalid_parameter', 'signature'],
    [
      'times that are none',
      { from: TEST_PAYER, signature: '0x00', validBefore: '9' },
      'invalid_parameter',
      'validBefore',
    ],
    ['more than is known', { from: TEST_PAYER, signature: '0x00', value: 1 }, 'unknown_parameter', 'value'],
  ])('as %s is refused', async (_, body, code, param) => {
    const { shop, post } = await open()
    expect(readProblem(await post(await shop.create(), body))).toMatchObject({ status: 400, code, param })
  })
})

describe('what a token would not do', () => {
  test('is refused where the token knows no authorizations', async () => {
    const { shop, usdc, ask, post } = await open()
    const payment = await shop.create()
    usdc.knows = false
    expect(readProblem(await ask(payment))).toMatchObject({ code: 'unsupported_asset' })
    const body = { from: TEST_PAYER, signature: `0x${'11'.repeat(65)}` }
    expect(readProblem(await post(payment, body))).toMatchObject({ code: 'unsupported_asset' })
  })

  test('is refused where the account has too little, which is named', async () => {
    const { shop, usdc, payer, authorize, stored } = await open()
    const payment = await shop.create()
    usdc.balances.set(payer.address.toLowerCase(), BigInt(payment.amountDue.replace('.', '')) - 1n)
    const { body } = await authorize(payment)
    expect(body.error).toMatchObject({ code: 'payer_funds_insufficient', param: 'from', missing: '0.000001' })
    expect(await stored()).toEqual([])
  })

  test('is refused where the account has signed away its balance for other payments', async () => {
    const { shop, usdc, payer, authorize, stored } = await open()
    const payments = [await shop.create(), await shop.create()] as const
    const due = payments.map(({ amountDue }) => BigInt(amountDue.replace('.', '')))
    const sum = due.reduce((all, one) => all + one, 0n)
    usdc.balances.set(payer.address.toLowerCase(), sum - 1n)
    expect((await authorize(payments[0])).status).toBe(200)
    const { body } = await authorize(payments[1])
    expect(body.error).toMatchObject({ code: 'payer_funds_insufficient', param: 'from', missing: '0.000001' })
    expect(await stored()).toHaveLength(1)
    usdc.balances.set(payer.address.toLowerCase(), sum)
    expect((await authorize(payments[1])).status).toBe(200)
  })

  test('is refused where it was used before', async () => {
    const { shop, usdc, payer, ask, authorize, stored } = await open()
    const payment = await shop.create()
    const { body } = await ask(payment)
    usdc.usedBefore.add(`${payer.address.toLowerCase()} ${body.message.nonce}`)
    expect(readProblem(await authorize(payment))).toMatchObject({ status: 503, code: 'transaction_uncertain' })
    expect(await stored()).toEqual([])
  })

  test('is refused where its contract refuses it', async () => {
    const { shop, authorize, stored } = await open()
    const payment = await shop.create()
    shop.node.pool.effect = () => null
    expect(readProblem(await authorize(payment))).toMatchObject({ code: 'transaction_refused' })
    expect(await stored()).toEqual([])
  })
})

describe('gas', () => {
  test('is paid for nobody where the operator has not said so', async () => {
    const { shop, ask } = await open({ gasless: undefined })
    expect(readProblem(await ask(await shop.create()))).toMatchObject({ status: 400, code: 'invalid_state' })
  })

  test('needs a key that pays for it', async () => {
    await expect(openRelaying({ gasKey: undefined })).rejects.toThrow('sandbox.networks.ethereum.gasKey: needed')
  })

  test('is paid up to what is allowed for a payment', async () => {
    const { shop, authorize, stored } = await open()
    shop.node.pool.baseFee = 20n * GWEI
    const payment = await shop.create()
    expect(readProblem(await authorize(payment))).toMatchObject({ code: 'relay_unavailable' })
    expect(await stored()).toEqual([])
    shop.node.pool.baseFee = 8n * GWEI
    shop.clock.advance(5_000)
    expect(await authorize(payment)).toMatchObject({ status: 200 })
  })

  test('is paid up to what is allowed for a day, by what relays have cost or may cost', async () => {
    const { shop, authorize, finish } = await open({ gasless: { maxFeePerPayment: 0.001, maxFeePerDay: 0.0021 } })
    const payments = []
    for (let count = 0; count < 4; count++) payments.push(await shop.create())
    const [first, second, third, fourth] = payments as [Payment, Payment, Payment, Payment]
    expect([await authorize(first), await authorize(second)]).toMatchObject([{ status: 200 }, { status: 200 }])
    expect(readProblem(await authorize(third))).toMatchObject({ code: 'relay_unavailable' })
    await finish()
    expect(await authorize(third)).toMatchObject({ status: 200 })
    expect(readProblem(await authorize(fourth))).toMatchObject({ code: 'relay_unavailable' })
  })

  test('is paid up to what is allowed for a day, whenever it was promised: what waits may be sent on one day', async () => {
    const { shop, authorize, finish } = await open({ gasless: { maxFeePerPayment: 0.001, maxFeePerDay: 0.0021 } })
    const create = () => shop.create({ expiresIn: 7 * 86_400 })
    const [first, second, third] = [await create(), await create(), await create()]
    expect([await authorize(first), await authorize(second)]).toMatchObject([{ status: 200 }, { status: 200 }])
    shop.clock.advance(25 * 3_600_000)
    expect(readProblem(await authorize(third))).toMatchObject({ code: 'relay_unavailable' })
    await finish()
    expect(await authorize(third)).toMatchObject({ status: 200 })
    await finish()
    const cost = shop.node.transactions().reduce((sum, { gasUsed, gasPrice }) => sum + gasUsed * gasPrice, 0n)
    expect(cost).toBeLessThanOrEqual(2_100_000n * GWEI)
  })

  test('that became too dear while the payer signed is not paid', async () => {
    const { shop, ask, sign, post, payer, stored } = await open()
    const payment = await shop.create()
    const signature = await sign((await ask(payment)).body)
    shop.node.pool.baseFee = 20n * GWEI
    shop.clock.advance(5_000)
    expect(readProblem(await post(payment, { from: payer.address, signature }))).toMatchObject({
      code: 'relay_unavailable',
    })
    expect(await stored()).toEqual([])
  })

  test('is not promised with an empty key', async () => {
    const { shop, address, authorize } = await open()
    shop.node.pool.balances.set(address.toLowerCase(), 1_000n)
    expect(readProblem(await authorize(await shop.create()))).toMatchObject({ code: 'relay_unavailable' })
  })
})

describe('a page is told that a payment', () => {
  test('can be paid without gas, then that it is being sent, and nothing once it was paid', async () => {
    const { shop, authorize, offered, send, finish } = await open()
    const payment = await shop.create()
    expect(await offered(payment)).toBe('offered')
    await authorize(payment)
    expect(await offered(payment)).toBe('pending')
    await send()
    expect(await offered(payment)).toBe('pending')
    await finish()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
    expect(await offered(payment)).toBe(null)
  })

  test('has to be sent, where its network has come to mean another chain', async () => {
    const { shop, offered } = await open()
    const payment = await shop.create()
    const chainId = TEST_CHAIN_ID + 1
    const node = new ScriptedNode({ chainId, startTime: shop.clock.now() })
    const { clock, storage } = shop
    const moved = await open({ chainId }, { clock, storage, node })
    expect(await offered(payment)).toBe('offered')
    expect(await moved.offered(payment)).toBe(null)
  })

  test('has to be sent, where what was signed for its amount could not be', async () => {
    const { shop, authorize, offered, send, finish, stored, usdc, payer } = await open()
    const payment = await shop.create()
    await authorize(payment)
    await send()
    usdc.balances.set(payer.address.toLowerCase(), 0n)
    await finish()
    expect(await stored()).toMatchObject([{ state: 'failed' }])
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
    expect(await offered(payment)).toBe(null)
  })

  test('has to be sent, where the operator pays for no gas, or for no more of it today', async () => {
    const without = await open({ gasless: undefined })
    expect(await without.offered(await without.shop.create())).toBe(null)
    const { shop, authorize, offered } = await open({ gasless: { maxFeePerPayment: 0.001, maxFeePerDay: 0.0015 } })
    const [first, second] = [await shop.create(), await shop.create()]
    expect([await offered(first), await offered(second)]).toEqual(['offered', 'offered'])
    await authorize(first)
    expect([await offered(first), await offered(second)]).toEqual(['pending', null])
  })

  test('has to be sent, where gas is known to cost too much, or the key to have nothing', async () => {
    const { shop, address, offered } = await open()
    const payment = await shop.create()
    const [network] = shop.checkout.context.networks
    if (!network) throw new Error('the test checkout has no network')
    const look = async () => {
      shop.clock.advance(60_000)
      await createGasJob(shop.checkout.context, network, new Map()).run()
      return offered(payment)
    }
    expect(await look()).toBe('offered')
    shop.node.pool.baseFee = 50n * GWEI
    expect(await look()).toBe(null)
    shop.node.pool.baseFee = GWEI
    expect(await look()).toBe('offered')
    shop.node.pool.balances.set(address.toLowerCase(), 1_000n)
    expect(await look()).toBe(null)
    shop.clock.advance(4 * 60_000)
    expect(await offered(payment)).toBe('offered')
  })

  test('has to be sent, when there is no time left to do that for the payer', async () => {
    const { shop, offered } = await open()
    const payment = await shop.create()
    shop.clock.advance(Date.parse(payment.expiresAt) - shop.clock.now() - 20_000)
    expect(await offered(payment)).toBe(null)
  })
})

type Payment = Awaited<ReturnType<Relaying['shop']['create']>>
