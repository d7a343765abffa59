import type { Authorization, OfferedAssets, PublicPayment, TypedData, WalletTerms } from '@crypto-checkout/api-types'
import { sampleChanges, samplePayment } from '@crypto-checkout/payer-ui/testing'
import { type ServerPage, serverPages } from './server-pages.ts'
import { NO_HASH, type Unfolded, unfolded } from './unfolded.ts'

/** The server's answer to a request for the status: a payment, something else, or nothing. */
type Answer = PublicPayment | { status: number; type: string; body: string } | 'never' | 'no connection'

/**
 * A situation that a payer can encounter. `loadedMs` is the time when the page was loaded: its time left counts from
 * there.
 */
export type State = {
  group: 'Payments' | 'Unfolded' | 'With a wallet' | 'Unusual data' | 'Without an answer' | ServerPage['group']
  /** The payment with which the page is rendered; null if there is none. */
  payment(loadedMs: number): PublicPayment | null
  /** The answer `elapsedMs` after the page was loaded; `again` if the element has had one before. */
  answer(loadedMs: number, elapsedMs: number, again: boolean): Answer
  /** A selector of something that is visible as soon as the element shows the state. */
  sign: string
  /** A selector of something that is visible only once the element has also loaded what the state opens by itself. */
  settled?: string
  /** A script of the folder `browser` that the page loads in addition to the element's own. */
  script?: string
  /** The scene that the script's wallet plays. */
  scene?: string
  /** The server's terms for wallets; null if they cannot be read. */
  terms?: WalletTerms | null
  /** The server's answers to wallets that only sign, by the end of the address. */
  signing?: Readonly<Record<string, Signing>>
  /** The merchant's colour on the hosted page. */
  accent?: string
  /** True if the hosted page is refused because of too many requests. */
  refused?: boolean
  /** The part that the payer has unfolded. */
  unfolded?: Unfolded
  /** The page that the server shows, if it is not a payment's. The element shows the state only if the page has a link. */
  page?: ServerPage
}

type Refusal = { error: { code: string; missing?: string } }
type Signing = { status: number; body: OfferedAssets | TypedData | Pick<Authorization, 'status'> | Refusal }
type Change = Partial<PublicPayment>

/** The heading of any payment that is known. */
const HEADING = '#checkout-state'

/** The third paragraph of the proof says that no wallet was found. */
const NO_SIGNER = '.proof p + p + p'

const NAME = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Unusual content that the design must handle. */
const unusual: Readonly<Record<string, (loadedMs: number) => Change>> = {
  'test-mode': () => ({ livemode: false }),
  'asks-for-email': () => ({
    asksForEmail: true,
    supportEmail: 'help@shop.example',
    cancelUrl: 'https://shop.example/cart',
  }),
  'last-minute': (loadedMs) => ({ expiresAt: new Date(loadedMs + 75_000).toISOString() }),
  'long-name': () => ({ merchantName: NAME }),
  'long-name-completed': (loadedMs) => ({ ...sampleChanges(loadedMs).completed, merchantName: NAME }),
  'arabic-name': () => ({ merchantName: 'متجر النخيل الذهبي' }),
}

const TERMS: WalletTerms = {
  chain: {
    id: 137,
    name: 'Polygon',
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    rpcUrls: ['https://polygon-rpc.com'],
    explorerUrl: 'https://polygonscan.com',
    hasValue: true,
  },
  coinType: 966,
  walletConnectProjectId: null,
  gasless: null,
}
const WITH_WALLET_CONNECT = { ...TERMS, walletConnectProjectId: '0'.repeat(32) }

/** The final state of each wallet scene, and the terms that it gets. */
const wallets: Readonly<Record<string, { at: string; terms?: WalletTerms | null; change?: Change }>> = {
  choosing: { at: 'choosing', terms: WITH_WALLET_CONNECT },
  none: { at: 'choosing' },
  connecting: { at: 'connecting' },
  switching: { at: 'switching' },
  checking: { at: 'checking' },
  sending: { at: 'sending' },
  sent: { at: 'sent' },
  unknown: { at: 'unknown' },
  rejected: { at: 'stopped' },
  pending: { at: 'stopped' },
  locked: { at: 'stopped' },
  account: { at: 'stopped' },
  network: { at: 'stopped' },
  insufficient: { at: 'stopped' },
  gas: { at: 'stopped' },
  disconnected: { at: 'stopped' },
  failed: { at: 'stopped' },
  pairing: { at: 'pairing', terms: WITH_WALLET_CONNECT },
  unreachable: { at: 'unreachable', terms: null },
  contradiction: { at: 'contradiction', change: { cryptoAmount: '1.000000' } },
}

