import { formatAmount, type Terms } from '@crypto-checkout/core/payer'
import type { Chain } from './evm/chain.ts'
import { isTouched } from './links.ts'
import type { WalletState } from './state.ts'
import type { Message, WalletTexts } from './texts.ts'

/** What there is to choose from: wallets, links to wallets, or nothing. */
export type Found = 'choosing' | 'apps' | 'none'

/** What the panel says in a state: a title, and what there is to know or to do. */
export function sayingOf(
  state: WalletState,
  texts: WalletTexts,
  { amount, coin, network, merchant }: Terms,
  chain: Chain | null,
  found: Found,
): readonly [title: string, detail: string | null] {
  const wallet = ('wallet' in state ? state.wallet : null) ?? texts.browserWallet
  const missing = 'missing' in state && state.missing !== null ? formatAmount(state.missing, texts.locale) : ''
  const currency = chain?.nativeCurrency.symbol ?? ''
  return texts.messages[messageOf(state, found)]({ amount, coin, network, merchant, wallet, missing, currency })
}

function messageOf(state: WalletState, found: Found): Message {
  if (state.at === 'stopped') return state.problem
  if (state.at === 'pairing' && isTouched()) return 'pairingHere'
  return state.at === 'choosing' ? found : state.at
}
