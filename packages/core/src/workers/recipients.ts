/** Asks whether the wallets of waiting payments can receive: an issuer may block one, and a trustline may end. */
import { getToken, getTokenAt, type Network, type Token } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { type Environment, environments } from '../domain/catalog/networks.ts'
import { describeError, type NetworkHealth } from '../networks/health.ts'
import { readAlternatives } from '../payments/methods/method.ts'
import { listWaitingPlaces } from '../payments/waiting-store.ts'
import type { MonitoredJob } from './runner.ts'

const EVERY_MS = 120_000
/** On a local network, developers change things by hand and wait for the effect. */
const LOCAL_EVERY_MS = 1_000
/** How many wallets a pass asks about; the others follow in the next passes. */
const WALLETS_A_PASS = 100
const MAX_NAMED = 3

/** `isAsked`: a payment asks for this coin now, rather than offering it. */
type Place = { readonly network: Network; readonly token: Token; readonly wallet: string; readonly isAsked: boolean }

/** Keeps known what wallets can receive, and reports those of waiting payments that cannot. */
export function createRecipientsJob(ctx: Context, health: NetworkHealth, log: (line: string) => void): MonitoredJob {
  const told = new Map<Network, string | null>()
  let last = ''
  return {
    name: 'wallets of waiting payments',
    everyMs: ctx.networks.some(({ local }) => local) ? LOCAL_EVERY_MS : EVERY_MS,
    async run() {
      const places = await listPlaces(ctx)
      const keys = [...places.keys()].sort()
      const due = [...keys.filter((key) => key > last), ...keys.filter((key) => key <= last)]
      for (const key of due.slice(0, WALLETS_A_PASS)) {
        last = key
        const place = places.get(key)
        if (place) await place.network.chain.recipients.readReason(toRequest(place))
      }
      for (const network of ctx.networks) {
        const trouble = describeTroubles([...places.values()].filter((place) => place.network === network))
        health.walletsChecked(network, trouble)
        if (trouble !== (told.get(network) ?? null))
          log(
            `${network.environment} ${network.name}: ${trouble ?? 'all wallets of waiting payments can receive again'}`,
          )
        told.set(network, trouble)
      }
      return { more: false }
    },
    describeError,
  }
}

async function listPlaces(ctx: Context): Promise<ReadonlyMap<string, Place>> {
  const found = environments.map(async (environment) => {
    const waiting = { livemode: environment === 'production', after: ctx.now() }
    const rows = await listWaitingPlaces(ctx.db, waiting)
    return rows.flatMap((row) => listPlacesOf(ctx, environment, row))
  })
  const places = (await Promise.all(found)).flat()
  // What is asked for goes before what is offered.
  const ordered = [...places.filter(({ isAsked }) => !isAsked), ...places.filter(({ isAsked }) => isAsked)]
  return new Map(ordered.map((place) => [toKey(place), place]))
}

function toKey({ network, token, wallet }: Place): string {
  return `${network.environment} ${network.name} ${token.coin} ${wallet.toLowerCase()}`
}

type Waiting = Awaited<ReturnType<typeof listWaitingPlaces>>[number]

function listPlacesOf(ctx: Context, environment: Environment, row: Waiting): Place[] {
  const network = ctx.network(environment, row.network)
  const token = network?.chain.id === row.chain ? getTokenAt(network, row.token) : null
  const asked = network && token ? [{ network, token, wallet: row.merchant_wallet, isAsked: true }] : []
  const offered = readAlternatives(row).flatMap(({ network: name, cryptocurrency, merchantWallet: wallet }) => {
    const other = ctx.network(environment, name)
    const coin = other && getToken(other, cryptocurrency)
    return other && coin ? [{ network: other, token: coin, wallet, isAsked: false }] : []
  })
  return [...asked, ...offered]
}

function toRequest({ token, wallet }: Place) {
  return { token: token.address, address: wallet, rawAmount: 1n }
}

/** The wallets of waiting payments that cannot receive what is asked for, with the reason. Asks the nodes. */
export async function findBlockedWallets(ctx: Context): Promise<{ where: string; address: string; text: string }[]> {
  const asked = [...(await listPlaces(ctx)).values()].filter(({ isAsked }) => isAsked)
  const found = asked.map(async (place) => {
    const { network, token, wallet } = place
    const reason = await network.chain.recipients.readReason(toRequest(place))
    const text = `${token.coin} of open payments: ${wallet} ${reason}`
    return reason === null ? [] : [{ where: `${network.environment} ${network.name}`, address: wallet, text }]
  })
  return (await Promise.all(found)).flat()
}

/** Null if all that payments ask for now can be received, as far as is known. */
function describeTroubles(places: readonly Place[]): string | null {
  const troubles = places.flatMap((place) => {
    const reason = place.isAsked ? place.network.chain.recipients.knownReason(toRequest(place)) : null
    return reason === null ? [] : [`${place.token.coin}: ${place.wallet} ${reason}`]
  })
  const more = troubles.length > MAX_NAMED ? `; ${troubles.length - MAX_NAMED} wallets more` : ''
  return troubles.length === 0 ? null : `${troubles.slice(0, MAX_NAMED).join('; ')}${more}`
}
