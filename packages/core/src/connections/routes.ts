import { defineRoute } from '../http/route.ts'
import { pick } from '../storage/tables.ts'
import { endConnection } from './end.ts'
import { exchangeCode } from './exchange.ts'
import { listConnections, requireConnection } from './find.ts'
import { createConnection, getScopes, previewConnection } from './request.ts'
import { connectionInput, connectionQuery, exchangeInput } from './schema.ts'
import { toConnectionView } from './view.ts'

export const connectionRoutes = {
  preview: defineRoute({
    name: 'previewConnection',
    method: 'POST',
    path: '/connections/preview',
    summary: 'Show what a shop system would get, for the page that asks for consent',
    description: 'Nothing is made. It refuses what the connection itself would be refused for.',
    refusals: ['quota_exceeded', 'invalid_state'],
    scope: 'keys:write',
    forPeople: true,
    body: connectionInput,
    answer: 'ConnectionPreview',
    handle: (ctx, caller, { body }) => previewConnection(ctx, caller, body),
    audit: 'changes nothing',
  }),
  create: defineRoute({
    name: 'createConnection',
    method: 'POST',
    path: '/connections',
    summary: 'Let a shop system use the shop; the answer has the address that carries the code to it',
    description:
      'The code works once, for five minutes, with the verifier of the challenge. Until then there is no key. Needs ' +
      '`webhooks:write` too, and each scope that the shop system gets.',
    refusals: ['quota_exceeded', 'invalid_state'],
    scope: 'keys:write',
    reauthentication: 'always',
    forPeople: true,
    body: connectionInput,
    answer: 'ConnectionCode',
    status: 201,
    sealed: true,
    handle: (ctx, caller, { body }) => createConnection(ctx, caller, body),
    audit: {
      object: 'connection',
      after: (_code, input) => ({
        ...pick(input, 'clientName', 'clientUri', 'webhookUrl'),
        scopes: getScopes(input),
      }),
    },
  }),
  exchange: defineRoute({
    name: 'exchangeConnectionCode',
    method: 'POST',
    path: '/connections/exchange',
    summary: 'Exchange the code of a connection for a key and a webhook; their secrets are answered this once',
    description:
      'The shop system calls it without keys, at either base address: `livemode` of the answer says which one the key is for. ' +
      'At most 60 requests a minute from one address. A used code that comes from another address ends its connection.',
    refusals: ['invalid_code', 'quota_exceeded', 'invalid_state'],
    scope: null,
    keyless: true,
    body: exchangeInput,
    answer: 'ConnectedShop',
    status: 201,
    handle: (ctx, caller, { body }) => exchangeCode(ctx, caller, body),
    audit: 'its verb records it',
  }),
  list: defineRoute({
    name: 'listConnections',
    method: 'GET',
    path: '/connections',
    summary: 'List the connected shop systems, newest first',
    description:
      'A connection is active while one of its keys works, or its webhook is enabled. It is pending while its code waits to ' +
      'be exchanged. Ended ones stay in the list, unless their code was never exchanged.',
    scope: 'keys:read',
    forPeople: true,
    query: connectionQuery,
    answer: 'ConnectionList',
    handle: (ctx, caller, { query }) => listConnections(ctx, caller, query),
  }),
  end: defineRoute({
    name: 'endConnection',
    method: 'DELETE',
    path: '/connections/{id}',
    summary: 'End a connection: its code and its keys are refused within a second, and its webhook is deleted',
    description: 'A connection that has ended is answered unchanged, without a webhook. Needs `webhooks:write` too.',
    warning: 'This cannot be undone: the shop system has to be connected again.',
    scope: 'keys:write',
    reauthentication: 'always',
    forPeople: true,
    answer: 'Connection',
    handle: (ctx, caller, { id }) => endConnection(ctx, caller, id),
    audit: {
      object: 'connection',
      before: async (ctx, tx, caller, id) => {
        const { status, webhook } = toConnectionView(await requireConnection(ctx, tx, caller, id))
        return { status, webhook }
      },
      after: ({ status, webhook }) => ({ status, webhook }),
    },
  }),
}
