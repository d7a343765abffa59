/** Payments in payers' situations, for tests of page and element and for the gallery. */
import type { PublicPayment, PublicPaymentLink } from '@crypto-checkout/api-types'

type Change = Partial<PublicPayment>

/** The samples' default time. */
export const SAMPLE_NOW = Date.parse('2026-11-21T10:01:00.000Z')

const MINUTE_MS = 60_000

const at = (ms: number) => new Date(ms).toISOString()

/** 100 USD in USDC on Polygon, with 29 minutes left at `nowMs`, the server's clock. */
export function samplePayment(change: Change = {}, nowMs: number = SAMPLE_NOW): PublicPayment {
  return {
    id: 'pay_01k9zq3v8m4x7c2n5b6t1r0wgh',
    status: 'created',
    amount: 100,
    currency: 'USD',
    cryptoAmount: '100.004321',
    cryptocurrency: 'USDC',
    network: 'polygon',
    networkTitle: 'Polygon',
    networkColour: '#8247e5',
    exchangeNetwork: 'Polygon (POL, MATIC)',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    memo: null,
    memoType: null,
    recognition: 'amount',
    paymentUri:
      'ethereum:0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359@137/transfer?address=0x52908400098527886E0F7030069857D2E4169EE7&uint256=100004321',
    amountReceived: '0.000000',
    amountDue: '100.004321',
    expiresAt: at(nowMs + 29 * MINUTE_MS),
    createdAt: at(nowMs - MINUTE_MS),
    exceptions: [],
    methods: [],
    transactions: [],
    transactionCount: change.transactions?.length ?? 0,
    claimable: [],
    livemode: true,
    serverTime: at(nowMs),
    confirmations: null,
    misdirected: [],
    reported: [],
    unnamed: null,
    claims: 'on',
    asksForEmail: false,
    merchantName: 'Demo shop',
    merchantLogo: null,
    supportEmail: null,
    supportUrl: null,
    redirectUrl: null,
    cancelUrl: null,
    description: null,
    reference: null,
    lineItems: [],
    supersededByUrl: null,
    networkHealthy: true,
    confirmationsDelayed: false,
    ...change,
  }
}

/** A transfer of the full amount that is not final. */
export function sampleTransaction(
  change: Partial<PublicPayment['transactions'][number]> = {},
  nowMs: number = SAMPLE_NOW,
): PublicPayment['transactions'][number] {
  const hash = '0x8c1f5b0e6a2d4937b1c8e0f2a3d4b5c6d7e8f90123456789abcdef0123456789'
  return {
    hash,
    from: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    amount: '100.004321',
    cryptocurrency: 'USDC',
    network: 'polygon',
    status: 'seen',
    block: 79_000_001,
    seenAt: at(nowMs),
    finalAt: null,
    explorerUrl: `https://polygonscan.com/tx/${hash}`,
    ...change,
  }
}

const STELLAR: Change = {
  network: 'stellar',
  networkTitle: 'Stellar',
  networkColour: 'currentcolor',
  exchangeNetwork: 'Stellar (XLM)',
  cryptoAmount: '100.000000',
  amountDue: '100.000000',
  address: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
  memo: '1234567890123456',
  memoType: 'text',
  recognition: 'memo',
  paymentUri:
    'web+stellar:pay?destination=GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ&amount=100.000000&asset_code=USDC&asset_issuer=GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN&memo=1234567890123456&memo_type=MEMO_TEXT',
}

const CLAIMABLE_ID = 'BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TU'

/** Three ways to pay. `received`: what has arrived by the second one, which is open then. */
function sampleMethods(received: string | null): PublicPayment['methods'] {
  const { cryptocurrency, network, networkTitle, cryptoAmount, address, memo, memoType, paymentUri, recognition } =
    samplePayment()
  const none = { rate: null, cryptoAmount: null, address: null, memo: null, memoType: null, paymentUri: null }
  const offered = {
    ...none,
    state: 'offered',
    reason: null,
    recognition: 'memo',
    amountReceived: null,
    amountDue: null,
  } as const
  const stellar = {
    ...{ cryptocurrency: 'USDC', rate: '0.99990000', networkTitle: 'Stellar', network: 'stellar' },
    ...{ state: 'open', reason: null, recognition: 'memo', amountReceived: received, amountDue: '0.000000' },
    ...{ address: STELLAR.address, memo: STELLAR.memo, memoType: 'text', paymentUri: STELLAR.paymentUri },
    cryptoAmount: '100.000000',
  } as PublicPayment['methods'][number]
  return [
    {
      ...{ cryptocurrency, network, networkTitle, cryptoAmount, address, memo, memoType, paymentUri },
      ...{ state: 'chosen', reason: null, recognition, rate: '0.99990000' },
      ...{ amountReceived: '0.000000', amountDue: cryptoAmount },
    },
    received === null ? { ...offered, cryptocurrency: 'USDC', network: 'stellar', networkTitle: 'Stellar' } : stellar,
    {
      ...offered,
      cryptocurrency: 'DAI',
      network: 'ethereum',
      networkTitle: 'Ethereum',
      state: 'unavailable',
      reason: 'network_not_read',
      recognition: 'amount',
    },
  ]
}

