import { listQuery } from '../http/fields.ts'
import { defineRoute } from '../http/route.ts'
import { closeNow } from './close.ts'
import { listSettlementEntries } from './entries.ts'
import { listSettlements, retrieveSettlement, settlementQuery } from './view.ts'

export const settlementRoutes = {
  create: defineRoute({
    name: 'createSettlements',
    method: 'POST',
    path: '/settlements',
    summary: 'Close the period now: a settlement for each network, coin and wallet with money to settle',
    description:
      'Your schedule closes periods by itself. This closes one in between. The list is empty if nothing is to be ' +
      'settled.',
    warning: 'This cannot be undone: what is booked later is in the next period.',
    scope: 'settlements:write',
    answer: 'SettlementList',
    status: 201,
    handle: (ctx, caller) => closeNow(ctx, caller),
    audit: {
      object: 'settlement',
      id: () => null,
      after: ({ data }) => ({ settlements: data.map(({ id }) => id) }),
    },
  }),
  list: defineRoute({
    name: 'listSettlements',
    method: 'GET',
    path: '/settlements',
    summary: 'List settlements, newest first',
    description: 'A settlement is the entries of the ledger of one period, for one wallet in one coin.',
    scope: 'settlements:read',
    query: settlementQuery,
    answer: 'SettlementList',
    handle: (ctx, caller, { query }) => listSettlements(ctx, caller, query),
  }),
  retrieve: defineRoute({
    name: 'retrieveSettlement',
    method: 'GET',
    path: '/settlements/{id}',
    summary: 'Retrieve a settlement',
    description: '`reportUrl` downloads its entries as CSV. `GET /payments?settlement=` lists its payments.',
    scope: 'settlements:read',
    answer: 'Settlement',
    handle: (ctx, caller, { id }) => retrieveSettlement(ctx, caller, id),
  }),
  entries: defineRoute({
    name: 'listSettlementEntries',
    method: 'GET',
    path: '/settlements/{id}/entries',
    summary: 'List the entries that a settlement took, oldest first',
    description:
      'Those of a sum add up to it. What came later is in the next settlement, and says which one it follows.',
    scope: 'settlements:read',
    query: listQuery,
    answer: 'SettlementEntryList',
    handle: (ctx, caller, { id, query }) => listSettlementEntries(ctx, caller, id, query),
  }),
}
