import type { KnownMethod, KnownPayment } from './history.ts'
import { anyPaid, decide, describeAnswer, getMerchant, paymentTo, post } from './steps-merchants.ts'
import { must } from './violation.ts'
import type { World } from './world.ts'

/** Merchants' requests about refunds. Each returns what happened in a word or two. */

export async function createRefund(world: World): Promise<string> {
  const payment = anyPaid(world)
  return payment ? refundOf(world, payment) : 'nothing'
}

/** Two refunds of one payment at the same time. */
export async function createRefunds(world: World): Promise<string> {
  const payment = anyPaid(world)
  if (!payment) return 'nothing'
  return (await Promise.all([refundOf(world, payment), refundOf(world, payment)])).join()
}

async function refundOf(world: World, payment: KnownPayment): Promise<string> {
  const { dice, history } = world
  const merchant = getMerchant(world, payment)
  const tag = history.nextTag()
  const destination = `0x${'ee'.repeat(10)}${tag.slice(1).padStart(20, '0')}`
  // A refund's transfer to a wallet of the checkout is a transfer like any other.
  if (dice.percent(40)) await paymentTo(world, merchant, destination)
  const method = dice.percent(40) ? dice.any(payment.methods) : null
  const body = {
    paymentId: payment.id,
    ...(method ? { cryptocurrency: method.cryptocurrency, network: method.network } : {}),
    ...(dice.percent(60) ? { amount: dice.between(1, 80) / 100 } : {}),
    destination,
    reason: tag,
  }
  const asked = { target: '/refunds', body, tag, verb: 'refund' }
  if (!method || 'amount' in body) return post(world, merchant, asked)
  const wasRefundable = await isRefundable(world, payment, method)
  const answer = await post(world, merchant, asked)
  const isRefused = /invalid_state|refund_exceeds_payment|invalid_parameter/.test(answer)
  if (wasRefundable && isRefused && (await isRefundable(world, payment, method)))
    must(false, 'I18', () => `what came for ${payment.id} in ${method.cryptocurrency} is not refunded: ${answer}`)
  return answer
}

/** Tells whether final money came in a method, and none of it goes back yet. */
async function isRefundable({ storage }: World, { id }: KnownPayment, { chain, token }: KnownMethod): Promise<boolean> {
  return storage.transact(async (tx) => {
    const final = await tx
      .selectFrom('transfers')
      .select('id')
      .where('payment_id', '=', id)
      .where('chain', '=', chain)
      .where('token', '=', token)
      .where('state', '=', 'final')
      .where('dust', '=', 0)
      .limit(1)
      .execute()
    const refunds = await tx
      .selectFrom('refunds')
      .select('id')
      .where('payment_id', '=', id)
      .where('chain', '=', chain)
      .where('token', '=', token)
      .limit(1)
      .execute()
    return final.length > 0 && refunds.length === 0
  })
}

export async function cancelRefund(world: World): Promise<string> {
  const { dice, history } = world
  const refund = dice.recent([...history.refunds.values()])
  const merchant = world.merchants.find(({ id }) => id === refund?.merchantId)
  if (!refund || !merchant) return 'nothing'
  const word = `cancel ${refund.id}`
  const answer = await decide(world, merchant, `/refunds/${refund.id}/cancel`, word)
  if (!answer.lost && answer.status === 200) history.done.add(word)
  return describeAnswer(answer)
}
