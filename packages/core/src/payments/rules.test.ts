import type { Payment } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import { listAuditAsOperator } from '../audit/list.ts'
import type { TestPayer } from '../context/context.ts'
import { shareWallet } from '../merchants/wallets/share.ts'
import {
  createTransferFor,
  paymentInput,
  ScriptedLedger,
  ScriptedNode,
  TEST_PAYER,
  TEST_TOKEN,
  TEST_WALLET,
} from '../testing/index.ts'
import { createScriptedAccount } from '../testing/scripted-event.ts'
import { addMerchant, countRows, fillShop, openShop, readProblem } from '../testing/shop.ts'
import { assignTransferAsOperator } from './transfers/assign.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

const HOUR_MS = 3_600_000

async function openSettled(options: Parameters<typeof openShop>[0] = {}): Promise<Shop> {
  const shop = await openShop(options)
  await shop.settle()
  return shop
}

/** Mines transfers and the blocks that make them final. */
async function mineFinal(shop: Shop, transfers: Parameters<Shop['mine']>[0]) {
  shop.mine(transfers)
  shop.mine()
  shop.mine()
  await shop.settle()
}

/** Lets the deadline pass and the chain be read past it. */
async function passDeadline(shop: Shop, payment: Payment) {
  shop.clock.advance(Date.parse(payment.expiresAt) - shop.clock.now())
  shop.mine()
  await shop.settle()
}

async function typesOf(shop: Shop): Promise<string[]> {
  const { data } = await shop.checkout.sandbox.events.list({ limit: 100 })
  const types = data.map((event) => event.type).filter((type) => type !== 'booking.created')
  return types.reverse()
}

async function unattributed(shop: Shop) {
  const { data } = await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })
  const [newest] = data
  if (!newest) throw new Error('there is no unattributed transfer')
  return newest
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )

describe('cancelling', () => {
  test('is possible while nothing was seen, twice is once, and nothing else changes', async () => {
    const shop = await openSettled()
    const payment = await shop.create()
    shop.clock.advance(1_000)
    const cancelled = await shop.checkout.sandbox.payments.cancel(payment.id)
    const cancelledAt = new Date(shop.clock.now()).toISOString()
    expect(cancelled).toEqual({ ...payment, status: 'cancelled', cancelledAt })
    shop.clock.advance(1_000)
    const before = await countRows(shop)
    expect(await shop.checkout.sandbox.payments.cancel(payment.id)).toEqual(cancelled)
    expect(await countRows(shop)).toEqual(before)
    expect(await typesOf(shop)).toEqual(['payment.created', 'payment.cancelled'])
  })

  test('is refused in every other status, with nothing changed', async () => {
    const shop = await openShop()
    const { expired, completed, processing, partlyPaid } = await fillShop(shop)
    const before = await countRows(shop)
    for (const payment of [expired, completed, processing, partlyPaid]) {
      const answer = await shop.request('POST', `/sandbox/v1/payments/${payment.id}/cancel`)
      expect(readProblem(answer)).toMatchObject({ status: 400, code: 'invalid_state', param: null })
    }
    expect(await countRows(shop)).toEqual(before)
  })

  test('is over once the deadline was read past, and possible until then', async () => {
    const shop = await openSettled()
    const [first, second] = [await shop.create({ expiresIn: 10 }), await shop.create({ expiresIn: 10 })]
    shop.clock.advance(11_000)
    expect((await shop.checkout.sandbox.payments.cancel(first.id)).status).toBe('cancelled')
    shop.mine()
    await shop.settle()
    expect(await codeOf(shop.checkout.sandbox.payments.cancel(second.id))).toBe('invalid_state')
  })

  test.each([
    ['sent before, seen after', true],
    ['sent after', false],
  ])('keeps and reports money that was %s', async (_name, before) => {
    const shop = await openSettled()
    const payment = await shop.create()
    if (before) shop.mine([createTransferFor(payment)])
    shop.clock.advance(5_000)
    await shop.checkout.sandbox.payments.cancel(payment.id)
    await mineFinal(shop, before ? [] : [createTransferFor(payment)])
    expect(await shop.retrieve(payment)).toMatchObject({
      status: 'cancelled',
      exceptions: ['late'],
      amountReceived: payment.cryptoAmount,
      completedAt: null,
    })
    expect(await typesOf(shop)).toEqual(['payment.created', 'payment.cancelled', 'payment.late'])
    const accepted = await shop.checkout.sandbox.payments.accept(payment.id)
    expect(accepted).toMatchObject({ status: 'completed', exceptions: ['late', 'manual'] })
  })
})

