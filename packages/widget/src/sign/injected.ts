import type { Chain } from '../wallets/evm/chain.ts'
import { type Discovery, discoverWallets, type FoundWallet } from '../wallets/evm/discover.ts'
import { payWith, type Step } from '../wallets/evm/pay.ts'
import type { Order, SignPanel } from './panel.ts'

/** A token transfer by a wallet that sends what it signs. */
export type InjectedOrder = Order & { chain: Chain; token: string; to: string; rawAmount: string; decimals: number }

/** Wallets announce themselves shortly after the request. */
const NONE_AFTER_MS = 1_500

/** Offers the wallets of this browser, and says so if there are none. */
export function offerInjected(panel: SignPanel, order: InjectedOrder): void {
  // Wallets may announce themselves during the call itself.
  let found: Discovery | null = null
  const show = () => panel.offer(found?.wallets ?? [], sign)
  found = discoverWallets(window, show)
  show()
  setTimeout(() => {
    if (found?.wallets.length === 0) panel.say(order.words.none)
  }, NONE_AFTER_MS)

  async function sign(wallet: FoundWallet): Promise<void> {
    let account = ''
    const follow = (step: Step) => {
      if (step.type === 'connected') account = step.account
      // A second transfer would pay twice: if a wallet was asked before, the user must first look there.
      if (step.type === 'sending') panel.remember()
      panel.follow(step)
    }
    const isOwner = () => account.toLowerCase() === order.from.toLowerCase()
    const { token, to, decimals } = order
    const transfer = { chainId: order.chain.id, token, to, rawAmount: BigInt(order.rawAmount), decimals }
    await payWith({
      provider: wallet.provider,
      chain: order.chain,
      otherAccount: true,
      transfer: () => (isOwner() ? transfer : null),
      signal: new AbortController().signal,
      onStep: follow,
    })
  }
}
