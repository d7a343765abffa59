import { setTimeout } from 'node:timers/promises'
import type { Payment } from '@crypto-checkout/api-types'
import { keccak256 } from 'ethers/crypto'
import { Wallet } from 'ethers/wallet'
import { afterEach, describe, expect, test } from 'vitest'
import { formatNonceText } from '../../domain/authorization.ts'
import { TEST_PAYER, TEST_TOKEN, type TestParts } from '../../testing/index.ts'
import { type Changes, encode, openPrograms } from '../../testing/programs.ts'
import { readProblem } from '../../testing/shop.ts'

const GWEI = 1_000_000_000n
const MINUTE = 60_000
/** Of secp256k1: `s` and `ORDER - s` sign the same. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const another = new Wallet(`0x${'5b'.repeat(32)}`)

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(network: object = {}, parts: TestParts & { readonly mines?: boolean } = {}) {
  const opened = await openPrograms(network, parts)
  closing.push(opened.shop.stop)
  return opened
}

const nothing = { stored: 0, relays: 0 }

describe('a payload that differs from what the payment asks for', () => {
  const differences: [string, Changes, string][] = [
    ['another recipient in the echo', { accepted: { payTo: TEST_PAYER } }, 'recipient_mismatch'],
    ['another recipient in the authorization', { authorization: { to: TEST_PAYER } }, 'recipient_mismatch'],
    ['a smaller amount in the echo', { accepted: { amount: '1' } }, 'value_mismatch'],
    ['a smaller amount in the authorization', { authorization: { value: '9999999' } }, 'value_mismatch'],
    ['a smaller amount in both', { accepted: { amount: '1' }, authorization: { value: '1' } }, 'value_mismatch'],
    ['a larger amount', { authorization: { value: '10000001' } }, 'value_mismatch'],
    ['an amount beyond 256 bits', { authorization: { value: `1${'0'.repeat(76)}` } }, 'value_mismatch'],
    ['another token', { accepted: { asset: TEST_PAYER } }, 'invalid_network'],
    ['another network', { accepted: { network: 'eip155:1' } }, 'invalid_network'],
    ['the offer of another payment', { accepted: { extra: { paymentId: 'pay_1' } } }, 'another payment'],
    ['another scheme', { accepted: { scheme: 'upto' } }, 'unsupported_scheme'],
    ["another name of the token's", { accepted: { extra: { name: 'USDC', version: '2' } } }, 'token_name_mismatch'],
    ["another version of the token's", { accepted: { extra: { version: '1' } } }, 'token_version_mismatch'],
    ['a time that is over', { authorization: { validBefore: '1' } }, 'valid_before'],
    ['no end', { authorization: { validBefore: `${2n ** 256n - 1n}` } }, 'valid_before'],
    ['a later beginning', { authorization: { validAfter: '9999999999' } }, 'valid_after'],
    ['a wrong signature', { payload: { signature: `0x${'11'.repeat(65)}` } }, 'signature'],
    ['no signature', { payload: { signature: '0x' } }, 'signature'],
    ["another account's signature", { wallet: another, authorization: { from: TEST_PAYER } }, 'signature'],
  ]

  test.each(differences)('by %s is refused, and leaves no trace', async (_, changes, reason) => {
    const { shop, pay, traces } = await open()
    const payment = await shop.create()
    const { status, required, settled } = await pay(payment, changes)
    expect([status, required?.error, settled]).toEqual([402, expect.stringContaining(reason), null])
    expect(required?.accepts).toHaveLength(1)
    expect(await traces()).toEqual(nothing)
    expect((await pay(payment)).status).toBe(200)
  })

  test('by a malleable signature is refused', async () => {
    const { shop, terms, sign, give, traces } = await open()
    const payment = await shop.create()
    const payload = (await sign(await terms(payment))) as { payload: { signature: string } }
    const { signature } = payload.payload
    const [s, v] = [BigInt(`0x${signature.slice(66, 130)}`), Number.parseInt(signature.slice(130), 16)]
    const high = `${signature.slice(0, 66)}${(ORDER - s).toString(16).padStart(64, '0')}${(v === 27 ? 28 : 27).toString(16)}`
    const forged = { ...payload, payload: { ...payload.payload, signature: high } }
    expect((await give(payment, forged)).required?.error).toContain('signature')
    expect(await traces()).toEqual(nothing)
  })
})

describe('a payload that comes twice', () => {
  test('pays no other payment, however equal the two are', async () => {
    const { shop, terms, sign, give, finish } = await open()
    const [payment, other] = [await shop.create(), await shop.create()]
    const payload = await sign(await terms(payment))
    expect((await give(payment, payload)).status).toBe(200)
    expect(readProblem(await give(other, payload))).toMatchObject({ status: 409, code: 'payment_conflict' })
    await finish()
    expect(readProblem(await give(other, payload))).toMatchObject({ status: 409, code: 'payment_conflict' })
    expect(await shop.retrieve(other)).toMatchObject({ status: 'created', transactions: [] })
    expect(shop.node.transfers()).toHaveLength(1)
  })

  test('at two payments at once pays one of them', async () => {
    const { shop, terms, sign, give, finish, relays } = await open()
    const payments = [await shop.create(), await shop.create()] as const
    const payload = await sign(await terms(payments[0]))
    const answers = await Promise.all(payments.map((payment) => give(payment, payload)))
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    await finish()
    const states = await Promise.all(payments.map(async (payment) => (await shop.retrieve(payment)).status))
    expect(states.sort()).toEqual(['completed', 'created'])
    expect(await relays()).toHaveLength(1)
  })

  test('with another value or signature under its nonce is refused', async () => {
    const { shop, terms, sign, give } = await open({}, { mines: false })
    const payment = await shop.create()
    const offered = await terms(payment)
    const nonce = `0x${'ab'.repeat(32)}`
    expect((await give(payment, await sign(offered, { authorization: { nonce } }))).status).toBe(202)
    const changed = await sign(offered, { authorization: { nonce, validAfter: '1' } })
    expect(readProblem(await give(payment, changed))).toMatchObject({ status: 409 })
  })

  test('after somebody else used it is refused without a new offer', async () => {
    const { shop, usdc, payer, terms, sign, give, traces } = await open()
    const payment = await shop.create()
    const nonce = `0x${'cd'.repeat(32)}`
    usdc.usedBefore.add(`${payer.address.toLowerCase()} ${nonce}`)
    const answer = await give(payment, await sign(await terms(payment), { authorization: { nonce } }))
    expect(readProblem(answer)).toMatchObject({ status: 409, code: 'payment_conflict' })
    expect(answer.required).toBeNull()
    expect(await traces()).toEqual(nothing)
  })

  test('cannot take the nonce that another payment will be signed with', async () => {
    const { shop, pay, authorize, finish } = await open()
    const [own, victim] = [await shop.create(), await shop.create()]
    const nonce = keccak256(Buffer.from(formatNonceText(victim.id, BigInt(victim.amountDue.replace('.', '')))))
    expect((await pay(own, { wallet: another, authorization: { nonce } })).status).toBe(200)
    expect((await authorize(victim)).status).toBe(200)
    await finish()
    expect(await shop.retrieve(victim)).toMatchObject({ status: 'completed', exceptions: [] })
  })
})

describe('a signature that somebody else sends', () => {
  /** Sends by another account what the checkout has sent, in place of it. */
  async function sendAllElsewhere({ shop, sendElsewhere }: Awaited<ReturnType<typeof open>>) {
    const sent = [...shop.node.pool.waiting]
    shop.node.pool.forget()
    for (const [nonce, call] of sent.entries()) await sendElsewhere(call, { nonce })
  }

  /** Lets a payment cost what another one asks for. Prices in other currencies may come to such an amount. */
  async function priceAs({ shop }: Awaited<ReturnType<typeof open>>, payment: Payment, other: Payment): Promise<void> {
    const due = BigInt(other.cryptoAmount.replace('.', ''))
    const asked = { price: due, due, outstanding: due }
    await shop.storage.db.updateTable('payments').set(asked).where('id', '=', payment.id).execute()
  }

  test('pays what it was signed for, though another payment holds its amount', async () => {
    const opened = await open({}, { mines: false })
    const { shop, terms, sign, give, send, finish } = opened
    const [other, payment] = [await shop.create(), await shop.create()]
    await priceAs(opened, payment, other)
    expect((await give(payment, await sign(await terms(payment)))).status).toBe(202)
    await send()
    await sendAllElsewhere(opened)
    await finish()
    shop.clock.advance(11 * MINUTE)
    await finish()
    expect(await shop.retrieve(other)).toMatchObject({ status: 'created' })
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
  })

  test('pays what it was signed for, and nothing else, in each transaction that reorganisations bring', async () => {
    const opened = await open({}, { mines: false })
    const { shop, usdc, payer, terms, sign, give, send, finish, stored, relays, sendElsewhere } = opened
    const { node } = shop
    const [other, payment] = [await shop.create(), await shop.create()]
    await priceAs(opened, payment, other)
    const payload = await sign(await terms(payment))
    expect(await give(payment, payload)).toMatchObject({ status: 202, headers: { 'retry-after': '5' } })
    await send()
    const [ours] = node.pool.waiting
    if (!ours) throw new Error('nothing was sent')
    usdc.balances.set(payer.address.toLowerCase(), 0n)
    await finish()
    expect(await relays()).toMatchObject([{ state: 'reverted' }])
    const late = await give(payment, payload)
    const waits = Number(late.headers['retry-after'])
    // Until then somebody may still use what was signed, so nobody signs again.
    expect([late.status, waits > 60]).toEqual([202, true])
    usdc.balances.delete(payer.address.toLowerCase())
    const strangers = ['5b', '5c', '5d'].map((byte) => new Wallet(`0x${byte.repeat(32)}`))
    for (const [at, stranger] of strangers.entries()) {
      if (at > 0) node.drop(2)
      node.pool.forget()
      await sendElsewhere(ours, { wallet: stranger })
      shop.mine()
      await shop.watch()
      await send()
      expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing', exceptions: [] })
    }
    await finish()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
    expect(await shop.retrieve(other)).toMatchObject({ status: 'created', transactions: [] })
    const [transfer] = node.transfers()
    expect(await stored()).toMatchObject([{ state: 'used', reason: null, hash: transfer?.txHash }])
  })

  test('is asked about once for each transfer in each block', async () => {
    const opened = await open({}, { mines: false })
    const { shop, usdc, payer, terms, sign, give, send, finish } = opened
    const payment = await shop.create()
    const payload = await sign(await terms(payment))
    const { payTo, amount } = await terms(payment)
    expect((await give(payment, payload)).status).toBe(202)
    await send()
    usdc.balances.set(payer.address.toLowerCase(), 0n)
    await finish()
    // By hand, as much as was signed for.
    shop.mine([{ token: TEST_TOKEN, from: payer.address, to: payTo, rawAmount: BigInt(amount) }])
    await shop.watch()
    let asked = 0
    shop.node.distortion = (method, _, answer) => {
      if (method === 'eth_getTransactionReceipt') asked += 1
      return answer()
    }
    for (let passes = 5; passes > 0; passes--) await send()
    expect(asked).toBe(1)
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
    shop.node.drop(1)
    shop.mine([{ token: TEST_TOKEN, from: payer.address, to: payTo, rawAmount: BigInt(amount) }])
    shop.mine()
    await shop.watch()
    for (let passes = 5; passes > 0; passes--) await send()
    expect(asked).toBe(2)
  })

  test('pays one payment each, though two were signed by one account for one price', async () => {
    const opened = await open({}, { mines: false })
    const { shop, terms, sign, give, send, finish } = opened
    const payments = [await shop.create(), await shop.create()]
    for (const payment of payments) {
      expect((await give(payment, await sign(await terms(payment)))).status).toBe(202)
    }
    await send()
    const { effect } = shop.node.pool
    // One transaction uses both.
    const [first, second] = shop.node.pool.waiting
    shop.node.pool.effect = (call) => {
      if (call.data !== first?.data || call.from !== another.address.toLowerCase()) return effect(call)
      const both = [effect(call), second ? effect(second) : null]
      return {
        transfers: both.flatMap((one) => one?.transfers ?? []),
        logs: both.flatMap((one) => one?.logs ?? []),
      }
    }
    await sendAllElsewhere(opened)
    await finish()
    shop.clock.advance(11 * MINUTE)
    await finish()
    for (const payment of payments) {
      expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', amountReceived: '10.000000' })
    }
  })
})

