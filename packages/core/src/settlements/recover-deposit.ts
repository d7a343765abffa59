import { explainFactory } from '../chains/inspect-sending.ts'
import type { Network } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import type { Call, ContractState, Transactor } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { deriveDepositSalt } from '../deposits/deposit.ts'
import { environments } from '../domain/catalog/networks.ts'
import { CheckoutError } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import { floorToMillionths, formatAmount } from '../domain/money.ts'
import { findAnyPayment, type PaymentRow } from '../payments/find.ts'

type RecoveryInput = Pick<DepositRecovery, 'paymentId' | 'network' | 'wallet'> & Pick<Network, 'environment'>

/** A payment's own address as it follows from the payment's id and wallet, and how to move its money to the wallet. */
export type DepositRecovery = {
  readonly paymentId: string
  readonly environment: string
  readonly network: string
  readonly chainId: number
  /** The merchant's wallet of the payment. */
  readonly wallet: string
  readonly address: string
  /** True if the database has the payment. */
  readonly known: boolean
  /** The contract that pays deposits out; `state` is null if no node answers. */
  readonly factory: { readonly address: string; readonly state: ContractState | null }
  /** The transaction to send before the calls; null if the factory is deployed, or cannot be. */
  readonly deployment: (Omit<Call, 'from'> & { readonly gas: number }) | null
  /** `amount` is null if no node answers. */
  readonly balances: readonly { readonly coin: string; readonly token: string; readonly amount: string | null }[]
  /** One for each coin that is or may be there. Anyone can send it, without value; it pays the wallet. */
  readonly calls: readonly (Omit<Call, 'from'> & { readonly coin: string })[]
  /**
   * The reason for which a state or a balance is unknown, or the factory cannot be used; null if there is no problem.
   */
  readonly problem: string | null
}

/**
 * Finds a payment's own address and the calls that pay it out, from the payment's id and wallet alone. The database
 * need not know the payment. Throws `invalid_parameter` for an id, a network or a wallet that cannot be right.
 */
export async function recoverDeposit(
  ctx: Pick<Context, 'db' | 'networks'>,
  input: RecoveryInput,
): Promise<DepositRecovery> {
  const { paymentId, environment } = input
  if (!isId('pay', paymentId)) {
    const prefixed = isId('pay', `pay_${paymentId}`) ? ` Did you mean pay_${paymentId}?` : ''
    throw refuse(
      `${paymentId} is not the id of a payment: that is pay_ and 26 letters and digits.${prefixed}`,
      'paymentId',
    )
  }
  const { network, transactor } = requireNetwork(ctx.networks, input)
  const wallet = requireWallet(network, input.wallet)
  const row = await findAnyPayment(ctx.db, paymentId)
  if (row) requireOwn(row, environment, wallet)
  const { sweeping } = transactor
  const salt = deriveDepositSalt(paymentId)
  const address = sweeping.depositAddress(wallet, salt)
  const problems: string[] = []
  const state = await unlessSilent(sweeping.factoryState('latest'), problems)
  if (state === 'no_deployer' || state === 'foreign_code') problems.push(explainFactory(state, sweeping.factory))
  const tokens = [...network.tokens, ...network.bridged]
  const held = await Promise.all(
    tokens.map(async (token) => ({
      token,
      raw: await unlessSilent(transactor.tokenBalance(token.address, address), problems),
    })),
  )
  return {
    paymentId,
    environment,
    network: network.name,
    chainId: transactor.chainId,
    wallet,
    address,
    known: row !== null,
    factory: { address: sweeping.factory, state },
    deployment: state === 'deployable' || state === null ? sweeping.deployment : null,
    balances: held.map(({ token: { coin, address: contract, decimals }, raw }) => ({
      coin,
      token: contract,
      amount: raw === null ? null : formatAmount(floorToMillionths(raw, decimals)),
    })),
    calls: held
      .filter(({ raw }) => raw !== 0n)
      .map(({ token }) => ({
        coin: token.coin,
        ...sweeping.sweepCall({ recipient: wallet, token: token.address, salts: [salt] }),
      })),
    problem: problems[0] ?? null,
  }
}

function refuse(message: string, param: string): CheckoutError {
  return new CheckoutError('invalid_parameter', message, param)
}

function requireNetwork(
  networks: readonly Network[],
  { environment, network: name }: RecoveryInput,
): { readonly network: Network; readonly transactor: Transactor } {
  const here = networks.filter((one) => one.environment === environment && one.chain.transactor !== null)
  const found = here.find((one) => one.name === name)
  if (found?.chain.transactor) return { network: found, transactor: found.chain.transactor }
  if (name === 'stellar') {
    throw refuse('On Stellar payments have no addresses of their own: their money is in the wallet.', 'network')
  }
  const known = here.map((one) => one.name).join(', ')
  const others = environments.filter((other) => other !== environment).join(', ')
  const what = known === '' ? `no EVM network is: try --environment ${others}` : `those that are: ${known}`
  throw refuse(`${name} is not configured in ${environment}; ${what}.`, 'network')
}

function requireWallet(network: Network, text: string): string {
  const wallet = network.chain.addresses.parse(text)
  if (wallet === null) {
    throw refuse(
      `${text} is not an address: it is not 0x and 40 hexadecimal digits, or its checksum is wrong.`,
      'wallet',
    )
  }
  const objection = network.chain.addresses.recipientProblem(wallet)
  if (objection !== null) throw refuse(`${wallet} is not the wallet of a payment: it ${objection}.`, 'wallet')
  return wallet
}

/** If the database has the payment, its wallet must match: another wallet leads to another address. */
function requireOwn(row: PaymentRow, environment: string, wallet: string): void {
  const own = row.livemode ? 'production' : 'sandbox'
  if (own !== environment) throw refuse(`${row.id} is a payment of ${own}: use --environment ${own}.`, 'environment')
  if (row.recognition !== 'address') {
    throw refuse(`${row.id} has no address of its own: its money is in the wallet ${row.merchant_wallet}.`, 'paymentId')
  }
  if (row.merchant_wallet.toLowerCase() !== wallet.toLowerCase()) {
    throw refuse(`${row.id} pays out to ${row.merchant_wallet}: name this wallet.`, 'wallet')
  }
}

/** Null if no node answers: the address and the calls do not depend on it. */
async function unlessSilent<T>(asked: Promise<T>, problems: string[]): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    problems.push(error.message)
    return null
  }
}
