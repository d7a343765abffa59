import { askServer } from '../ask-server.ts'
import {
  build,
  connect,
  hasFreighter,
  parseHash,
  parsePassphrase,
  type Signing,
  signAndSend,
  stop,
} from '../wallets/stellar/freighter-wallet.ts'
import type { Order, SignPanel } from './panel.ts'

/** A payment on Stellar, which the server builds and sends. */
export type FreighterOrder = Order & { chain: null; uri: string }

/** Offers Freighter if this browser has it; otherwise the page's QR code and link must do. */
export async function offerFreighter(panel: SignPanel, order: FreighterOrder): Promise<void> {
  if (await hasFreighter()) panel.offer([{ name: 'Freighter', icon: null }], () => sign(panel, order))
}

async function sign(panel: SignPanel, order: FreighterOrder): Promise<void> {
  const signing: Signing = {
    signal: new AbortController().signal,
    onStep: (step) => panel.follow(step),
    network: order.network,
    passphrase: parsePassphrase(order.uri),
    ask(what, body) {
      // Until then it is certain that nothing was sent.
      if (what === 'submit') panel.remember()
      return askServer(`${location.pathname}/stellar/${what}`, body)
    },
  }
  const account = await connect(signing)
  if (account === null) return
  if (account !== order.from) {
    stop(signing, 'account')
    return
  }
  const built = await build(signing, {}, (problem, missing) => stop(signing, problem, missing))
  if (built) await signAndSend(signing, account, built, ({ status, body }) => (status === 200 ? parseHash(body) : null))
}
