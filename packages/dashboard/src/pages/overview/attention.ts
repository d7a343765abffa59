/** What waits for somebody of the shop, each with the page where it is dealt with. */
import type { Attention, NetworkStatus, Overview } from '@crypto-checkout/api-types'
import { html, type TemplateResult } from 'lit'
import { texts } from '../../languages/texts.ts'
import { badgeView, type Tone } from '../../parts/values.ts'
import { type Environment, formatPlace } from '../../router.ts'

type Counted = Overview['attention'] & { readonly networks: Attention; readonly gas: Attention }
type Kind = keyof Counted
type Target = { readonly kind: Kind; readonly path: string; readonly query?: string; readonly tone: Tone }

/** The most urgent first. */
const targets: readonly Target[] = [
  { kind: 'networks', path: 'networks', tone: 'bad' },
  { kind: 'gas', path: 'networks', tone: 'bad' },
  { kind: 'claimedTransfers', path: 'unattributed', tone: 'bad' },
  { kind: 'unattributedTransfers', path: 'unattributed', tone: 'warn' },
  { kind: 'latePayments', path: 'payments', query: 'exception=late', tone: 'warn' },
  { kind: 'underpaidPayments', path: 'payments', query: 'exception=underpaid', tone: 'warn' },
  { kind: 'refundsToSign', path: 'refunds', query: 'status=pending', tone: 'warn' },
  { kind: 'refundsToCollect', path: 'refunds', query: 'status=pending', tone: 'busy' },
  { kind: 'failedSettlements', path: 'settlements', query: 'status=failed', tone: 'bad' },
  { kind: 'pendingSettlements', path: 'settlements', query: 'status=pending', tone: 'busy' },
  { kind: 'disabledWebhooks', path: 'webhooks', tone: 'bad' },
  { kind: 'failingWebhooks', path: 'webhooks', tone: 'bad' },
  { kind: 'failedDeliveries', path: 'webhooks', tone: 'warn' },
]

export type Waiting = {
  readonly count: string
  readonly title: string
  readonly advice: string
  readonly href: string
  readonly tone: Tone
}

/** What there is at least one of. `networks`: as far as the user may see them. */
export function listWaiting(
  attention: Overview['attention'],
  networks: readonly NetworkStatus[],
  environment: Environment,
): Waiting[] {
  const counted: Counted = {
    ...attention,
    networks: { count: networks.filter(({ healthy }) => !healthy).length, more: false },
    gas: { count: networks.flatMap(({ gasAccounts }) => gasAccounts.filter(({ low }) => low)).length, more: false },
  }
  return targets.flatMap(({ kind, path, query, tone }) => {
    const found = counted[kind]
    if (found === null || found.count === 0) return []
    const href = formatPlace(environment, path, new URLSearchParams(query))
    return [{ count: formatCount(found), ...texts.overview.attention[kind], href, tone }]
  })
}

function formatCount({ count, more }: Attention): string {
  return more ? `${count}+` : String(count)
}

export function waitingView({ count, title, advice, href, tone }: Waiting): TemplateResult {
  return html`<li>
    <a href=${href}>${badgeView(count, tone)}<span><strong>${title}</strong><small>${advice}</small></span></a>
  </li>`
}