test('a payload that is sent a hundred times takes one place to wait, and the next payment has one too', async () => {
  const { shop, terms, sign, mineOne, whileWaiting, address, give } = await open({}, { mines: false })
  const [payment, next] = [await shop.create(), await shop.create()]
  const payload = await sign(await terms(payment))
  const forNext = await sign(await terms(next))
  let waiting = 0
  const gate = Promise.withResolvers<unknown>()
  whileWaiting(() => {
    waiting += 1
    return gate.promise
  })
  const headers = { 'payment-signature': encode(payload) }
  const replay = (_: unknown, at: number) =>
    shop.request('GET', address(payment), { key: null, headers, address: `198.51.100.${at}` })
  const first = give(payment, payload)
  await expect.poll(() => waiting).toBe(1)
  const replays = Array.from({ length: 100 }, replay)
  await setTimeout(300)
  const last = give(next, forNext)
  await expect.poll(() => waiting).toBe(2)
  whileWaiting(mineOne)
  gate.resolve(null)
  const answers = [await first, await last, ...(await Promise.all(replays))]
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

describe('two payers', () => {
  test('who sign at once pay once, and the other one is told not to sign again', async () => {
    const { shop, terms, sign, give, finish } = await open({}, { mines: false })
    const payment = await shop.create()
    const offered = await terms(payment)
    const payloads = [await sign(offered), await sign(offered, { wallet: another })]
    const answers = await Promise.all(payloads.map((payload) => give(payment, payload)))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409])
    expect(answers.flatMap(({ required }) => required ?? [])).toEqual([])
    await finish()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
    expect(shop.node.transfers()).toHaveLength(1)
  })

  test('of whom one signs on the page pay once', async () => {
    const { shop, terms, sign, give, authorize, finish } = await open({}, { mines: false })
    const payment = await shop.create()
    const payload = await sign(await terms(payment))
    expect((await authorize(payment)).status).toBe(200)
    expect(readProblem(await give(payment, payload))).toMatchObject({ status: 409 })
    await finish()
    expect(shop.node.transfers()).toHaveLength(1)
    expect(await give(payment, payload)).toMatchObject({ status: 200, settled: null })
  })
})

