import type { PayInput, Payment } from '@crypto-checkout/api-types'
import { getToken, type Network, type Token } from '../../chains/network.ts'
import type { Caller, Context, TestPayer, TestTransfer } from '../../context/context.ts'
import { CheckoutError } from '../../domain/error.ts'
import { ONE_COIN, parseAmount, toRawAmount } from '../../domain/money.ts'
import { expirePaymentNow } from '../expire.ts'
import { type PaymentRow, requirePayment, retrievePayment } from '../find.ts'
import { isSame } from '../methods/alternatives.ts'
import { asMethod } from '../methods/method.ts'
import { findMethods } from '../methods/store.ts'

const common = ['exact', 'duplicate', 'underpaid', 'overpaid', 'wrong_token'] as const
type Scenario = (typeof common)[number] | 'no_memo' | 'reorg'

const SEEN_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 50

/** The scenarios of a network, by how it identifies payments. A ledger with memos is never reorganised. */
const scenarios: Readonly<Record<Network['chain']['recognition'], readonly Scenario[]>> = {
  amount: [...common, 'reorg'],
  memo: [...common, 'no_memo'],
}

/** The test scenarios on a payment's page, including `expire`; null outside local networks. */
export function listScenarios(ctx: Context, payment: { network: string; livemode: boolean }): readonly string[] | null {
  const network = ctx.testPayer && !payment.livemode ? localNetwork(ctx, payment.network) : null
  return network && [...scenarios[network.chain.recognition], 'expire']
}

/**
 * Pays a payment with real transfers from the local network's funded account. Throws `invalid_parameter` for a scenario
 * that the network does not have, and for a method that is not open. Throws `invalid_state` if the payment's network is not local, or if a transfer to be
 * taken back is not seen.
 */
export async function payForTest(ctx: Context, caller: Caller, id: string, input: PayInput): Promise<Payment> {
  const payment = await requireMethod(ctx, await requirePayment(ctx.db, caller, id), input.method)
  const known = scenarios[payment.memo === null ? 'amount' : 'memo']
  const scenario = known.find((one) => one === (input.scenario ?? 'exact'))
  if (!scenario) {
    throw new CheckoutError('invalid_parameter', `${payment.network} knows only ${known.join(', ')}.`, 'scenario')
  }
  if (scenario === 'reorg' && input.amount) {
    throw new CheckoutError('invalid_parameter', 'reorg pays what is due: leave amount out.', 'amount')
  }
  const { payer, network } = requirePayer(ctx, payment)
  const amount = input.amount ? parseAmount(input.amount) : amountFor(scenario, payment)
  const transfer = {
    network: payment.network,
    ...(scenario === 'wrong_token' ? await wrongCoin(network, payment, amount) : toCoin(payment)),
    to: payment.address,
    amount,
    ...(payment.memo === null || scenario === 'no_memo' ? {} : { memo: payment.memo }),
  }
  if (scenario === 'reorg') await payer.sendAndTakeBack(transfer, (hash) => seen(ctx, caller, id, hash))
  else await payer.send(transfer)
  if (scenario === 'duplicate') await payer.send(transfer)
  return retrievePayment(ctx, caller, id)
}

/** A payment as if one of its open methods were chosen. */
async function requireMethod(ctx: Context, payment: PaymentRow, wanted: PayInput['method']): Promise<PaymentRow> {
  if (!wanted || isSame(payment, wanted)) return payment
  const methods = (await findMethods(ctx.db, [payment])).get(payment.id) ?? []
  const method = methods.find((one) => isSame(one, wanted))
  if (method) return asMethod(payment, method)
  const reason = `${wanted.cryptocurrency} on ${wanted.network} is not open: choose it first.`
  throw new CheckoutError('invalid_parameter', reason, 'method')
}

type SentCoin = Pick<TestTransfer, 'cryptocurrency' | 'token'>

function toCoin({ cryptocurrency }: PaymentRow): SentCoin {
  return { cryptocurrency, token: 'genuine' }
}

/**
 * Another coin of the network that the wallet can receive, so that the page reports it. If there is none, a counterfeit
 * of the payment's own coin, which is not watched.
 */
async function wrongCoin(network: Network, payment: PaymentRow, amount: bigint): Promise<SentCoin> {
  const canReceive = async ({ address: token, decimals }: Token) => {
    const rawAmount = toRawAmount(amount, decimals)
    return !(await network.chain.recipients.cannotReceiveReason({ token, address: payment.address, rawAmount }))
  }
  for (const token of network.tokens) {
    if (token.coin !== payment.cryptocurrency && (await canReceive(token))) {
      return { cryptocurrency: token.coin, token: 'genuine' }
    }
  }
  return { cryptocurrency: payment.cryptocurrency, token: 'counterfeit' }
}

async function seen(ctx: Context, caller: Caller, id: string, hash: string): Promise<void> {
  const until = ctx.elapsed() + SEEN_WITHIN_MS
  while (ctx.elapsed() < until) {
    const { transactions } = await retrievePayment(ctx, caller, id)
    if (transactions.some((transaction) => transaction.hash === hash)) return
    await ctx.pause(LOOK_EVERY_MS)
  }
  throw new CheckoutError(
    'invalid_state',
    'The transfer was not seen in ten seconds, so it stays: is the network read?',
  )
}

/** Moves a payment's deadline to now. Throws `invalid_state` if its network is not local or it has ended. */
export async function expireForTest(ctx: Context, caller: Caller, id: string): Promise<Payment> {
  requirePayer(ctx, await requirePayment(ctx.db, caller, id))
  return expirePaymentNow(ctx, caller, id)
}

/** Plays a scenario of the hosted page. */
export async function playScenario(ctx: Context, caller: Caller, id: string, scenario: string): Promise<Payment> {
  if (scenario === 'expire') return expireForTest(ctx, caller, id)
  return payForTest(ctx, caller, id, { scenario })
}

function amountFor(scenario: Scenario, payment: PaymentRow): bigint {
  const due = payment.outstanding || payment.due
  if (scenario === 'underpaid') return due / 2n || 1n
  if (scenario === 'overpaid') return due + ONE_COIN
  return due
}

function requirePayer(ctx: Context, payment: PaymentRow): { payer: TestPayer; network: Network } {
  const network = localNetwork(ctx, payment.network)
  if (ctx.testPayer && network && !payment.livemode && getToken(network, payment.cryptocurrency)) {
    return { payer: ctx.testPayer, network }
  }
  throw new CheckoutError('invalid_state', `${payment.network} is not a local network here: pay from a wallet.`)
}

function localNetwork(ctx: Context, name: string): Network | null {
  return ctx.networks.find((one) => one.environment === 'sandbox' && one.name === name && one.local) ?? null
}
