import type { PaymentLink } from '@crypto-checkout/api-types'
import { LANGUAGES } from '@crypto-checkout/payer-ui'
import { linkTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shapes } from '../../http/shapes.ts'
import { createTransferFor, paymentInput, type TestCheckout, testCheckout } from '../../testing/index.ts'
import { logos } from '../../testing/logos.ts'
import { mineFinal } from '../../testing/refunding.ts'
import { pickRuns } from '../../testing/runs.ts'
import { addMerchant, countRows, fetchText, openShop, readProblem } from '../../testing/shop.ts'
import { testStorage } from '../../testing/storage.ts'

type Shop = TestCheckout

const coffee = { ...paymentInput, title: 'Coffee', amount: 4.5 } as const
const { amount: _, ...withoutAmount } = coffee
const donation = { ...withoutAmount, title: 'Donation', minimum: 5, maximum: 100, preset: 20 } as const

const LINKS = '/sandbox/v1/payment_links'
const create = (shop: Shop, change: object = {}) =>
  shop.checkout.sandbox.paymentLinks.create({ ...coffee, ...change } as typeof coffee)
const refusalOf = async (shop: Shop, body: object, key = shop.key) =>
  readProblem(await shop.request('POST', LINKS, { body, key }))

/** Addresses take turns, so that no visitor presses too often. */
let visitors = 0

/** Presses the page's button. */
function press(shop: Shop, { id }: Pick<PaymentLink, 'id'>, amount?: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = amount === undefined ? '' : new URLSearchParams({ amount }).toString()
  visitors += 1
  const address = `192.0.${(visitors >> 8) & 255}.${visitors & 255}`
  return shop.request('POST', `/l/${id.slice(3)}`, { body, headers, key: null, address })
}

async function paymentsOf(shop: Shop, { id }: Pick<PaymentLink, 'id'>) {
  return shop.checkout.sandbox.payments.list({ paymentLink: id, limit: 100 })
}