describe('accepting', () => {
  test('is refused while nothing final was received', async () => {
    const shop = await openSettled()
    const payment = await shop.create()
    expect(await codeOf(shop.checkout.sandbox.payments.accept(payment.id))).toBe('invalid_state')
    shop.mine([createTransferFor(payment)])
    await shop.settle()
    const before = await countRows(shop)
    expect(await codeOf(shop.checkout.sandbox.payments.accept(payment.id))).toBe('invalid_state')
    expect(await countRows(shop)).toEqual(before)
    await mineFinal(shop, [])
    const completed = await shop.retrieve(payment)
    expect(await shop.checkout.sandbox.payments.accept(payment.id)).toEqual(completed)
    expect(completed).toMatchObject({ status: 'completed', exceptions: [] })
  })

  test('takes late money as enough', async () => {
    const shop = await openSettled()
    const payment = await shop.create({ expiresIn: 10 })
    await passDeadline(shop, payment)
    await mineFinal(shop, [createTransferFor(payment)])
    expect(await shop.retrieve(payment)).toMatchObject({
      status: 'expired',
      exceptions: ['late'],
      amountReceived: payment.cryptoAmount,
    })
    const accepted = await shop.checkout.sandbox.payments.accept(payment.id)
    expect(accepted).toMatchObject({
      status: 'completed',
      exceptions: ['late', 'manual'],
      amountDue: '0.000000',
      completedAt: new Date(shop.clock.now()).toISOString(),
    })
    expect(await shop.checkout.sandbox.payments.accept(payment.id)).toEqual(accepted)
    expect(await typesOf(shop)).toEqual(['payment.created', 'payment.expired', 'payment.late', 'payment.completed'])
  })

  test('takes a part as enough', async () => {
    const shop = await openSettled()
    const payment = await shop.create()
    await mineFinal(shop, [createTransferFor(payment, 9_000_000n)])
    const { id } = await unattributed(shop)
    await shop.checkout.sandbox.transfers.assign(id, { paymentId: payment.id })
    expect(await shop.checkout.sandbox.payments.accept(payment.id)).toMatchObject({
      status: 'completed',
      exceptions: ['underpaid', 'manual'],
      amountReceived: '9.000000',
    })
  })
})

describe('late money', () => {
  test('completes the payment within a day where the policy says so, and not after', async () => {
    for (const [hours, status] of [
      [23, 'completed'],
      [25, 'expired'],
    ] as const) {
      const shop = await openSettled({ latePayments: 'accept' })
      const payment = await shop.create({ expiresIn: 10 })
      await passDeadline(shop, payment)
      expect(await shop.retrieve(payment)).toMatchObject({ status: 'expired', exceptions: [] })
      shop.clock.advance(hours * HOUR_MS)
      await mineFinal(shop, [createTransferFor(payment)])
      expect(await shop.retrieve(payment)).toMatchObject({ status, exceptions: ['late'] })
    }
  })

  test('that is short stays late and underpaid', async () => {
    const shop = await openSettled({ latePayments: 'accept' })
    const payment = await shop.create({ expiresIn: 10 })
    await passDeadline(shop, payment)
    await mineFinal(shop, [createTransferFor(payment, 5_000_000n)])
    await shop.checkout.sandbox.transfers.assign((await unattributed(shop)).id, { paymentId: payment.id })
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'expired', exceptions: ['underpaid', 'late'] })
  })
})