/** The changes that put a payment into each state that a payer can see. For another state, add an entry. */
export function sampleChanges(nowMs: number = SAMPLE_NOW) {
  return { ...sampleProgress(nowMs), ...sampleTrouble(nowMs), ...sampleTerms(nowMs) }
}

/** Transfers of the full amount and of a part, and what the payment says after the part. */
function sampleFacts(nowMs: number) {
  const seen = sampleTransaction({}, nowMs)
  const final = sampleTransaction({ status: 'final', finalAt: at(nowMs) }, nowMs)
  const part = sampleTransaction(
    { amount: '60.000000', hash: '0xaaaa5b0e6a2d4937b1c8e0f2a3d4b5c6d7e8f90123456789abcdef0123456789' },
    nowMs,
  )
  const partly = { amountReceived: '60.000000', amountDue: '40.007123', transactions: [part] }
  return { past: at(nowMs - MINUTE_MS), seen, final, part, partly }
}

/** From asking to the end. */
function sampleProgress(nowMs: number) {
  const { past, seen, final, part, partly } = sampleFacts(nowMs)
  const expectedAt = at(nowMs + MINUTE_MS)
  const paid = { amountReceived: '100.004321', amountDue: '0.000000' }
  return {
    created: {},
    'partially-paid': { ...partly, status: 'partially_paid' },
    seen: {
      ...paid,
      status: 'processing',
      transactions: [seen],
      confirmations: { seen: 1, required: 12, seconds: 60, expectedAt },
    },
    confirming: {
      ...paid,
      status: 'processing',
      transactions: [seen],
      confirmations: { seen: 3, required: 12, seconds: 60, expectedAt },
    },
    delayed: {
      ...paid,
      status: 'processing',
      transactions: [seen],
      confirmations: { seen: 14, required: 40, seconds: 60, expectedAt: null },
      confirmationsDelayed: true,
    },
    completed: {
      ...paid,
      status: 'completed',
      transactions: [final],
      confirmations: { seen: 12, required: 12, seconds: null, expectedAt: null },
      redirectUrl: 'https://shop.example.com/orders/17',
    },
    overpaid: {
      status: 'completed',
      amountReceived: '160.004321',
      amountDue: '0.000000',
      exceptions: ['overpaid', 'multiple'],
      transactions: [final, { ...part, status: 'final', finalAt: past, explorerUrl: null }],
    },
    'paid-twice': {
      status: 'completed',
      amountReceived: '200.008642',
      amountDue: '0.000000',
      exceptions: ['overpaid', 'multiple'],
      transactions: [final, { ...final, hash: part.hash }],
      redirectUrl: 'https://shop.example.com/orders/17',
    },
    'also-paid': {
      ...paid,
      status: 'completed',
      exceptions: ['overpaid', 'multiple'],
      transactions: [final, { ...final, hash: part.hash, amount: '100.000000', network: 'stellar' }],
      methods: sampleMethods('100.000000'),
      supportUrl: 'https://shop.example/help',
    },
    checking: { expiresAt: past },
    expired: { status: 'expired', expiresAt: past },
    cancelled: { status: 'cancelled' },
    replaced: { status: 'cancelled', supersededByUrl: 'https://pay.example.com/pay/01k9zq3v8m4x7c2n5b6t1r0wgj' },
  } satisfies Record<string, Change>
}