describe('a link', () => {
  test('is created, read, listed and changed by the API', async () => {
    const shop = await openShop()
    const { body: made } = await shop.request('POST', LINKS, {
      body: {
        ...coffee,
        description: 'A cup of filter coffee',
        lineItems: [{ name: 'Coffee', quantity: 1, unitAmount: 4.5 }],
        ...{ limit: 3, expiresIn: 3_600, redirectUrl: 'https://shop.example.com/thanks', metadata: { table: 7 } },
      },
    })
    expect(shapes.PaymentLink.safeParse(made).success).toBe(true)
    expect(made).toMatchObject({
      ...{ object: 'payment_link', status: 'active', active: true, title: 'Coffee', amount: 4.5, minimum: null },
      ...{ url: `https://pay.example.com/l/${made.id.slice(3)}`, limit: 3, paymentCount: 0, alternatives: [] },
      expiresAt: new Date(shop.clock.now() + 3_600_000).toISOString(),
    })
    expect(made.id).toMatch(/^pl_[0-9a-z]{26}$/)
    expect(await fetchText(shop, `${LINKS}/${made.id}`)).toContain('"amount":4.50')
    const other = await create(shop, { title: 'Tea' })
    expect((await shop.checkout.sandbox.paymentLinks.list({ limit: 1 })).data).toEqual([other])
    const next = await shop.checkout.sandbox.paymentLinks.list({ starting_after: other.id })
    expect(next).toMatchObject({ data: [made], hasMore: false, totalCount: 2 })
    const patch = (body: object) => shop.request('PATCH', `${LINKS}/${made.id}`, { body })
    expect((await patch({ active: false, title: 'Espresso' })).body).toEqual({
      ...made,
      ...{ active: false, status: 'inactive', title: 'Espresso' },
    })
    expect((await patch({ active: true, limit: null })).body).toMatchObject({ status: 'active', limit: null })
    expect(readProblem(await patch({ amount: 1 }))).toMatchObject({ code: 'unknown_parameter' })
  })

  test('needs scopes of its own', async () => {
    const shop = await openShop()
    const reader = await shop.makeKey('sandbox', ['payment_links:read', 'payments:write'])
    expect(await refusalOf(shop, coffee, reader)).toMatchObject({ code: 'insufficient_scope' })
    expect((await shop.request('GET', LINKS, { key: reader })).status).toBe(200)
    const payments = await shop.makeKey('sandbox', ['payments:write'])
    expect((await shop.request('GET', LINKS, { key: payments })).status).toBe(403)
  })

  test('of another merchant is not there', async () => {
    const shop = await openShop()
    const link = await create(shop)
    const { sandbox: key } = await addMerchant(shop)
    for (const method of ['GET', 'PATCH']) {
      const call = method === 'GET' ? { key } : { key, body: {} }
      expect(readProblem(await shop.request(method, `${LINKS}/${link.id}`, call))).toMatchObject({
        code: 'resource_missing',
      })
    }
    await press(shop, link)
    const answer = await shop.request('GET', `/sandbox/v1/payments?paymentLink=${link.id}`, { key })
    expect(answer.body).toMatchObject({ data: [], totalCount: 0 })
  })

  test.each<[object, string, string | null]>([
    [{ title: undefined }, 'missing_parameter', 'title'],
    [{ title: 'two\nlines' }, 'invalid_parameter', 'title'],
    [{ amount: undefined }, 'missing_parameter', 'amount'],
    [{ minimum: 1 }, 'invalid_parameter', 'minimum'],
    [{ preset: 1 }, 'invalid_parameter', 'preset'],
    [{ amount: undefined, minimum: 5, maximum: 4 }, 'invalid_parameter', 'maximum'],
    [{ amount: undefined, minimum: 5, preset: 4.99 }, 'invalid_parameter', 'preset'],
    [{ amount: undefined, minimum: 5, maximum: 9, preset: 10 }, 'invalid_parameter', 'preset'],
    [
      { amount: undefined, minimum: 5, lineItems: [{ name: 'x', quantity: 1, unitAmount: 5 }] },
      'invalid_parameter',
      'lineItems',
    ],
    [{ lineItems: [{ name: 'x', quantity: 1, unitAmount: 5 }] }, 'invalid_parameter', 'lineItems'],
    [{ limit: 0 }, 'invalid_parameter', 'limit'],
    [{ expiresIn: 0 }, 'invalid_parameter', 'expiresIn'],
    [{ currency: 'XXX' }, 'unsupported_currency', 'currency'],
    [{ cryptocurrency: 'DAI' }, 'unsupported_asset', 'cryptocurrency'],
    [{ merchantWallet: '0x12' }, 'invalid_wallet_address', 'merchantWallet'],
    [{ alternatives: [paymentInput] }, 'unknown_parameter', null],
    [{ reference: 'A-1' }, 'unknown_parameter', 'reference'],
  ])('of %j is refused, and nothing is made', async (change, code, param) => {
    const shop = await openShop()
    const before = await countRows(shop)
    const problem = await refusalOf(shop, { ...coffee, ...change })
    expect(problem).toMatchObject(param === null ? { code } : { code, param })
    expect(await countRows(shop)).toEqual(before)
  })

  test('leads back by TLS in production', async () => {
    const shop = await openShop()
    const key = await shop.makeKey('production')
    const body = { ...coffee, redirectUrl: 'http://shop.example.com/' }
    expect(readProblem(await shop.request('POST', '/v1/payment_links', { body, key }))).toMatchObject({
      ...{ code: 'invalid_parameter', param: 'redirectUrl' },
    })
  })
})