describe('assigning', () => {
  test('a part makes the rest due with a tail of its own, which completes the payment', async () => {
    const shop = await openSettled()
    const payment = await shop.create()
    await mineFinal(shop, [createTransferFor(payment, 4_000_000n)])
    expect(await shop.retrieve(payment)).toEqual(payment)
    const transfer = await unattributed(shop)
    const assigned = await shop.checkout.sandbox.transfers.assign(transfer.id, { paymentId: payment.id })
    expect(assigned).toEqual({ ...transfer, payment: payment.id, assignedBy: 'merchant' })
    const partly = await shop.retrieve(payment)
    expect(partly).toMatchObject({
      status: 'partially_paid',
      exceptions: [],
      cryptoAmount: payment.cryptoAmount,
      amountReceived: '4.000000',
      transactions: [{ hash: transfer.hash, amount: '4.000000' }],
    })
    const due = BigInt(payment.cryptoAmount.replace('.', ''))
    const rest = BigInt(partly.amountDue.replace('.', ''))
    expect(rest - (due - 4_000_000n)).toBeGreaterThan(0n)
    expect(rest - (due - 4_000_000n)).toBeLessThan(10_000n)
    expect(rest % 10n).not.toBe(0n)
    expect(partly.paymentUri).toContain(`uint256=${rest}`)
    await mineFinal(shop, [createTransferFor(partly)])
    expect(await shop.retrieve(payment)).toMatchObject({
      status: 'completed',
      exceptions: ['multiple'],
      amountDue: '0.000000',
    })
    expect(await typesOf(shop)).toEqual([
      'payment.created',
      'transfer.unattributed',
      'transfer.assigned',
      'payment.partially_paid',
      'payment.processing',
      'payment.completed',
    ])
  })

  test('more than is due makes it overpaid, and what was asked first still finds it', async () => {
    const shop = await openSettled()
    const payment = await shop.create()
    await mineFinal(shop, [createTransferFor(payment, 12_000_000n)])
    await shop.checkout.sandbox.transfers.assign((await unattributed(shop)).id, { paymentId: payment.id })
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: ['overpaid'] })
    await mineFinal(shop, [createTransferFor({ ...payment })])
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: ['overpaid', 'multiple'] })
  })

  test('is refused for a transfer that pays already, for another wallet, and for one that is off the chain', async () => {
    const shop = await openShop()
    const { completed, processing, unattributed: open, created } = await fillShop(shop)
    const elsewhere = await shop.create({ merchantWallet: TEST_PAYER })
    const paying = (await shop.checkout.sandbox.transfers.list({ status: 'attributed' })).data
    const before = await countRows(shop)
    const assign = async (id: string | undefined, paymentId: string) =>
      readProblem(await shop.request('POST', `/sandbox/v1/transfers/${id}/assign`, { body: { paymentId } }))
    expect(await assign(paying[0]?.id, created.id)).toMatchObject({ status: 400, code: 'invalid_state' })
    expect(await assign(open.id, elsewhere.id)).toMatchObject({ code: 'invalid_parameter', param: 'paymentId' })
    expect(await assign(open.id, 'pay_x')).toMatchObject({ status: 404, code: 'resource_missing', param: 'paymentId' })
    expect(await countRows(shop)).toEqual(before)
    expect([completed.id, processing.id]).toEqual(expect.arrayContaining(paying.slice(0, 0)))

    shop.mine([createTransferFor(created, 123_456n)])
    await shop.settle()
    const lost = await unattributed(shop)
    shop.node.drop(1)
    shop.mine()
    shop.mine()
    await shop.settle()
    expect((await shop.checkout.sandbox.transfers.retrieve(lost.id)).status).toBe('orphaned')
    expect(await assign(lost.id, created.id)).toMatchObject({ code: 'invalid_state' })
  })

  test("is the owner's where two merchants use one wallet, and the operator may assign to the other", async () => {
    const shop = await openSettled()
    const other = await addMerchant(shop)
    const ownPayment = await shop.create()
    await shareWallet(shop.checkout.context, { address: TEST_WALLET, merchantId: other.id })
    const otherPayment: Payment = (
      await shop.request('POST', '/sandbox/v1/payments', { key: other.sandbox, body: paymentInput })
    ).body
    await mineFinal(shop, [createTransferFor(ownPayment, 3_000_000n)])
    const row = await shop.checkout.context.db.selectFrom('transfers').selectAll().executeTakeFirstOrThrow()
    const call = { key: other.sandbox, body: { paymentId: otherPayment.id } }
    const refused = await shop.request('POST', `/sandbox/v1/transfers/${row.id}/assign`, call)
    expect(readProblem(refused)).toMatchObject({ status: 404, code: 'resource_missing', param: 'id' })
    expect((await shop.request('GET', `/sandbox/v1/transfers/${row.id}`)).body.payment).toBeNull()
    const assigned = await assignTransferAsOperator(shop.checkout.context, row.id, { paymentId: otherPayment.id })
    expect(assigned.payment).toBe(otherPayment.id)
    const [entry] = await listAuditAsOperator(shop.checkout.context, other.id, 1)
    expect(entry).toMatchObject({
      ...{ operation: 'assignTransfer', actor: 'command_line', target: { object: 'transfer', id: row.id } },
      ...{ before: { payment: null }, after: { payment: otherPayment.id, assignedBy: 'operator' } },
    })
    const read = await shop.request('GET', `/sandbox/v1/transfers/${row.id}`, { key: other.sandbox })
    expect(read.body).toEqual(assigned)
    expect((await shop.request('GET', `/sandbox/v1/transfers/${row.id}`)).status).toBe(404)
    expect(await typesOf(shop)).toEqual(['payment.created', 'wallet.shared', 'transfer.unattributed'])
  })
})

