import type { OfferedAsset } from '../wire.ts'
import type { Step, Problem as WalletProblem } from './evm/pay.ts'

/** Why nothing was sent: what the wallet said, why WalletConnect found none, or what the server said to a signed transfer. */
export type Problem = WalletProblem | 'expired' | 'relay' | 'trustline' | 'offers' | 'refused'

/** Another asset that the payment can be paid with, and the most that it would cost. */
export type Offer = Pick<OfferedAsset, 'asset' | 'max'>

/** A wallet that was chosen: its name, null where it has none, and the account it pays from once that is known. */
type Chosen = { wallet: string | null; account: string | null }

/** Where a payer is on the way from "pay with a wallet" to a sent transfer. */
export type WalletState =
  | { at: 'opening' | 'unreachable' | 'contradiction' | 'choosing' }
  | ({ at: 'pairing'; uri: string | null } & Chosen)
  | ({ at: 'connecting' | 'switching' | 'checking' | 'sending' | 'unknown' } & Chosen)
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
  | { type: 'unreachable' }
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
const CHOICE: readonly Place[] = ['choosing', 'pairing', 'offered', 'stopped', 'unknown']

const BEFORE_ASKING: readonly Place[] = ['choosing', 'pairing', 'offered', ...BEFORE_SENDING, 'stopped']

/** From where an event leads on. Anywhere else it is late, or a second click, and changes nothing. */
const FROM: Readonly<Record<WalletEvent['type'], readonly Place[]>> = {
  opened: ['opening', 'unreachable', 'contradiction', ...BEFORE_ASKING, 'sent'],
  recalled: ['opening'],
  restarted: ['unknown'],
  unreachable: ['opening', ...BEFORE_SENDING],
  found: ['opening', ...BEFORE_ASKING],
  reported: ['opening', 'unreachable', 'contradiction', ...BEFORE_ASKING],
  contradiction: ['opening', 'choosing', ...BEFORE_SENDING],
  pairing: ['choosing', 'pairing', 'stopped', 'unknown'],
  unpaired: ['pairing'],
  chosen: ['opening', ...CHOICE],
  connected: BEFORE_SENDING,
  offered: BEFORE_SENDING,
  switching: BEFORE_SENDING,
  checking: BEFORE_SENDING,
  sending: BEFORE_SENDING,
  unknown: ['sending'],
  stopped: [...BEFORE_SENDING, 'sending', 'unknown'],
  // Whatever the payer has turned to meanwhile, nothing is as important.
  sent: ['opening', 'unreachable', 'contradiction', ...CHOICE, ...BEFORE_SENDING, 'sending'],
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
    case 'switching':
    case 'checking':
    case 'sending':
    case 'unknown':
      return { at: event.type, wallet, account }
    case 'offered':
      return { at: 'offered', offers: event.offers, problem: event.problem, wallet, account }
    case 'stopped':
      return { at: 'stopped', problem: event.problem, missing: event.missing, wallet, account }
    case 'sent':
      return { at: 'sent', hash: event.hash, explorerUrl: null }
    case 'reported':
      return { at: 'sent', hash: event.hash, explorerUrl: event.explorerUrl }
  }
}

/** Whether the wallet was asked to send and the answer is not there: what would start anew might pay twice. */
export function isOut({ at }: WalletState): boolean {
  return at === 'sending' || at === 'unknown' || at === 'sent'
}
