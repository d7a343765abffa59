import { setTimeout as sleep } from 'node:timers/promises'
import type { Checkout, Event, EventType, Payment } from '@crypto-checkout/core'
import { type Command, OperatorError, parseOptions, print, UsageError } from './command.ts'
import { printEvent } from './events.ts'
import { requireLocalNetworks } from './local-networks.ts'
import { runWithCheckout } from './open.ts'
import { readSettings } from './settings.ts'

type Network = Checkout['context']['networks'][number]

type Recipe = {
  /** Whether this can happen on a network. */
  readonly on: (network: Network) => boolean
  /** The steps for a new payment. Each step waits for the event of the previous one. */
  readonly steps: readonly { readonly play: string; readonly until: EventType }[]
}

const anywhere = () => true

/** An amount other than the exact one identifies its payment only by a memo, or by the payment's own address. */
const takesAnyAmount = ({ chain, deposits }: Network) => chain.recognition === 'memo' || deposits !== null

/** A ledger of Stellar is final. */
const canReorganise = ({ chain }: Network) => chain.recognition === 'amount'

/** How to cause each event, with the scenarios of the payment page's test mode. */
const recipes = {
  'payment.completed': { on: anywhere, steps: [{ play: 'exact', until: 'payment.completed' }] },
  'payment.expired': { on: anywhere, steps: [{ play: 'expire', until: 'payment.expired' }] },
  'payment.late': {
    on: anywhere,
    steps: [
      { play: 'expire', until: 'payment.expired' },
      { play: 'exact', until: 'payment.late' },
    ],
  },
  'payment.overpaid': { on: takesAnyAmount, steps: [{ play: 'overpaid', until: 'payment.overpaid' }] },
  'payment.reverted': { on: canReorganise, steps: [{ play: 'reorg', until: 'payment.reverted' }] },
  'payment.partially_paid': {
    on: takesAnyAmount,
    steps: [{ play: 'underpaid', until: 'payment.partially_paid' }],
  },
} as const satisfies Record<string, Recipe>

const triggers = Object.keys(recipes) as (keyof typeof recipes)[]

export const trigger: Command = {
  usage: `trigger ${triggers.join('|')} [--network NETWORK] [--json]`,
  summary: 'Cause an event with a real payment on a local network of the running server.',
  async run(words) {
    const { values, positionals } = parseOptions(words, { network: 'string', json: 'boolean' }, ['EVENT'])
    const type = triggers.find((known) => known === positionals[0])
    if (!type) throw new UsageError(`EVENT must be one of ${triggers.join(', ')}.`)
    const recipe: Recipe = recipes[type]
    const { networks: local, merchantWallet, publicUrl } = requireLocalNetworks(readSettings(values).dataDir)
    await requireServer(publicUrl)
    const event = await runWithCheckout(values, async ({ context, sandbox }) => {
      const network = chooseNetwork(type, context.networks.filter(recipe.on), values.network)
      const cryptocurrency = network.tokens[0]?.coin ?? 'USDC'
      const running = Object.entries(local).find(([name]) => name === network.name)?.[1]
      const payment = await sandbox.payments.create({
        amount: 10,
        currency: 'USD',
        cryptocurrency,
        network: network.name,
        merchantWallet: running && 'accounts' in running ? running.accounts.merchant : merchantWallet,
        metadata: { trigger: type },
      })
      if (!values.json)
        print(`${payment.id}: ${payment.cryptoAmount} ${cryptocurrency} on ${network.name}, ${payment.url}`)
      return play(sandbox.events, payment, recipe.steps)
    })
    if (values.json) print(JSON.stringify(event))
    else printEvent(event)
  },
}

/** The network that an option names. Without it, the one with the plainest way to tell payments apart. */
function chooseNetwork(type: string, possible: readonly Network[], asked: string | undefined): Network {
  const plainest = possible.find(({ chain, deposits }) => chain.recognition === 'amount' && deposits === null)
  const found = asked === undefined ? (plainest ?? possible[0]) : possible.find(({ name }) => name === asked)
  const names = possible.map(({ name }) => name).join(', ')
  if (!found) throw new UsageError(`--network must be one of ${names} for ${type}.`)
  return found
}

/** The note outlives the server that wrote it. */
async function requireServer(publicUrl: string): Promise<void> {
  const response = await fetch(`${publicUrl}/healthz`).catch(() => null)
  if (!response?.ok) throw new OperatorError(`The server at ${publicUrl} does not answer. Start it with npm start.`)
}

type Events = { list(query: { after?: number; limit: number; type?: EventType }): Promise<{ data: Event[] }> }

/** Plays the steps and returns the event of the last one. Throws OperatorError if it does not come. */
async function play(events: Events, payment: Payment, steps: Recipe['steps']): Promise<Event> {
  let event: Event | null = null
  for (const { play: scenario, until } of steps) {
    // The page's buttons need no keys. The server answers by redirecting to the page.
    const response = await fetch(`${payment.url}/test/${scenario}`, { method: 'POST', redirect: 'manual' })
    if (response.status !== 303) {
      throw new OperatorError(`${payment.url} refused the scenario ${scenario} (status ${response.status}).`)
    }
    event = await happened(events, payment, until)
  }
  if (!event) throw new Error('a recipe has steps')
  return event
}

const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 100
/** The payment is new: its event is among the newest of its type. */
const NEWEST = 100

async function happened(events: Events, payment: Payment, type: EventType): Promise<Event> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const { data } = await events.list({ limit: NEWEST, type })
    const event = data.find((one) => one.data.object.id === payment.id)
    if (event) return event
    await sleep(LOOK_EVERY_MS)
  }
  throw new OperatorError(`${type} did not happen within a minute. See the payment at ${payment.url}.`)
}
