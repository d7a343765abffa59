import type { Refund } from '@crypto-checkout/api-types'
import { LANGUAGES } from '@crypto-checkout/payer-ui'
import { refundTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'
import { afterEach, describe, expect, test } from 'vitest'
import type { RequestBody } from '../http/exchange.ts'
import { TEST_TOKEN } from '../testing/index.ts'
import {
  createCompletedPayment,
  listEventTypes,
  mineFinal,
  openRefunding,
  REFUND_TO,
  refundTransfer,
} from '../testing/refunding.ts'
import { readProblem } from '../testing/shop.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open() {
  const shop = await openRefunding()
  closing.push(shop.stop)
  const { refunds } = shop.checkout.sandbox
  const { id } = await createCompletedPayment(shop)
  const refund = await refunds.create({ paymentId: id })
  const path = pathOf(refund)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (entry: Record<string, string>, to = path) =>
    shop.request('POST', to, { body: new URLSearchParams(entry).toString(), headers, key: null })
  /** The button of the second form. */
  const submit = (address: string, to = path) => post({ address, step: 'confirm' }, to)
  return { shop, refunds, refund, path, post, submit }
}

function pathOf({ nextAction }: Refund): string {
  if (nextAction?.type !== 'collect_destination') throw new Error('the payer is not asked')
  const [, token] = /^https:\/\/pay\.example\.com(\/refund\/[A-Za-z0-9_-]{43})$/.exec(nextAction.url ?? '') ?? []
  if (!token) throw new Error(`no page at ${nextAction.url}`)
  return token
}

test('without a destination the payer is asked on a page, whose address is told this once', async () => {
  const { shop, refunds, refund, path } = await open()
  expect(refund).toMatchObject({ status: 'pending', destination: null })
  const nextAction = { type: 'collect_destination', url: null }
  expect((await refunds.retrieve(refund.id)).nextAction).toEqual(nextAction)
  expect((await refunds.list()).data[0]?.nextAction).toEqual(nextAction)
  const token = path.split('/').at(-1) ?? ''
  const { data } = await shop.checkout.sandbox.events.list({ limit: 100 })
  expect(data[0]).toMatchObject({ type: 'refund.created', data: { object: { id: refund.id, nextAction } } })
  const rows = await shop.storage.db.selectFrom('refunds').selectAll().execute()
  expect(rows.flatMap((row) => Object.values(row)).join()).not.toContain(token)
  const publicView = await shop.request('GET', `/pay/${refund.paymentId.slice(4)}/status`, { key: null })
  expect(JSON.stringify(publicView.body)).not.toContain('refund/')
})

test('the address is taken once, and then the merchant’s wallet signs', async () => {
  const { shop, refunds, refund, path, submit } = await open()
  const page = await shop.request('GET', path, { key: null })
  expect(page).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(page.headers['content-security-policy']).toContain("form-action 'self'")
  expect(page.body).toContain(refund.cryptoAmount)
  expect(page.body).toContain(`<form class="entry" method="post" action="${path}">`)
  const answer = await submit(` ${REFUND_TO.toLowerCase()} `)
  expect(answer).toMatchObject({ status: 303, headers: { location: path } })
  const addressed = await refunds.retrieve(refund.id)
  expect(addressed).toMatchObject({ destination: REFUND_TO, status: 'pending', nextAction: { type: 'sign' } })
  expect(await submit(`0x${'11'.repeat(20)}`)).toMatchObject({ status: 303 })
  expect(await refunds.retrieve(refund.id)).toEqual(addressed)
  const after = await shop.request('GET', path, { key: null })
  expect(after.body).toContain(REFUND_TO)
  expect(after.body).not.toContain('<form')
  shop.mine([refundTransfer(addressed)])
  await mineFinal(shop)
  expect((await refunds.retrieve(refund.id)).status).toBe('completed')
  expect((await listEventTypes(shop)).slice(-5)).toEqual([
    'refund.created',
    'refund.destination_received',
    'refund.submitted',
    'refund.completed',
    'payment.refunded',
  ])
})

test('the merchant is told that an address came, once, with what is to be signed', async () => {
  const { shop, refunds, refund, submit } = await open()
  const list = () => shop.checkout.sandbox.events.list({ type: 'refund.destination_received' })
  await submit('0x12')
  expect((await list()).data).toEqual([])
  await Promise.all([submit(REFUND_TO), submit(REFUND_TO)])
  const { data } = await list()
  expect(data.map((event) => event.data.object)).toEqual([await refunds.retrieve(refund.id)])
  expect(data[0]).toMatchObject({ data: { object: { destination: REFUND_TO, nextAction: { type: 'sign' } } } })
})

