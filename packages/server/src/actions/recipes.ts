/** Recipes by which `trigger` causes each event on local networks. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type {
  Checkout,
  Event,
  EventType,
  MerchantOperations,
  Payment,
  PaymentInput,
  Refund,
} from '@crypto-checkout/core'
import { OperatorError } from '../command-line/errors.ts'
import type { Trigger } from '../commands/development.ts'

export type Network = Checkout['context']['networks'][number]

/** A new payment on a network, and what can be done with it. */
export type Scene = {
  readonly network: Network
  readonly payment: Payment
  readonly operations: MerchantOperations
  /** The account that pays on local networks. */
  readonly payer: string
  /** Plays a scenario of the payment page's test mode. */
  play(scenario: string): Promise<void>
  /** The next event of a type about an object with this id, or about any. Throws OperatorError if it does not come. */
  awaitEvent(type: EventType, id?: string): Promise<Event>
  /** Resolves once an account has some of a token. Throws OperatorError if that does not happen. */
  awaitMoney(token: string, account: string): Promise<void>
  /** Calls the network's node. */
  callNode(method: string, params: readonly unknown[]): Promise<unknown>
}

export type Recipe = {
  /** Tells whether this can happen on a network. */
  on(network: Network): boolean
  /** Prepares the merchant before the payment is made. Returns what takes that back. */
  prepare?(operations: MerchantOperations, network: Network): Promise<() => Promise<unknown>>
  /** Fields of the payment besides a price. */
  order?(network: Network): Pick<PaymentInput, 'alternatives'>
  /** Causes the event, and returns the id of the object that it is about. */
  cause(scene: Scene): Promise<string>
}

const anywhere = () => true

/** Blocks wait for finality and can be reorganised, unlike Stellar's ledgers, and the node signs for the merchant's wallet. */
export const isEvm = ({ chain }: Network) => chain.recognition === 'amount'

/** A transfer without a memo names no payment, and may be assigned to it. */
const isStellar = ({ chain }: Network) => chain.recognition === 'memo'

/** Plays scenarios one after the other. Each waits for its event. */
function playAll(...steps: readonly (readonly [scenario: string, until: EventType])[]): Recipe['cause'] {
  return async ({ payment, play, awaitEvent }) => {
    for (const [scenario, until] of steps) {
      await play(scenario)
      await awaitEvent(until, payment.id)
    }
    return payment.id
  }
}

const complete = playAll(['exact', 'payment.completed'])

/** Refunds the completed payment to its payer. */
async function refund(scene: Scene, part: { readonly amount?: number } = {}): Promise<Refund> {
  const paymentId = await complete(scene)
  return scene.operations.refunds.create({ paymentId, destination: scene.payer, reason: 'trigger', ...part })
}

/** A part of the price: a whole refund that waits meanwhile, for the same payer, would be taken for the one that is sent. */
const SENT = { amount: 5 }

/** Sends a refund from the merchant's wallet, once that has the payment's money. */
async function sendRefund(scene: Scene): Promise<string> {
  const { id, nextAction } = await refund(scene, SENT)
  await scene.awaitEvent('settlement.completed', await closePeriod(scene))
  const call = nextAction?.type === 'sign' ? nextAction.call : null
  if (!call) throw new OperatorError(`${id} waits for no signature of the wallet.`)
  const { from, to, data, value } = call
  await scene.callNode('eth_sendTransaction', [{ from, to, data, value }])
  return id
}

/** Enters the payer's address on the page of a refund. */
async function enterDestination(scene: Scene): Promise<string> {
  const paymentId = await complete(scene)
  const { id, nextAction } = await scene.operations.refunds.create({ paymentId, reason: 'trigger' })
  if (!nextAction?.url) throw new OperatorError(`${id} asks nobody for an address.`)
  const body = new URLSearchParams({ step: 'confirm', address: scene.payer, memo: '' })
  await fetch(nextAction.url, { method: 'POST', body, redirect: 'manual' })
  return id
}

/** Settles the completed payment. Returns the settlement's id. */
async function closePeriod({ network, payment, operations }: Scene): Promise<string> {
  const { data } = await operations.settlements.create()
  const isOwn = (one: (typeof data)[number]) =>
    one.network === network.name && one.cryptocurrency === payment.cryptocurrency
  const settlement = data.find(isOwn)
  if (!settlement) throw new OperatorError(`No settlement of ${payment.cryptocurrency} on ${network.name} was made.`)
  return settlement.id
}

async function settle(scene: Scene): Promise<string> {
  await complete(scene)
  return closePeriod(scene)
}

const isConverting = ({ conversion }: Network) => conversion

/** Settles on the other local EVM network. A `maxFee` of its own makes an account of its own. */
function settleElsewhere(maxFee: string | null): NonNullable<Recipe['prepare']> {
  return async ({ merchant }, { name }) => {
    const { settlementCurrency, settlementNetwork, settlementWallet, settlementMaxFee } = (await merchant.retrieve())
      .settings
    const other = name === 'ethereum' ? 'polygon' : 'ethereum'
    await merchant.updateSettings({
      ...{ settlementCurrency: 'USDC', settlementNetwork: other, settlementWallet: null },
      settlementMaxFee: maxFee,
    })
    return () => merchant.updateSettings({ settlementCurrency, settlementNetwork, settlementWallet, settlementMaxFee })
  }
}

