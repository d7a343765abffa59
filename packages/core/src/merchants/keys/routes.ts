import { defineRoute } from '../../http/route.ts'
import { createKey } from './create.ts'
import { listKeys, requireKey, retrieveKey, retrieveOwnKey } from './find.ts'
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
    description: 'A key can give only what it may do itself. There are at most 100 active keys in an environment.',
    refusals: ['quota_exceeded'],
    scope: 'keys:write',
    reauthentication: 'always',
    body: keyInput,
    answer: 'ApiKeyWithSecret',
    status: 201,
    sealed: true,
    handle: (ctx, caller, { body }) => createKey(ctx, caller, body),
    audit: {
      object: 'api_key',
      after: ({ name, scopes, requireSignature, wallets }) => ({ name, scopes, requireSignature, wallets }),
    },
  }),
  list: defineRoute({
    name: 'listKeys',
    method: 'GET',
    path: '/keys',
    summary: 'List the keys of this environment, newest first, without their secrets',
    description: 'It lists active keys, and those that have expired or were revoked.',
    scope: 'keys:read',
    query: keyQuery,
    answer: 'ApiKeyList',
    handle: (ctx, caller, { query }) => listKeys(ctx, caller, query),
  }),
  retrieve: defineRoute({
    name: 'retrieveKey',
    method: 'GET',
    path: '/keys/{id}',
    summary: 'Retrieve a key, without its secret',
    description: '`lastUsedAt` is up to a minute late.',
    scope: 'keys:read',
    answer: 'ApiKey',
    handle: (ctx, caller, { id }) => retrieveKey(ctx, caller, id),
  }),
  retrieveOwn: defineRoute({
    name: 'retrieveOwnKey',
    method: 'GET',
    path: '/key',
    summary: 'Retrieve the key of the request: what it may do, without its secret',
    description: 'Needs no scope, so every program can see what it may do.',
    scope: null,
    answer: 'ApiKey',
    handle: (ctx, caller) => retrieveOwnKey(ctx, caller),
  }),
  rotate: defineRoute({
    name: 'rotateKey',
    method: 'POST',
    path: '/keys/{id}/rotate',
    summary: 'Make a new pair with the same rights; the old one works for 24 hours more, or as long as you say',
    description: 'Put the new pair into your program before the old one ends.',
    refusals: ['invalid_state', 'quota_exceeded'],
    scope: 'keys:write',
    reauthentication: 'always',
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
    description: 'A key that is revoked already is answered unchanged.',
    refusals: ['invalid_state'],
    warning: 'This cannot be undone: programs that use the key are refused.',
    scope: 'keys:write',
    reauthentication: 'always',
    answer: 'ApiKey',
    handle: (ctx, caller, { id }) => revokeKey(ctx, caller, id),
    audit: {
      object: 'api_key',
      before: async (ctx, tx, caller, id) => ({ status: getKeyStatus(await requireKey(tx, caller, id), ctx.now()) }),
      after: ({ status }) => ({ status }),
    },
  }),
}
