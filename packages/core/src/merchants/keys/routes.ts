import { noInput } from '../../http/fields.ts'
import { defineRoute } from '../../http/route.ts'
import { createKey } from './create.ts'
import { listKeys, requireKey, retrieveKey } from './find.ts'
import { revokeKey } from './revoke.ts'
import { rotateKey } from './rotate.ts'
import { keyInput, keyQuery, rotateInput } from './schema.ts'
import { getKeyStatus } from './view.ts'

export const keyRoutes = {
  create: defineRoute({
    name: 'createKey',
    method: 'POST',
    path: '/keys',
    summary: 'Make a key pair; the secret is answered this once',
    scope: 'keys:write',
    reauthentication: 'always',
    query: noInput,
    body: keyInput,
    answer: 'ApiKeyWithSecret',
    status: 201,
    sealed: true,
    handle: (ctx, caller, { body }) => createKey(ctx, caller, body),
    audit: {
      object: 'api_key',
      after: ({ name, scopes, requireSignature }) => ({ name, scopes, requireSignature }),
    },
  }),
  list: defineRoute({
    name: 'listKeys',
    method: 'GET',
    path: '/keys',
    summary: 'List the keys of this environment, newest first, without their secrets',
    scope: 'keys:read',
    query: keyQuery,
    body: noInput,
    answer: 'ApiKeyList',
    status: 200,
    handle: (ctx, caller, { query }) => listKeys(ctx, caller, query),
  }),
  retrieve: defineRoute({
    name: 'retrieveKey',
    method: 'GET',
    path: '/keys/{id}',
    summary: 'Retrieve a key, without its secret',
    scope: 'keys:read',
    query: noInput,
    body: noInput,
    answer: 'ApiKey',
    status: 200,
    handle: (ctx, caller, { id }) => retrieveKey(ctx, caller, id),
  }),
  own: defineRoute({
    name: 'retrieveOwnKey',
    method: 'GET',
    path: '/key',
    summary: 'Retrieve the key of the request: what it may do, without its secret',
    scope: null,
    query: noInput,
    body: noInput,
    answer: 'ApiKey',
    status: 200,
    handle: (ctx, caller) => retrieveKey(ctx, caller, caller.by),
  }),
  rotate: defineRoute({
    name: 'rotateKey',
    method: 'POST',
    path: '/keys/{id}/rotate',
    summary: 'Make a new pair with the same rights; the old one works for 24 hours more, or as long as you say',
    scope: 'keys:write',
    reauthentication: 'always',
    query: noInput,
    body: rotateInput,
    answer: 'ApiKeyWithSecret',
    status: 201,
    sealed: true,
    handle: (ctx, caller, { id, body }) => rotateKey(ctx, caller, id, body),
    audit: { object: 'api_key', after: (successor) => ({ successor: successor.id }) },
  }),
  revoke: defineRoute({
    name: 'revokeKey',
    method: 'DELETE',
    path: '/keys/{id}',
    summary: 'Revoke a key: it is refused within a second. The key of the request cannot revoke itself',
    warning: 'This cannot be undone: programs that use the key are refused.',
    scope: 'keys:write',
    reauthentication: 'always',
    query: noInput,
    body: noInput,
    answer: 'ApiKey',
    status: 200,
    handle: (ctx, caller, { id }) => revokeKey(ctx, caller, id),
    audit: {
      object: 'api_key',
      before: async (ctx, tx, caller, id) => ({ status: getKeyStatus(await requireKey(tx, caller, id), ctx.now()) }),
      after: ({ status }) => ({ status }),
    },
  }),
}
