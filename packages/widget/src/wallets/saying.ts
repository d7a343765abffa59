import { formatAmount } from '@crypto-checkout/core/payer'
import type { Model } from '../views/model.ts'
import type { Chain } from './evm/chain.ts'
import { isTouched } from './links.ts'
import type { WalletState } from './state.ts'
import { networkName } from './stellar/network.ts'
import type { Message, WalletTexts } from './texts.ts'

/** What there is to choose from: wallets, links to wallets, or nothing. */
export type Found = 'choosing' | 'apps' | 'none'

/** What the panel says in a state: a title, and what there is to know or to do. */
export function sayingOf(
  state: WalletState,
  texts: WalletTexts,
  { payment, terms }: Pick<Model, 'payment' | 'terms'>,
  chain: Chain | null,
  found: Found,
): readonly [title: string, detail: string | null] {
  const wallet = ('wallet' in state ? state.wallet : null) ?? texts.browserWallet
  const missing = 'missing' in state && state.missing !== null ? formatAmount(state.missing, texts.locale) : ''
  const { amount, coin, merchant } = terms
  const signs = payment.network === 'stellar'
  const currency = signs ? 'XLM' : (chain?.nativeCurrency.symbol ?? '')
  // Its networks share their names with none of a wallet's: which one is meant has to be said.
  const astray = signs && state.at === 'stopped' && state.problem === 'network'
  const network = astray ? networkName(terms.network, payment.paymentUri) : terms.network
  const said = { amount, coin, network, merchant, wallet, missing, currency }
  // Of a code nothing is said before there is one.
  if (state.at === 'pairing' && state.uri === null) return [texts.messages.connecting(said)[0], null]
  return texts.messages[messageOf(state, found)](said)
}

function messageOf(state: WalletState, found: Found): Message {
  if (state.at === 'stopped') return state.problem
  if (state.at === 'pairing' && isTouched()) return 'pairingHere'
  return state.at === 'choosing' ? found : state.at
}
