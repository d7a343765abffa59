import type { SpokenTexts } from '@crypto-checkout/payer-ui'
import { parseWebAddress, shortenHash, takesChoice } from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import { isTouched } from '../browser.ts'
import type { Model, View } from '../views/model.ts'
import { icon } from '../views/parts.ts'
import type { Chain } from './evm/chain.ts'
import type { PaymentMode } from './family.ts'
import type { WalletLink } from './links.ts'
import type { PairingView } from './pairing-view.ts'
import { type Found, getPanelMessage } from './saying.ts'
import { isSent, type ListedWallet, type Offer, type Problem, type WalletState } from './state.ts'
import type { OffersView } from './stellar/offers-view.ts'

/** Everything that the panel is rendered from. */
export type PanelModel = {
  card: Model
  /** The announcement for screen readers. */
  announcement: string
  /** Null until they are loaded. */
  texts: SpokenTexts | null
  state: WalletState
  wallets: readonly ListedWallet[]
  chosen: ListedWallet | null
  chain: Chain | null
  found: Found
  /** Links to wallets on this device whose browsers can open the page. */
  links: readonly WalletLink[]
  walletConnect: boolean
  /** Null until its script is loaded and there is a code to scan. */
  pairing: PairingView | null
  /** Null until its script is loaded and there are offers. */
  offers: OffersView | null
  /** True if this account may pay without gas, as far as is known. */
  gasless: boolean
  on: {
    choose(wallet: ListedWallet): void
    pair(): void
    chooseAnother(): void
    again(way?: PaymentMode): void
    otherAccount(): void
    /** Null asks for the available offers. */
    offer(offer: Offer | null): void
    otherMethod(): void
    reopen(): void
    close(): void
    failed(): void
  }
}

type Panel = PanelModel & { texts: SpokenTexts }

const WALLET_ICON = 'M4 7.5h13.5a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2zm0 0a2 2 0 0 1 2-2h9.5v2M15.5 13.5h.5'
const WARNING_ICON = 'M12 4L2.8 19.5h18.4zM12 10v4M12 16.8v.2'
const SENT_ICON = 'M12 19V5.5M6.5 11L12 5.5l5.5 5.5'
const CODE_ICON = 'M4.5 4.5h5v5h-5zM14.5 4.5h5v5h-5zM4.5 14.5h5v5h-5zM14.5 14.5h1.5v1.5M19.5 14.5v5h-5v-1.5'
const APP_ICON =
  'M8 3.5h8a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 19V5A1.5 1.5 0 0 1 8 3.5zM11 17.5h2'
/** Problems that another account may fix. */
const OTHER_ACCOUNT: ReadonlySet<Problem> = new Set(['insufficient', 'account', 'gas', 'trustline', 'unsignable'])
/** Problems of an account that holds too little. */
const POOR: ReadonlySet<Problem> = new Set(['insufficient', 'gas'])
const WARNS: ReadonlySet<WalletState['at']> = new Set(['unreachable', 'contradiction', 'stopped', 'unknown'])

/** The way that a retry uses, for problems after which the payer is not asked again. */
export const MODE_BY_PROBLEM: Partial<Record<Problem, PaymentMode>> = {
  ungiven: 'sending',
  unsignable: 'sending',
  unrelayed: 'sending',
  unanswered: 'signing',
}

/** In these states the list of choices is enough. */
const LISTS: ReadonlySet<WalletState['at']> = new Set(['choosing', 'pairing', 'offered'])

