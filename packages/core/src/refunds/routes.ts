import { type Caller, type Context, runOnSnapshot } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { defineRoute } from '../http/route.ts'
import { lookAtNewKeys } from '../transactions/refund-hold.ts'
import { cancelRefund } from './change.ts'
import { createRefund } from './create.ts'
import { listRefunds, requireRefund, retrieveRefund } from './find.ts'
import { refundInput, refundQuery } from './schema.ts'

/** Reads refunds. A process that has just started first compares the keys with the chain: nodes are asked before the snapshot. */
async function readRefunds<T>(ctx: Context, caller: Caller, read: (ctx: Context) => Promise<T>): Promise<T> {
  await lookAtNewKeys(ctx, toEnvironment(caller.livemode))
  return runOnSnapshot(ctx, read)
}

export const refundRoutes = {
  create: defineRoute({
    name: 'createRefund',
    method: 'POST',
    path: '/refunds',
    reauthentication: 'sometimes',
    summary: 'Refund a payment, in full or in part',
    description:
      'Reserves money of the payment, and says in `nextAction` what has to happen: your wallet signs, or the ' +
      'payer enters an address. Without `amount` it refunds all that is left. A `reference` belongs to one refund for ever.',
    refusals: [
      'invalid_state',
      'refund_exceeds_payment',
      'reference_conflict',
      'unsupported_asset',
      'invalid_wallet_address',
      'wallet_cannot_receive',
      'network_unreachable',
      'not_ready',
    ],
    warning: 'Where the server has a key for refunds, it sends the money at once, and nothing brings it back.',
    scope: 'refunds:write',
    body: refundInput,
    answer: 'Refund',
    status: 201,
    handle: (ctx, caller, { body }) => createRefund(ctx, caller, body),
    audit: {
      object: 'refund',
      after: (refund) => {
        const { paymentId, amount, currency, cryptoAmount, cryptocurrency, network } = refund
        const { destination, destinationMemo, reference, reason, status } = refund
        const money = { paymentId, amount, currency, cryptoAmount, cryptocurrency, network }
        return { ...money, destination, destinationMemo, reference, reason, status }
      },
    },
  }),
  list: defineRoute({
    name: 'listRefunds',
    method: 'GET',
    path: '/refunds',
    summary: 'List refunds, newest first',
    description:
      '`nextAction=sign` lists those that wait for you, `nextAction=collect_destination` those that wait for the ' +
      'payer.',
    scope: 'refunds:read',
    query: refundQuery,
    answer: 'RefundList',
    takesSnapshot: true,
    handle: (ctx, caller, { query }) => readRefunds(ctx, caller, (read) => listRefunds(read, caller, query)),
  }),
  retrieve: defineRoute({
    name: 'retrieveRefund',
    method: 'GET',
    path: '/refunds/{id}',
    summary: 'Retrieve a refund',
    description: 'It is `completed` once its transfer is final.',
    scope: 'refunds:read',
    answer: 'Refund',
    takesSnapshot: true,
    handle: (ctx, caller, { id }) => readRefunds(ctx, caller, (read) => retrieveRefund(read, caller, id)),
  }),
  cancel: defineRoute({
    name: 'cancelRefund',
    method: 'POST',
    path: '/refunds/{id}/cancel',
    summary: 'Cancel a refund that is pending',
    description:
      'A wallet may have signed it already, so its amount stays reserved for a day. A refund that is cancelled ' +
      'already is answered unchanged.',
    refusals: ['invalid_state'],
    warning: 'This cannot be undone: the payer gets nothing by it.',
    scope: 'refunds:write',
    answer: 'Refund',
    handle: (ctx, caller, { id }) => cancelRefund(ctx, caller, id),
    audit: {
      object: 'refund',
      before: async (_ctx, tx, caller, id) => ({ status: (await requireRefund(tx, caller, id)).status }),
      after: ({ status }) => ({ status }),
    },
  }),
}
