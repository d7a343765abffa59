/** Things that wait for somebody of the shop, each with the page where it is dealt with. */
import type { Attention, Books, NetworkStatus, Overview } from '@crypto-checkout/api-types'
import { html, type TemplateResult } from 'lit'
import { texts } from '../../languages/texts.ts'
import { badgeView, type Tone } from '../../parts/values.ts'
import { formatPlace, type Shop } from '../../router.ts'

type Counted = Omit<Overview['attention'], 'books'> & {
  readonly books: Attention
  readonly networks: Attention
  readonly gas: Attention
}
type Kind = keyof Counted
type Target = { readonly kind: Kind; readonly tone: Tone }

/** The most urgent first. */
const targets: readonly Target[] = [
  { kind: 'books', tone: 'bad' },
  { kind: 'networks', tone: 'bad' },
  { kind: 'gas', tone: 'bad' },
  { kind: 'claimedTransfers', tone: 'bad' },
  { kind: 'unattributedTransfers', tone: 'warn' },
  { kind: 'latePayments', tone: 'warn' },
  { kind: 'underpaidPayments', tone: 'warn' },
  { kind: 'refundsToSign', tone: 'warn' },
  { kind: 'refundsToCollect', tone: 'busy' },
  { kind: 'failedSettlements', tone: 'bad' },
  { kind: 'pendingSettlements', tone: 'busy' },
  { kind: 'disabledWebhooks', tone: 'bad' },
  { kind: 'failingWebhooks', tone: 'bad' },
  { kind: 'failedDeliveries', tone: 'warn' },
]

export type Waiting = {
  readonly count: string
  readonly title: string
  readonly advice: string
  readonly href: string
  readonly tone: Tone
}

/** Lists the kinds of which there is at least one. `networks`: as far as the user may see them. */
export function listWaiting(
  attention: Overview['attention'],
  networks: readonly NetworkStatus[],
  shop: Shop,
): Waiting[] {
  const counted: Counted = {
    ...attention,
    books: ofBooks(attention.books),
    networks: ofNetworks(networks.filter(({ healthy }) => !healthy).length),
    gas: ofNetworks(networks.flatMap(({ gasAccounts }) => gasAccounts.filter(({ low }) => low)).length),
  }
  return targets.flatMap(({ kind, tone }) => {
    const found = counted[kind]
    if (found === null || found.count === 0) return []
    const href = formatPlace(shop, ...findPage(found.list))
    return [{ count: formatCount(found), ...texts.overview.attention[kind], href, tone }]
  })
}

/** Leads to the first payment or settlement that is wrong. */
function ofBooks({ imbalance: count, wrong }: Books): Attention {
  const settlement = wrong.find((name) => name.startsWith('set_'))
  const payment = wrong.find((name) => name.startsWith('pay_'))
  if (payment !== undefined) return { count, more: false, list: `/payments/${payment}` }
  return { count, more: false, list: settlement === undefined ? '/payments' : `/settlements/${settlement}` }
}

function ofNetworks(count: number): Attention {
  return { count, more: false, list: '/networks' }
}

/** The page that shows what a request of the API lists. Its address has the same filters. */
function findPage(list: string): [path: string, query: URLSearchParams] {
  const { pathname, searchParams } = new URL(list, location.origin)
  if (pathname !== '/transfers') return [pathname.slice(1), searchParams]
  // The page shows no others.
  if (searchParams.get('status') === 'unattributed') searchParams.delete('status')
  return ['unattributed', searchParams]
}

function formatCount({ count, more }: Attention): string {
  return more ? `${count}+` : String(count)
}

export function waitingView({ count, title, advice, href, tone }: Waiting): TemplateResult {
  return html`<li>
    <a href=${href}>${badgeView(count, tone)}<span><strong>${title}</strong><small>${advice}</small></span></a>
  </li>`
}