describe('the page of a link', () => {
  test('makes nothing when it is loaded, however often', async () => {
    const shop = await openShop()
    const link = await create(shop)
    const before = await countRows(shop)
    for (const method of ['GET', 'HEAD', 'GET']) {
      for (const path of [`/l/${link.id.slice(3)}`, `/l/${link.id}`, `/l/${link.id.slice(3)}/qr`])
        expect((await shop.request(method, path, { key: null })).status).toBe(200)
    }
    expect(await countRows(shop)).toEqual(before)
  })

  test('makes a payment when the payer presses, and leads to it in the same language', async () => {
    const shop = await openShop()
    const link = await create(shop, { metadata: { table: 7 }, redirectUrl: 'https://shop.example.com/thanks' })
    const answer = await shop.request('POST', `/l/${link.id.slice(3)}?lang=de`, { key: null })
    expect(answer).toMatchObject({ status: 303, headers: { 'cache-control': 'no-store' } })
    const [payment] = (await paymentsOf(shop, link)).data
    expect(answer.headers.location).toBe(`/pay/${payment?.id.slice(4)}?lang=de`)
    expect(payment).toMatchObject({
      ...{ amount: 4.5, currency: 'USD', description: 'Coffee', metadata: { table: 7 }, paymentLink: link.id },
      ...{ redirectUrl: 'https://shop.example.com/thanks', livemode: false },
    })
    const { data } = await shop.checkout.sandbox.events.list()
    expect(data[0]).toMatchObject({ type: 'payment.created', data: { object: { paymentLink: link.id } } })
    expect(await shop.create()).toMatchObject({ paymentLink: null })
    expect(await paymentsOf(shop, link)).toMatchObject({ totalCount: 1 })
  })

  test('takes an amount within the limits, with a comma or a point', async () => {
    const shop = await openShop()
    const link = await create(shop, { ...donation, amount: undefined })
    const { body } = await shop.request('GET', `/l/${link.id.slice(3)}?lang=de`, { key: null })
    expect(body).toContain('value="20,00"')
    expect(body).toMatch(/Von 5,00.\$ bis 100,00.\$/)
    for (const [text, amount] of [
      ['5', 5],
      ['12,5', 12.5],
      ['100.00', 100],
    ] as const) {
      expect((await press(shop, link, text)).status).toBe(303)
      expect((await paymentsOf(shop, link)).data[0]).toMatchObject({ amount })
    }
    for (const text of ['', '4.99', '100.01', '-5', '1e2', '"><b>', undefined]) {
      const refused = await press(shop, link, text)
      expect(refused.status).toBe(400)
      expect(refused.body).toMatch(/role="alert">Please enter an amount from \$5.00 to \$100.00/)
      expect(refused.body).not.toContain('<b>')
    }
    expect((await paymentsOf(shop, link)).totalCount).toBe(3)
  })

  test('does not take the price from the payer', async () => {
    const shop = await openShop()
    const link = await create(shop)
    expect((await press(shop, link, '0.01')).status).toBe(303)
    expect((await paymentsOf(shop, link)).data[0]).toMatchObject({ amount: 4.5 })
  })

  test('says why there is no payment: turned off, expired or used up', async () => {
    const shop = await openShop()
    const [off, late, full] = [
      await create(shop),
      await create(shop, { expiresIn: 60 }),
      await create(shop, { limit: 1 }),
    ]
    await shop.checkout.sandbox.paymentLinks.update(off.id, { active: false })
    expect((await press(shop, full)).status).toBe(303)
    shop.clock.advance(60_000)
    const before = await countRows(shop)
    for (const [link, words] of [
      [off, 'This payment link is turned off'],
      [late, 'This payment link has expired'],
      [full, 'This payment link has been used up'],
    ] as const) {
      for (const path of ['', '/qr']) {
        const page = await shop.request('GET', `/l/${link.id.slice(3)}${path}`, { key: null })
        expect(page).toMatchObject({ status: 410, headers: { 'cache-control': 'no-store' } })
        expect(page.body).toContain(words)
        expect(page.body).not.toContain('<form')
      }
      const pressed = await press(shop, link)
      expect(pressed.status).toBe(410)
      expect(pressed.body).toContain(words)
    }
    expect(await countRows(shop)).toEqual(before)
    await shop.checkout.sandbox.paymentLinks.update(full.id, { limit: 2 })
    expect((await press(shop, full)).status).toBe(303)
  })

  test('says that no payment can be made if it cannot, counts nothing, and keeps the entry', async () => {
    const shop = await testCheckout({ plans: { sandbox: { openPayments: 1 } } })
    const link = await create(shop, { ...donation, amount: undefined, limit: 5 })
    await shop.create()
    const refused = await press(shop, link, '7')
    expect(refused.status).toBe(400)
    expect(refused.body).toContain('No payment can be made right now.')
    expect(refused.body).toContain('value="7"')
    expect(await shop.checkout.sandbox.paymentLinks.retrieve(link.id)).toMatchObject({ paymentCount: 0 })
  })

  test.each(LANGUAGES)('speaks %s, and names the merchant, the coin and the network', async (language) => {
    const shop = await openShop()
    await shop.checkout.merchant.update({ name: 'Zoë & Söhne', accent: '#0a7d4f', logo: logos.png })
    const [one, several] = [await create(shop), await create(shop, { alternatives: 'all' })]
    const words = linkTexts[language]
    const read = async (path: string) =>
      (await shop.request('GET', `/l/${path}?lang=${language}`, { key: null })).body as string
    const page = await read(one.id)
    for (const text of [`<html lang="${language}"`, 'Zoë &amp; Söhne', 'accent=0a7d4f', '<img class="logo"'])
      expect(page).toContain(text)
    expect(page).toContain(words.payIn({ coin: 'USDC', network: 'Ethereum' }))
    expect(page).not.toContain('<script')
    expect(await read(`${one.id}/qr`)).toContain(words.scan)
    expect(several.alternatives).toBe('all')
    expect(await read(several.id)).toContain(words.choice)
  })

  test('opens whatever stands behind its address', async () => {
    const shop = await openShop({ dashboard: true })
    const link = await create(shop)
    for (const query of ['utm=1&utm=2', 'x=%', 'x=%E0%A4%A', '=&=', 'keypad2', 'a=b?keypad']) {
      for (const [method, status] of [
        ['GET', 200],
        ['POST', 303],
      ] as const) {
        const answer = await shop.request(method, `/l/${link.id.slice(3)}?${query}`, { key: null })
        expect([query, answer.status]).toEqual([query, status])
      }
    }
    for (const query of ['keypad&keypad', 'keypad=%', 'x=%&keypad=1'])
      expect((await shop.request('GET', `/l/${link.id.slice(3)}?${query}`, { key: null })).status).toBe(401)
  })

  test('is not there for ids that are none', async () => {
    const shop = await openShop()
    const link = await create(shop)
    for (const path of ['/l/', '/l/x', `/l/${link.id}/x`, `/l/${link.id.slice(3)}0`, `/l/pl_${'0'.repeat(26)}`]) {
      for (const method of ['GET', 'POST']) {
        const answer = await shop.request(method, path, { key: null })
        expect(answer.status).toBe(404)
        expect(answer.body).toContain('Payment link not found')
      }
    }
  })

  test('lets nobody fill the merchant’s quota: an address presses 30 times a minute at most', async () => {
    const shop = await openShop()
    const link = await create(shop)
    const answers: number[] = []
    for (let count = 0; count < 31; count++)
      answers.push((await shop.request('POST', `/l/${link.id.slice(3)}`, { key: null })).status)
    expect(answers).toEqual([...Array.from({ length: 30 }, () => 303), 429])
    // Reading is counted by itself.
    expect((await shop.request('GET', `/l/${link.id.slice(3)}`, { key: null })).status).toBe(200)
    expect((await paymentsOf(shop, link)).totalCount).toBe(30)
  })
})

