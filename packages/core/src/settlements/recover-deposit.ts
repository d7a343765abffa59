import { CCTP_DOMAINS, type ConversionTerms } from '@crypto-checkout/contracts'
import { explainFactory } from '../chains/inspect-sending.ts'
import type { Network } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import type { Call, ContractState, Transactor } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { listAccountsOfWallet, listAllAccounts } from '../deposits/account-store.ts'
import { deriveDepositSalt } from '../deposits/deposit.ts'
import { findDepositsAt } from '../deposits/store.ts'
import { completeTerms, readTerms, writeTerms } from '../deposits/terms.ts'
import { environments } from '../domain/catalog/networks.ts'
import { CheckoutError } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import { floorToMillionths, formatAmount } from '../domain/money.ts'
import { findAnyPayment, type PaymentRow } from '../payments/find.ts'

type RecoveryInput = Pick<DepositRecovery, 'paymentId' | 'network' | 'wallet'> &
  Pick<Network, 'environment'> & {
    /** The terms of the converter's account to which the payment's money goes, as JSON; see `completeTerms`. */
    readonly terms?: string | undefined
  }

/** An account of the converter that is the recipient of a deposit, and the ways of its money to the merchant. */
export type AccountRecovery = {
  readonly address: string
  /** All that the address commits to, as JSON. */
  readonly terms: string
  /** The contract that moves its money; `state` is null if no node answers. */
  readonly converter: { readonly address: string; readonly state: ContractState | null }
  /** The transaction to send before the calls; null if the contract is deployed, or cannot be. */
  readonly deployment: (Omit<Call, 'from'> & { readonly gas: number }) | null
  /** `amount` is null if no node answers. */
  readonly balances: DepositRecovery['balances']
  /**
   * One for each coin that is, or will be, at the account. They pay the wallet on this network. The coin of the terms is
   * paid at once if the wallet itself sends the call. From others the first call announces it, and one three days later
   * pays. `sender` says by whom a call pays at once.
   */
  readonly releases: readonly (DepositRecovery['calls'][number] & { readonly sender: 'wallet' | 'anybody' })[]
  /**
   * The call that burns the coin of the terms instead, to be minted for the wallet on the other network. Null if that coin
   * is not there: the money may have come on another network than that of the terms.
   */
  readonly conversion: Omit<Call, 'from'> | null
}

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
  /** Where the address pays: an account of the converter; null if it pays the wallet. */
  readonly account: AccountRecovery | null
  /** The contract that pays deposits out; `state` is null if no node answers. */
  readonly factory: { readonly address: string; readonly state: ContractState | null }
  /** The transaction to send before the calls; null if the factory is deployed, or cannot be. */
  readonly deployment: (Omit<Call, 'from'> & { readonly gas: number }) | null
  /** `amount` is null if no node answers. */
  readonly balances: readonly { readonly coin: string; readonly token: string; readonly amount: string | null }[]
  /** One for each coin that is or may be there. Anyone can send it, without value; it pays the wallet or its account. */
  readonly calls: readonly (Omit<Call, 'from'> & { readonly coin: string })[]
  /**
   * The reason for which a state or a balance is unknown, or the factory cannot be used; null if there is no problem.
   */
  readonly problem: string | null
}