const OFFERED: OfferedAssets = {
  assets: [
    { asset: 'USDT:GATISXX6BZ6NC7IKQBY37CJD4SOZL3CYZJWXEDG6JVIY4WBS6KXJHN6Q', max: '101.1', path: [] },
    { asset: 'native', max: '1012.3456789', path: [] },
    { asset: 'yXLM:GARDNV3Q7YGT4AKSDF25LT32YSCCW4EV22Y2TV3I2PU2MMXJTEDL5T55', max: '1009.5', path: ['native'] },
  ],
}

/** Freighter's final states, and the server's refusal in each. */
const signing: Readonly<Record<string, { at: string; refusal: Refusal['error'] }>> = {
  offered: { at: 'offered', refusal: { code: 'payer_funds_insufficient', missing: '75.500000' } },
  offers: { at: 'stopped', refusal: { code: 'offers_changed' } },
}

/** The data that the wallet of `wallet.js` signs to pay the sample payment. */
function toSign(): TypedData {
  const { paymentUri, address: to } = samplePayment()
  const [, verifyingContract = '', value = ''] = /^ethereum:(.*)@.*&uint256=(.*)$/.exec(paymentUri) ?? []
  const from = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
  return {
    domain: { chainId: '0x89', verifyingContract },
    types: {},
    primaryType: 'TransferWithAuthorization',
    message: { from, to, value, validAfter: '0', validBefore: '1' },
  }
}

const gaslessAnswers = (authorization: Signing, authorizations: Signing = authorization) => ({
  authorization,
  authorizations,
})
const ASKED: Signing = { status: 200, body: toSign() }
const refusedAs = (code: string): Signing => ({ status: 400, body: { error: { code } } })

/** The final states of a wallet that may sign instead of sending, and the server's answers. */
const gasless: Readonly<Record<string, { at: string; signing: State['signing'] }>> = {
  ready: { at: 'ready', signing: gaslessAnswers(ASKED) },
  signing: { at: 'signing', signing: gaslessAnswers(ASKED) },
  relaying: { at: 'relaying', signing: gaslessAnswers(ASKED, { status: 200, body: { status: 'pending' } }) },
  ungiven: { at: 'stopped', signing: gaslessAnswers(refusedAs('relay_unavailable')) },
  unsignable: { at: 'stopped', signing: gaslessAnswers(ASKED, refusedAs('transaction_refused')) },
  unrelayed: { at: 'stopped', signing: gaslessAnswers(ASKED, { status: 200, body: { status: 'failed' } }) },
}

const wrongAnswers: Readonly<Record<string, Answer>> = {
  loading: 'never',
  'not-found': { status: 404, type: 'application/json', body: '{}' },
  'server-error': { status: 500, type: 'text/plain', body: 'Something is wrong here.' },
  'not-a-payment': { status: 200, type: 'text/html', body: '<!doctype html><title>Welcome</title>' },
  'too-many-requests': { status: 429, type: 'application/json', body: '{}' },
  unreachable: 'no connection',
}

/** All states by name. A new state is one entry in the table of its kind. */
export const states: ReadonlyMap<string, State> = new Map([
  ...Object.keys(sampleChanges()).map((name) => followed('Payments', name, changeOf(name))),
  redirected(),
  ...Object.entries(unfolded).map(([name, part]) => withUnfolded(name, part)),
  ...Object.keys(wallets).map(withWallet),
  ...Object.keys(gasless).map(withoutGas),
  ...Object.entries(signing).map(([scene, { at, refusal }]) => withFreighter(scene, at, refusal)),
  ...Object.entries(unusual).map(([name, change]) => followed('Unusual data', name, change)),
  coloured(),
  ...Object.entries(wrongAnswers).map(([name, answer]) => unanswered(name, answer)),
  ...Object.entries(serverPages).map(([name, page]) => served(name, page)),
  goneAfterward('out-of-date', { sign: '[data-kind=stale]' }),
  goneAfterward('offline', { sign: '[data-kind=offline]', script: 'offline.js' }),
])

