import { formatAmount } from '@crypto-checkout/core/payer'
import type { Model } from '../views/model.ts'
import type { Chain } from './evm/chain.ts'
import { isTouched } from './links.ts'
import type { WalletState } from './state.ts'
import type { Message, SpokenTexts } from './texts.ts'

/** What there is to choose from: wallets, links that open the page or the payment in one, or nothing. */
export type Found = 'choosing' | 'apps' | 'handover' | 'none'

/** What the panel says in a state: a title, and what there is to know or to do. */
export function sayingOf(
  state: WalletState,
  texts: SpokenTexts,
  { payment, terms }: Pick<Model, 'payment' | 'terms'>,
  chain: Chain | null,
  found: Found,
): readonly [title: string, detail: string | null] {
  const wallet = ('wallet' in state ? state.wallet : null) ?? texts.browserWallet
  const missing = 'missing' in state && state.missing !== null ? formatAmount(state.missing, texts.locale) : ''
  const { amount, coin, merchant } = terms
  const currency = payment.network === 'stellar' ? 'XLM' : (chain?.nativeCurrency.symbol ?? '')
  const astray = state.at === 'stopped' && state.problem === 'network'
  const network = (astray && state.missing) || terms.network
  const said = { amount, coin, network, merchant, wallet, missing, currency }
  // Of a code nothing is said before there is one.
  if (state.at === 'pairing' && state.uri === null) return [texts.messages.connecting(said)[0], null]
  const [title, detail] = texts.messages[messageOf(state, found)](said)
  // Why the coin does not do comes first, and then what else does.
  const why = state.at === 'offered' && state.problem
  return [why ? texts.messages[why](said)[0] : title, detail]
}

function messageOf(state: WalletState, found: Found): Message {
  if (state.at === 'stopped') return state.problem
  if (state.at === 'pairing' && isTouched()) return 'pairingHere'
  return state.at === 'choosing' ? found : state.at
}
