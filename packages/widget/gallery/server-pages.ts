import type { PublicPaymentLink, Refund } from '@crypto-checkout/api-types'
import { getContactUrl } from '@crypto-checkout/payer-ui'
import { sampleChanges, sampleLink, sampleLinks, samplePayment } from '@crypto-checkout/payer-ui/testing'
import { networkLooks } from '../../core/src/domain/catalog/networks.ts'
import {
  type LinkPageInput,
  renderLinkNotFoundPage,
  renderLinkPage,
  renderLinkPoster,
} from '../../core/src/pages/link-page.ts'
import { type RefundPageInput, renderRefundPage } from '../../core/src/pages/refund-address-page.ts'
import { renderSignPage, type SignPageInput } from '../../core/src/pages/sign-page.ts'
import { renderClosedTill, renderTill, renderTillPayment } from '../../core/src/pages/till-page.ts'
import type { Reader } from '../../core/src/pages/visit.ts'

type Frame = { readonly base: string; readonly reader: Reader }

/** A page of the server other than a payment's, in one state. */
export type ServerPage = {
  readonly group: 'Payment links' | 'Refunds'
  render(frame: Frame): string
  /** A selector of something that is visible as soon as the page's script has shown the state. */
  readonly sign?: string
  /** A script of the folder `browser`, and the scene that its wallet plays. */
  readonly script?: string
  readonly scene?: string
  /** The same link for the element. */
  readonly link?: PublicPaymentLink
}

const URL = 'https://pay.example.com/l/01k9zq3v8m4x7c2n5b6t1r0wgh'
const RECIPIENT = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const STELLAR_RECIPIENT = 'GDUKMGUGDZQK6YHYA5Z6AY2G4XDSZPSZ3SW5UN3ARVMO6QSRDWP5YLEX'
const STELLAR_WALLET = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
const TOKEN = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'

/** The button that a script has shown. */
const COPY_BUTTON = '.actions:not(.later) [data-copies]'

/** All of them by name. */
export const serverPages: Readonly<Record<string, ServerPage>> = {
  ...Object.fromEntries(Object.entries(sampleLinks).map(([name, change]) => [name, linkPage(sampleLink(change))])),
  'link-refused': linkPage(sampleLink(sampleLinks['link-amount']), { amount: '1,250.00', failure: 'amount' }),
  'link-failed': linkPage(sampleLink(), { amount: '', failure: 'other' }),
  'link-poster': {
    group: 'Payment links',
    render: (frame) => renderLinkPoster(toLinkInput(frame, sampleLink(), null)),
  },
  'link-not-found': {
    group: 'Payment links',
    render: ({ base, reader }) => renderLinkNotFoundPage(base, reader.texts),
  },
  till: { ...till((input) => renderTill(input)), sign: '.keys:not([hidden])' },
  'till-refused': {
    ...till((input) => renderTill({ ...input, refused: { amount: '0.20', failure: 'amount' } })),
    sign: '.keys:not([hidden])',
  },
  'till-closed': till((input) => renderClosedTill(input)),
  'till-code': tillPayment('created'),
  'till-partly-paid': tillPayment('partially-paid'),
  'till-seen': tillPayment('seen'),
  'till-paid': tillPayment('completed'),
  'till-overpaid': tillPayment('overpaid'),
  'till-expired': tillPayment('expired'),
  'refund-address': refundPage({}),
  'refund-address-stellar': refundPage({
    refund: onStellar(sampleRefund()),
    network: networkLooks.stellar,
    livemode: false,
  }),
  'refund-address-refused': refundPage({
    entry: { address: '0x8ba1f109551bD432803012645Ac136ddd64DBA7', memo: '', step: 'correct', failure: 'invalid' },
  }),
  'refund-memo-missing': refundPage({
    refund: onStellar(sampleRefund()),
    network: networkLooks.stellar,
    entry: { address: STELLAR_RECIPIENT, memo: '', step: 'correct', failure: 'memo_missing' },
  }),
  'refund-check': refundPage({ entry: { address: RECIPIENT, memo: '', step: 'check' } }),
  'refund-check-stellar': refundPage({
    refund: onStellar(sampleRefund()),
    network: networkLooks.stellar,
    entry: { address: STELLAR_RECIPIENT, memo: '1234567890', step: 'check' },
  }),
  'refund-saved': refundPage({ refund: sampleRefund({ destination: RECIPIENT }) }),
  'refund-submitted': refundPage({ refund: sampleRefund({ status: 'submitted', destination: RECIPIENT }) }),
  'refund-completed': refundPage({ refund: sampleRefund({ status: 'completed', destination: RECIPIENT }) }),
  'refund-closed': { ...refundPage({ refund: sampleRefund({ status: 'cancelled' }) }), sign: COPY_BUTTON },
  'refund-failed': refundPage({
    refund: sampleRefund({ status: 'failed', destination: RECIPIENT }),
    contact: { supportEmail: 'help@shop.example', supportUrl: null },
  }),
  'sign-refund': { ...signPage({}), script: 'wallet.js', scene: 'choosing', sign: '.wallets .primary' },
  'sign-refund-unswept': { ...signPage({ isUnswept: true }), sign: '.entry .hint:not(:empty)' },
  'sign-refund-stellar': signPage(onStellarWallet()),
  'sign-refund-submitted': signPage({ refund: sampleRefund({ status: 'submitted', destination: RECIPIENT }) }),
  'sign-refund-completed': signPage({ refund: sampleRefund({ status: 'completed', destination: RECIPIENT }) }),
  'sign-refund-closed': signPage({ refund: sampleRefund({ status: 'cancelled', destination: RECIPIENT }) }),
}