describe('the helpers for tests', () => {
  const helper = (id: string, verb: string, base = '/sandbox/v1') => `${base}/test_helpers/payments/${id}/${verb}`

  test('send what the scenario says to where the payment asks for it', async () => {
    const shop = await openSettled()
    const payment = await shop.create()
    const due = BigInt(payment.amountDue.replace('.', ''))
    const sentBy = async (body?: object) => {
      shop.sent.length = 0
      const answer = await shop.request('POST', helper(payment.id, 'pay'), body ? { body } : {})
      expect(answer).toMatchObject({ status: 200, body: { id: payment.id } })
      return shop.sent.map(({ amount, token }) => [amount, token])
    }
    expect(await sentBy()).toEqual([[due, 'genuine']])
    expect(await sentBy({ scenario: 'exact' })).toEqual([[due, 'genuine']])
    expect(await sentBy({ scenario: 'duplicate' })).toEqual([
      [due, 'genuine'],
      [due, 'genuine'],
    ])
    expect(await sentBy({ scenario: 'underpaid' })).toEqual([[due / 2n, 'genuine']])
    expect(await sentBy({ scenario: 'overpaid' })).toEqual([[due + 1_000_000n, 'genuine']])
    expect(await sentBy({ scenario: 'wrong_token' })).toEqual([[due, 'counterfeit']])
    expect(await sentBy({ amount: '0.000001' })).toEqual([[1n, 'genuine']])
    expect(shop.sent[0]).toMatchObject({ network: 'ethereum', cryptocurrency: 'USDC', to: TEST_WALLET })
  })

  test('send another coin of the network as the wrong one, and a counterfeit where there is one only', async () => {
    const coins = {
      USDC: { address: TEST_TOKEN, decimals: 6 },
      DAI: { address: '0x0000000000000000000000000000000000000abc', decimals: 18 },
    }
    const ethereum = { rpcUrls: ['http://127.0.0.1:1'], chainId: 31_337, coins }
    const shop = await openSettled({ sandbox: { networks: { ethereum } }, production: { networks: {} } })
    for (const [cryptocurrency, other] of [['USDC', 'DAI'] as const, ['DAI', 'USDC'] as const]) {
      const payment = await shop.create({ cryptocurrency })
      await shop.request('POST', helper(payment.id, 'pay'), { body: { scenario: 'wrong_token' } })
      expect(shop.sent.pop()).toMatchObject({ cryptocurrency: other, token: 'genuine' })
    }
  })

  test('pay in a method that was chosen before, and in none that is not open', async () => {
    const coins = {
      USDC: { address: TEST_TOKEN, decimals: 6 },
      DAI: { address: '0x0000000000000000000000000000000000000abc', decimals: 18 },
    }
    const ethereum = { rpcUrls: ['http://127.0.0.1:1'], chainId: 31_337, coins }
    const shop = await openSettled({ sandbox: { networks: { ethereum } }, production: { networks: {} } })
    const inDai = { cryptocurrency: 'DAI', network: 'ethereum' } as const
    const payment = await shop.create({ alternatives: [inDai] })
    const payIn = (method: object) => shop.request('POST', helper(payment.id, 'pay'), { body: { method } })
    expect(await payIn(inDai)).toMatchObject({ status: 400, body: { error: { param: 'method' } } })
    await shop.request('POST', `/sandbox/v1/payments/${payment.id}/method`, { body: inDai })
    expect((await payIn({ ...inDai, cryptocurrency: 'USDC' })).status).toBe(200)
    expect((await payIn(inDai)).status).toBe(200)
    expect(shop.sent.map(({ cryptocurrency }) => cryptocurrency)).toEqual(['USDC', 'DAI'])
  })

  test('take back what was seen, and the payment is what it was, with an event', async () => {
    const parts: { shop?: Shop; read: boolean } = { read: true }
    const sendAndTakeBack: TestPayer['sendAndTakeBack'] = async ({ to, amount }, seen) => {
      const { shop } = parts
      if (!shop) throw new Error('the shop is not open yet')
      const transfer = { token: TEST_TOKEN, from: TEST_PAYER, to, rawAmount: amount }
      const [hash = ''] = shop.mine([transfer])
      const looked = seen(hash)
      if (parts.read) await shop.settle()
      else shop.clock.advance(10_000)
      await looked
      shop.node.drop(1)
      shop.mine()
      return hash
    }
    const send = () => Promise.reject(new Error('nothing is to stay'))
    const shop = await openSettled({ testPayer: { send, sendAndTakeBack } })
    parts.shop = shop
    const payment = await shop.create()
    const play = (body: object) => shop.request('POST', helper(payment.id, 'pay'), { body })
    expect(readProblem(await play({ scenario: 'reorg', amount: '1' }))).toMatchObject({ param: 'amount' })
    expect((await play({ scenario: 'reorg' })).body).toMatchObject({ id: payment.id, status: 'processing' })
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', amountReceived: '0.000000' })
    expect(await typesOf(shop)).toEqual(['payment.created', 'payment.processing', 'payment.reverted'])
    parts.read = false
    expect(readProblem(await play({ scenario: 'reorg' }))).toMatchObject({ status: 400, code: 'invalid_state' })
  })

  test('refuse scenarios that the network does not know and amounts that are none', async () => {
    const shop = await openSettled()
    const { id } = await shop.create()
    for (const scenario of ['no_memo', 'Exact', '', '__proto__', 'constructor', 'x'.repeat(33)]) {
      const answer = await shop.request('POST', helper(id, 'pay'), { body: { scenario } })
      expect(readProblem(answer)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'scenario' })
    }
    for (const amount of ['0', '-1', '1e3', '1.0000001', '1000000.000001', '', ' 1', '.5', 1, null]) {
      const answer = await shop.request('POST', helper(id, 'pay'), { body: { amount } })
      expect(readProblem(answer)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'amount' })
    }
    expect(shop.sent).toEqual([])
  })

  test('know a missing memo on Stellar, and no reorganisation', async () => {
    const coins = { USDC: { code: 'USDC', issuer: createScriptedAccount(3) } }
    const stellar = { rpcUrls: ['http://127.0.0.1:1'], networkPassphrase: 'Scripted Stellar Network', coins }
    const passphrase = stellar.networkPassphrase
    const ledger = new ScriptedLedger({
      passphrase,
      startTime: Date.parse('2026-01-01T00:00:00Z'),
      assets: [coins.USDC],
    })
    const shop = await openShop({ sandbox: { networks: { stellar } } }, { ledger })
    const { id, memo } = await shop.create({ network: 'stellar', merchantWallet: createScriptedAccount(1) })
    const play = (scenario: string) => shop.request('POST', helper(id, 'pay'), { body: { scenario } })
    expect(readProblem(await play('reorg'))).toMatchObject({ code: 'invalid_parameter', param: 'scenario' })
    for (const scenario of ['exact', 'no_memo']) expect((await play(scenario)).status).toBe(200)
    expect(shop.sent.map((transfer) => transfer.memo)).toEqual([memo, undefined])
  })

  test('move the deadline to now, and the next block expires the payment', async () => {
    const shop = await openSettled()
    const payment = await shop.create()
    shop.clock.advance(5_000)
    const moved = await shop.request('POST', helper(payment.id, 'expire'))
    expect(moved.body).toMatchObject({ status: 'created', expiresAt: new Date(shop.clock.now()).toISOString() })
    shop.mine()
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'expired' })
    expect(readProblem(await shop.request('POST', helper(payment.id, 'expire')))).toMatchObject({
      code: 'invalid_state',
    })
  })

  test('exist in the sandbox only, and only where there is somebody to pay', async () => {
    const shop = await openSettled()
    const key = await shop.makeKey('production')
    const live = await shop.checkout.payments.create(paymentInput)
    const { testPayer: _, ...without } = { testPayer: null }
    const bare = await openShop({ ...without, testPayer: undefined as never })
    const payment = await bare.create()
    for (const verb of ['pay', 'expire']) {
      const inProduction = await shop.request('POST', helper(live.id, verb, '/v1'), { key })
      expect(readProblem(inProduction)).toMatchObject({ status: 404, code: 'unknown_endpoint' })
      expect(readProblem(await bare.request('POST', helper(payment.id, verb)))).toMatchObject({
        code: 'unknown_endpoint',
      })
    }
  })

  test('touch no payment on a network that is not a local one', async () => {
    const local = {
      rpcUrls: ['http://127.0.0.1:1'],
      chainId: 31_337,
      coins: { USDC: { address: TEST_TOKEN, decimals: 6 } },
    }
    const polygon = { rpcUrls: ['https://rpc.example.com'] }
    const others = {
      'https://rpc.example.com': new ScriptedNode({ chainId: 80_002, startTime: Date.parse('2026-01-01T00:00:00Z') }),
    }
    const shop = await openShop({ sandbox: { networks: { ethereum: local, polygon } } }, { others })
    const payment = await shop.create({ network: 'polygon' })
    for (const verb of ['pay', 'expire']) {
      const answer = await shop.request('POST', helper(payment.id, verb))
      expect([verb, readProblem(answer)]).toMatchObject([verb, { status: 400, code: 'invalid_state' }])
    }
    for (const scenario of ['exact', 'expire']) {
      const answer = await shop.request('POST', `/pay/${payment.id}/test/${scenario}`, { key: null })
      expect([scenario, answer.status]).toEqual([scenario, 404])
    }
    expect(await shop.retrieve(payment)).toEqual(payment)
    expect(shop.sent).toEqual([])
  })
})