/** The account that owns the coins and Circle's contracts on local networks. */
const ISSUER = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
/** What Circle's contracts burn at once on local networks, in millionths. */
const MOST_BURNED = 10n ** 13n

/** Lets Circle burn nothing, so that the merchant's wallet takes its money out as it is. */
async function takeBack(scene: Scene): Promise<string> {
  await complete(scene)
  const { network, operations, callNode, awaitMoney } = scene
  const coin = network.tokens.find((token) => token.coin === scene.payment.cryptocurrency)?.address ?? ''
  const limit = (most: bigint) => {
    const data = `0x7235ea0c${coin.slice(2).padStart(64, '0')}${most.toString(16).padStart(64, '0')}`
    return callNode('eth_sendTransaction', [{ from: ISSUER, to: network.cctp?.messenger, data }])
  }
  await limit(0n)
  try {
    const id = await closePeriod(scene)
    const { conversion } = await operations.settlements.retrieve(id)
    if (!conversion?.releaseCall) throw new OperatorError(`${id} is not converted. Try again in some seconds.`)
    await awaitMoney(coin, conversion.account)
    await callNode('eth_sendTransaction', [conversion.releaseCall])
    await scene.awaitEvent('settlement.released', id)
    return id
  } finally {
    await limit(MOST_BURNED)
  }
}

/** Sends money that pays nothing: without its memo, or in another coin to the payment's address. */
async function sendUnattributed({ network, play, awaitEvent }: Scene): Promise<string> {
  await play(isStellar(network) ? 'no_memo' : 'wrong_token')
  return (await awaitEvent('transfer.unattributed')).data.object.id
}

/** Pings a webhook of its own, which answers with a status, and removes it after the event. */
function ping(status: number, until: EventType): Recipe['cause'] {
  return async ({ operations: { webhooks }, awaitEvent }) => {
    const receiver = createServer(
      (request, response) => void request.resume().on('end', () => response.writeHead(status).end()),
    )
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = receiver.address() as AddressInfo
      const { id } = await webhooks.create({ url: `http://127.0.0.1:${port}/`, events: ['webhook.ping'] })
      await webhooks.ping(id)
      await awaitEvent(until, id)
      await webhooks.delete(id)
      return id
    } finally {
      receiver.closeAllConnections()
      receiver.close()
    }
  }
}

export const recipes: Readonly<Record<Trigger, Recipe>> = {
  'payment.created': { on: anywhere, cause: async ({ payment }) => payment.id },
  'payment.partially_paid': { on: anywhere, cause: playAll(['underpaid', 'payment.partially_paid']) },
  'payment.processing': { on: isEvm, cause: playAll(['exact', 'payment.processing']) },
  'payment.completed': { on: anywhere, cause: complete },
  'payment.expired': { on: anywhere, cause: playAll(['expire', 'payment.expired']) },
  'payment.cancelled': {
    on: anywhere,
    cause: async ({ payment, operations }) => (await operations.payments.cancel(payment.id)).id,
  },
  'payment.late': { on: anywhere, cause: playAll(['expire', 'payment.expired'], ['exact', 'payment.late']) },
  'payment.overpaid': { on: anywhere, cause: playAll(['overpaid', 'payment.overpaid']) },
  'payment.reverted': { on: isEvm, cause: playAll(['reorg', 'payment.reverted']) },
  'payment.refunded': {
    on: isEvm,
    async cause(scene) {
      await sendRefund(scene)
      return scene.payment.id
    },
  },
  'payment.method_changed': {
    on: ({ tokens }) => tokens.length > 1,
    // The first coin is the payment's own.
    order: ({ name, tokens: [, ...others] }) => ({
      alternatives: others.map(({ coin }) => ({ cryptocurrency: coin, network: name })),
    }),
    async cause({ network: { name, tokens }, payment, operations }) {
      const other = tokens.find(({ coin }) => coin !== payment.cryptocurrency)?.coin ?? payment.cryptocurrency
      return (await operations.payments.choose(payment.id, { cryptocurrency: other, network: name })).id
    },
  },
  'settlement.created': { on: anywhere, cause: settle },
  'settlement.completed': { on: anywhere, cause: settle },
  'settlement.converted': { on: isConverting, prepare: settleElsewhere(null), cause: settle },
  'settlement.released': { on: isConverting, prepare: settleElsewhere('1'), cause: takeBack },
  'transfer.unattributed': { on: anywhere, cause: sendUnattributed },
  'transfer.assigned': {
    on: isStellar,
    async cause(scene) {
      const id = await sendUnattributed(scene)
      return (await scene.operations.transfers.assign(id, { paymentId: scene.payment.id })).id
    },
  },
  'refund.created': { on: isEvm, cause: async (scene) => (await refund(scene)).id },
  'refund.destination_received': { on: isEvm, cause: enterDestination },
  'refund.submitted': { on: isEvm, cause: sendRefund },
  'refund.completed': { on: isEvm, cause: sendRefund },
  'refund.cancelled': {
    on: isEvm,
    cause: async (scene) => (await scene.operations.refunds.cancel((await refund(scene)).id)).id,
  },
  'webhook.disabled': { on: anywhere, cause: ping(410, 'webhook.disabled') },
  'webhook.ping': { on: anywhere, cause: ping(204, 'webhook.ping') },
}
