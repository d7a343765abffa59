import { Wallet } from 'ethers/wallet'
import { afterEach, describe, expect, test } from 'vitest'
import { asBrowser, createTransferFor, FakeClock, ScriptedNode, type TestParts } from '../../testing/index.ts'
import { encode, openPrograms } from '../../testing/programs.ts'
import { readProblem } from '../../testing/shop.ts'

const GWEI = 1_000_000_000n
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(network: object = {}, parts: TestParts & { readonly mines?: boolean } = {}) {
  const opened = await openPrograms(network, parts)
  closing.push(opened.shop.stop)
  return opened
}

type Programs = Awaited<ReturnType<typeof open>>
type Payment = Awaited<ReturnType<Programs['shop']['create']>>

describe('a program that asks for a payment', () => {
  test('gets 402, what the payment takes without its tail, and the public view', async () => {
    const { shop, get, address } = await open()
    const payment = await shop.create({ description: 'Two cups of tea ☕' })
    for (const method of ['GET', 'POST']) {
      const { status, headers, required, body } = await get(payment, {}, method)
      expect([status, headers['cache-control']]).toEqual([402, 'no-store'])
      expect(headers['payment-required']).toMatch(/^[A-Za-z0-9+/]+=*$/)
      expect(required).toMatchObject({
        x402Version: 2,
        resource: { description: 'Two cups of tea ☕', mimeType: 'application/json' },
        accepts: [
          {
            ...{ scheme: 'exact', network: 'eip155:31337', amount: '10000000', payTo: payment.address },
            ...{ maxTimeoutSeconds: 300, extra: { name: 'USD Coin', version: '2', paymentId: payment.id } },
          },
        ],
        extensions: { 'payment-identifier': { info: { required: false } } },
      })
      expect(required).not.toHaveProperty('error')
      expect(required?.resource.url).toBe(`${shop.checkout.context.settings.publicUrl}${address(payment)}`)
      expect(body).toMatchObject({ id: payment.id, status: 'created', cryptoAmount: payment.cryptoAmount })
    }
  })

  test('finds the address in the payment, where one of its methods can be paid so', async () => {
    const { shop } = await open({ coins: daiToo() })
    const payment = await shop.create()
    expect([payment.x402Url, (await shop.retrieve(payment)).x402Url]).toEqual([payment.url, payment.url])
    const alternatives = [{ cryptocurrency: 'USDC', network: 'ethereum' }] as const
    const dai = await shop.create({ cryptocurrency: 'DAI' })
    const both = await shop.create({ cryptocurrency: 'DAI', alternatives: [...alternatives] })
    expect([dai.x402Url, both.x402Url]).toEqual([null, both.url])
    const [event] = (await shop.checkout.sandbox.events.list({ limit: 1 })).data
    expect(event?.data.object).toMatchObject({ x402Url: both.url })
    const { shop: payersPay } = await open({ gasless: undefined })
    expect((await payersPay.create()).x402Url).toBeNull()
  })

  test('gets the address back that it asked for, its query included', async () => {
    const { shop } = await open({}, {})
    const payment = await shop.create()
    const answer = await shop.request('GET', `/pay/${payment.id}?agent=7&x=%20`, { key: null })
    const { resource } = JSON.parse(Buffer.from(answer.headers['payment-required'] ?? '', 'base64').toString())
    expect(resource.url).toBe(`${shop.checkout.context.settings.publicUrl}/pay/${payment.id}?agent=7&x=%20`)
  })

  test('gets the page, with the same header, only if it asks for HTML or shows previews', async () => {
    const { shop, get } = await open()
    const payment = await shop.create({ description: 'Two teas', metadata: { secret: 'of the shop' } })
    const page = await get(payment, { accept: 'text/html' })
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    // A page does not wait for what a slow machine finds later.
    await expect.poll(async () => (await get(payment, asBrowser)).required?.accepts).toHaveLength(1)
    const agents = [
      'TelegramBot (like TwitterBot)',
      'WhatsApp/2.23',
      'facebookexternalhit/1.1',
      'Slackbot-LinkExpanding 1.0',
    ]
    for (const agent of agents) {
      const { status, body } = await get(payment, { 'user-agent': agent, accept: '*/*' })
      expect([agent, status]).toEqual([agent, 200])
      expect(body).toContain('<meta property="og:description" content="Two teas">')
      expect(body).toMatch(/<meta property="og:title" content="[^"]*10/)
      expect(body).not.toContain('of the shop')
    }
    for (const headers of [{}, { 'user-agent': 'Mozilla/5.0', accept: '*/*' }, { accept: 'application/json' }]) {
      expect((await get(payment, headers)).status).toBe(402)
    }
    const unpayable = await open({ gasless: undefined })
    expect((await unpayable.get(await unpayable.shop.create(), { accept: 'text/html' })).status).toBe(200)
  })

  test('finds the chosen method alone beside the page, whose headers fit into the buffers of proxies', async () => {
    const { shop, get } = await open({ coins: daiToo() })
    const [usdc, dai] = (['USDC', 'DAI'] as const).map((cryptocurrency) => ({
      cryptocurrency,
      network: 'ethereum' as const,
    }))
    if (!usdc || !dai) throw new Error('there are two coins')
    const payment = await shop.create({ description: '☕'.repeat(200), alternatives: [dai] })
    await expect.poll(async () => (await get(payment, asBrowser)).required?.accepts).toHaveLength(1)
    const { headers } = await get(payment, asBrowser)
    const bytes = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
    expect(bytes).toBeLessThan(3_000)
    const other = await shop.create({ ...dai, alternatives: [usdc] })
    expect((await get(other)).required?.accepts).toHaveLength(1)
    expect((await get(other, asBrowser)).required).toBeNull()
  })

  describe('of version 1', () => {
    const CHAIN_ID = 43_113

    async function openNamed() {
      const clock = new FakeClock()
      const node = new ScriptedNode({ chainId: CHAIN_ID, startTime: clock.now() })
      return open({ chainId: CHAIN_ID }, { clock, node })
    }

    /** Pays as such a client, which knows the body and the header `X-PAYMENT` only. */
    async function pay1({ get, sign }: Programs, payment: Payment, change: object = {}) {
      const { body } = await get(payment)
      const [{ maxAmountRequired: amount, network, ...rest }] = body.accepts
      const terms = { ...rest, amount, network: `eip155:${CHAIN_ID}` }
      const { payload } = (await sign(terms)) as { payload: object }
      const sent = { x402Version: 1, scheme: 'exact', network, payload, ...change }
      return get(payment, { 'x-payment': encode(sent) })
    }

    test('reads the body, pays, and reads how it went', async () => {
      const opened = await openNamed()
      const { shop, get, stored } = opened
      const payment = await shop.create()
      const { body } = await get(payment)
      expect(body).toMatchObject({ id: payment.id, x402Version: 1, error: 'X-PAYMENT header is required' })
      expect(body.accepts).toEqual([
        {
          ...{ scheme: 'exact', network: 'avalanche-fuji', maxAmountRequired: '10000000', resource: payment.url },
          ...{ description: '10.00 USD', mimeType: 'application/json', maxTimeoutSeconds: 300 },
          ...{ payTo: expect.stringMatching(/^0x/), asset: expect.stringMatching(/^0x/) },
          extra: { name: 'USD Coin', version: '2', paymentId: payment.id },
        },
      ])
      const { status, headers } = await pay1(opened, payment)
      const response = JSON.parse(Buffer.from(headers['x-payment-response'] ?? '', 'base64').toString())
      expect([status, response]).toMatchObject([200, { success: true, network: 'avalanche-fuji' }])
      expect(response.transaction).toBe(shop.node.transfers()[0]?.txHash)
      expect(await shop.retrieve(payment)).toMatchObject({ amountReceived: '10.000000' })
      expect(await stored()).toHaveLength(1)
    })

    test('is refused by the same checks', async () => {
      const opened = await openNamed()
      const payment = await opened.shop.create()
      const other = await pay1(opened, payment, { network: 'base' })
      expect([other.status, other.body.error]).toEqual([402, expect.stringContaining('invalid_network')])
      const broken = await opened.get(payment, { 'x-payment': encode({ x402Version: 2 }) })
      expect(readProblem(broken)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'X-PAYMENT' })
      const unsigned = await pay1(opened, payment, { scheme: 'upto' })
      expect([unsigned.status, unsigned.body.error]).toEqual([402, expect.stringContaining('unsupported_scheme')])
      expect(await opened.traces()).toEqual({ stored: 0, relays: 0 })
    })

    test('is told in words where it has no name for the network', async () => {
      const { shop, get } = await open()
      const { body, required } = await get(await shop.create())
      expect(body).toMatchObject({ x402Version: 1, accepts: [], error: expect.stringContaining('version 2') })
      expect(required?.accepts).toHaveLength(1)
    })
  })

  test('may do so from a page of another origin', async () => {
    const { get, shop } = await open()
    const payment = await shop.create()
    const { status, headers } = await get(payment, {}, 'OPTIONS')
    expect(status).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': expect.stringMatching(
        /PAYMENT-SIGNATURE, X-PAYMENT, Access-Control-Expose-Headers/,
      ),
    })
    expect((await get(payment)).headers['access-control-expose-headers']).toMatch(/PAYMENT-REQUIRED, PAYMENT-RESPONSE/)
  })

  test.each([
    ['another coin', { cryptocurrency: 'DAI' }, 'no_supported_method'],
    ['a payment that is nearly over', { expiresIn: 50 }, 'payment_ends_too_soon'],
  ] as const)('is told why %s cannot be paid so', async (_, input, error) => {
    const { shop, get } = await open({ coins: daiToo() })
    const answer = await get(await shop.create(input))
    expect([answer.status, answer.required?.accepts]).toEqual([402, []])
    expect(answer.required?.error).toMatch(new RegExp(`^${error}`))
  })

  test('is told that gas is too dear, or that nobody pays for it', async () => {
    const { shop, get } = await open({ gasless: undefined })
    expect((await get(await shop.create())).required?.error).toMatch(/^no_supported_method/)
    const dear = await open()
    const payment = await dear.shop.create()
    dear.shop.node.pool.baseFee = 50n * GWEI
    const payload = await dear.sign(await dear.terms(payment))
    const refused = await dear.give(payment, payload)
    expect(readProblem(refused)).toMatchObject({ status: 503, code: 'relay_unavailable' })
    expect(refused.headers['retry-after']).toBe('60')
    expect(await dear.traces()).toEqual({ stored: 0, relays: 0 })
    expect((await dear.get(payment)).required?.error).toMatch(/^gas_too_expensive/)
    dear.shop.node.pool.baseFee = GWEI
    dear.shop.clock.advance(10_000)
    dear.shop.mine()
    expect((await dear.give(payment, payload)).status).toBe(200)
  })

  test('of no payment gets 404', async () => {
    const { shop } = await open()
    for (const id of ['x', '00000000000000000000000000']) {
      const answer = await shop.request('GET', `/pay/${id}`, { key: null })
      expect(readProblem(answer)).toMatchObject({ status: 404, code: 'resource_missing' })
    }
  })
})

