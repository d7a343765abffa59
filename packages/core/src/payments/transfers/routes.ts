import { defineRoute } from '../../http/route.ts'
import { assignTransfer } from './assign.ts'
import { assignInput, listTransfers, requireTransfer, retrieveTransfer, transferQuery } from './find.ts'

export const transferRoutes = {
  list: defineRoute({
    name: 'listTransfers',
    method: 'GET',
    path: '/transfers',
    summary: 'List transfers to your wallets, newest first',
    description:
      'It has all transfers of configured coins, and of coins that are mistaken for them. Those that pay nothing ' +
      'are `unattributed`.',
    scope: 'transfers:read',
    query: transferQuery,
    answer: 'TransferList',
    handle: (ctx, caller, { query }) => listTransfers(ctx, caller, query),
  }),
  retrieve: defineRoute({
    name: 'retrieveTransfer',
    method: 'GET',
    path: '/transfers/{id}',
    summary: 'Retrieve a transfer',
    description: '`payment` is the payment that it pays. `suggestedPayment` and `namedBy` are hints, and no proof.',
    scope: 'transfers:read',
    answer: 'Transfer',
    handle: (ctx, caller, { id }) => retrieveTransfer(ctx, caller, id),
  }),
  assign: defineRoute({
    name: 'assignTransfer',
    method: 'POST',
    path: '/transfers/{id}/assign',
    summary: 'Let an unattributed transfer pay a payment',
    description:
      'Use it for money whose payment nobody could recognise. The transfer must be to the wallet, on the network ' +
      "and in the coin of one of the payment's methods.",
    refusals: ['invalid_state'],
    warning: 'This cannot be undone: the transfer pays that payment for good.',
    scope: 'transfers:write',
    body: assignInput,
    answer: 'Transfer',
    handle: (ctx, caller, { id, body }) => assignTransfer(ctx, caller, id, body),
    audit: {
      object: 'transfer',
      before: async (_ctx, tx, caller, id) => {
        const row = await requireTransfer(tx, caller, id)
        return { payment: row.payment_id, assignedBy: row.assigned_by }
      },
      after: ({ payment, assignedBy }, { reason }) => ({ payment, assignedBy, ...(reason ? { reason } : {}) }),
    },
  }),
}