/** The panel in any state. */
export function renderPanelView(model: PanelModel): TemplateResult {
  const { texts, state, card, chain, found, announcement, pairing, offers } = model
  if (texts === null) return html`<section class="wallet" part="wallet" aria-busy="true"></section>`
  const panel = { ...model, texts }
  const [title, detail] = getPanelMessage(state, texts, card, chain, found)
  // Its title is the card's own then.
  const standsAlone = state.at === 'contradiction'
  return html`<section class="wallet" part="wallet" data-at=${state.at} ?data-none=${state.at === 'choosing' && found === 'none'} lang=${texts.language} dir=${texts.direction} aria-labelledby=${standsAlone ? nothing : 'wallet-title'}>
    <div class="wallet-head">
      ${badge(panel)}
      <div>
        <h3 class=${standsAlone ? 'quiet' : 'wallet-title'} id="wallet-title" tabindex="-1">${title}</h3>
        ${detail === null ? nothing : html`<p class="wallet-detail">${detail}</p>`}
      </div>
    </div>
    ${account(panel)} ${transaction(panel)} ${state.at === 'choosing' ? choice(panel) : nothing} ${state.at === 'offered' ? offers?.(state.offers, texts, option, model.on.offer) : nothing}
    ${state.at === 'pairing' && state.uri !== null ? pairing?.(state.uri, texts, isTouched() ? linkList : null) : nothing} ${actions(panel)}
    <p class="quiet" role="status">${announcement}</p>
  </section>`
}

/** The wallet in use, or the outcome. */
function badge({ state, chosen }: Panel): View {
  if (LISTS.has(state.at)) return nothing
  if (WARNS.has(state.at)) return html`<span class="wallet-badge" data-kind="warning">${icon(WARNING_ICON)}</span>`
  if (isSent(state.at)) return html`<span class="wallet-badge" data-kind="sent">${icon(SENT_ICON)}</span>`
  return html`<span class="wallet-badge" data-kind=${state.at === 'ready' ? 'asked' : 'waiting'}>${walletIcon(state.at === 'opening' ? null : chosen)}</span>`
}

/** Wallets provide the icons: only images are shown, which cannot run scripts, and only ones contained in the page. */
function walletIcon(wallet: ListedWallet | null): TemplateResult {
  if (!wallet?.icon) return icon(WALLET_ICON)
  return html`<img class="wallet-icon" src=${wallet.icon} alt="" @error=${hideBroken} />`
}

function hideBroken({ currentTarget }: Event): void {
  if (currentTarget instanceof HTMLElement) currentTarget.hidden = true
}

function account({ state, texts }: Panel): View {
  if (!('account' in state) || state.account === null) return nothing
  return html`<p class="wallet-account">${texts.from(shortAccount(state.account))}</p>`
}

/** Shortens an account as wallets do. */
function shortAccount(account: string): string {
  return `${account.slice(0, 6)}…${account.slice(-4)}`
}

function transaction({ state, chain, card }: Panel): View {
  const known = state.at === 'sent' ? state : state.at === 'relaying' && card.payment.reported[0]
  if (!known) return nothing
  const { hash, explorerUrl } = known
  const href = parseWebAddress(
    explorerUrl ?? (chain?.explorerUrl ? `${chain.explorerUrl.replace(/\/$/, '')}/tx/${hash}` : null),
  )
  const short = html`<code dir="ltr" translate="no">${shortenHash(hash)}</code>`
  return html`<p class="wallet-account">${
    href === null
      ? short
      : html`<a href=${href} rel="noopener noreferrer" target="_blank" aria-label=${card.texts.openTransaction(shortenHash(hash))}>${short}</a>`
  }</p>`
}

function choice({ wallets, links, walletConnect, texts, found, on }: Panel): View {
  if (wallets.length + links.length === 0 && !walletConnect) return nothing
  return html`<ul class="wallet-list">
    ${wallets.map((wallet) => option(walletIcon(wallet), wallet.name ?? texts.browserWallet, null, () => on.choose(wallet)))}
    ${walletConnect ? option(icon(CODE_ICON), 'WalletConnect', texts.walletConnectHint, on.pair) : nothing}
    ${linkList(links, found === 'handover' ? (name) => name : texts.openIn)}
  </ul>`
}

/** `image` is the content of an icon. */
function option(
  image: TemplateResult,
  name: string,
  hint: TemplateResult | string | null,
  choose: () => void,
): TemplateResult {
  return html`<li><button class="wallet-option" type="button" @click=${choose}>
    <span class="wallet-badge">${image}</span><span><bdi>${name}</bdi>${hint === null ? nothing : html`<small>${hint}</small>`}</span>
  </button></li>`
}