describe('strangers who press and never pay leave the merchant', () => {
  const posted = (shop: Shop) => shop.request('POST', '/sandbox/v1/payments', { body: paymentInput })

  test.each([
    ['half of its open payments', { openPayments: 4 }, 'quota_exceeded'],
    ['half of its open payments of a price', { openPaymentsPerPrice: 4 }, 'wallet_capacity_exceeded'],
  ])('%s', async (_name, sandbox, code) => {
    const shop = await testCheckout({ plans: { sandbox } })
    const link = await create(shop, { amount: paymentInput.amount, title: 'Two bags' })
    const statuses = [await press(shop, link), await press(shop, link), await press(shop, link)]
    expect(statuses.map(({ status }) => status)).toEqual([303, 303, 400])
    const refused = await shop.request('POST', `/l/${link.id.slice(3)}/payments`, { key: null, body: {} })
    expect(readProblem(refused).code).toBe(code)
    expect([(await posted(shop)).status, (await posted(shop)).status]).toEqual([201, 201])
    expect((await paymentsOf(shop, link)).totalCount).toBe(2)
    expect(await shop.checkout.sandbox.paymentLinks.retrieve(link.id)).toMatchObject({ paymentCount: 2 })
  })
})

describe('a payment by a link has the texts of its link', () => {
  const metadata = { table: 'terrace-7', note: 'é'.repeat(400) }
  const lineItems = [{ name: 'Coffee', quantity: 1, unitAmount: 4.5 }]
  const redirectUrl = 'https://shop.example.com/thanks'

  test('and strangers who press fill no quota of texts', async () => {
    const shop = await testCheckout({ plans: { sandbox: { textMegabytes: 0.001_2 } } })
    const link = await create(shop, { metadata })
    const { db } = shop.checkout.context
    const used = () => db.selectFrom('payment_usage').select('text_bytes').executeTakeFirstOrThrow()
    const before = await used()
    for (let count = 0; count < 9; count++) expect((await press(shop, link)).status).toBe(303)
    expect(await used()).toEqual(before)
    const rows = await db.selectFrom('payments').select(['metadata', 'redirect_url', 'line_items']).execute()
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ metadata: '{}', redirect_url: null, line_items: null })]),
    )
    const posted = { ...paymentInput, metadata: { note: 'x'.repeat(200) } }
    expect((await shop.request('POST', '/sandbox/v1/payments', { body: posted })).status).toBe(201)
    await shop.stop()
  })

  test('wherever it is shown: by the API, in lists, events, files, on its page and in its receipt', async () => {
    const shop = await openShop()
    await shop.settle()
    const texts = { metadata, lineItems, redirectUrl }
    const [titled, described] = [await create(shop, texts), await create(shop, { ...texts, description: 'A cup' })]
    for (const link of [titled, described]) expect((await press(shop, link)).status).toBe(303)
    // A new title changes no payment that there is.
    for (const { id } of [titled, described]) await shop.checkout.sandbox.paymentLinks.update(id, { title: 'Tea' })
    for (const [link, description] of [
      [titled, 'Coffee'],
      [described, 'A cup'],
    ] as const) {
      const expected = { ...texts, description }
      const [listed] = (await paymentsOf(shop, link)).data
      if (!listed) throw new Error('a payment was made')
      expect(listed).toMatchObject(expected)
      expect(await shop.retrieve(listed)).toMatchObject(expected)
      const open = await shop.request('GET', `/pay/${listed.id}/status`, { key: null })
      expect(open.body).toMatchObject({ description, lineItems, redirectUrl: null })
      const found = await shop.checkout.sandbox.payments.list({ q: 'terrace-7', paymentLink: link.id })
      expect(found.data).toMatchObject([{ id: listed.id }])
      shop.mine([createTransferFor(listed)])
      await mineFinal(shop)
      const paid = await shop.retrieve(listed)
      expect(paid).toMatchObject({ ...expected, status: 'completed' })
      const claims = JSON.parse(Buffer.from(paid.receipt?.split('.')[1] ?? '', 'base64url').toString())
      expect(claims).toHaveProperty('lineItemsSha256')
      const { data } = await shop.checkout.sandbox.events.list({ payment: listed.id, limit: 100 })
      expect(data.map(({ data: { object } }) => (object as { metadata: unknown }).metadata)).toEqual(
        data.map(() => metadata),
      )
    }
    const { pathname, search } = new URL((await shop.checkout.sandbox.payments.export({})).url)
    const csv = (await shop.request('GET', `${pathname}${search}`, { key: null })).body as string
    expect(csv.match(/A cup|Coffee/g)?.sort()).toEqual(['A cup', 'Coffee', 'Coffee', 'Coffee'])
    expect(csv.split(metadata.note)).toHaveLength(3)
    await shop.stop()
  })
})

