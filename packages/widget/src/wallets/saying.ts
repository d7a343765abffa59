import type { Message, SpokenTexts } from '@crypto-checkout/payer-ui'
import { formatAmount } from '@crypto-checkout/payer-ui'
import { isTouched } from '../browser.ts'
import type { Model } from '../views/model.ts'
import type { Chain } from './evm/chain.ts'
import type { WalletState } from './state.ts'

/** The available choices: wallets, links that open the page or the payment in one, or nothing. */
export type Found = 'choosing' | 'apps' | 'handover' | 'none'

/** The panel's message in a state: a title, and what to know or to do. */
export function getPanelMessage(
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
  const wrongNetwork = state.at === 'stopped' && state.problem === 'network'
  const network = (wrongNetwork && state.missing) || terms.network
  const panelTerms = { amount, coin, network, merchant, wallet, missing, currency }
  // No QR text until there is a QR code.
  if (state.at === 'pairing' && state.uri === null) return [texts.messages.connecting(panelTerms)[0], null]
  const [title, detail] = texts.messages[findMessage(state, found)](panelTerms)
  // First why the coin cannot be used, then what else can.
  const why = state.at === 'offered' && state.problem
  return [why ? texts.messages[why](panelTerms)[0] : title, detail]
}

function findMessage(state: WalletState, found: Found): Message {
  if (state.at === 'stopped') return state.problem
  if (state.at === 'pairing' && isTouched()) return 'pairingHere'
  return state.at === 'choosing' ? found : state.at
}
