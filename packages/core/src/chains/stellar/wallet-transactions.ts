import { CheckoutError } from '../../domain/error.ts'
import { NodeError } from '../node-error.ts'
import type { TransferRequest, WalletTransactions } from '../payer-transactions.ts'
import type { StellarEndpoints, StellarNetwork } from './endpoints.ts'
import { getAssetByContract, type KnownAsset, parseStellarAddress } from './identifiers.ts'
import { type Account, FEE } from './node.ts'
import { canFindPaths, chooseExchange, listPaymentPaths, toOfferedAssets } from './offers.ts'
import { describeResultCode, OFFERS_CHANGED } from './result-codes.ts'
import { buildTransaction, isSigned, readSigned, type Signed } from './transaction.ts'

/** Long enough to review and confirm it, and short enough that a declined transaction cannot be sent later. */
const VALID_MS = 300_000
/** This code does not tell whether another transaction used the sequence number, or this very one did. */
const UNCERTAIN = 'tx_bad_seq'

/**
 * Builds transactions for a wallet to sign, and submits them. Nothing is stored in between. The signed transaction must
 * be what would be built now, or for a path payment what `wasBuilt` confirms.
 */
export function createWalletTransactions({ networkPassphrase, assets, endpoints }: StellarNetwork): WalletTransactions {
  function toTerms({ token, address, rawAmount, memo }: TransferRequest) {
    const asset = getAssetByContract(assets, token)
    if (!asset) throw new CheckoutError('invalid_state', 'The coin of this payment is not configured any more.')
    return { destination: address, asset, amount: rawAmount, memo }
  }

  return {
    offers: async (order, given) =>
      toOfferedAssets(await listPaymentPaths(endpoints, assets, order, requireAccount(given)).catch(unreachable)),
    async build(order, { account: given, send }) {
      const terms = toTerms(order)
      const account = requireAccount(given)
      const [found, fee] = await endpoints
        .use((node) => Promise.all([node.account(account, order.token), node.fee()]))
        .catch(unreachable)
      if (!found) throw refuse('payer_account_missing', account, 'does not exist on this network')
      const exchange =
        send && chooseExchange(await listPaymentPaths(endpoints, assets, order, account).catch(unreachable), send)
      if (!exchange) requireFunds(found, account, terms.asset, order.rawAmount)
      const until = BigInt(Math.floor(Math.min(order.deadline, order.now + VALID_MS) / 1_000))
      const payment = { ...terms, account, fee, sequence: found.sequence + 1n, until, exchange }
      const transaction = buildTransaction(payment, networkPassphrase)
      const market = exchange && Buffer.from(transaction.hash())
      return { xdr: transaction.toXdr(), networkPassphrase, market, changedIn: found.changedIn }
    },
    async submit(order, xdr, wasBuilt) {
      const signed = readSigned(xdr, toTerms(order), networkPassphrase)
      if (!signed) throw changed('It is not the transaction that was built for this, or more or less is due now')
      requireAsBuilt(order, signed)
      const { account, transaction, isExchange } = signed
      const hash = Buffer.from(transaction.hash())
      if (!isSigned(signed)) throw changed('It is not signed by its account for this network')
      if (isExchange && !(await wasBuilt(hash))) throw changed('What it gives for the coin is not what was built')
      await send(endpoints, transaction.toXdr(), isExchange)
      return { hash: hash.toString('hex'), from: account }
    },
  }
}

/** The transaction's bytes do not settle its account, its fee or its time limit. Checks these against the order. */
function requireAsBuilt(order: TransferRequest, { account, fee, until }: Signed): void {
  if (order.from !== null && account !== order.from) throw changed('It is not of the account that is to pay')
  if (fee < FEE.least || fee > FEE.most) throw changed('Its fee is not the one that was built')
  const [untilMs, latest] = [Number(until) * 1_000, Math.min(order.deadline, order.now + VALID_MS)]
  if (untilMs > latest || untilMs <= order.now) throw changed('Its time is over, or not the one that was built')
}

function changed(why: string): CheckoutError {
  return new CheckoutError('transaction_changed', `${why}. Nothing was sent: ask for a new one.`, 'xdr')
}

function unreachable(error: unknown): never {
  if (!(error instanceof NodeError)) throw error
  throw new CheckoutError('network_unreachable', 'The Stellar network cannot be reached: try again in a moment.')
}

function requireAccount(given: string): string {
  const account = parseStellarAddress(given)
  if (account) return account
  throw new CheckoutError('invalid_parameter', 'account: not an account (G...) on Stellar.', 'account')
}

function refuse(code: 'payer_account_missing' | 'payer_trustline_missing', account: string, why: string) {
  return new CheckoutError(code, `${account} ${why}.`, 'account')
}

/** Throws CheckoutError for an account that has too little of the payment's own coin. */
function requireFunds({ holding }: Account, account: string, asset: KnownAsset, amount: bigint): void {
  // An issuer creates what it sends.
  if (account === asset.issuer) return
  const named = `${asset.code} of ${asset.issuer}`
  if (!holding) throw refuse('payer_trustline_missing', account, `has no trustline for ${named}, so it holds none`)
  if (!holding.authorized) throw refuse('payer_trustline_missing', account, `is not authorised to send ${named}`)
  if (holding.spendable >= amount) return
  const missing = inMillionths(amount - holding.spendable)
  throw new CheckoutError('payer_funds_insufficient', `${account} lacks ${missing} ${named}.`, 'account', { missing })
}

/** Rounded up to six digits, as payers see amounts: `inMillionths(125_000_001n) // '12.500001'` */
function inMillionths(stroops: bigint): string {
  const digits = ((stroops + 9n) / 10n).toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/**
 * Resubmitting the same envelope is the same transaction, so the next node is tried if one does not answer.
 * `exchanging` uses only nodes that report whether the offers were there: Stellar RPC answers before that is known.
 */
async function send(endpoints: StellarEndpoints, envelope: string, exchanging: boolean): Promise<void> {
  let failures = 0
  const preference = exchanging ? { able: canFindPaths } : {}
  const attempt = endpoints.use(async (node) => {
    try {
      return await node.submit(envelope)
    } catch (error) {
      failures += 1
      throw error
    }
  }, preference)
  const { refusedAs } = await attempt.catch((error: unknown) => {
    if (!(error instanceof NodeError)) throw error
    throw failures > 0 ? uncertain('no node has answered') : new CheckoutError('network_unreachable', NOT_ASKED)
  })
  if (refusedAs === null) return
  const why = describeResultCode(refusedAs)
  if (failures > 0 || refusedAs === UNCERTAIN) throw uncertain(why)
  throw new CheckoutError(findRefusal(refusedAs), `Nothing was sent: ${why}.`)
}

function findRefusal(code: string) {
  if (OFFERS_CHANGED.includes(code)) return 'offers_changed'
  return code === 'tx_insufficient_balance' ? 'payer_fee_insufficient' : 'transaction_refused'
}

const NOT_ASKED = 'The Stellar network cannot be reached, and nothing was sent: try again in a moment.'

function uncertain(why: string): CheckoutError {
  return new CheckoutError(
    'transaction_uncertain',
    `It is not known whether it was sent: ${why}. If it was, the payment will show it; look before you pay again.`,
  )
}
