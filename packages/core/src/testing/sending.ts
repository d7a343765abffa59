import { transactionHandlers as appOutcomes } from '../app/work.ts'
import { cancelSend, enqueueSend, type SendOrder } from '../transactions/queue.ts'
import { findSends, type OutcomeHandlers, type Send, type SendOutcome } from '../transactions/send.ts'
import { offerForeign } from './foreign.ts'
import { TEST_CHAIN_ID, TEST_TOKEN, type TestCheckout, type TestParts, testCheckout } from './index.ts'
import { sendTold } from './send-told.ts'

const KEY_ENV = 'TEST_SENDING_GAS_KEY'
/** A mined block is final this many blocks later. */
const FINAL_AFTER = 3

export type TestOutcome = { readonly subject: string; readonly kind: SendOutcome['kind'] }

/**
 * A test checkout whose sandbox has a key for gas on the scripted chain. `told` collects the outcomes for settlements.
 */
export async function openSending(network: object = {}, parts: TestParts = {}, log: (line: string) => void = () => {}) {
  process.env[KEY_ENV] = `0x${'4c'.repeat(32)}`
  const rpcUrls = ['http://127.0.0.1:1', ...(parts.mirrors ?? []).map((_, index) => `http://127.0.0.1:${index + 2}`)]
  const coins = { USDC: { address: TEST_TOKEN, decimals: 6 } }
  const ethereum = { rpcUrls, chainId: TEST_CHAIN_ID, coins, gasKey: { env: KEY_ENV }, pollMs: 1_000, ...network }
  const shop = await testCheckout({ sandbox: { networks: { ethereum } }, production: { networks: {} }, log }, parts)
  await shop.watch()
  const handled: TestOutcome[] = []
  return sendingOn(shop, handled)
}

function sendingOn(shop: TestCheckout, handled: TestOutcome[]) {
  const outcomes: OutcomeHandlers = {
    ...appOutcomes,
    settlement: async (_, __, { subject }, { kind }) => {
      handled.push({ subject, kind })
    },
  }
  const gasSigner = () => {
    const signer = networkOf(shop).sending?.gas
    if (!signer) throw new Error('the test network has no key')
    return signer
  }
  const send = () => sendTold(shop, outcomes)
  return {
    shop,
    handled,
    address: gasSigner().address,
    /** Its data are its subject. */
    enqueue: (subject: string, over: Partial<SendOrder> = {}) => {
      const { context } = shop.checkout
      const order = { network: networkOf(shop), signer: gasSigner().address, to: TEST_TOKEN, data: dataOf(subject) }
      return context.transact((tx) => enqueueSend(context, tx, { ...order, purpose: 'settlement', subject, ...over }))
    },
    /** Stops one that was not signed yet. */
    withdraw: (id: number) => {
      const { context } = shop.checkout
      return context.transact((tx) => cancelSend(context, tx, id))
    },
    send,
    /** Mines blocks until everything mined now is final, read and decided. */
    async finish(): Promise<string> {
      for (let block = 0; block <= FINAL_AFTER; block++) {
        await send()
        shop.mine()
        await shop.watch()
      }
      return send()
    },
    async sendFor(subject: string): Promise<Send> {
      const [send] = await findSends(shop.storage.db, 'settlement', subject)
      if (!send) throw new Error(`nothing was sent for ${subject}`)
      return send
    },
    /** The transactions on the chain, by nonce: subjects, as `set_1`. */
    mined: () => shop.node.transactions().map(({ nonce, data }) => [nonce, subjectOf(data)]),
    /** Another program with the same key offers its own transaction. */
    offerForeign: (nonce: number, gwei?: bigint) => void offerForeign(shop.node, gasSigner(), nonce, gwei),
  }
}

export type TestSending = Awaited<ReturnType<typeof openSending>>

function networkOf(shop: TestCheckout) {
  const network = shop.checkout.context.network('sandbox', 'ethereum')
  if (!network) throw new Error('the test checkout has no network')
  return network
}

function dataOf(subject: string): string {
  return `0x${Buffer.from(subject).toString('hex')}`
}

function subjectOf(data: string): string {
  return Buffer.from(data.slice(2), 'hex').toString()
}
