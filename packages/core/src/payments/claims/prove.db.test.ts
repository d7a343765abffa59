import type { Event, Payment, Transfer } from '@crypto-checkout/api-types'
import { recoverAddress } from 'ethers/transaction'
import { describe, expect, test } from 'vitest'
import { NodeError } from '../../chains/node-error.ts'
import { type ClaimShop, openClaimShop, PAYER, STRANGER, TEST_USDT } from '../../testing/claiming.ts'
import { asBrowser, paymentInput, ScriptedNode, TEST_CHAIN_ID } from '../../testing/index.ts'
import { addMerchant, readProblem, shareTestWallet } from '../../testing/shop.ts'
import { createClaimsJob } from '../../workers/claims.ts'

const DAY_MS = 86_400_000
const CONTRACT = `0x${'c0'.repeat(20)}`
const HASH = `0x${'a'.repeat(64)}`

const dueOf = (payment: Payment) => BigInt(payment.amountDue.replace('.', ''))

async function assigned(shop: ClaimShop): Promise<Event<Transfer>[]> {
  const { data } = await shop.checkout.sandbox.events.list({ limit: 100 })
  return data.filter(({ type }) => type === 'transfer.assigned') as Event<Transfer>[]
}

/** A contract whose owner signs for it, and refuses other signatures. */
function deployWallet(nodes: readonly ScriptedNode[], owner: () => string): void {
  const answer = (data: string) => {
    const signature = `0x${data.slice(202, 332)}`
    try {
      const isValid = recoverAddress(`0x${data.slice(10, 74)}`, signature) === owner()
      return isValid ? `0x1626ba7e${'0'.repeat(56)}` : `0xffffffff${'0'.repeat(56)}`
    } catch {
      return null
    }
  }
  for (const node of nodes) node.contracts.set(CONTRACT, answer)
}

test('the text names the checkout, the payment, the transaction and the account, and says what signing does', async () => {
  const shop = await openClaimShop()
  const payment = await shop.create()
  const hash = await shop.arrive(shop.transferTo(payment, 3_000_000n))
  const { status, body } = await shop.ask(payment, hash)
  expect(status).toBe(200)
  const { message, expiresAt, ...rest } = body
  expect(rest).toEqual({
    object: 'claim_challenge',
    payment: payment.id,
    hash,
    from: PAYER.address,
    standard: 'EIP-191',
  })
  expect(Date.parse(expiresAt) - shop.clock.now()).toBe(DAY_MS)
  for (const line of [
    'Checkout: https://pay.example.com',
    `Payment: ${payment.id}`,
    'Amount: 3.000000 USDC',
    `Network: ethereum (eip155:${TEST_CHAIN_ID})`,
    `Transaction: ${hash}`,
    `Sent from: ${PAYER.address}`,
    `Valid until: ${expiresAt}`,
    'The signature moves no money, and lets nobody move money.',
  ]) {
    expect(message.split('\n')).toContain(line)
  }
})

test.each([
  ['too little', -1_000_000n, 'partially_paid', []],
  ['too much', 1_000_000n, 'processing', ['overpaid']],
])('a sender who sent %s has it counted by a signature, before it is final', async (_, off, status, exceptions) => {
  const shop = await openClaimShop()
  const payment = await shop.create()
  const hash = await shop.arrive(shop.transferTo(payment, dueOf(payment) + off))
  await shop.post(payment, 'transactions', { hash })
  expect((await shop.view(payment)).misdirected).toMatchObject([
    { hash, from: PAYER.address.toLowerCase(), provable: true },
  ])
  const answer = await shop.prove(payment, await shop.sign(payment, hash))
  expect(answer).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': '*' } })
  expect(answer.body).toMatchObject({ id: payment.id, status, exceptions, misdirected: [], reported: [] })
  expect(await assigned(shop)).toMatchObject([
    { data: { object: { hash, payment: payment.id, assignedBy: 'sender', status: 'seen' } } },
  ])
  expect(await shop.listTransfers()).toMatchObject([{ payment: payment.id, assignedBy: 'sender' }])
  await shop.finalise()
  expect((await shop.retrieve(payment)).status).toBe(status === 'processing' ? 'completed' : status)
})