describe('one balance', () => {
  const ten = 10_000_000n

  test('pays no more payments than it covers: the others get 402 and cost no gas', async () => {
    const { shop, usdc, payer, terms, sign, give, finish, relays } = await open({}, { mines: false })
    usdc.balances.set(payer.address.toLowerCase(), ten)
    const payments = await Promise.all(Array.from({ length: 4 }, () => shop.create()))
    const payloads = await Promise.all(payments.map(async (payment) => sign(await terms(payment))))
    const answers = await Promise.all(payments.map((payment, at) => give(payment, payloads[at])))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 402, 402, 402])
    const refused = answers.filter(({ status }) => status === 402)
    expect(refused.map(({ required }) => required?.error)).toEqual(
      Array(3).fill(expect.stringMatching(/^invalid_exact_evm_insufficient_balance: .*lacks 10\.000000 USDC/)),
    )
    expect(refused.every(({ required }) => required?.accepts.length === 1)).toBe(true)
    await finish()
    expect(await relays()).toMatchObject([{ state: 'succeeded' }])
  })

  test('pays the next payment while the one before is on the chain and not final', async () => {
    const { shop, usdc, payer, pay, stored } = await open()
    usdc.balances.set(payer.address.toLowerCase(), 2n * ten)
    expect((await pay(await shop.create())).status).toBe(200)
    expect(await stored()).toMatchObject([{ state: 'pending' }])
    usdc.balances.set(payer.address.toLowerCase(), ten)
    expect((await pay(await shop.create())).status).toBe(200)
  })

  test('is not shared by accounts', async () => {
    const { shop, usdc, payer, pay } = await open({}, { mines: false })
    for (const one of [payer, another]) usdc.balances.set(one.address.toLowerCase(), ten)
    expect((await pay(await shop.create())).status).toBe(202)
    expect((await pay(await shop.create(), { wallet: another })).status).toBe(202)
  })
})