/** Samples troubles. */
function sampleTrouble(nowMs: number) {
  const { past, seen, final, partly } = sampleFacts(nowMs)
  const { hash, from, amount, explorerUrl } = seen
  const stray = { hash, from, network: 'polygon', networkTitle: 'Polygon', explorerUrl }
  return {
    underpaid: { ...partly, status: 'expired', expiresAt: past, exceptions: ['underpaid'] },
    late: {
      status: 'expired',
      expiresAt: past,
      amountReceived: '100.004321',
      exceptions: ['late'],
      transactions: [final],
    },
    'network-unread': { networkHealthy: false },
    unavailable: {
      paymentUri: '',
      methods: sampleMethods(null).map((one) =>
        one.state === 'chosen' ? { ...one, reason: 'coin_not_offered' } : one,
      ),
    },
    misdirected: { misdirected: [{ ...stray, amount, cryptocurrency: 'USDC.e', provable: false }] },
    provable: { misdirected: [{ ...stray, amount: '99.004300', cryptocurrency: 'USDC', provable: true }] },
    claimable: {
      ...STELLAR,
      claimable: [{ id: CLAIMABLE_ID, amount: '100.000000', cryptocurrency: 'USDC', hash, explorerUrl }],
    },
    dropped: { transactions: [{ ...seen, status: 'orphaned' }] },
    reported: { reported: [{ hash, reportedAt: past, explorerUrl, status: 'sent' }] },
    claimed: { reported: [{ hash, reportedAt: new Date(nowMs).toISOString(), explorerUrl, status: 'claimed' }] },
    'claim-not-found': {
      reported: [{ hash, reportedAt: new Date(nowMs - 3_600_000).toISOString(), explorerUrl, status: 'claimed' }],
    },
    'claim-unrelated': {
      status: 'expired',
      expiresAt: past,
      reported: [{ hash, reportedAt: past, explorerUrl, status: 'unrelated' }],
    },
  } satisfies Record<string, Change>
}

/** Samples the terms of a payment, and how the merchant presents it. */
function sampleTerms(nowMs: number) {
  return {
    stellar: STELLAR,
    deposit: { recognition: 'address', cryptoAmount: '100.000000', amountDue: '100.000000' },
    large: { cryptoAmount: '999999999.990001', amountDue: '999999999.990001', amount: 999_999_999.99 },
    methods: { methods: sampleMethods(null) },
    order: {
      merchantLogo: SAMPLE_LOGO,
      description: 'Coffee beans from the mountains',
      reference: '2026-1017',
      lineItems: [
        { name: 'Coffee beans, 1 kg', quantity: 2, unitAmount: 45, imageUrl: null },
        { name: 'Paper filters', quantity: 1, unitAmount: 10, imageUrl: null },
      ],
      supportEmail: 'help@shop.example',
      cancelUrl: 'https://shop.example.com/cart',
      createdAt: at(nowMs - MINUTE_MS),
    },
    identity: { merchantLogo: SAMPLE_LOGO, supportUrl: 'https://shop.example/help' },
  } satisfies Record<string, Change>
}

/** A PNG of one pixel. */
const SAMPLE_LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A payment in every state. */
export function sampleStates(nowMs: number = SAMPLE_NOW): Readonly<Record<string, PublicPayment>> {
  const states = Object.entries(sampleChanges(nowMs))
  return Object.fromEntries(states.map(([name, change]) => [name, samplePayment(change, nowMs)]))
}

/** A link of Demo shop: 4.50 USD in USDC on Polygon. */
export function sampleLink(change: Partial<PublicPaymentLink> = {}): PublicPaymentLink {
  return {
    id: 'pl_01k9zq3v8m4x7c2n5b6t1r0wgh',
    status: 'active',
    title: 'Coffee to go',
    description: null,
    amount: 4.5,
    minimum: null,
    maximum: null,
    preset: null,
    currency: 'USD',
    lineItems: [],
    cryptocurrency: 'USDC',
    network: 'polygon',
    livemode: true,
    networkTitle: 'Polygon',
    networkColour: '#8247e5',
    offersChoice: false,
    merchantName: 'Demo shop',
    merchantLogo: null,
    supportEmail: null,
    supportUrl: null,
    ...change,
  }
}

/** Payment links in every state, by name. */
export const sampleLinks = {
  link: {},
  'link-items': {
    title: 'Breakfast for two',
    description: 'With bread from the bakery next door',
    amount: 23,
    lineItems: [
      { name: 'Breakfast', quantity: 2, unitAmount: 10, imageUrl: null },
      { name: 'Orange juice', quantity: 1, unitAmount: 3, imageUrl: null },
    ],
    offersChoice: true,
  },
  'link-amount': { title: 'Donation', amount: null, minimum: 5, maximum: 1000, preset: 20, currency: 'EUR' },
  'link-open-amount': { title: 'Donation', amount: null, minimum: 1, livemode: false },
  'link-inactive': { status: 'inactive', supportEmail: 'help@shop.example' },
  'link-expired': { status: 'expired' },
  'link-exhausted': { status: 'exhausted' },
} as const satisfies Readonly<Record<string, Partial<PublicPaymentLink>>>