test('the rest of a payment has an amount of its own, which completes it', async () => {
  const shop = await openClaimShop()
  const payment = await shop.create()
  const hash = await shop.arrive(shop.transferTo(payment, dueOf(payment) - 1_000_000n))
  await shop.prove(payment, await shop.sign(payment, hash))
  await shop.arrive(shop.transferTo(payment, dueOf(await shop.retrieve(payment))))
  await shop.finalise()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('a transfer that is final already completes the payment at once, and its reorganised sibling takes it back', async () => {
  const shop = await openClaimShop()
  const [one, other] = [await shop.create(), await shop.create()]
  const hash = await shop.arrive(shop.transferTo(one, dueOf(one) + 1n))
  await shop.finalise()
  expect((await shop.prove(one, await shop.sign(one, hash))).body.status).toBe('completed')
  const seen = await shop.arrive(shop.transferTo(other, dueOf(other) + 1_000_000n))
  expect((await shop.prove(other, await shop.sign(other, seen))).body.status).toBe('processing')
  shop.node.drop(1)
  shop.mine()
  await shop.settle()
  expect((await shop.retrieve(other)).status).toBe('created')
})

test.each(['expired', 'cancelled', 'completed'])(
  'a payment that is %s takes the money as when the merchant assigns it',
  async (status) => {
    const shop = await openClaimShop()
    const [payment, twin] = [await shop.create({ expiresIn: 60 }), await shop.create({ expiresIn: 60 })]
    for (const one of [payment, twin]) {
      if (status === 'completed') await shop.arrive(shop.transferTo(one, dueOf(one)))
      if (status === 'cancelled') await shop.checkout.sandbox.payments.cancel(one.id)
      if (status === 'expired') shop.clock.advance(61_000)
    }
    await shop.finalise()
    expect((await shop.retrieve(payment)).status).toBe(status)
    const hash = await shop.arrive(shop.transferTo(payment, 3_000_000n))
    const other = await shop.arrive(shop.transferTo(twin, 3_000_000n))
    expect((await shop.prove(payment, await shop.sign(payment, hash))).status).toBe(200)
    const stray = (await shop.listTransfers()).find((one) => one.hash === other)
    await shop.checkout.sandbox.transfers.assign(stray?.id ?? '', { paymentId: twin.id })
    const facts = async ({ id }: Payment) => {
      const { status, exceptions, amountReceived, amountDue } = await shop.retrieve({ id })
      return { status, exceptions, paid: amountReceived.slice(0, 2), due: amountDue.slice(0, 2) }
    }
    expect(await facts(payment)).toEqual(await facts(twin))
    expect((await assigned(shop)).map(({ data }) => data.object.assignedBy).toSorted()).toEqual(['merchant', 'sender'])
  },
)

test('a contract wallet signs through its owner, at the newest block, as most nodes say', async () => {
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: Date.parse('2026-01-01T00:00:00.000Z') })
  const mirror = node.mirror()
  mirror.decimals.set(TEST_USDT, 6)
  const shop = await openClaimShop({}, { node, mirrors: [mirror] })
  const payment = await shop.create()
  const hash = await shop.arrive({ ...shop.transferTo(payment, 3_000_000n), from: CONTRACT })
  let owner = STRANGER.address
  deployWallet([node, mirror], () => owner)
  const proof = await shop.sign(payment, hash, STRANGER, CONTRACT)
  const before = await shop.view(payment)

  // Two nodes that contradict each other decide nothing, and one alone does not either.
  mirror.contracts.delete(CONTRACT)
  expect(readProblem(await shop.prove(payment, proof))).toMatchObject({ status: 503, code: 'network_unreachable' })
  deployWallet([mirror], () => owner)
  mirror.distortion = () => {
    throw new NodeError('unreachable', 'the node is down')
  }
  expect(readProblem(await shop.prove(payment, proof))).toMatchObject({ status: 503, code: 'network_unreachable' })
  mirror.distortion = null
  // A node that failed is asked again after a rest.
  shop.clock.advance(60_000)

  owner = PAYER.address
  const refused = readProblem(await shop.prove(payment, proof))
  expect(refused).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'signature' })
  expect(await shop.view(payment)).toEqual({ ...before, serverTime: expect.any(String) })

  owner = STRANGER.address
  expect((await shop.prove(payment, proof)).body).toMatchObject({
    status: 'partially_paid',
    amountReceived: '3.000000',
  })
})

