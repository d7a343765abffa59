import { noInput } from '../../http/fields.ts'
import { defineRoute } from '../../http/route.ts'
import { assignTransfer } from './assign.ts'
import { retrieveTransfer } from './find.ts'
import { assignInput, listTransfers, transferQuery } from './list.ts'

export const transferRoutes = {
  list: defineRoute({
    name: 'listTransfers',
    method: 'GET',
    path: '/transfers',
    summary: 'List transfers to your wallets, newest first',
    scope: 'transfers:read',
    query: transferQuery,
    body: noInput,
    answer: 'TransferList',
    status: 200,
    handle: (ctx, caller, { query }) => listTransfers(ctx, caller, query),
  }),
  retrieve: defineRoute({
    name: 'retrieveTransfer',
    method: 'GET',
    path: '/transfers/{id}',
    summary: 'Retrieve a transfer',
    scope: 'transfers:read',
    query: noInput,
    body: noInput,
    answer: 'Transfer',
    status: 200,
    handle: (ctx, caller, { id }) => retrieveTransfer(ctx, caller, id),
  }),
  assign: defineRoute({
    name: 'assignTransfer',
    method: 'POST',
    path: '/transfers/{id}/assign',
    summary: 'Let an unattributed transfer pay a payment',
    scope: 'transfers:write',
    query: noInput,
    body: assignInput,
    answer: 'Transfer',
    status: 200,
    handle: (ctx, caller, { id, body }) => assignTransfer(ctx, caller, id, body),
  }),
}
