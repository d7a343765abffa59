import type { PublicPayment } from '../wire.ts'

const MINUTE_MS = 60_000
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

/** A payment for tests: 100 USD in USDC on Polygon, with 29 minutes left by the server's clock. */
export function samplePayment(change: Partial<PublicPayment> = {}, serverMs: number = Date.now()): PublicPayment {
  return {
    id: 'pay_01k9zq3v8m4x7c2n5b6t1r0wgh',
    status: 'created',
    amount: 100,
    currency: 'USD',
    cryptoAmount: '100.004321',
    cryptocurrency: 'USDC',
    network: 'polygon',
    address: ADDRESS,
    memo: null,
    memoType: null,
    paymentUri: `ethereum:0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359@137/transfer?address=${ADDRESS}&uint256=100004321`,
    amountReceived: '0.000000',
    amountDue: '100.004321',
    expiresAt: new Date(serverMs + 29 * MINUTE_MS).toISOString(),
    createdAt: new Date(serverMs - MINUTE_MS).toISOString(),
    exceptions: [],
    transactions: [],
    livemode: true,
    serverTime: new Date(serverMs).toISOString(),
    confirmations: null,
    merchantName: 'Demo shop',
    redirectUrl: null,
    networkHealthy: true,
    ...change,
  }
}

const transaction: PublicPayment['transactions'][number] = {
  hash: '0x8c1f5b0e6a2d4937b1c8e0f2a3d4b5c6d7e8f90123456789abcdef0123456789',
  from: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  amount: '100.004321',
  status: 'seen',
  block: 79_000_001,
  seenAt: '2026-11-21T10:00:00.000Z',
  finalAt: null,
  explorerUrl: 'https://polygonscan.com/tx/0x8c1f',
}
const STELLAR_ADDRESS = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
const PAST = '2026-01-01T00:00:00.000Z'
const PAID = { amountReceived: '100.004321', amountDue: '0.000000' }
const FINAL = { ...transaction, status: 'final', finalAt: '2026-11-21T10:01:00.000Z' } as const

/** What makes a payment one of the states that a payer can meet. */
export const sampleChanges: Readonly<Record<string, Partial<PublicPayment>>> = {
  created: {},
  stellar: {
    network: 'stellar',
    cryptoAmount: '100.000000',
    amountDue: '100.000000',
    address: STELLAR_ADDRESS,
    memo: '1234567890123456',
    memoType: 'text',
    paymentUri: `web+stellar:pay?destination=${STELLAR_ADDRESS}&amount=100.000000&asset_code=USDC&memo=1234567890123456&memo_type=MEMO_TEXT`,
  },
  large: { cryptoAmount: '999999999.990001', amountDue: '999999999.990001', amount: 999_999_999.99 },
  'partially paid': {
    status: 'partially_paid',
    amountReceived: '60.000000',
    amountDue: '40.007123',
    transactions: [{ ...transaction, amount: '60.000000' }],
  },
  processing: {
    ...PAID,
    status: 'processing',
    transactions: [transaction],
    confirmations: { seen: 3, required: 12 },
  },
  completed: { ...PAID, status: 'completed', transactions: [FINAL], redirectUrl: 'https://shop.example.com/orders/17' },
  overpaid: {
    status: 'completed',
    amountReceived: '160.004321',
    amountDue: '0.000000',
    exceptions: ['overpaid', 'multiple'],
    transactions: [FINAL, { ...FINAL, amount: '60.000000', explorerUrl: null }],
  },
  checking: { expiresAt: PAST },
  expired: { status: 'expired', expiresAt: PAST },
  underpaid: { status: 'expired', expiresAt: PAST, amountReceived: '60.000000', exceptions: ['underpaid'] },
  late: {
    status: 'expired',
    expiresAt: PAST,
    amountReceived: '100.004321',
    exceptions: ['late'],
    transactions: [FINAL],
  },
  cancelled: { status: 'cancelled' },
  'network unread': { networkHealthy: false },
}