/**
 * Finds a payment's own address and the calls that pay it out, from the payment's id and wallet alone. The database
 * need not know the payment. Money that is to be converted goes to an account: its terms are those of the payment, of
 * `terms`, or of the first of the wallet's accounts in the database for which there is money. Throws `invalid_parameter` for an id, a network, a wallet or terms that cannot be right.
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
  const problems: string[] = []
  const terms = await findTerms(ctx, { network, transactor, wallet }, { input, salt, isKnown: row !== null }, problems)
  const recipient = terms === null ? wallet : transactor.converting.account(terms)
  const address = sweeping.depositAddress(recipient, salt)
  const state = await unlessSilent(sweeping.factoryState('latest'), problems)
  if (state === 'no_deployer' || state === 'foreign_code') problems.push(explainFactory(state, sweeping.factory))
  const readAll = (at: string) => readBalances(transactor, listTokens(network), at, problems)
  const held = await readAll(address)
  const account =
    terms === null ? null : await recoverAccount({ network, transactor }, { terms, held }, readAll, problems)
  return {
    paymentId,
    environment,
    network: network.name,
    chainId: transactor.chainId,
    wallet,
    address,
    known: row !== null,
    account,
    factory: { address: sweeping.factory, state },
    deployment: state === 'deployable' || state === null ? sweeping.deployment : null,
    balances: held.map(toBalance),
    calls: held
      .filter(({ raw }) => raw !== 0n)
      .map(({ token }) => ({
        coin: token.coin,
        ...sweeping.sweepCall({ recipient, token: token.address, salts: [salt] }),
      })),
    problem: problems[0] ?? null,
  }
}

type Held = { readonly token: WatchedToken; readonly raw: bigint | null }
type WatchedToken = Network['tokens'][number] | Network['bridged'][number]

function listTokens({ tokens, bridged }: Network): WatchedToken[] {
  return [...tokens, ...bridged]
}

function readBalances(
  transactor: Transactor,
  tokens: readonly WatchedToken[],
  at: string,
  problems: string[],
): Promise<Held[]> {
  return Promise.all(
    tokens.map(async (token) => ({
      token,
      raw: await unlessSilent(transactor.tokenBalance(token.address, at), problems),
    })),
  )
}

function toBalance({ token: { coin, address, decimals }, raw }: Held): DepositRecovery['balances'][number] {
  return { coin, token: address, amount: raw === null ? null : formatAmount(floorToMillionths(raw, decimals)) }
}

type Where = { readonly network: Network; readonly transactor: Transactor; readonly wallet: string }

/** The terms by which a payment's money goes on; null if it goes to the wallet. */
async function findTerms(
  { db, networks }: Pick<Context, 'db' | 'networks'>,
  { network, transactor, wallet }: Where,
  { input, salt, isKnown }: { readonly input: RecoveryInput; readonly salt: string; readonly isKnown: boolean },
  problems: string[],
): Promise<ConversionTerms | null> {
  const { converting, sweeping } = transactor
  if (input.terms !== undefined) {
    const terms = completeTerms(input.terms, { networks, network, wallet })
    if (terms?.wallet.toLowerCase() === wallet.toLowerCase()) return terms
    throw refuse(
      'These terms cannot be read, or are of another wallet: give them as `deposits terms` prints them, or {"destination":"NETWORK"}.',
      'terms',
    )
  }
  const candidates = (await listAccountsOfWallet(db, network.environment === 'production', wallet.toLowerCase())).map(
    readTerms,
  )
  const addressOf = (terms: ConversionTerms) => sweeping.depositAddress(converting.account(terms), salt)
  const own = await findDepositsAt(
    db,
    candidates.map((terms) => addressOf(terms).toLowerCase()),
  )
  const known = candidates.find((terms) => own.has(addressOf(terms).toLowerCase()))
  if (known || isKnown) return known ?? null
  for (const terms of candidates) {
    const held = await readBalances(transactor, listTokens(network), addressOf(terms), problems)
    if (held.some(({ raw }) => raw !== null && raw > 0n)) return terms
  }
  return null
}

async function recoverAccount(
  { network: { cctp }, transactor: { converting } }: Omit<Where, 'wallet'>,
  { terms, held }: { readonly terms: ConversionTerms; readonly held: readonly Held[] },
  readAll: (at: string) => Promise<Held[]>,
  problems: string[],
): Promise<AccountRecovery> {
  const address = converting.account(terms)
  const state = await unlessSilent(converting.contractState('latest'), problems)
  if (state === 'no_deployer' || state === 'foreign_code') problems.push(explainFactory(state, converting.contract))
  const there = await readAll(address)
  const isConverted = ({ address: token }: WatchedToken) => token.toLowerCase() === terms.token.toLowerCase()
  const willBe = there.filter(({ raw }, index) => raw !== 0n || held[index]?.raw !== 0n)
  const canConvert = CCTP_DOMAINS[terms.destination] !== cctp?.domain && willBe.some(({ token }) => isConverted(token))
  return {
    address,
    terms: writeTerms(terms),
    converter: { address: converting.contract, state },
    deployment: state === 'deployable' || state === null ? converting.deployment : null,
    balances: there.map(toBalance),
    releases: willBe.map(({ token }) => ({
      coin: token.coin,
      sender: isConverted(token) ? 'wallet' : 'anybody',
      ...converting.releaseCall(terms, token.address),
    })),
    conversion: canConvert ? converting.convertCall(terms) : null,
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

/** The terms of all accounts that money of an environment is converted by. Keep them: they are needed without the database. */
export async function listTerms(
  { db }: Pick<Context, 'db'>,
  { environment }: Pick<Network, 'environment'>,
): Promise<{ readonly network: string; readonly account: string; readonly terms: string }[]> {
  return listAllAccounts(db, environment === 'production')
}