/** Plain links: iOS opens an app only from a click. `label` gives their text. */
function linkList(links: readonly WalletLink[], label: (wallet: string) => string): TemplateResult[] {
  return links.map(
    ({ wallet, href }) =>
      html`<li><a class="wallet-option" href=${href} rel="noopener noreferrer" aria-label=${label(wallet)}><span class="wallet-badge">${icon(APP_ICON)}</span><bdi>${wallet}</bdi></a></li>`,
  )
}

type Action = { text: string; do(): void }

/** The available actions, most likely first. None while the wallet is asked to send: its answer will come. */
function actions(panel: Panel): View {
  const { at } = panel.state
  const [first, ...others] = listActions(panel)
  if (first === undefined) return nothing
  const retries = at === 'unreachable' || at === 'stopped' || at === 'ready'
  return html`<div class="wallet-actions">
    ${
      retries
        ? html`<button class="primary" part="button-primary" type="button" @click=${first.do}>${first.text}</button>`
        : secondary(first, at === 'sent' ? 'quiet-button' : 'secondary')
    }
    ${others.map((one) => secondary(one, 'secondary'))}
  </div>`
}

function offersOtherMethod({ payment, phase }: Model): boolean {
  return takesChoice(payment, phase) && payment.methods.some(({ state }) => state === 'offered' || state === 'open')
}

function secondary(action: Action, kind: string): TemplateResult {
  return html`<button class=${kind} part="button-secondary" type="button" @click=${action.do}>${action.text}</button>`
}

function listUsualActions({ texts, wallets, walletConnect, on }: Panel) {
  return {
    back: { text: texts.back, do: on.close },
    another: wallets.length + Number(walletConnect) > 1 ? [{ text: texts.otherWallet, do: on.chooseAnother }] : [],
    otherAccount: { text: texts.otherAccount, do: on.otherAccount },
    withoutGas: { text: texts.withoutGas, do: () => on.again('signing') },
    ownGas: { text: texts.ownGas, do: () => on.again('sending') },
  }
}

function listActions(panel: Panel): Action[] {
  const { state, texts, card, on } = panel
  const { back, another, otherAccount, withoutGas, ownGas } = listUsualActions(panel)
  switch (state.at) {
    case 'sending':
    case 'relaying':
      return []
    // Not "pay another way": the message has just said not to pay.
    case 'contradiction':
      return [{ text: card.texts.close, do: on.close }]
    case 'sent':
      return [{ text: texts.itFailed, do: on.failed }]
    case 'silent':
    case 'unknown':
      return [{ text: texts.nothingWasSent, do: () => on.again() }, back]
    case 'unreachable':
      return [{ text: texts.retry, do: on.reopen }, back]
    case 'offered':
      return [otherAccount, back]
    case 'ready':
      return [withoutGas, ownGas, ...another, back]
    case 'stopped':
      return listWaysOut(panel, state.problem, state.account)
    case 'pairing':
    case 'connecting':
    case 'signing':
    case 'switching':
    case 'checking':
      return [...another, back]
    default:
      return [back]
  }
}

/** The actions after a problem, the most helpful first. */
function listWaysOut(panel: Panel, problem: Problem, account: string | null): Action[] {
  const { texts, card, chosen, gasless, on } = panel
  const { back, another, otherAccount, withoutGas, ownGas } = listUsualActions(panel)
  const way = MODE_BY_PROBLEM[problem]
  const retry = way === 'sending' ? ownGas : { text: texts.retry, do: () => on.again(way) }
  const otherAsset = { text: texts.otherAsset, do: () => on.offer(null) }
  if (problem === 'offers') return [otherAsset, back]
  const other = OTHER_ACCOUNT.has(problem) && chosen !== null ? [otherAccount] : []
  // To ask the same account again does not help: what does comes first.
  if (POOR.has(problem)) {
    const instead = problem === 'gas' && gasless ? [withoutGas] : []
    const otherMethod = offersOtherMethod(card) ? [{ text: card.texts.methods.title, do: on.otherMethod }] : []
    return [...instead, ...otherMethod, back, ...other, ...another, retry]
  }
  const declined = problem === 'rejected' && card.payment.network === 'stellar' && account !== null
  return [retry, ...other, ...(declined ? [otherAsset] : []), ...another, back]
}
