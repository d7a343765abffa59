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
type AskedWallet = { readonly token: Token; readonly wallet: string; readonly isAsked: boolean }

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
      const wallets = await listAskedWallets(ctx, network)
      const keys = [...wallets.keys()].sort()
      const due = [...keys.filter((key) => key > last), ...keys.filter((key) => key <= last)]
      for (const key of due.slice(0, WALLETS_A_PASS)) {
        last = key
        const asked = wallets.get(key)
        if (asked) await network.chain.recipients.readReason(toRequest(asked))
      }
      const trouble = describeTroubles(network, [...wallets.values()])
      health.walletsChecked(network, trouble)
      if (trouble !== told) log(`${where}: ${trouble ?? 'all wallets of waiting payments can receive again'}`)
      told = trouble
      return { more: false }
    },
    describeError,
  }
}

async function listAskedWallets(ctx: Context, network: Network): Promise<ReadonlyMap<string, AskedWallet>> {
  const waiting = { livemode: network.environment === 'production', after: ctx.now() }
  const rows = await listWaitingPlaces(ctx.db, waiting)
  const wallets = rows.flatMap((row) => listAskedOn(network, row))
  // Coins that are asked for go before those that are offered.
  const ordered = [...wallets.filter(({ isAsked }) => !isAsked), ...wallets.filter(({ isAsked }) => isAsked)]
  return new Map(ordered.map((asked) => [toKey(asked), asked]))
}

function toKey({ token, wallet }: AskedWallet): string {
  return `${token.coin} ${wallet.toLowerCase()}`
}

type Waiting = Awaited<ReturnType<typeof listWaitingPlaces>>[number]

function listAskedOn(network: Network, row: Waiting): AskedWallet[] {
  const isHere = row.network === network.name && row.chain === network.chain.id
  const token = isHere ? getTokenAt(network, row.token) : null
  const asked = token ? [{ token, wallet: row.merchant_wallet, isAsked: true }] : []
  const offered = readAlternatives(row).flatMap(({ network: name, cryptocurrency, merchantWallet: wallet }) => {
    const coin = name === network.name ? getToken(network, cryptocurrency) : null
    return coin ? [{ token: coin, wallet, isAsked: false }] : []
  })
  return [...asked, ...offered]
}

function toRequest({ token, wallet }: AskedWallet) {
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
    for (const asked of (await listAskedWallets(ctx, network)).values()) {
      const reason = asked.isAsked ? await network.chain.recipients.readReason(toRequest(asked)) : null
      const text = `${asked.token.coin} of open payments: ${asked.wallet} ${reason}`
      if (reason !== null) blocked.push({ where, address: asked.wallet, text })
    }
    return blocked
  })
  return (await Promise.all(found)).flat()
}

/** Null if all that payments ask for now can be received, as far as is known. */
function describeTroubles(network: Network, wallets: readonly AskedWallet[]): string | null {
  const troubles = wallets.flatMap((asked) => {
    const reason = asked.isAsked ? network.chain.recipients.knownReason(toRequest(asked)) : null
    return reason === null ? [] : [`${asked.token.coin}: ${asked.wallet} ${reason}`]
  })
  const more = troubles.length > MAX_NAMED ? `; ${troubles.length - MAX_NAMED} wallets more` : ''
  return troubles.length === 0 ? null : `${troubles.slice(0, MAX_NAMED).join('; ')}${more}`
}