function daiToo() {
  return {
    USDC: { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: 6 },
    DAI: { address: '0x6B175474E89094C44Da98b954EedeAC495271d0F', decimals: 18 },
  }
}

describe('a program that pays', () => {
  test('pays exactly the price, and gets the transaction', async () => {
    const { shop, pay, payer, finish, stored } = await open()
    const payment = await shop.create()
    const { status, headers, settled, body } = await pay(payment)
    const [transfer] = shop.node.transfers()
    expect(status).toBe(200)
    expect(headers['cache-control']).toMatch(/private/)
    expect(settled).toEqual({
      ...{ success: true, transaction: transfer?.txHash, network: 'eip155:31337', amount: '10000000' },
      payer: payer.address.toLowerCase(),
    })
    expect(body).toMatchObject({ id: payment.id, status: 'processing' })
    await finish()
    const paid = await shop.retrieve(payment)
    expect(paid).toMatchObject({ status: 'completed', exceptions: [], amountReceived: '10.000000' })
    expect(paid.amountDue).toBe('0.000000')
    expect(shop.node.transfers()).toHaveLength(1)
    expect(await stored()).toMatchObject([{ state: 'used' }])
  })

  test('gets 202 where it is not mined in time, and the result when it asks again', async () => {
    const { shop, pay, get, sign, terms, give, finish, address } = await open({}, { mines: false })
    const payment = await shop.create()
    const payload = await sign(await terms(payment))
    const first = await give(payment, payload)
    expect([first.status, first.required, first.settled]).toEqual([202, null, null])
    expect(first.headers.location).toMatch(new RegExp(`${address(payment)}$`))
    expect(first.body).toMatchObject({ id: payment.id, status: 'created' })
    expect(await get(payment)).toMatchObject({ status: 202, required: null })
    expect((await get(payment, asBrowser)).required).toBeNull()
    expect(readProblem(await give(payment, await sign(readTerms(payload))))).toMatchObject({
      status: 409,
    })
    await expect(pay(payment)).rejects.toThrow('cannot be paid')
    await finish()
    const again = await give(payment, payload)
    expect([again.status, again.settled?.success]).toEqual([200, true])
    expect(await get(payment)).toMatchObject({ status: 200, required: null })
    expect(shop.node.transfers()).toHaveLength(1)
  })

  test('may send the same as often as it likes', async () => {
    const { shop, sign, terms, give, finish, relays } = await open()
    const payment = await shop.create()
    const payload = await sign(await terms(payment))
    const answers = await Promise.all([1, 2, 3].map(() => give(payment, payload, 'POST')))
    await finish()
    answers.push(await give(payment, payload))
    expect(new Set(answers.map(({ status, settled }) => `${status} ${settled?.transaction}`)).size).toBe(1)
    expect(await relays()).toHaveLength(1)
    expect(shop.node.transfers()).toHaveLength(1)
  })

  test('pays what is left of a payment that was paid in part', async () => {
    const { shop, pay, finish } = await open()
    const payment = await shop.create()
    shop.mine([createTransferFor(payment, 4_000_000n)])
    await shop.settle()
    const [transfer] = (await shop.checkout.sandbox.transfers.list({ limit: 10 })).data
    await shop.checkout.sandbox.transfers.assign(transfer?.id ?? '', { paymentId: payment.id })
    expect(await pay(payment)).toMatchObject({ status: 200, settled: { amount: '6000000' } })
    await finish()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: ['multiple'] })
  })

  test("pays to the payment's own address where there is one", async () => {
    const { shop, pay, terms, finish } = await open({ collection: 'deposit' })
    const payment = await shop.create()
    expect((await terms(payment)).payTo).toBe(payment.address)
    expect(await pay(payment)).toMatchObject({ status: 200 })
    await finish()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', amountReceived: '10.000000' })
  })

  test('pays its own payment, although the amount is reserved for another one', async () => {
    const { shop, pay, finish } = await open()
    const other = await shop.create()
    const due = BigInt(other.cryptoAmount.replace('.', ''))
    const payment = await shop.create()
    await shop.storage.transact(async (tx) => {
      await tx.updateTable('payments').set({ price: due, due }).where('id', '=', payment.id).execute()
      await tx.updateTable('payments').set({ outstanding: due }).where('id', '=', payment.id).execute()
    })
    expect(await pay(payment)).toMatchObject({ status: 200 })
    await finish()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
    expect(await shop.retrieve(other)).toMatchObject({ status: 'created' })
  })

  test('has paid also when a reorganisation mines it again, in another block or at another fee', async () => {
    const { shop, pay, get, mineOne, finish } = await open()
    const payment = await shop.create()
    expect(await pay(payment)).toMatchObject({ status: 200 })
    shop.node.drop(1)
    shop.node.pool.baseFee = 4n * GWEI
    shop.mine()
    shop.mine()
    await shop.watch()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
    expect(await get(payment)).toMatchObject({ status: 202, required: null })
    for (let left = 4; left > 0; left--) {
      shop.clock.advance(15_000)
      await mineOne()
    }
    await finish()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
    expect(shop.node.transfers()).toHaveLength(1)
  })

  test('may name what it pays, and uses the name once', async () => {
    const { shop, sign, terms, give } = await open()
    const payment = await shop.create()
    const first = await terms(payment)
    const named = (id: string) => ({ extensions: { 'payment-identifier': { info: { required: false, id } } } })
    const payload = await sign(first, named('order_0123456789abcdef'))
    expect(await give(payment, payload)).toMatchObject({ status: 200 })
    expect(await give(payment, payload)).toMatchObject({ status: 200 })
    const other = await sign(first, named('order_0123456789abcdef'))
    expect(readProblem(await give(payment, other))).toMatchObject({ status: 409, code: 'payment_conflict' })
    expect(readProblem(await give(payment, await sign(first, named('short'))))).toMatchObject({ status: 400 })
  })

  test('pays nothing for a payment that was paid or has ended', async () => {
    const { shop, sign, terms, give, get, traces } = await open()
    const [paid, cancelled] = [await shop.create(), await shop.create()]
    const [forPaid, forCancelled] = [await sign(await terms(paid)), await sign(await terms(cancelled))]
    shop.mine([createTransferFor(paid)])
    await shop.watch()
    await shop.checkout.sandbox.payments.cancel(cancelled.id)
    expect(await give(paid, forPaid)).toMatchObject({ status: 200, settled: null, body: { status: 'processing' } })
    expect(await give(cancelled, forCancelled)).toMatchObject({ status: 410, required: null })
    expect(await get(cancelled)).toMatchObject({ status: 410, body: { status: 'cancelled' } })
    expect(await traces()).toEqual({ stored: 0, relays: 0 })
  })
})

