import type { PublicPayment } from '../wire.ts'

/** A payment for tests of the pages: 100 USD in USDC on Polygon, with 29 minutes left at `SAMPLE_NOW`. */
export const SAMPLE_NOW = Date.parse('2026-11-21T10:01:00.000Z')

const MINUTE_MS = 60_000

export function samplePayment(change: Partial<PublicPayment> = {}): PublicPayment {
  return {
    id: 'pay_01k9zq3v8m4x7c2n5b6t1r0wgh',
    status: 'created',
    amount: 100,
    currency: 'USD',
    cryptoAmount: '100.004321',
    cryptocurrency: 'USDC',
    network: 'polygon',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    memo: null,
    memoType: null,
    paymentUri:
      'ethereum:0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359@137/transfer?address=0x52908400098527886E0F7030069857D2E4169EE7&uint256=100004321',
    amountReceived: '0.000000',
    amountDue: '100.004321',
    expiresAt: new Date(SAMPLE_NOW + 29 * MINUTE_MS).toISOString(),
    createdAt: new Date(SAMPLE_NOW - MINUTE_MS).toISOString(),
    exceptions: [],
    transactions: [],
    livemode: true,
    serverTime: new Date(SAMPLE_NOW).toISOString(),
    confirmations: null,
    merchantName: 'Demo shop',
    redirectUrl: null,
    networkHealthy: true,
    ...change,
  }
}

export function sampleTransaction(
  change: Partial<PublicPayment['transactions'][number]> = {},
): PublicPayment['transactions'][number] {
  const hash = '0x8c1f5b0e6a2d4937b1c8e0f2a3d4b5c6d7e8f90123456789abcdef0123456789'
  return {
    hash,
    from: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    amount: '100.004321',
    status: 'seen',
    block: 79_000_001,
    seenAt: new Date(SAMPLE_NOW).toISOString(),
    finalAt: null,
    explorerUrl: `https://polygonscan.com/tx/${hash}`,
    ...change,
  }
}

const STELLAR: Partial<PublicPayment> = {
  network: 'stellar',
  cryptoAmount: '100.000000',
  amountDue: '100.000000',
  address: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
  memo: '1234567890123456',
  memoType: 'text',
  paymentUri:
    'web+stellar:pay?destination=GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ&amount=100.000000&asset_code=USDC&asset_issuer=GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN&memo=1234567890123456&memo_type=MEMO_TEXT',
}

const past = new Date(SAMPLE_NOW - MINUTE_MS).toISOString()
const final = sampleTransaction({ status: 'final', finalAt: new Date(SAMPLE_NOW).toISOString() })
const part = sampleTransaction({
  amount: '60.000000',
  hash: '0xaaaa5b0e6a2d4937b1c8e0f2a3d4b5c6d7e8f90123456789abcdef0123456789',
})

/** A payment in every state that a payer can meet. */
export const sampleStates: Readonly<Record<string, PublicPayment>> = {
  created: samplePayment(),
  stellar: samplePayment(STELLAR),
  large: samplePayment({ cryptoAmount: '999999999.990001', amountDue: '999999999.990001', amount: 999_999_999.99 }),
  'partially-paid': samplePayment({
    status: 'partially_paid',
    amountReceived: '60.000000',
    amountDue: '40.007123',
    exceptions: [],
    transactions: [part],
  }),
  processing: samplePayment({
    status: 'processing',
    amountReceived: '100.004321',
    amountDue: '0.000000',
    transactions: [sampleTransaction()],
    confirmations: { seen: 3, required: 12 },
  }),
  completed: samplePayment({
    status: 'completed',
    amountReceived: '100.004321',
    amountDue: '0.000000',
    transactions: [final],
    confirmations: { seen: 12, required: 12 },
    redirectUrl: 'https://shop.example.com/orders/17',
  }),
  overpaid: samplePayment({
    status: 'completed',
    amountReceived: '160.004321',
    amountDue: '0.000000',
    exceptions: ['overpaid', 'multiple'],
    transactions: [final, { ...part, status: 'final', finalAt: past }],
  }),
  checking: samplePayment({ expiresAt: past }),
  expired: samplePayment({ status: 'expired', expiresAt: past }),
  underpaid: samplePayment({
    status: 'expired',
    expiresAt: past,
    amountReceived: '60.000000',
    amountDue: '40.007123',
    exceptions: ['underpaid'],
    transactions: [part],
  }),
  late: samplePayment({
    status: 'expired',
    expiresAt: past,
    amountReceived: '100.004321',
    exceptions: ['late'],
    transactions: [final],
  }),
  cancelled: samplePayment({ status: 'cancelled' }),
  'network-unread': samplePayment({ networkHealthy: false }),
}