describe('an outcome that is not known', () => {
  test('is never answered with a new offer: not while coins that left are looked for, and not while it may be used', async () => {
    const { shop, usdc, payer, terms, sign, give, get, send, finish, stored } = await open({}, { mines: false })
    const payment = await shop.create({ expiresIn: 3_600 })
    const payload = await sign(await terms(payment), {
      authorization: { validBefore: String(Math.floor(shop.clock.now() / 1_000) + 1_800) },
    })
    expect((await give(payment, payload)).status).toBe(202)
    usdc.balances.set(payer.address.toLowerCase(), 0n)
    expect(await send()).toContain('refuses what is to be sent for relay')
    expect([(await get(payment)).status, (await give(payment, payload)).status]).toEqual([202, 202])
    shop.clock.advance(11 * MINUTE)
    await finish()
    expect(await stored()).toMatchObject([{ state: 'failed', hash: null }])
    expect([(await get(payment)).status, (await give(payment, payload)).status]).toEqual([202, 202])
    shop.clock.advance(20 * MINUTE)
    shop.mine()
    await shop.watch()
    const failed = await give(payment, payload)
    expect([failed.status, failed.settled]).toMatchObject([402, { success: false, transaction: '' }])
    expect(failed.settled?.errorReason).toBe('invalid_exact_evm_transaction_failed')
    expect((await get(payment)).required?.accepts).toHaveLength(1)
    expect(shop.node.transfers()).toEqual([])
  })

  test('of coins that left after it was sent costs gas, and pays nothing', async () => {
    const { shop, usdc, payer, terms, sign, give, get, send, finish, stored } = await open({}, { mines: false })
    const payment = await shop.create({ expiresIn: 3_600 })
    const payload = await sign(await terms(payment))
    expect((await give(payment, payload)).status).toBe(202)
    await send()
    usdc.balances.set(payer.address.toLowerCase(), 0n)
    await finish()
    expect(shop.node.transactions()).toMatchObject([{ succeeded: false }])
    expect(await stored()).toMatchObject([{ state: 'failed' }])
    expect((await get(payment)).status).toBe(202)
    shop.clock.advance(7 * MINUTE)
    expect((await get(payment)).status).toBe(402)
  })

  test('of gas that became too dear waits within its limit', async () => {
    const { shop, terms, sign, give, get, send, finish } = await open({}, { mines: false })
    const payment = await shop.create()
    const payload = await sign(await terms(payment))
    expect((await give(payment, payload)).status).toBe(202)
    shop.node.pool.baseFee = 50n * GWEI
    expect(await send()).toContain('gas costs more than is allowed for relay')
    expect([(await get(payment)).status, (await give(payment, payload)).status]).toEqual([202, 202])
    shop.node.pool.baseFee = GWEI
    shop.clock.advance(15_000)
    await finish()
    expect(await give(payment, payload)).toMatchObject({ status: 200, settled: { success: true } })
  })

  test('of nodes that do not answer leaves no trace, and the payload is as good as before', async () => {
    const { shop, terms, sign, give, traces } = await open()
    const payment = await shop.create()
    const payload = await sign(await terms(payment))
    shop.node.distortion = (method, _, answer) => (method === 'eth_estimateGas' ? 'nonsense' : answer())
    expect(readProblem(await give(payment, payload))).toMatchObject({ status: 503, code: 'network_unreachable' })
    expect(await traces()).toEqual(nothing)
    shop.node.distortion = null
    expect((await give(payment, payload)).status).toBe(200)
  })
})