test('the texts of links count to the quota of texts, and a new title by what it adds', async () => {
  const shop = await testCheckout({ plans: { sandbox: { textMegabytes: 0.000_1 } } })
  const usage = async () => {
    const row = await shop.checkout.context.db.selectFrom('payment_usage').selectAll().executeTakeFirstOrThrow()
    return [Number(row.open_payments), Number(row.text_bytes)]
  }
  const link = await create(shop, { title: 'Zoë', amount: 5, metadata: { a: 'b' } })
  expect(await usage()).toEqual([0, 4 + '{"a":"b"}'.length])
  const retitle = (title: string) => shop.checkout.sandbox.paymentLinks.update(link.id, { title })
  await retitle('Zoë and Ann')
  expect(await usage()).toEqual([0, 12 + 9])
  await retitle('Ann')
  expect(await usage()).toEqual([0, 3 + 9])
  const refused = { code: 'quota_exceeded' }
  await expect(retitle('x'.repeat(99))).rejects.toMatchObject(refused)
  await expect(create(shop, { title: 'x'.repeat(99), amount: 5 })).rejects.toMatchObject(refused)
  expect(await usage()).toEqual([0, 3 + 9])
})

describe('the limit', () => {
  test('is kept when many press at once on two servers', async () => {
    const storage = await testStorage()
    const one = await testCheckout({}, { storage })
    const two = await testCheckout({}, { storage, clock: one.clock, node: one.node })
    const link = await create(one, { limit: 5 })
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => press(index % 2 ? one : two, link)))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 303),
      ...Array.from({ length: 19 }, () => 410),
    ])
    expect(await one.checkout.sandbox.paymentLinks.retrieve(link.id)).toMatchObject({
      ...{ paymentCount: 5, status: 'exhausted' },
    })
    expect((await paymentsOf(one, link)).totalCount).toBe(5)
  })

  test('counts what is open or paid: an unpaid payment gives its place back when it ends', async () => {
    const shop = await openShop()
    await shop.settle()
    const link = await create(shop, { limit: 2 })
    const standing = async () => {
      const { status, paymentCount, takenCount } = await shop.checkout.sandbox.paymentLinks.retrieve(link.id)
      return [status, paymentCount, takenCount]
    }
    for (const status of [303, 303, 410]) expect((await press(shop, link)).status).toBe(status)
    const [unpaid, paid] = (await paymentsOf(shop, link)).data
    if (!unpaid || !paid) throw new Error('two payments were made')
    shop.mine([createTransferFor(paid)])
    await mineFinal(shop)
    expect(await standing()).toEqual(['exhausted', 2, 2])
    shop.clock.advance(1_801_000)
    await mineFinal(shop)
    expect((await shop.retrieve(unpaid)).status).toBe('expired')
    expect(await standing()).toEqual(['active', 2, 1])
    expect((await press(shop, link)).status).toBe(303)
    expect(await standing()).toEqual(['exhausted', 3, 2])
    // Late money completes one more.
    shop.mine([createTransferFor(unpaid)])
    await mineFinal(shop)
    await shop.checkout.sandbox.payments.accept(unpaid.id)
    expect(await standing()).toEqual(['exhausted', 3, 3])
    expect((await press(shop, link)).status).toBe(410)
  })

  const step = fc.oneof(
    fc.record({ do: fc.constant('press' as const), times: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constant('limit' as const), limit: fc.option(fc.integer({ min: 1, max: 8 })) }),
    // An open payment ends.
    fc.record({ do: fc.constant('cancel' as const) }),
    fc.record({ do: fc.constant('turn' as const), active: fc.boolean() }),
    // The commit of the next payment fails.
    fc.record({ do: fc.constant('fail' as const) }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40_000 }) }),
  )

  test('counts exactly the open payments, whatever happens, and none beyond it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const storage = await testStorage()
        let isFull = false
        const shop = await testCheckout(
          {},
          {
            storage: {
              ...storage,
              transact: (work) =>
                storage.transact(async (tx) => {
                  const value = await work(tx)
                  if (isFull) throw new Error('the disk is full')
                  return value
                }),
            },
          },
        )
        const started = shop.clock.now()
        const link = await create(shop, { limit: 4, expiresIn: 60 })
        let [made, ended] = [0, 0]
        let limit: number | null = 4
        let active = true
        for (const one of steps) {
          if (one.do === 'press') {
            const isOpen = active && shop.clock.now() < started + 60_000
            const room = limit === null ? one.times : Math.max(0, limit - made + ended)
            const expected = isOpen ? Math.min(room, one.times) : 0
            const answers = await Promise.all(Array.from({ length: one.times }, () => press(shop, link)))
            expect(answers.filter(({ status }) => status === 303)).toHaveLength(expected)
            made += expected
          } else if (one.do === 'limit') {
            limit = one.limit
            await shop.checkout.sandbox.paymentLinks.update(link.id, { limit })
          } else if (one.do === 'cancel') {
            const open = (await paymentsOf(shop, link)).data.find(({ status }) => status === 'created')
            if (open) await shop.checkout.sandbox.payments.cancel(open.id)
            if (open) ended += 1
          } else if (one.do === 'turn') {
            active = one.active
            await shop.checkout.sandbox.paymentLinks.update(link.id, { active })
          } else if (one.do === 'wait') shop.clock.advance(one.ms)
          else {
            isFull = true
            await press(shop, link).catch(() => {})
            isFull = false
          }
          const counted = await shop.checkout.sandbox.paymentLinks.retrieve(link.id)
          expect([counted.paymentCount, counted.takenCount]).toEqual([made, made - ended])
          expect((await paymentsOf(shop, link)).totalCount).toBe(made)
        }
        await shop.stop()
      }),
      { numRuns: pickRuns({ full: 60, quick: 15 }) },
    )
  })
})
