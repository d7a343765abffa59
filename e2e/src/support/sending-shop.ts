/** A checkout on a local chain that sends transactions. Tests start its passes by hand. */
import { type CheckoutConfig, createCheckout } from '@crypto-checkout/core'
import {
  createHttpRpc,
  createNetworkHealth,
  createSendJob,
  createWatchJob,
  enqueueSend,
  findSends,
  openSqlite,
} from '@crypto-checkout/core/testing'

/** Called before and after each commit and each request. */
type Port = () => void

type SendState = { readonly subject: string; readonly state: string; readonly nonce: number | null }

export type SendingShop = ReturnType<typeof openSendingShop>

const idle: Port = () => {}

/** `path`: the database's file. */
export function openSendingShop(path: string, sandbox: Pick<CheckoutConfig, 'sandbox'>, port = idle) {
  const real = openSqlite({ path })
  let offsetMs = 0
  const now = () => Date.now() + offsetMs
  const checkout = createCheckout(
    { publicUrl: 'https://pay.example.com', log: () => {}, ...sandbox },
    {
      world: { now, elapsed: now, random: () => 0 },
      connect: (url) => {
        const rpc = createHttpRpc(url)
        return async (method, params) => {
          port()
          const answer = await rpc(method, params)
          port()
          return answer
        }
      },
      storage: {
        ...real,
        async transact(work) {
          port()
          const value = await real.transact(work)
          port()
          return value
        },
      },
    },
  )
  const { context } = checkout
  const network = context.network('sandbox', 'ethereum')
  if (!network) throw new Error('the shop has no network')
  const health = createNetworkHealth({ now, elapsed: now })
  const watching = createWatchJob(context, network, health)
  const outcomeLines: string[] = []
  const sending = createSendJob(context, network, { health, outcomes: {}, log: (line) => outcomeLines.push(line) })
  return {
    checkout,
    /** All transactions, oldest first. */
    states: () =>
      real.db.selectFrom('sends').select(['subject', 'state', 'nonce']).orderBy('id').execute() as Promise<SendState[]>,
    /** The node's answer to each signed version of a transaction. */
    answers: async (subject: string): Promise<(string | null)[]> => {
      const [send] = await findSends(real.db, 'settlement', subject)
      const attempts = real.db
        .selectFrom('send_attempts')
        .selectAll()
        .where('send_id', '=', send?.id ?? 0)
      return (await attempts.orderBy('number').execute()).map(({ answer }) => answer)
    },
    /** Advances the shop's clock, not the chain's. */
    wait(ms: number): void {
      offsetMs += ms
    },
    /** Reads what is new on the chain. */
    async watch(): Promise<void> {
      while ((await watching.run()).more);
    },
    /** Runs sending passes, and returns the messages to the operator. */
    async send(): Promise<string> {
      while ((await sending.run()).more);
      return outcomeLines.splice(0).join('; ')
    },
    /** Queues a transfer of this amount from the key's account. */
    enqueue(subject: string, token: string, to: string, rawAmount: bigint): Promise<number> {
      const signer = network.sending?.gas?.address ?? ''
      const words = [to.slice(2), rawAmount.toString(16)].map((word) => word.toLowerCase().padStart(64, '0'))
      const order = { network, signer, purpose: 'settlement', subject, to: token } as const
      return context.transact((tx) => enqueueSend(context, tx, { ...order, data: `0xa9059cbb${words.join('')}` }))
    },
    close: () => checkout.stop(),
  }
}
