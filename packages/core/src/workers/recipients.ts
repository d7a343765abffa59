/** Asks whether the wallets of waiting payments can receive: an issuer may block one, and a trustline may end. */
import { getToken, getTokenAt, type Network, type Token } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { describeError, type NetworkHealth } from '../networks/health.ts'
import { readAlternatives } from '../payments/methods/method.ts'
import { listWaitingPlaces } from '../payments/waiting-store.ts'
import type { MonitoredJob } from './runner.ts'

const EVERY_MS = 120_000
/** On a local network, developers change things by hand and wait for the effect. */
const LOCAL_EVERY_MS = 1_000
/** The number of wallets that a pass asks about; the others follow in the next passes. */
const WALLETS_A_PASS = 100
const MAX_NAMED = 3

/** `isAsked`: a payment asks for this coin now, rather than offering it. */
type Place = { readonly token: Token; readonly wallet: string; readonly isAsked: boolean }

/** Keeps known what wallets can receive on a network, and reports those of waiting payments that cannot. */
export function createRecipientsJob(
  ctx: Context,
  network: Network,
  { health, log }: { readonly health: NetworkHealth; readonly log: (line: string) => void },
): MonitoredJob {
  const where = `${network.environment} ${network.name}`
  let told: string | null = null
  let last = ''
  return {
    name: `wallets ${where}`,
    everyMs: network.local ? LOCAL_EVERY_MS : EVERY_MS,
    async run() {
      const places = await listPlaces(ctx, network)
      const keys = [...places.keys()].sort()
      const due = [...keys.filter((key) => key > last), ...keys.filter((key) => key <= last)]
      for (const key of due.slice(0, WALLETS_A_PASS)) {
        last = key
        const place = places.get(key)
        if (place) await network.chain.recipients.readReason(toRequest(place))
      }
      const trouble = describeTroubles(network, [...places.values()])
      health.walletsChecked(network, trouble)
      if (trouble !== told) log(`${where}: ${trouble ?? 'all wallets of waiting payments can receive again'}`)
      told = trouble
      return { more: false }
    },
    describeError,
  }
}

async function listPlaces(ctx: Context, network: Network): Promise<ReadonlyMap<string, Place>> {
  const waiting = { livemode: network.environment === 'production', after: ctx.now() }
  const rows = await listWaitingPlaces(ctx.db, waiting)
  const places = rows.flatMap((row) => listPlacesOn(network, row))
  // Coins that are asked for go before those that are offered.
  const ordered = [...places.filter(({ isAsked }) => !isAsked), ...places.filter(({ isAsked }) => isAsked)]
  return new Map(ordered.map((place) => [toKey(place), place]))
}

function toKey({ token, wallet }: Place): string {
  return `${token.coin} ${wallet.toLowerCase()}`
}

type Waiting = Awaited<ReturnType<typeof listWaitingPlaces>>[number]

function listPlacesOn(network: Network, row: Waiting): Place[] {
  const isHere = row.network === network.name && row.chain === network.chain.id
  const token = isHere ? getTokenAt(network, row.token) : null
  const asked = token ? [{ token, wallet: row.merchant_wallet, isAsked: true }] : []
  const offered = readAlternatives(row).flatMap(({ network: name, cryptocurrency, merchantWallet: wallet }) => {
    const coin = name === network.name ? getToken(network, cryptocurrency) : null
    return coin ? [{ token: coin, wallet, isAsked: false }] : []
  })
  return [...asked, ...offered]
}

function toRequest({ token, wallet }: Place) {
  return { token: token.address, address: wallet, rawAmount: 1n }
}

/**
 * The wallets of waiting payments that cannot receive what is asked for, with the reason. Asks the nodes, those of each
 * network one question at a time: a throttled answer would come too late.
 */
export async function findBlockedWallets(ctx: Context): Promise<{ where: string; address: string; text: string }[]> {
  const found = ctx.networks.map(async (network) => {
    const where = `${network.environment} ${network.name}`
    const blocked: { where: string; address: string; text: string }[] = []
    for (const place of (await listPlaces(ctx, network)).values()) {
      const reason = place.isAsked ? await network.chain.recipients.readReason(toRequest(place)) : null
      const text = `${place.token.coin} of open payments: ${place.wallet} ${reason}`
      if (reason !== null) blocked.push({ where, address: place.wallet, text })
    }
    return blocked
  })
  return (await Promise.all(found)).flat()
}

/** Null if all that payments ask for now can be received, as far as is known. */
function describeTroubles(network: Network, places: readonly Place[]): string | null {
  const troubles = places.flatMap((place) => {
    const reason = place.isAsked ? network.chain.recipients.knownReason(toRequest(place)) : null
    return reason === null ? [] : [`${place.token.coin}: ${place.wallet} ${reason}`]
  })
  const more = troubles.length > MAX_NAMED ? `; ${troubles.length - MAX_NAMED} wallets more` : ''
  return troubles.length === 0 ? null : `${troubles.slice(0, MAX_NAMED).join('; ')}${more}`
}
