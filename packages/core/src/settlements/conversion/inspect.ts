/** Checks of what is about to be converted, for `doctor`. */
import type { Network } from '../../chains/network.ts'
import { NodeError } from '../../chains/node-error.ts'
import type { Burnable } from '../../chains/transactor.ts'
import type { Context } from '../../context/context.ts'
import type { AccountRow } from '../../deposits/account-store.ts'
import { readTerms } from '../../deposits/terms.ts'
import { formatAmount, toLedgerAmount } from '../../domain/money.ts'
import { AttesterError, type BurnFees, readFees } from '../../outbound/attester.ts'
import { findDestination } from './burn.ts'
import { findLargestSettled, listUsedAccounts, type UsedAccount } from './store.ts'

const MOST_CHECKED = 500
const MONTH_MS = 30 * 86_400_000
const WHOLE = 1_000_000
/** Circle's USDC has as many on each EVM network. */
const DECIMALS = 6

type Problem = { readonly where: string; readonly address: string; readonly text: string }

/**
 * Lists why money that merchants settle cannot be converted now: accounts and wallets that Circle blocks, fees above the
 * merchants' bounds, settlements of the last month that are larger than a burn, and keys that were removed while money is under
 * way. The account of each merchant's newest payment has the settings of now.
 */
export async function listConversionProblems(ctx: Context): Promise<Problem[]> {
  return (await Promise.all(ctx.networks.map((network) => inspect(ctx, network)))).flat()
}

async function inspect(ctx: Context, network: Network): Promise<Problem[]> {
  const where = `${network.environment} ${network.name}`
  const livemode = network.environment === 'production'
  const accounts = await listUsedAccounts(ctx.db, { chain: network.chain.id, livemode, limit: MOST_CHECKED })
  const limits = new Map<string, Burnable>()
  const fees = new Map<string, BurnFees>()
  const problems: Problem[] = []
  for (const account of accounts) {
    // Money under way goes on, though its network converts no more.
    if (!network.conversion && !account.is_open) continue
    const found = [
      ...findStandstill(ctx, network, account),
      ...(await findBlocked(ctx, network, account)),
      ...(await findFeeProblem(ctx, network, { account, fees })),
      ...(await findSizeProblem(ctx, network, { account, limits })),
    ]
    problems.push(...found.map((text) => ({ where, address: account.account, text })))
  }
  return problems
}

/** Money under way needs a key that pays for gas on both networks. */
function findStandstill(ctx: Context, network: Network, account: UsedAccount): string[] {
  if (!account.is_open) return []
  const to = findDestination(ctx, network, account)
  if (!to) return [`conversions: money is on its way to ${account.to_network}, which is no longer configured`]
  const without = [network, to].filter(({ sending }) => !sending?.gas)
  return without.map(({ name }) => `conversions: money is on its way, and no gasKey pays for gas on ${name}`)
}

/** Asks whether the coin's issuer lets the account, and the merchant's wallet on the other network, get coins. */
async function findBlocked(ctx: Context, network: Network, account: AccountRow): Promise<string[]> {
  const places = [
    { on: network, token: account.token, address: account.account },
    { on: findDestination(ctx, network, account), token: account.to_token, address: account.recipient },
  ]
  const found = places.map(async ({ on, token, address }) => {
    const known = on?.tokens.find((one) => one.address.toLowerCase() === token)
    if (!on || !known) return []
    const reason = await on.chain.recipients.readReason({ token: known.address, address, rawAmount: 1n })
    return reason === null ? [] : [`conversions: ${address} on ${on.name} ${reason}`]
  })
  return (await Promise.all(found)).flat()
}

type WithFees = { readonly account: AccountRow; readonly fees: Map<string, BurnFees> }

async function findFeeProblem(ctx: Context, network: Network, { account, fees }: WithFees): Promise<string[]> {
  const to = findDestination(ctx, network, account)
  if (!network.cctp || !to?.cctp) return []
  const { attester, domain } = network.cctp
  const terms = readTerms(account)
  try {
    const asked =
      fees.get(to.name) ?? (await readFees({ attester, exchange: ctx.exchange, from: domain, to: to.cctp.domain }))
    fees.set(to.name, asked)
    const fee = asked[terms.finality] ?? 0
    const most = WHOLE - terms.leastMillionths
    if (fee <= most) return []
    const percent = (millionths: number) => `${millionths / (WHOLE / 100)} %`
    return [
      `conversions to ${to.name}: Circle takes ${percent(fee)}, and settlementLeast of ${account.merchant_id} allows ${percent(most)}`,
    ]
  } catch (error) {
    // The key's findings say it once.
    if (error instanceof AttesterError) return []
    throw error
  }
}

type WithLimits = { readonly account: AccountRow; readonly limits: Map<string, Burnable> }

async function findSizeProblem(ctx: Context, network: Network, { account, limits }: WithLimits): Promise<string[]> {
  const { transactor } = network.chain
  if (!network.cctp || !transactor) return []
  const largest = await findLargestSettled(ctx.db, account, ctx.now() - MONTH_MS)
  if (largest === null) return []
  try {
    const known = limits.get(account.token)
    const burnable = known ?? (await transactor.converting.burnable(network.cctp.messenger, account.token))
    limits.set(account.token, burnable)
    const most = toLedgerAmount(burnable.rawLimit, DECIMALS)
    if (largest <= most) return []
    return [
      `conversions: a settlement of the last 30 days had ${formatAmount(largest)} USDC, and Circle burns ${formatAmount(most)} at once`,
    ]
  } catch (error) {
    // The node's findings say it.
    if (error instanceof NodeError) return []
    throw error
  }
}
