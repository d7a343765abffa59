import { setTimeout as sleep } from 'node:timers/promises'
import type { Event, EventType, MerchantOperations, Payment } from '@crypto-checkout/core'
import { OperatorError, UsageError } from '../command-line/errors.ts'
import { print } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { type LocalServer, requireLocalNetworks } from '../local/note.ts'
import { openMerchantOperations, runWithCheckout } from '../setup/open.ts'
import { readSettings } from '../setup/settings.ts'
import { printEvent } from './follow.ts'
import { isEvm, type Network, type Recipe, recipes, type Scene } from './recipes.ts'

export async function trigger(given: Input<'trigger'>): Promise<void> {
  const { type, json } = given
  const recipe: Recipe = recipes[type]
  const { dataDir, isApp } = readSettings(given)
  const server = requireLocalNetworks(dataDir)
  await requireServer(server.publicUrl, isApp)
  const event = await runWithCheckout(given, async (checkout) => {
    const network = chooseNetwork(type, checkout.context.networks.filter(recipe.on), given.network)
    const operations = openMerchantOperations(checkout, { environment: 'sandbox', merchant: given.merchant })
    const before = (await operations.events.list({ limit: 1 })).data[0]?.sequence ?? 0
    const takeBack = await recipe.prepare?.(operations, network)
    try {
      const payment = await createPayment(operations, { type, network, recipe, server })
      const { id, cryptoAmount, cryptocurrency, url } = payment
      if (!json) print(`${id}: ${cryptoAmount} ${cryptocurrency} on ${network.name}, ${url}`)
      const scene = openScene({ network, payment, operations, server, before })
      return await scene.awaitEvent(type, await recipe.cause(scene))
    } finally {
      await takeBack?.()
    }
  })
  if (json) print(JSON.stringify(event))
  else printEvent(event)
}

/** The network that an option names. Without it an EVM network, if one is possible. */
function chooseNetwork(type: string, possible: readonly Network[], asked: string | undefined): Network {
  const usual = possible.find(isEvm) ?? possible[0]
  const found = asked === undefined ? usual : possible.find(({ name }) => name === asked)
  const names = possible.map(({ name }) => name).join(', ')
  if (!found) throw new UsageError(`--network must be one of ${names} for ${type}.`)
  return found
}

/** The note outlives the server that wrote it. */
async function requireServer(publicUrl: string, isApp: boolean): Promise<void> {
  const response = await fetch(`${publicUrl}/pay.css`).catch(() => null)
  if (response?.ok) return
  if (isApp) throw new OperatorError(`The app at ${publicUrl} does not answer. Start it.`)
  throw new OperatorError(`The server at ${publicUrl} does not answer. Start it with npm start.`)
}

type Order = {
  readonly type: string
  readonly network: Network
  readonly recipe: Recipe
  readonly server: LocalServer
}

function createPayment({ payments }: MerchantOperations, { type, network, recipe, server }: Order): Promise<Payment> {
  const running = findLocal(server, network)
  return payments.create({
    amount: 10,
    currency: 'USD',
    cryptocurrency: network.tokens[0]?.coin ?? 'USDC',
    network: network.name,
    merchantWallet: 'accounts' in running ? running.accounts.merchant : server.merchantWallet,
    metadata: { trigger: type },
    ...recipe.order?.(network),
  })
}

function findLocal({ networks }: LocalServer, { name }: Network) {
  const running = Object.entries(networks).find(([known]) => known === name)?.[1]
  if (!running) throw new OperatorError(`${name} is no local network of the server.`)
  return running
}

/** The account of the local EVM networks that pays in the page's test mode. */
const PAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

type Setting = Pick<Scene, 'network' | 'payment' | 'operations'> & {
  readonly server: LocalServer
  /** The number of the last event before the payment. */
  readonly before: number
}

function openScene({ network, payment, operations, server, before }: Setting): Scene {
  const running = findLocal(server, network)
  return {
    network,
    payment,
    operations,
    payer: 'accounts' in running ? running.accounts.payer : PAYER,
    async play(scenario) {
      // The page's buttons need no keys. The server answers by redirecting to the page.
      const response = await fetch(`${payment.url}/test/${scenario}`, { method: 'POST', redirect: 'manual' })
      if (response.status === 303) return
      throw new OperatorError(`${payment.url} refused the scenario ${scenario} (status ${response.status}).`)
    },
    awaitEvent: (type, id) => awaitEvent(operations, { type, id, before, url: payment.url }),
    awaitMoney: (token, account) => awaitMoney(running.rpcUrl, token, account),
    callNode: (method, params) => callNode(running.rpcUrl, method, params),
  }
}

async function callNode(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { message?: string } }
  if (error) throw new OperatorError(`The local network refuses ${method}: ${error.message}.`)
  return result
}

async function awaitMoney(rpcUrl: string, token: string, account: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  // balanceOf
  const data = `0x70a08231${account.slice(2).padStart(64, '0')}`
  while (performance.now() < deadline) {
    const balance = await callNode(rpcUrl, 'eth_call', [{ to: token, data }, 'latest'])
    if (BigInt(String(balance)) > 0n) return
    await sleep(LOOK_EVERY_MS)
  }
  throw new OperatorError(`No money arrived at ${account} within a minute.`)
}

const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 100
const PAGE = 100

type Awaited = {
  readonly type: EventType
  readonly id: string | undefined
  readonly before: number
  readonly url: string
}

async function awaitEvent({ events }: MerchantOperations, { type, id, before, url }: Awaited): Promise<Event> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const { data } = await events.list({ after: before, limit: PAGE, type })
    const event = data.find((one) => id === undefined || one.data.object.id === id)
    if (event) return event
    await sleep(LOOK_EVERY_MS)
  }
  throw new OperatorError(`${type} did not happen within a minute. See the payment at ${url}.`)
}
