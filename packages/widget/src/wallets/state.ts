import type { OfferedAsset } from '@crypto-checkout/api-types'
import type { FoundWallet } from '@crypto-checkout/payer-ui/wallets/discover'
import type { Step, Problem as WalletProblem } from './evm/pay.ts'

/** A wallet as it is displayed, on any network. */
export type ListedWallet = Pick<FoundWallet, 'id' | 'name' | 'icon'>

/**
 * The reason for which nothing was sent: the wallet's own, WalletConnect's for having none, or the server's answer to a
 * signed transfer.
 */
export type Problem = WalletProblem | 'expired' | 'relay' | 'trustline' | 'offers' | 'refused' | GaslessProblem

/**
 * The reasons why nothing is paid without gas:
 * - `ungiven`: nobody pays for the gas now
 * - `unsignable`: this account, its wallet or its coin cannot sign it
 * - `unrelayed`: the signed payment could not be sent
 * - `unanswered`: it is unknown whether the server has the signed payment. Signing again cannot pay twice
 */
type GaslessProblem = 'ungiven' | 'unsignable' | 'unrelayed' | 'unanswered'

/** Another asset that can pay the payment, and its maximum cost. */
export type Offer = Pick<OfferedAsset, 'asset' | 'max'>

/** A chosen wallet: its name (null if it has none), and the account it pays from once that is known. */
type Chosen = { wallet: string | null; account: string | null }

/** The payer's position between "pay with a wallet" and a sent transfer. */
export type WalletState =
  | { at: 'opening' | 'unreachable' | 'contradiction' | 'choosing' }
  | ({ at: 'pairing'; uri: string | null } & Chosen)
  | ({ at: 'connecting' | 'switching' | 'checking' | 'sending' | 'silent' | 'unknown' } & Chosen)
  /**
   * Choose with or without gas (`ready`); sign, with nothing sent before (`signing`); the checkout sends (`relaying`).
   */
  | ({ at: 'ready' | 'signing' | 'relaying' } & Chosen)
  /** `problem` is the reason why the payment's own coin cannot be used, if there is one. */
  | ({ at: 'offered'; offers: readonly Offer[]; problem: Problem | null } & Chosen)
  | ({ at: 'stopped'; problem: Problem; missing: string | null } & Chosen)
  /** `explorerUrl` is set once the server has reported it. */
  | { at: 'sent'; hash: string; explorerUrl: string | null }

/** A step of a wallet's payment, on any network. */
export type PanelStep =
  | Exclude<Step, { type: 'stopped' }>
  /** `missing`: the missing amount of the coin, or the name of the network that the wallet should be on. */
  | { type: 'stopped'; problem: Problem; missing: string | null }
  | { type: 'unreachable' | 'ready' | 'signing' | 'relaying' }
  | { type: 'offered'; offers: readonly Offer[]; problem: Problem | null }

export type WalletEvent =
  | PanelStep
  | { type: 'opened' }
  /** An earlier page asked a wallet to send and never received the outcome. */
  | { type: 'recalled'; wallet: string | null; account: string | null }
  /** The payer has checked: nothing was sent. */
  | { type: 'restarted' }
  | { type: 'found' }
  /** The wallet has not answered the request to send for a while. */
  | { type: 'silent' }
  | { type: 'pairing'; wallet: string; uri: string | null }
  /** Pairing failed; `wallet` if it is known. */
  | { type: 'unpaired'; wallet: string | null; problem: Problem }
  | { type: 'chosen'; wallet: string | null }
  /** The server knows of a transfer that no reading of the network has shown yet. */
  | { type: 'reported'; hash: string; explorerUrl: string | null }

type Stage = WalletState['at']

const BEFORE_SENDING: readonly Stage[] = ['connecting', 'switching', 'checking']
/** The states in which a wallet may be chosen: every earlier request is over or known to be unsure. */
const CHOICE: readonly Stage[] = ['choosing', 'pairing', 'offered', 'ready', 'stopped', 'silent', 'unknown']

const BEFORE_ASKING: readonly Stage[] = [
  'choosing',
  'pairing',
  'offered',
  'ready',
  'signing',
  'stopped',
  ...BEFORE_SENDING,
]

/** The states in which an event counts. In any other state it is late, or a second click, and has no effect. */
const FROM: Readonly<Record<WalletEvent['type'], readonly Stage[]>> = {
  opened: ['opening', 'unreachable', 'contradiction', ...BEFORE_ASKING, 'relaying', 'sent'],
  recalled: ['opening'],
  restarted: ['unknown'],
  unreachable: ['opening', ...BEFORE_SENDING],
  found: ['opening', ...BEFORE_ASKING],
  reported: ['opening', 'unreachable', 'contradiction', ...BEFORE_ASKING],
  contradiction: ['opening', 'choosing', ...BEFORE_SENDING],
  pairing: ['choosing', 'pairing', 'ready', 'stopped', 'silent', 'unknown'],
  unpaired: ['pairing'],
  chosen: ['opening', ...CHOICE],
  connected: BEFORE_SENDING,
  offered: BEFORE_SENDING,
  switching: BEFORE_SENDING,
  checking: BEFORE_SENDING,
  ready: BEFORE_SENDING,
  signing: BEFORE_SENDING,
  relaying: ['opening', ...BEFORE_SENDING, 'signing'],
  sending: BEFORE_SENDING,
  silent: ['sending'],
  unknown: ['sending', 'silent'],
  stopped: [...BEFORE_SENDING, 'signing', 'relaying', 'sending', 'silent', 'unknown'],
  // Takes precedence over anything the payer has turned to meanwhile.
  sent: ['opening', 'unreachable', 'contradiction', ...CHOICE, ...BEFORE_SENDING, 'signing', 'relaying', 'sending'],
}

/** The state after an event; unchanged if the event does not apply in it. */
export function applyEvent(state: WalletState, event: WalletEvent): WalletState {
  if (!FROM[event.type].includes(state.at)) return state
  const { wallet, account } = 'wallet' in state ? state : { wallet: null, account: null }
  switch (event.type) {
    case 'opened':
    case 'restarted':
      return { at: 'opening' }
    case 'recalled':
      return { at: 'unknown', wallet: event.wallet, account: event.account }
    case 'found':
      return { at: 'choosing' }
    case 'unreachable':
    case 'contradiction':
      return { at: event.type }
    case 'pairing':
      return { at: 'pairing', uri: event.uri, wallet: event.wallet, account: null }
    case 'unpaired':
      return { at: 'stopped', problem: event.problem, missing: null, wallet: event.wallet ?? wallet, account }
    case 'chosen':
      return { at: 'connecting', wallet: event.wallet, account: null }
    case 'connected':
      return { at: 'checking', wallet, account: event.account }
    case 'offered':
      return { at: 'offered', offers: event.offers, problem: event.problem, wallet, account }
    case 'stopped':
      return { at: 'stopped', problem: event.problem, missing: event.missing, wallet, account }
    case 'sent':
      return { at: 'sent', hash: event.hash, explorerUrl: null }
    case 'reported':
      return { at: 'sent', hash: event.hash, explorerUrl: event.explorerUrl }
    default:
      return { at: event.type, wallet, account }
  }
}

/** Tells whether the payment may be under way, so that a new attempt might pay twice. */
export function mayBeSent({ at }: WalletState): boolean {
  return at === 'sending' || at === 'silent' || at === 'unknown' || isSent(at)
}

/** Tells whether the payment was sent, or handed to the checkout to send. */
export function isSent(at: Stage): boolean {
  return at === 'sent' || at === 'relaying'
}