function linkPage(link: PublicPaymentLink, refused: LinkPageInput['refused'] = null): ServerPage {
  return {
    group: 'Payment links',
    render: (frame) => renderLinkPage(toLinkInput(frame, link, refused)),
    // The element says why in its own words once the payer has pressed.
    ...(refused === null && { link }),
    ...(link.status !== 'active' && getContactUrl(link) === null && { sign: COPY_BUTTON }),
  }
}

function till(render: (input: LinkPageInput) => string): ServerPage {
  const link = sampleLink({ ...sampleLinks['link-amount'], title: 'Kiosk at the station', preset: null })
  return { group: 'Payment links', render: (frame) => render(toLinkInput(frame, link, null)) }
}

function tillPayment(state: keyof ReturnType<typeof sampleChanges>): ServerPage {
  const now = Date.now()
  const payment = samplePayment(sampleChanges(now)[state], now)
  return till((input) =>
    renderTillPayment({ ...input, payment, url: 'https://pay.example.com/pay/01k9zq3v8m4x7c2n5b6t1r0wgh', now }),
  )
}

function toLinkInput(
  { base, reader }: Frame,
  link: PublicPaymentLink,
  refused: LinkPageInput['refused'],
): LinkPageInput {
  return { link, refused, base, url: URL, accent: null, path: '', texts: reader.texts }
}

function refundPage(change: Partial<RefundPageInput>): ServerPage {
  return {
    group: 'Refunds',
    render: ({ base, reader }) =>
      renderRefundPage({
        ...{ refund: sampleRefund(), network: networkLooks.polygon, livemode: true, merchant: 'Demo shop' },
        ...{ base, path: '', texts: reader.texts, entry: null, accent: null },
        ...{ contact: { supportEmail: null, supportUrl: null } },
        ...change,
      }),
  }
}

const polygon: SignPageInput['network'] = {
  look: networkLooks.polygon,
  walletChain: {
    id: 137,
    name: 'Polygon',
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    rpcUrls: ['https://polygon-rpc.com'],
    explorerUrl: 'https://polygonscan.com',
    hasValue: true,
  },
}

function signPage(change: Partial<SignPageInput>): ServerPage {
  const uri = `ethereum:${TOKEN}@137/transfer?address=${RECIPIENT}&uint256=40000000`
  const call = { chainId: 137, from: samplePayment().address, to: TOKEN, data: '0x', value: '0x0' } as const
  const refund = sampleRefund({ destination: RECIPIENT, nextAction: { type: 'sign', url: URL, uri, call } })
  return {
    group: 'Refunds',
    render: ({ base, reader }) =>
      renderSignPage({
        ...{ refund, network: polygon, from: samplePayment().address, token: { address: TOKEN, decimals: 6 } },
        ...{ rawAmount: 40_000_000n, isUnswept: false, livemode: true, merchant: 'Demo shop' },
        ...{ base, texts: reader.texts, accent: null },
        ...change,
      }),
  }
}

function onStellarWallet(): Partial<SignPageInput> {
  const issuer = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'
  const uri = `web+stellar:pay?destination=${STELLAR_RECIPIENT}&amount=40&asset_code=USDC&asset_issuer=${issuer}&memo=1234567890&memo_type=MEMO_TEXT`
  const refund = sampleRefund({
    ...{ destination: STELLAR_RECIPIENT, destinationMemo: '1234567890' },
    nextAction: { type: 'sign', url: URL, uri, call: null },
  })
  return {
    ...{ refund: onStellar(refund), network: { look: networkLooks.stellar, walletChain: null }, from: STELLAR_WALLET },
    ...{ token: { address: issuer, decimals: 7 }, livemode: false },
  }
}

function onStellar(refund: Refund): Refund {
  return { ...refund, network: 'stellar' }
}

/** 40 of the 100 USD of the sample payment. */
function sampleRefund(change: Partial<Refund> = {}): Refund {
  return {
    ...{ id: 're_01k9zr7d2p6w8h3f5j9m0qxtbv', object: 'refund', paymentId: samplePayment().id },
    ...{ amount: 40, currency: 'USD', cryptoAmount: '40.000000', cryptoAmountArrived: null },
    ...{
      cryptocurrency: 'USDC',
      network: 'polygon',
      destination: null,
      destinationMemo: null,
      reference: null,
      reason: null,
    },
    ...{ status: 'pending', nextAction: null, transaction: null, failure: null },
    ...{ createdAt: samplePayment().createdAt, completedAt: null, receipt: null, receiptUrl: null },
    ...change,
  }
}