function readTerms(payload: object) {
  return (payload as { accepted: Parameters<Awaited<ReturnType<typeof open>>['sign']>[0] }).accepted
}

describe('a contract that pays', () => {
  const account = `0x${'ac'.repeat(20)}`
  const signature = `0x${'51'.repeat(70)}`

  test('signs as it says itself (ERC-1271)', async () => {
    const { shop, pay, finish } = await open()
    shop.node.contracts.set(account, () => `0x1626ba7e${'0'.repeat(56)}`)
    const payment = await shop.create()
    const changes = { authorization: { from: account }, payload: { signature } }
    expect(await pay(payment, changes)).toMatchObject({ status: 200, settled: { payer: account } })
    await finish()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  })

  test('is refused what it does not call its own, and before it exists (ERC-6492)', async () => {
    const { shop, pay, traces } = await open()
    const payment = await shop.create()
    const authorization = { from: account }
    expect((await pay(payment, { authorization, payload: { signature } })).required?.error).toMatch(/_signature/)
    const undeployed = { signature: `${signature}${'6492'.repeat(16)}` }
    const answer = await pay(payment, { authorization, payload: undeployed })
    expect([answer.status, answer.required?.error]).toEqual([402, expect.stringContaining('ERC-6492')])
    expect(await traces()).toEqual({ stored: 0, relays: 0 })
  })
})

