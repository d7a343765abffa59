import type { AccountFunds, PaymentMethod } from '@crypto-checkout/api-types'
import { getToken } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import { type Context, runOnSnapshot } from '../context/context.ts'
import { hasSignedTransfers } from '../domain/catalog/coins.ts'
import { type Environment, toEnvironment } from '../domain/catalog/networks.ts'
import { parseAmount, toRawAmount } from '../domain/money.ts'
import { findAnyPayment } from '../payments/find.ts'
import { toMethodViews } from '../payments/methods/view.ts'
import { loadShown } from '../payments/shown-store.ts'

type Funds = AccountFunds['methods'][number]

/**
 * With which methods an account could pay; null when there is no such payment. It covers the methods whose chain reads
 * balances and whose form of address the account has. A method is left out if no node answers.
 */
export async function findFunds(ctx: Context, id: string, account: string): Promise<AccountFunds | null> {
  const payment = await runOnSnapshot(ctx, async (snapshot) => {
    const row = await findAnyPayment(snapshot.db, id)
    if (!row) return null
    const methods = toMethodViews(snapshot, row, (await loadShown(snapshot.db, row)).methods)
    // No node is asked for who cannot pay any more.
    return {
      methods: row.status === 'created' ? methods : [],
      due: row.due,
      environment: toEnvironment(row.livemode),
    }
  })
  if (!payment) return null
  const { methods, due, environment } = payment
  const available = methods.filter(({ state }) => state !== 'unavailable')
  const found = await Promise.all(
    available.map((method) => readFunds(ctx, environment, { method, account, usual: due })),
  )
  return { methods: found.filter((one) => one !== null) }
}

type Question = {
  readonly method: PaymentMethod
  readonly account: string
  /** The amount that the payment asks for in its chosen method: about the same in every other one. In millionths. */
  readonly usual: bigint
}

async function readFunds(
  ctx: Context,
  environment: Environment,
  { method, account, usual }: Question,
): Promise<Funds | null> {
  const { cryptocurrency, network: name, cryptoAmount } = method
  const network = ctx.network(environment, name)
  const token = network && getToken(network, cryptocurrency)
  if (!network || !token || !network.chain.readBalance || network.chain.addresses.parse(account) === null) return null
  const needed = toRawAmount(cryptoAmount === null ? usual : parseAmount(cryptoAmount), token.decimals)
  try {
    const balance = await network.chain.readBalance(token.address, account)
    const gasless = network.gasless !== null && hasSignedTransfers(cryptocurrency)
    return { cryptocurrency, network: name, covers: balance >= needed, gasless }
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    return null
  }
}