function changeOf(name: string): (loadedMs: number) => Change {
  return (loadedMs) => Object.entries(sampleChanges(loadedMs)).find(([one]) => one === name)?.[1] ?? {}
}

function followed(group: State['group'], name: string, change: (loadedMs: number) => Change): [string, State] {
  const payment = (loadedMs: number, elapsedMs = 0) => {
    const serverTime = new Date(loadedMs + elapsedMs).toISOString()
    return { ...samplePayment(change(loadedMs), loadedMs), serverTime }
  }
  const last = { provable: NO_SIGNER, 'asks-for-email': '#email' }[name]
  const settled = last === undefined ? {} : { settled: last }
  return [name, { group, payment: (loadedMs) => payment(loadedMs), answer: payment, sign: HEADING, ...settled }]
}

function withUnfolded(name: string, unfolded: Unfolded): [string, State] {
  const { part, payment, sign, isRefused } = unfolded
  const [, state] = followed('Unfolded', payment, changeOf(payment))
  const scene = [part, ...(isRefused ? [NO_HASH] : [])].join(' ')
  const signing = isRefused && { signing: { transactions: refusedAs('invalid_parameter') } }
  return [name, { ...state, ...signing, sign, unfolded, script: 'unfold.js', scene }]
}

function withWallet(scene: string): [string, State] {
  const { at, terms = TERMS, change = {} } = wallets[scene] ?? { at: '' }
  const [name, state] = followed('With a wallet', `wallet-${scene}`, () => change)
  const sign = at === 'pairing' ? '.wallet .qr-code' : `.wallet[data-at=${at}]`
  return [name, { ...state, sign, script: 'wallet.js', scene, terms }]
}

function withoutGas(scene: string): [string, State] {
  const { at, signing } = gasless[scene] ?? { at: '' }
  const [name, state] = followed('With a wallet', `wallet-${scene}`, () => ({}))
  const terms: WalletTerms = { ...TERMS, gasless: 'offered' }
  return [
    name,
    { ...state, sign: `.wallet[data-at=${at}]`, script: 'wallet.js', scene, terms, ...(signing && { signing }) },
  ]
}

function withFreighter(scene: string, at: string, error: Refusal['error']): [string, State] {
  const [name, state] = followed('With a wallet', `wallet-${scene}`, (loadedMs) => sampleChanges(loadedMs).stellar)
  const answers = {
    'stellar/transaction': { status: 400, body: { error } },
    'stellar/assets': { status: 200, body: OFFERED },
  }
  return [name, { ...state, sign: `.wallet[data-at=${at}]`, script: 'freighter.js', signing: answers }]
}

function coloured(): [string, State] {
  const [, state] = followed('Unusual data', 'merchant-colour', (loadedMs) => sampleChanges(loadedMs).completed)
  return ['merchant-colour', { ...state, accent: 'ffd400' }]
}

/** Only a payer who has seen a payment complete is redirected to the shop. */
function redirected(): [string, State] {
  const [, confirming] = followed('Payments', '', (loadedMs) => sampleChanges(loadedMs).confirming)
  const [, completed] = followed('Payments', '', (loadedMs) => sampleChanges(loadedMs).completed)
  const answer: State['answer'] = (loadedMs, elapsedMs, again) =>
    (again ? completed : confirming).answer(loadedMs, elapsedMs, again)
  return ['redirect', { ...confirming, answer, sign: '[data-kind=leaving]' }]
}

function unanswered(name: string, answer: Answer): [string, State] {
  const sign = answer === 'never' ? '.skeleton' : HEADING
  const refused = typeof answer === 'object' && answer.status === 429
  return [name, { group: 'Without an answer', payment: () => null, answer: () => answer, sign, refused }]
}

function served(name: string, page: ServerPage): [string, State] {
  const { group, script, scene = '' } = page
  const wallet = script === undefined ? {} : { script, scene }
  return [name, { group, payment: () => null, answer: () => 'never', sign: HEADING, page, ...wallet }]
}

/** A server that becomes unreachable once the payment is known. */
function goneAfterward(name: string, looks: Pick<State, 'sign' | 'script'>): [string, State] {
  const payment = (loadedMs: number) => samplePayment({}, loadedMs)
  const answer: State['answer'] = (loadedMs, _, again) => (again ? 'no connection' : payment(loadedMs))
  return [name, { group: 'Without an answer', payment, answer, ...looks }]
}
