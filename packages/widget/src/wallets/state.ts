import type { OfferedAsset } from '../wire.ts'
import type { Step, Problem as WalletProblem } from './evm/pay.ts'

/** Why nothing was sent: what the wallet said, why WalletConnect found none, or what the server said to a signed transfer. */
export type Problem = WalletProblem | 'expired' | 'relay' | 'trustline' | 'offers' | 'refused' | GaslessProblem

/**
 * Why nothing is paid without gas:
 * - `ungiven`: nobody pays for the gas now
 * - `unsignable`: not with this account, its wallet or its coin
 * - `unrelayed`: what was signed could not be sent
 * - `unanswered`: it is not known whether the server has what was signed. Signing again cannot pay twice
 */
export type GaslessProblem = 'ungiven' | 'unsignable' | 'unrelayed' | 'unanswered'

/** Another asset that the payment can be paid with, and the most that it would cost. */
export type Offer = Pick<OfferedAsset, 'asset' | 'max'>

/** A wallet that was chosen: its name, null where it has none, and the account it pays from once that is known. */
type Chosen = { wallet: string | null; account: string | null }

/** Where a payer is on the way from "pay with a wallet" to a sent transfer. */
export type WalletState =
  | { at: 'opening' | 'unreachable' | 'contradiction' | 'choosing' }
  | ({ at: 'pairing'; uri: string | null } & Chosen)
  | ({ at: 'connecting' | 'switching' | 'checking' | 'sending' | 'unknown' } & Chosen)
  /** With gas or without? Then it is signed, and nothing is sent before; then the checkout sends it. */
  | ({ at: 'ready' | 'signing' | 'relaying' } & Chosen)
  /** `problem` where it is why the payment's own coin does not do. */
  | ({ at: 'offered'; offers: readonly Offer[]; problem: Problem | null } & Chosen)
  | ({ at: 'stopped'; problem: Problem; missing: string | null } & Chosen)
  /** `explorerUrl` where the server has said it. */
  | { at: 'sent'; hash: string; explorerUrl: string | null }

/** What happens while a wallet of whatever network pays. */
export type PanelStep =
  | Exclude<Step, { type: 'stopped' }>
  /** `missing`: how much of the coin, or the name of the network that the wallet should be on. */
  | { type: 'stopped'; problem: Problem; missing: string | null }
  | { type: 'unreachable' | 'ready' | 'signing' | 'relaying' }
  | { type: 'offered'; offers: readonly Offer[]; problem: Problem | null }

export type WalletEvent =
  | PanelStep
  | { type: 'opened' }
  /** A page that was here before has asked a wallet to send, and did not hear what came of it. */
  | { type: 'recalled'; wallet: string | null; account: string | null }
  /** The payer has looked: nothing was sent. */
  | { type: 'restarted' }
  | { type: 'found' }
  | { type: 'pairing'; wallet: string; uri: string | null }
  /** Pairing has come to nothing; `wallet` where it is known. */
  | { type: 'unpaired'; wallet: string | null; problem: Problem }
  | { type: 'chosen'; wallet: string | null }
  /** The server knows of a transfer that no reading of the network has shown yet. */
  | { type: 'reported'; hash: string; explorerUrl: string | null }

type Place = WalletState['at']

const BEFORE_SENDING: readonly Place[] = ['connecting', 'switching', 'checking']
/** Where a wallet may be chosen: whatever was asked of another one before is over or known to be unsure. */
const CHOICE: readonly Place[] = ['choosing', 'pairing', 'offered', 'ready', 'stopped', 'unknown']

const BEFORE_ASKING: readonly Place[] = [
  ...['choosing', 'pairing', 'offered', 'ready', 'signing', 'stopped'],
  ...BEFORE_SENDING,
] as Place[]

/** From where an event leads on. Anywhere else it is late, or a second click, and changes nothing. */
const FROM: Readonly<Record<WalletEvent['type'], readonly Place[]>> = {
  opened: ['opening', 'unreachable', 'contradiction', ...BEFORE_ASKING, 'relaying', 'sent'],
  recalled: ['opening'],
  restarted: ['unknown'],
  unreachable: ['opening', ...BEFORE_SENDING],
  found: ['opening', ...BEFORE_ASKING],
  reported: ['opening', 'unreachable', 'contradiction', ...BEFORE_ASKING],
  contradiction: ['opening', 'choosing', ...BEFORE_SENDING],
  pairing: ['choosing', 'pairing', 'ready', 'stopped', 'unknown'],
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
  unknown: ['sending'],
  stopped: [...BEFORE_SENDING, 'signing', 'relaying', 'sending', 'unknown'],
  // Whatever the payer has turned to meanwhile, nothing is as important.
  sent: ['opening', 'unreachable', 'contradiction', ...CHOICE, ...BEFORE_SENDING, 'signing', 'relaying', 'sending'],
}

/** The state after an event; the same one when the event has no place in it. */
export function next(state: WalletState, event: WalletEvent): WalletState {
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

/** Whether the payment may be under way: what would start anew might pay twice. */
export function isOut({ at }: WalletState): boolean {
  return at === 'sending' || at === 'unknown' || isSent(at)
}

/** Whether it is. */
export function isSent(at: Place): boolean {
  return at === 'sent' || at === 'relaying'
}