test('a payment whose signatures fail again and again gets no more of them', async () => {
  const { shop, usdc, payer, pay, get, send, finish } = await open({}, { mines: false })
  const payment = await shop.create({ expiresIn: 7_200 })
  for (let tries = 3; tries > 0; tries--) {
    usdc.balances.set(payer.address.toLowerCase(), 10n ** 9n)
    expect((await pay(payment)).status).toBe(202)
    await send()
    usdc.balances.set(payer.address.toLowerCase(), 0n)
    await finish()
    shop.clock.advance(7 * MINUTE)
  }
  const { status, required } = await get(payment)
  expect([status, required?.accepts, required?.error]).toEqual([402, [], expect.stringMatching(/^too_many_failures/)])
})

test('no more gas is spent on programs in a day than is allowed', async () => {
  const { shop, pay, get } = await open({ gasless: { maxFeePerPayment: 0.001, maxFeePerDay: 0.002 } }, { mines: false })
  const statuses = []
  for (let payments = 12; payments > 0; payments--) {
    const payment = await shop.create()
    const { required } = await get(payment)
    statuses.push(required?.accepts.length === 0 ? required.error?.split(':')[0] : (await pay(payment)).status)
  }
  expect(statuses[0]).toBe(202)
  expect(statuses.at(-1)).toBe('gas_too_expensive')
  const rows = await shop.storage.db.selectFrom('relays').select('cost').execute()
  expect(rows.reduce((sum, { cost }) => sum + cost, 0n) <= 2n * 10n ** 15n).toBe(true)
})