describe('a stranger who names the transaction for another payment', () => {
  const HOUR_MS = 3_600_000
  async function openNamed(named: object = {}) {
    const shop = await openClaimShop()
    const [other, { payment, hash, proof }] = [await shop.create(), await prepare(shop)]
    await shop.post(other, 'transactions', { hash, ...named })
    const job = createClaimsJob(shop.checkout.context)
    const standing = async () => (await shop.retrieve(payment)).status
    return { ...{ shop, other, payment, hash, proof, standing }, run: async () => void (await job.run()) }
  }

  test.each([{}, { from: PAYER.address }])('with %j delays a proof by an hour, and both are shown', async (named) => {
    const { shop, other, payment, proof, standing, run } = await openNamed(named)
    const { status, body } = await shop.prove(payment, proof)
    expect([status, body.status, body.misdirected[0]?.provable]).toEqual([200, 'created', false])
    expect((await shop.listTransfers())[0]?.namedBy).toContain(other.id)
    shop.clock.advance(HOUR_MS - 1)
    await run()
    // Asking again changes nothing.
    expect((await shop.prove(payment, proof)).status).toBe(200)
    expect([await standing(), await assigned(shop)]).toEqual(['created', []])
    shop.clock.advance(1)
    await run()
    expect([await standing(), (await assigned(shop)).length]).toEqual(['partially_paid', 1])
    await run()
    expect(await assigned(shop)).toHaveLength(1)
  })

  test('and can prove it too leaves the decision to the merchant', async () => {
    const { shop, other, payment, hash, proof, standing, run } = await openNamed()
    expect((await shop.prove(payment, proof)).status).toBe(200)
    const second = readProblem(await shop.prove(other, await shop.sign(other, hash)))
    expect(second).toMatchObject({ code: 'invalid_state', message: expect.stringMatching(/signed for another/) })
    shop.clock.advance(HOUR_MS)
    await run()
    expect([await standing(), await assigned(shop)]).toEqual(['created', []])
    const [stray] = await shop.listTransfers()
    await shop.checkout.sandbox.transfers.assign(stray?.id ?? '', { paymentId: other.id })
    await run()
    expect((await shop.retrieve(other)).status).toBe('partially_paid')
  })

  test('and names it again and again gains no further hour', async () => {
    const { shop, payment, hash, proof, standing, run } = await openNamed()
    await shop.prove(payment, proof)
    shop.clock.advance(HOUR_MS - 1)
    await shop.post(await shop.create(), 'transactions', { hash })
    shop.clock.advance(1)
    await run()
    expect(await standing()).toBe('partially_paid')
  })
})

test('of two claims at once for one transfer one is accepted', async () => {
  const shop = await openClaimShop()
  const [one, other] = [await shop.create(), await shop.create()]
  const hash = await shop.arrive(shop.transferTo(one, 3_000_000n))
  const proofs = [await shop.sign(one, hash), await shop.sign(other, hash)]
  const answers = await Promise.all([shop.prove(one, proofs[0]), shop.prove(other, proofs[1])])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(await assigned(shop)).toHaveLength(1)
})

test('a payer who has proven a claim is paid back where the money came from, and one who has not is asked', async () => {
  const shop = await openClaimShop()
  const [proven, assignedByMerchant] = [await shop.create(), await shop.create()]
  const hash = await shop.arrive(shop.transferTo(proven, 3_000_000n))
  const other = await shop.arrive(shop.transferTo(assignedByMerchant, 3_000_000n))
  await shop.prove(proven, await shop.sign(proven, hash))
  const stray = (await shop.listTransfers()).find((one) => one.hash === other)
  await shop.checkout.sandbox.transfers.assign(stray?.id ?? '', { paymentId: assignedByMerchant.id })
  await shop.finalise()
  const refund = (payment: Payment) => shop.checkout.sandbox.refunds.create({ paymentId: payment.id })
  expect((await refund(proven)).destination).toBe(PAYER.address)
  expect((await refund(assignedByMerchant)).nextAction).toMatchObject({ type: 'collect_destination' })
})

/** A proof that an attack sends, and the payment that it is for. */
type Attack = { readonly payment: Payment; readonly proof: object }
type Refused = { readonly code: string; readonly param: string | null; readonly says: RegExp }

const state = (says: RegExp): Refused => ({ code: 'invalid_state', param: null, says })
const parameter = (param: string, says: RegExp): Refused => ({ code: 'invalid_parameter', param, says })

/** A payment, a transfer of 3 coins by PAYER that matches nothing, and a proof of it. */
async function prepare(shop: ClaimShop) {
  const payment = await shop.create()
  const hash = await shop.arrive(shop.transferTo(payment, 3_000_000n))
  return { payment, hash, proof: await shop.sign(payment, hash) }
}