test('an address is shown whole before it is fixed, and can be corrected', async () => {
  const { refunds, refund, post, submit } = await open()
  const look = await post({
    address: ` ${REFUND_TO.slice(0, 20).toLowerCase()}\r\n${REFUND_TO.slice(20).toLowerCase()} `,
  })
  expect(look.status).toBe(200)
  const shown = String(look.body)
  // The address as its network writes it, in groups without gaps.
  const [, groups = ''] =
    /<span class="value address groups" dir="ltr" translate="no">(.*?)<\/span><\/dd>/.exec(shown) ?? []
  expect(groups.replace(/<[^>]*>/g, '')).toBe(REFUND_TO)
  expect(groups).toMatch(new RegExp(`^<b>${REFUND_TO.slice(0, 6)}</b>.*<b>${REFUND_TO.slice(-6)}</b>$`))
  expect(shown).toContain('Is this your address for USDC on Ethereum?')
  expect(shown).toContain('You cannot change this later.')
  expect(shown).toContain(`<input type="hidden" name="address" value="${REFUND_TO}">`)
  expect((await refunds.retrieve(refund.id)).destination).toBeNull()
  const again = await post({ address: REFUND_TO, step: 'correct' })
  expect(again.status).toBe(200)
  expect(again.body).toContain(`>${REFUND_TO}</textarea>`)
  expect((await refunds.retrieve(refund.id)).destination).toBeNull()
  await submit(REFUND_TO)
  expect((await refunds.retrieve(refund.id)).destination).toBe(REFUND_TO)
  // Later looks show what was fixed.
  expect(await post({ address: `0x${'11'.repeat(20)}` })).toMatchObject({ status: 303 })
  expect((await post({ address: `0x${'11'.repeat(20)}`, step: 'correct' })).body).not.toContain('<form')
})

test('of addresses that are sent at once one is taken', async () => {
  const { refunds, refund, submit } = await open()
  const addresses = Array.from({ length: 8 }, (_, index) => `0x${String(index + 1).repeat(40)}`)
  await Promise.all(addresses.map((address) => submit(address)))
  const { destination } = await refunds.retrieve(refund.id)
  expect(addresses).toContain(destination)
})

test('an address where nothing can be sent is shown again with the reason, as text', async () => {
  const { shop, refunds, refund, path, post, submit } = await open()
  const wrong = ['', '0x1234', '</textarea><script>alert(1)</script>', TEST_TOKEN, `0x${'0'.repeat(40)}`]
  for (const entry of wrong.flatMap((address) => [{ address }, { address, step: 'confirm' }])) {
    const answer = await post(entry, `${path}?lang=de`)
    expect(answer.status).toBe(400)
    expect(answer.body).toContain('role="alert"')
    expect(answer.body.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/checkout-refund.js">'])
    expect(answer.body).toContain(`action="${path}?lang=de"`)
  }
  shop.node.distortion = (method, params, answer) => {
    const [call] = params as [{ data?: string }]
    return method === 'eth_call' && call.data?.startsWith('0xfe575a87') ? `0x${'1'.padStart(64, '0')}` : answer()
  }
  expect((await submit(REFUND_TO)).body).toContain('cannot receive USDC on Ethereum')
  expect((await refunds.retrieve(refund.id)).destination).toBeNull()
})

test('the address is taken too where the host has read the form itself, and nothing where it was too large', async () => {
  const { shop, refunds, refund, path } = await open()
  const post = (body: RequestBody) =>
    shop.checkout.handle({ method: 'POST', path, query: '', headers: {}, body, address: '192.0.2.1' })
  expect((await post({ kind: 'too_large' }))?.status).toBe(400)
  expect((await post({ kind: 'bytes', bytes: Buffer.from(`address=${'0'.repeat(70_000)}`) }))?.status).toBe(400)
  const read = Buffer.from(JSON.stringify({ address: REFUND_TO, memo: '', step: 'confirm' }))
  expect((await post({ kind: 'reencoded', bytes: read }))?.status).toBe(303)
  expect((await refunds.retrieve(refund.id)).destination).toBe(REFUND_TO)
})

describe('nothing is shown', () => {
  test('for a token that there is not, nor for ids', async () => {
    const { shop, refund, path } = await open()
    const other = `${path.slice(0, -2)}${path.endsWith('AA') ? 'BA' : 'AA'}`
    for (const one of ['/refund/', '/refund/x', other, `/refund/${refund.id}`, `/refund/${refund.id.slice(3)}`]) {
      expect((await shop.request('GET', one, { key: null })).status).toBe(404)
    }
  })

  test('but that it is over once the refund was cancelled, which frees its amount at once', async () => {
    const { shop, refunds, refund, path, submit } = await open()
    await refunds.cancel(refund.id)
    expect((await shop.request('GET', path, { key: null })).body).not.toContain('<form')
    await submit(REFUND_TO)
    expect(await refunds.retrieve(refund.id)).toMatchObject({ status: 'cancelled', destination: null })
    expect(await refunds.create({ paymentId: refund.paymentId, destination: REFUND_TO })).toMatchObject({
      cryptoAmount: refund.cryptoAmount,
    })
  })
})

const TERMS = { coin: 'USDC', network: 'Ethereum' }

test.each(LANGUAGES)(
  'in %s the page names coin, network and merchant, and says what cannot be undone',
  async (language) => {
    const { shop, path, post } = await open()
    const { body } = await shop.request('GET', `${path}?lang=${language}`, { key: null })
    const { body: look } = await post({ address: REFUND_TO }, `${path}?lang=${language}`)
    expect(look).toContain(refundTexts[language].addressPage.warning)
    expect(look).toContain(refundTexts[language].addressPage.check({ ...TERMS, merchant: '' }))
    expect(body).toContain(`<html lang="${language}"`)
    const [, askText = ''] = /<div class="explain"><p>(.*?)<\/p>/.exec(body) ?? []
    expect(askText).toContain('USDC')
    expect(askText).toContain('Ethereum')
  },
)

test('a memo without a destination is refused', async () => {
  const { shop, refund } = await open()
  const body = { paymentId: refund.paymentId, destinationMemo: '17' }
  await shop.checkout.sandbox.refunds.cancel(refund.id)
  const answer = readProblem(await shop.request('POST', '/sandbox/v1/refunds', { body }))
  expect(answer).toMatchObject({ code: 'invalid_parameter', param: 'destinationMemo' })
})
