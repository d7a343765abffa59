import { listQuery } from '../http/fields.ts'
import { defineRoute } from '../http/route.ts'
import { inviteMember, listInvitations } from './invite.ts'
import { describeLeaving, listMembers, removeMember, requireMember, updateMember } from './members.ts'
import { invitationInput, userChanges } from './people-schema.ts'
import { describeInvited, requireOpenInvitation, withdrawInvitation } from './withdraw.ts'

export const userRoutes = {
  list: defineRoute({
    name: 'listUsers',
    method: 'GET',
    path: '/users',
    summary: 'List the users of the merchant, newest first',
    description: 'Users belong to the merchant in both environments.',
    scope: 'users:read',
    query: listQuery,
    answer: 'UserList',
    handle: (ctx, caller, { query }) => listMembers(ctx, caller, query),
  }),
  update: defineRoute({
    name: 'updateUser',
    method: 'PATCH',
    path: '/users/{id}',
    summary: "Change a user's role, from its next request on; not that of the last owner",
    description:
      'You cannot give a role that may do more than you. Keys that the user made are revoked if they change users or keys ' +
      'further than the new role may.',
    refusals: ['invalid_state'],
    scope: 'users:write',
    reauthentication: 'always',
    body: userChanges,
    answer: 'User',
    handle: (ctx, caller, { id, body }) => updateMember(ctx, caller, id, body),
    audit: {
      object: 'user',
      before: async (_ctx, tx, caller, id) => ({ role: (await requireMember(tx, caller, id)).role }),
      after: ({ role }) => ({ role }),
    },
  }),
  remove: defineRoute({
    name: 'removeUser',
    method: 'DELETE',
    path: '/users/{id}',
    summary: 'Take the merchant from a user, at once; not from the last owner',
    description:
      'Invitations that the user has made end too, and so do keys that it or such a key has made. Webhooks and payment ' +
      'links stay; the entry of the audit log names them in `before`, so that you can look at them.',
    refusals: ['invalid_state'],
    warning: 'The user loses access at once, and programs that use its keys are refused.',
    scope: 'users:write',
    reauthentication: 'always',
    answer: 'RemovedUser',
    handle: (ctx, caller, { id }) => removeMember(ctx, caller, id),
    audit: {
      object: 'user',
      before: async (_ctx, tx, caller, id) => describeLeaving(tx, await requireMember(tx, caller, id)),
      after: () => null,
    },
  }),
}

export const invitationRoutes = {
  create: defineRoute({
    name: 'createInvitation',
    method: 'POST',
    path: '/invitations',
    summary: 'Make a link by which somebody becomes a user; the link is answered this once, and works for seven days',
    description: 'It replaces the open link of the same address. You cannot give a role that may do more than you.',
    refusals: ['invalid_state', 'quota_exceeded'],
    scope: 'users:write',
    reauthentication: 'always',
    body: invitationInput,
    answer: 'InvitationWithUrl',
    status: 201,
    sealed: true,
    handle: (ctx, caller, { body }) => inviteMember(ctx, caller, body),
    audit: { object: 'invitation', after: describeInvited },
  }),
  list: defineRoute({
    name: 'listInvitations',
    method: 'GET',
    path: '/invitations',
    summary: 'List the invitations whose links still work, newest first',
    description: 'The links themselves are not shown again.',
    scope: 'users:read',
    query: listQuery,
    answer: 'InvitationList',
    handle: (ctx, caller, { query }) => listInvitations(ctx, caller, query),
  }),
  delete: defineRoute({
    name: 'deleteInvitation',
    method: 'DELETE',
    path: '/invitations/{id}',
    summary: 'Delete an invitation: its link does not work any more',
    description: 'Nobody is told.',
    scope: 'users:write',
    reauthentication: 'always',
    answer: 'DeletedInvitation',
    handle: (ctx, caller, { id }) => withdrawInvitation(ctx, caller, id),
    audit: {
      object: 'invitation',
      before: async (ctx, tx, caller, id) => describeInvited(await requireOpenInvitation(ctx, tx, caller, id)),
      after: () => null,
    },
  }),
}