const attacks: readonly [string, (shop: ClaimShop) => Promise<Attack>, Refused][] = [
  [
    'a stranger claims a transfer with an own account',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      const message = proof.message.replace(PAYER.address, STRANGER.address)
      const signature = await STRANGER.signMessage(message)
      return { payment, proof: { ...proof, from: STRANGER.address, message, signature } }
    },
    parameter('from', /did not send/),
  ],
  [
    'a stranger signs in the name of the sender',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      return { payment, proof: { ...proof, signature: await STRANGER.signMessage(proof.message) } }
    },
    parameter('signature', /not of this account/),
  ],
  [
    'a proof is sent once more',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      await shop.prove(payment, proof)
      return { payment, proof }
    },
    state(/pays this payment already/),
  ],
  [
    'a proof is sent for another payment',
    async (shop) => {
      const { proof } = await prepare(shop)
      return { payment: await shop.create(), proof }
    },
    parameter('message', /not the text for this checkout, payment and transaction/),
  ],
  [
    'a proof of one transaction is sent with another of the same sender',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      return { payment, proof: { ...proof, hash: await shop.arrive(shop.transferTo(payment, 4_000_000n)) } }
    },
    parameter('message', /not the text/),
  ],
  [
    'a proof for another host is sent here',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      const message = proof.message.replace('https://pay.example.com', 'https://evil.example.com')
      return { payment, proof: { ...proof, message, signature: await PAYER.signMessage(message) } }
    },
    parameter('message', /not the text/),
  ],
  [
    'a proof for another host is sent with the text of this one',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      const there = proof.message.replace('https://pay.example.com', 'https://evil.example.com')
      return { payment, proof: { ...proof, signature: await PAYER.signMessage(there) } }
    },
    parameter('signature', /not of this account/),
  ],
  [
    'a proof is older than a day',
    async (shop) => {
      const payment = await shop.create({ expiresIn: 200_000 })
      const hash = await shop.arrive(shop.transferTo(payment, 3_000_000n))
      const proof = await shop.sign(payment, hash)
      shop.clock.advance(DAY_MS)
      return { payment, proof }
    },
    parameter('message', /too old/),
  ],
  [
    'a payer writes a text that never expires',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      const message = proof.message.replace(/^Valid until: .*$/m, 'Valid until: 2099-01-01T00:00:00.000Z')
      return { payment, proof: { ...proof, message, signature: await PAYER.signMessage(message) } }
    },
    parameter('message', /longer than a day/),
  ],
  [
    'a transfer pays another payment by its amount',
    async (shop) => {
      const [paid, payment] = [await shop.create(), await shop.create()]
      const { proof } = await prepare(shop)
      return { payment, proof: { ...proof, hash: await shop.arrive(shop.transferTo(paid, dueOf(paid))) } }
    },
    state(/pays another payment/),
  ],
  [
    'a transfer was assigned by the merchant',
    async (shop) => {
      const [other, { payment, hash, proof }] = [await shop.create(), await prepare(shop)]
      const stray = (await shop.listTransfers()).find((one) => one.hash === hash)
      await shop.checkout.sandbox.transfers.assign(stray?.id ?? '', { paymentId: other.id })
      return { payment, proof }
    },
    state(/pays another payment/),
  ],
  [
    'a sender of two orders proves one transfer for both',
    async (shop) => {
      const [other, { payment, hash, proof }] = [await shop.create(), await prepare(shop)]
      await shop.prove(other, await shop.sign(other, hash))
      return { payment, proof }
    },
    state(/pays another payment/),
  ],
  [
    'its sender has signed for another payment too, while that is named',
    async (shop) => {
      const [other, third, { payment, hash, proof }] = [await shop.create(), await shop.create(), await prepare(shop)]
      await shop.post(third, 'transactions', { hash })
      await shop.prove(other, await shop.sign(other, hash))
      return { payment, proof }
    },
    state(/signed for another payment too/),
  ],
  [
    'one transaction has two such transfers',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      const transfer = { ...shop.transferTo(payment, 3_000_000n), txHash: HASH }
      await shop.arrive(transfer, { ...transfer, rawAmount: 2_000_000n })
      return { payment, proof: { ...proof, hash: HASH } }
    },
    state(/several such transfers/),
  ],
  [
    'the coin is another one',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      return {
        payment,
        proof: { ...proof, hash: await shop.arrive({ ...shop.transferTo(payment, 3_000_000n), token: TEST_USDT }) },
      }
    },
    parameter('hash', /another coin/),
  ],
  [
    'the network is another one',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      const [hash] = shop.polygonNode.mine(shop.clock.now(), [shop.onPolygon(payment, 3_000_000n)])
      await shop.settle()
      return { payment, proof: { ...proof, hash } }
    },
    parameter('hash', /on another network/),
  ],
  [
    'the money went to another wallet',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      const hash = await shop.arrive({ ...shop.transferTo(payment, 3_000_000n), to: STRANGER.address })
      return { payment, proof: { ...proof, hash } }
    },
    state(/shows no transfer/),
  ],
  [
    'nobody knows the transaction',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      return { payment, proof: { ...proof, hash: HASH } }
    },
    state(/shows no transfer/),
  ],
  [
    'an exchange sent it from a wallet that nobody signs for',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      const hash = await shop.arrive({ ...shop.transferTo(payment, 3_000_000n), from: CONTRACT })
      const text = (await shop.ask(payment, hash, CONTRACT)).body.message as string
      return {
        payment,
        proof: { ...proof, hash, from: CONTRACT, message: text, signature: await PAYER.signMessage(text) },
      }
    },
    parameter('signature', /not of this account/),
  ],
  [
    'a payer of an exchange signs with an own account',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      const hash = await shop.arrive({ ...shop.transferTo(payment, 3_000_000n), from: CONTRACT })
      return { payment, proof: { ...proof, hash } }
    },
    parameter('from', /did not send/),
  ],
  [
    'a former owner of a contract wallet signs',
    async (shop) => {
      const payment = await shop.create()
      const hash = await shop.arrive({ ...shop.transferTo(payment, 3_000_000n), from: CONTRACT })
      deployWallet([shop.node], () => PAYER.address)
      return { payment, proof: await shop.sign(payment, hash, STRANGER, CONTRACT) }
    },
    parameter('signature', /not of this account/),
  ],
  [
    'a contract answers every question with one',
    async (shop) => {
      const payment = await shop.create()
      const hash = await shop.arrive({ ...shop.transferTo(payment, 3_000_000n), from: CONTRACT })
      shop.node.contracts.set(CONTRACT, () => `0x${'1'.padStart(64, '0')}`)
      return { payment, proof: await shop.sign(payment, hash, STRANGER, CONTRACT) }
    },
    parameter('signature', /not of this account/),
  ],
  [
    'a reorganisation took the transfer',
    async (shop) => {
      shop.mine()
      const { payment, proof } = await prepare(shop)
      shop.node.drop(1)
      shop.mine()
      await shop.settle()
      return { payment, proof }
    },
    state(/reorganisation/),
  ],
  [
    'the transfer is older than the payment',
    async (shop) => {
      const { hash, proof } = await prepare(shop)
      shop.clock.advance(DAY_MS)
      return { payment: await shop.create(), proof: { ...proof, hash } }
    },
    parameter('hash', /older/),
  ],
  [
    'the payment belongs to another merchant of the wallet',
    async (shop) => {
      const other = await addMerchant(shop)
      const { hash, proof } = await prepare(shop)
      await shareTestWallet(shop, other.id)
      const created = await shop.request('POST', '/sandbox/v1/payments', { key: other.sandbox, body: paymentInput })
      return { payment: created.body, proof: { ...proof, hash } }
    },
    state(/Several merchants/),
  ],
  ...(['', 'yes', '0x', `0x${'1'.repeat(130)}`, `0x${'f'.repeat(4_000)}`, `0x${'1'.repeat(129)}`] as const).map(
    (signature): (typeof attacks)[number] => [
      `a signature is malformed: ${signature.slice(0, 12)} of ${signature.length}`,
      async (shop) => {
        const { payment, proof } = await prepare(shop)
        return { payment, proof: { ...proof, signature } }
      },
      parameter('signature', /not of this account/),
    ],
  ),
  [
    'the high half of a signature is turned (EIP-2)',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      const order = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n
      const s = (order - BigInt(`0x${proof.signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
      const v = proof.signature.endsWith('1b') ? '1c' : '1b'
      return { payment, proof: { ...proof, signature: `${proof.signature.slice(0, 66)}${s}${v}` } }
    },
    parameter('signature', /not of this account/),
  ],
  [
    'a signature is too long',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      return { payment, proof: { ...proof, signature: `0x${'f'.repeat(4_096)}` } }
    },
    parameter('signature', /4096/),
  ],
  [
    'a text is too long',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      return { payment, proof: { ...proof, message: 'x'.repeat(2_001) } }
    },
    parameter('message', /2000/),
  ],
  [
    'a body is too large',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      return { payment, proof: { ...proof, signature: 'f'.repeat(70_000) } }
    },
    { code: 'body_too_large', param: null, says: /64 KiB/ },
  ],
  [
    'a field is misspelt',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      return { payment, proof: { ...proof, sig: '' } }
    },
    { code: 'unknown_parameter', param: 'sig', says: /sig/ },
  ],
  [
    'the account is none',
    async (shop) => {
      const { payment, proof } = await prepare(shop)
      return { payment, proof: { ...proof, from: `${PAYER.address}1` } }
    },
    parameter('from', /not an address/),
  ],
]

test.each(attacks)('%s: refused, and nothing changes', async (_, attack, { code, param, says }) => {
  const shop = await openClaimShop()
  const { payment, proof } = await attack(shop)
  const facts = async () => {
    const transfers = await shop.listTransfers()
    const events = await shop.checkout.sandbox.events.list({ limit: 100 })
    return { transfers, events: events.data.map(({ id }) => id), sums: await shop.retrieve(payment).catch(() => null) }
  }
  const before = await facts()
  const problem = readProblem(await shop.prove(payment, proof))
  expect(problem).toMatchObject({ status: 400, code, param, message: expect.stringMatching(says) })
  expect(problem.message).not.toMatch(/pay_/)
  expect(await facts()).toEqual(before)
})

test('a request for a text says beforehand why a signature would be refused', async () => {
  const shop = await openClaimShop()
  const { payment, hash } = await prepare(shop)
  expect(readProblem(await shop.ask(payment, hash, STRANGER.address))).toMatchObject({ param: 'from' })
  expect(readProblem(await shop.ask(payment, HASH))).toMatchObject({ code: 'invalid_state' })
  expect(readProblem(await shop.ask({ ...payment, id: 'pay_nothing' }, hash))).toMatchObject({ status: 404 })
})

test('where claims are off, the page has no form, and what a payer names has no effect', async () => {
  const shop = await openClaimShop({ claims: 'off' })
  const payment = await shop.create()
  const hash = await shop.arrive(shop.transferTo(payment, 3_000_000n))
  const off = {
    status: 400,
    code: 'invalid_state',
    message: expect.stringMatching(/takes no transactions from payers/),
  }
  expect(readProblem(await shop.post(payment, 'transactions', { hash }))).toMatchObject(off)
  expect(readProblem(await shop.ask(payment, hash))).toMatchObject(off)
  expect(
    readProblem(await shop.prove(payment, { hash, from: PAYER.address, message: '', signature: '' })),
  ).toMatchObject(off)
  expect(await shop.view(payment)).toMatchObject({ claims: 'off', misdirected: [], reported: [] })
  const path = `/pay/${payment.id.slice(4)}`
  for (const page of [path, `${path}/claim`]) {
    const { status, body } = await shop.request('GET', page, { key: null, headers: asBrowser })
    expect({ status, hasForm: body.includes('class="claim') }).toEqual({ status: 200, hasForm: false })
  }
  const form = { key: null, body: `hash=${hash}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  expect(await shop.request('POST', `${path}/claim`, form)).toMatchObject({ status: 303, headers: { location: path } })
  expect(await shop.checkout.context.db.selectFrom('reports').selectAll().execute()).toEqual([])
  // A wallet on the page says what it has sent. That is no claim.
  await shop.post(payment, 'transactions', { hash: HASH, from: PAYER.address })
  expect((await shop.view(payment)).reported).toMatchObject([{ hash: HASH, status: 'sent' }])
})

test('proofs count for the same limit as other requests of a page', async () => {
  const shop = await openClaimShop()
  const { payment, proof } = await prepare(shop)
  const statuses: number[] = []
  for (let count = 0; count < 70; count++)
    statuses.push((await shop.prove(payment, { ...proof, signature: '0x' })).status)
  expect(new Set(statuses)).toEqual(new Set([400, 429]))
  expect((await shop.prove(payment, proof)).headers).toHaveProperty('retry-after')
})