describe('methods', () => {
  const another = new Wallet(`0x${'5b'.repeat(32)}`)

  test('that the payment also offers can be paid, and are chosen only by who signed', async () => {
    const { shop, get, sign, give, finish, stored } = await open({ coins: daiToo() })
    const method = { cryptocurrency: 'USDC', network: 'ethereum' } as const
    const payment = await shop.create({ cryptocurrency: 'DAI', alternatives: [method] })
    const [terms] = (await get(payment)).required?.accepts ?? []
    if (!terms) throw new Error('USDC is not offered')
    expect(terms).toMatchObject({ amount: '10000000', payTo: payment.address })
    const forged = await sign(terms, { wallet: another, authorization: { from: `0x${'12'.repeat(20)}` } })
    expect(await give(payment, forged)).toMatchObject({ status: 402 })
    expect(await shop.retrieve(payment)).toMatchObject({ cryptocurrency: 'DAI' })
    expect(await give(payment, await sign(terms))).toMatchObject({ status: 200 })
    await finish()
    const paid = await shop.retrieve(payment)
    expect(paid).toMatchObject({ status: 'completed', cryptocurrency: 'USDC', amountReceived: '10.000000' })
    expect(await stored()).toMatchObject([{ state: 'used' }])
  })
})

describe('a payment link', () => {
  const terms = { amount: 12.5, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', title: 'Tea' } as const

  test('makes one payment for a program that posts to it, and none for one that reads it', async () => {
    const { shop, sign, finish } = await open()
    const merchantWallet = (await shop.create()).merchantWallet
    const link = await shop.checkout.sandbox.paymentLinks.create({ ...terms, merchantWallet })
    const path = `/l/${link.id.slice(3)}`
    for (let visits = 3; visits > 0; visits--) await shop.request('GET', path, { key: null })
    expect((await shop.checkout.sandbox.payments.list({ paymentLink: link.id })).data).toEqual([])
    const led = await shop.request('POST', path, { key: null })
    expect(led.status).toBe(303)
    const asked = await shop.request('GET', new URL(led.headers.location ?? '', 'http://x').pathname, { key: null })
    expect(asked.status).toBe(402)
    const [offer] = JSON.parse(Buffer.from(asked.headers['payment-required'] ?? '', 'base64').toString()).accepts
    const headers = { 'payment-signature': encode(await sign(offer)) }
    expect(await shop.request('POST', path, { key: null, headers })).toMatchObject({ status: 200 })
    await finish()
    const { data } = await shop.checkout.sandbox.payments.list({ paymentLink: link.id })
    expect(data).toMatchObject([{ status: 'completed', amountReceived: '12.500000' }])
  })

  test('does not read a signature beyond the limit of its visits', async () => {
    const { shop, sign } = await open()
    const merchantWallet = (await shop.create()).merchantWallet
    const link = await shop.checkout.sandbox.paymentLinks.create({ ...terms, merchantWallet })
    const path = `/l/${link.id.slice(3)}`
    const led = await shop.request('POST', path, { key: null })
    const asked = await shop.request('GET', new URL(led.headers.location ?? '', 'http://x').pathname, { key: null })
    const [offer] = JSON.parse(Buffer.from(asked.headers['payment-required'] ?? '', 'base64').toString()).accepts
    const headers = { 'payment-signature': encode(await sign(offer)) }
    for (let visits = 60; visits > 0; visits--) await shop.request('GET', path, { key: null })
    for (const [method, asked] of [
      ['POST', headers],
      ['GET', {}],
    ] as const) {
      const refused = await shop.request(method, path, { key: null, headers: asked })
      expect(readProblem(refused)).toMatchObject({ status: 429, code: 'rate_limited' })
      expect(refused.headers).toMatchObject({ 'retry-after': '60', 'access-control-allow-origin': '*' })
    }
    const page = await shop.request('GET', path, { key: null, headers: asBrowser })
    expect([page.status, page.headers['content-type']]).toEqual([429, expect.stringContaining('text/html')])
    shop.clock.advance(60_000)
    expect(await shop.request('POST', path, { key: null, headers })).toMatchObject({ status: 200 })
  })
})
