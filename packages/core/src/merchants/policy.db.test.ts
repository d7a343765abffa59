import type { Payment, SettingsChanges } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import { createTransferFor, paymentInput } from '../testing/index.ts'
import { openMethodsShop } from '../testing/methods.ts'
import { addMerchant, openShop, readProblem } from '../testing/shop.ts'

const SETTINGS = '/sandbox/v1/merchant/settings'
const HASH = `0x${'ab'.repeat(32)}`

type Shop = Pick<Awaited<ReturnType<typeof openShop>>, 'checkout' | 'request'>

const change = (shop: Shop, changes: SettingsChanges) => shop.checkout.sandbox.merchant.updateSettings(changes)

/** The rules that a payment was made with. */
function readRules(shop: Shop, { id }: Payment) {
  const { db } = shop.checkout.context
  return db
    .selectFrom('payments')
    .select(['late_payments', 'tolerance', 'due'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

describe('a merchant chooses rules', () => {
  test('that its next payment is made with, while others keep theirs', async () => {
    const shop = await openShop()
    await shop.settle()
    const before = await shop.create()
    const answer = await change(shop, { latePayments: 'accept', underpaymentTolerance: 0.01 })
    expect(answer).toMatchObject({
      ...{ latePayments: 'accept', underpaymentTolerance: 0.01, claims: 'on' },
      policy: { latePayments: 'review', underpaymentTolerance: 0 },
    })
    const [first, second] = [await shop.create(), await shop.create()]
    expect(await readRules(shop, before)).toMatchObject({ late_payments: 'review', tolerance: expect.anything() })
    expect(Number((await readRules(shop, before)).tolerance)).toBe(0)
    for (const payment of [first, second]) {
      const { late_payments, tolerance, due } = await readRules(shop, payment)
      expect([late_payments, Number(tolerance)]).toEqual(['accept', Math.floor(Number(due) / 100)])
    }
    shop.mine([createTransferFor(first, BigInt(first.amountDue.replace('.', '')) - 90_000n)])
    for (let block = 0; block < 3; block++) shop.mine()
    await shop.settle()
    const [stray] = (await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })).data
    await shop.checkout.sandbox.transfers.assign(stray?.id ?? '', { paymentId: first.id })
    expect(await shop.retrieve(first)).toMatchObject({ status: 'completed' })
  })

  test('of one environment only, and of one merchant only', async () => {
    const shop = await openShop()
    await change(shop, { latePayments: 'accept' })
    expect((await shop.checkout.merchant.retrieve()).settings.latePayments).toBe('review')
    const other = await addMerchant(shop)
    expect((await shop.checkout.as(other.id).sandbox.merchant.retrieve()).settings.latePayments).toBe('review')
  })

  test('and leaves them to the operator again by null', async () => {
    const shop = await openShop({ latePayments: 'accept', underpaymentTolerance: 0.02 })
    await shop.settle()
    const own = await change(shop, { latePayments: 'review', underpaymentTolerance: 0, claims: 'off' })
    expect(own).toMatchObject({ latePayments: 'review', underpaymentTolerance: 0, claims: 'off' })
    expect(Number((await readRules(shop, await shop.create())).tolerance)).toBe(0)
    const theirs = await change(shop, { latePayments: null, underpaymentTolerance: null, claims: null })
    expect(theirs).toMatchObject({ latePayments: 'accept', underpaymentTolerance: 0.02, claims: 'on' })
    expect(await readRules(shop, await shop.create())).toMatchObject({ late_payments: 'accept' })
  })

  test('that a method gets, too, which a payer opens later', async () => {
    const shop = await openMethodsShop()
    const { payments, merchant } = shop.checkout.sandbox
    const alternatives = [{ cryptocurrency: 'USDC' as const, network: 'polygon' as const }]
    const payment = await payments.create({ ...paymentInput, alternatives })
    await merchant.updateSettings({ underpaymentTolerance: 0.05 })
    const body = { cryptocurrency: 'USDC', network: 'polygon' }
    const chosen = await shop.request('POST', `/pay/${payment.id.slice(4)}/method`, { key: null, body })
    expect(chosen).toMatchObject({ status: 200 })
    const { tolerance, due } = await readRules(shop, payment)
    expect(Number(tolerance)).toBe(Math.floor(Number(due) / 20))
  })

  test('which the audit log has with what was before', async () => {
    const shop = await openShop()
    await shop.request('PATCH', SETTINGS, { body: { latePayments: 'accept', claims: 'off' } })
    const [entry] = (await shop.checkout.sandbox.audit.list()).data
    expect(entry).toMatchObject({
      operation: 'updateSettings',
      before: { latePayments: 'review', claims: 'on' },
      after: { latePayments: 'accept', claims: 'off' },
    })
  })
})

describe('claims', () => {
  const name = (shop: Shop, { id }: Payment) =>
    shop.request('POST', `/pay/${id.slice(4)}/transactions`, { key: null, body: { hash: HASH } })

  test('end at once for payments that exist, and begin again', async () => {
    const shop = await openShop()
    await shop.settle()
    const payment = await shop.create()
    const view = async () =>
      (await shop.request('GET', `/pay/${payment.id.slice(4)}/status`, { key: null })).body.claims
    await change(shop, { claims: 'off' })
    expect(await view()).toBe('off')
    expect(readProblem(await name(shop, payment))).toMatchObject({ status: 400, code: 'invalid_state' })
    const form = await shop.request('GET', `/pay/${payment.id.slice(4)}/claim`, { key: null })
    expect([form.status, String(form.body).includes('class="claim')]).toEqual([200, false])
    await change(shop, { claims: 'on' })
    expect(await view()).toBe('on')
    expect((await name(shop, payment)).status).toBeLessThan(300)
  })

  test('stay off where the operator has turned them off', async () => {
    const shop = await openShop({ claims: 'off' })
    const refused = await shop.request('PATCH', SETTINGS, { body: { claims: 'on' } })
    expect(readProblem(refused)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'claims' })
    expect((await change(shop, { claims: 'off' })).claims).toBe('off')
    expect((await change(shop, { claims: null })).claims).toBe('off')
  })
})

test.each([
  [{ latePayments: 'refuse' }, 'latePayments'],
  [{ underpaymentTolerance: 0.051 }, 'underpaymentTolerance'],
  [{ underpaymentTolerance: -0.01 }, 'underpaymentTolerance'],
  [{ underpaymentTolerance: 0.0000001 }, 'underpaymentTolerance'],
  [{ underpaymentTolerance: '0.01' }, 'underpaymentTolerance'],
  [{ claims: true }, 'claims'],
])('a rule that cannot be is refused: %j', async (body, param) => {
  const shop = await openShop()
  const problem = readProblem(await shop.request('PATCH', SETTINGS, { body }))
  expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter', param })
})

test('a rule that is misspelt is refused', async () => {
  const shop = await openShop()
  const problem = readProblem(await shop.request('PATCH', SETTINGS, { body: { underpaymentTolerence: 0.01 } }))
  expect(problem).toMatchObject({ status: 400, code: 'unknown_parameter', param: 'underpaymentTolerence' })
})
