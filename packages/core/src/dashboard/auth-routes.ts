import type { Deleted, List, SignInSession } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { noInput, toList } from '../http/fields.ts'
import { acceptInvitation, offerInvitedPasskey } from '../users/accept-invitation.ts'
import { changePassword, offerTotp, removePassword, renewRecoveryCodes } from '../users/change-password.ts'
import { describeInvitation } from '../users/invitations.ts'
import { listLeftBehind } from '../users/left-behind.ts'
import { chooseNotifications, listNotifications, notificationChoice } from '../users/notifications/choose.ts'
import { codeInput, codeRequest, confirmAddress, requestCode } from '../users/notifications/confirm.ts'
import { listNotices } from '../users/notifications/list-notices.ts'
import {
  addPasskey,
  listPasskeys,
  offerPasskey,
  offerReauthentication,
  offerSignIn,
  reauthenticateWithPasskey,
  removePasskey,
  signInWithPasskey,
} from '../users/passkeys.ts'
import { resetColleague } from '../users/reset-colleague.ts'
import {
  acceptInput,
  credentialsInput,
  leftInput,
  openInput,
  passkeyInput,
  passkeySignIn,
  passwordChange,
  reauthenticationInput,
  resetInput,
} from '../users/schema.ts'
import { endOtherSessions, endSession, listSessions, type SessionRow } from '../users/sessions.ts'
import { reauthenticateWithPassword, signInWithPassword } from '../users/sign-in.ts'
import { describeSession, toSessionView } from '../users/view.ts'
import { defineAuthRoute } from './auth-route.ts'

const invitationRoutes = [
  defineAuthRoute({
    method: 'POST',
    path: '/invitation',
    needs: 'anyone',
    body: openInput,
    handle: async (access, { body: { token, email = null }, session }) => ({
      value: await describeInvitation(access, { token, email }, session),
    }),
  }),
  defineAuthRoute({
    method: 'POST',
    path: '/invitation/accept',
    needs: 'anyone',
    body: acceptInput,
    handle: async (access, { body, device, session }) => {
      const { recoveryCodes, ...opened } = await acceptInvitation(access, body, device, session)
      return { opened, value: { recoveryCodes } }
    },
  }),
  defineAuthRoute({
    method: 'POST',
    path: '/invitation/passkey/options',
    needs: 'anyone',
    body: openInput,
    handle: async (access, { body }) => ({ value: await offerInvitedPasskey(access, body.token, body.email ?? null) }),
  }),
]

const peopleRoutes = [
  defineAuthRoute({
    method: 'POST',
    path: '/resets',
    needs: 'recent',
    body: resetInput,
    handle: async ({ ctx }, { body, device, session }) => ({
      value: await resetColleague(ctx, session, body.user, device),
    }),
  }),
  defineAuthRoute({
    method: 'POST',
    path: '/left',
    needs: 'session',
    body: leftInput,
    handle: async ({ ctx }, { body, session }) => ({ value: await listLeftBehind(ctx, session, body) }),
  }),
]

const sessionRoutes = [
  defineAuthRoute({
    method: 'POST',
    path: '/sign_in',
    needs: 'anyone',
    body: credentialsInput,
    handle: async (access, { body, device }) => ({ opened: await signInWithPassword(access, body, device) }),
  }),
  defineAuthRoute({
    method: 'POST',
    path: '/reauthenticate',
    needs: 'session',
    body: reauthenticationInput,
    handle: async (access, { body: { passkey, password = '', code = '' }, session }) => ({
      opened: passkey
        ? await reauthenticateWithPasskey(access, session, passkey)
        : await reauthenticateWithPassword(access, session, { password, code }),
    }),
  }),
  defineAuthRoute({
    method: 'POST',
    path: '/reauthenticate/passkey/options',
    needs: 'session',
    body: noInput,
    handle: async (access, { session }) => ({ value: await offerReauthentication(access, session) }),
  }),
  defineAuthRoute({
    method: 'POST',
    path: '/sign_out',
    needs: 'session',
    body: noInput,
    handle: async ({ ctx }, { session }) => {
      await endSession(ctx, session.user_id, session.id)
      return { ended: true, value: toEnded(session.id) }
    },
  }),
  defineAuthRoute({
    method: 'GET',
    path: '/session',
    needs: 'session',
    body: noInput,
    handle: async ({ ctx }, { session }) => ({ value: await describeSession(ctx, session) }),
  }),
  defineAuthRoute({
    method: 'GET',
    path: '/sessions',
    needs: 'session',
    body: noInput,
    handle: async ({ ctx }, { session }) => ({ value: await listViews(ctx, session) }),
  }),
  defineAuthRoute({
    method: 'DELETE',
    path: '/sessions',
    needs: 'recent',
    body: noInput,
    handle: async ({ ctx }, { session }) => {
      await endOtherSessions(ctx, session)
      return { value: await listViews(ctx, session) }
    },
  }),
  defineAuthRoute({
    method: 'DELETE',
    path: '/sessions/{id}',
    needs: 'recent',
    body: noInput,
    handle: async ({ ctx }, { id, session }) => {
      await endSession(ctx, session.user_id, id)
      return { value: toEnded(id), ...(id === session.id ? { ended: true } : {}) }
    },
  }),
]

const passkeyRoutes = [
  defineAuthRoute({
    method: 'POST',
    path: '/sign_in/passkey/options',
    needs: 'anyone',
    body: noInput,
    handle: async (access) => ({ value: offerSignIn(access) }),
  }),
  defineAuthRoute({
    method: 'POST',
    path: '/sign_in/passkey',
    needs: 'anyone',
    body: passkeySignIn,
    handle: async (access, { body, device }) => ({ opened: await signInWithPasskey(access, body.passkey, device) }),
  }),
  defineAuthRoute({
    method: 'POST',
    path: '/passkeys/options',
    needs: 'recent',
    body: noInput,
    handle: async (access, { session }) => ({ value: await offerPasskey(access, session) }),
  }),
  defineAuthRoute({
    method: 'POST',
    path: '/passkeys',
    needs: 'recent',
    body: passkeyInput,
    handle: async (access, { body, device, session }) => {
      const passkey = { response: body.passkey, name: body.name }
      return { value: await addPasskey(access, session, passkey, device) }
    },
  }),
  defineAuthRoute({
    method: 'GET',
    path: '/passkeys',
    needs: 'session',
    body: noInput,
    handle: async ({ ctx }, { session }) => ({ value: toList(await listPasskeys(ctx.db, session.user_id)) }),
  }),
  defineAuthRoute({
    method: 'DELETE',
    path: '/passkeys/{id}',
    needs: 'recent',
    body: noInput,
    handle: async (access, { id, device, session }) => {
      await removePasskey(access, session, id, device)
      return { value: { id, object: 'passkey', deleted: true } }
    },
  }),
]

const credentialRoutes = [
  defineAuthRoute({
    method: 'POST',
    path: '/totp',
    needs: 'recent',
    body: noInput,
    handle: async (access, { session }) => ({ value: await offerTotp(access, session) }),
  }),
  defineAuthRoute({
    method: 'POST',
    path: '/password',
    needs: 'recent',
    body: passwordChange,
    handle: async (access, { body, device, session }) => {
      const { recoveryCodes, ...opened } = await changePassword(access, session, body, device)
      return { opened, value: { recoveryCodes } }
    },
  }),
  defineAuthRoute({
    method: 'DELETE',
    path: '/password',
    needs: 'recent',
    body: noInput,
    handle: async (access, { device, session }) => {
      await removePassword(access, session, device)
      return { value: await describeSession(access.ctx, session) }
    },
  }),
  defineAuthRoute({
    method: 'POST',
    path: '/recovery_codes',
    needs: 'recent',
    body: noInput,
    handle: async (access, { device, session }) => ({
      value: { object: 'recovery_codes', recoveryCodes: await renewRecoveryCodes(access, session, device) },
    }),
  }),
]

const notificationRoutes = [
  defineAuthRoute({
    method: 'GET',
    path: '/notices/{id}',
    needs: 'session',
    body: noInput,
    handle: async ({ ctx }, { id, session }) => ({ value: await listNotices(ctx, session, id) }),
  }),
  defineAuthRoute({
    method: 'GET',
    path: '/notifications',
    needs: 'session',
    body: noInput,
    handle: async ({ ctx }, { session }) => ({ value: await listNotifications(ctx, session) }),
  }),
  defineAuthRoute({
    method: 'POST',
    path: '/notifications',
    needs: 'session',
    body: notificationChoice,
    handle: async ({ ctx }, { body, device, session }) => {
      await chooseNotifications(ctx, session, body, device)
      return { value: await listNotifications(ctx, session) }
    },
  }),
  defineAuthRoute({
    method: 'POST',
    path: '/notifications/code',
    needs: 'session',
    body: codeRequest,
    handle: async ({ ctx }, { body, device, session }) => {
      await requestCode(ctx, session, body, device)
      return { value: await listNotifications(ctx, session) }
    },
  }),
  defineAuthRoute({
    method: 'POST',
    path: '/notifications/confirm',
    needs: 'session',
    body: codeInput,
    handle: async ({ ctx }, { body, device, session }) => {
      await confirmAddress(ctx, session, body, device)
      return { value: await listNotifications(ctx, session) }
    },
  }),
]

/** Every request about signing in, and about users' own accounts. */
export const authRoutes = [
  ...invitationRoutes,
  ...peopleRoutes,
  ...sessionRoutes,
  ...passkeyRoutes,
  ...credentialRoutes,
  ...notificationRoutes,
]

async function listViews(ctx: Context, current: SessionRow): Promise<List<SignInSession>> {
  return toList((await listSessions(ctx, current.user_id)).map((row) => toSessionView(row, current.id)))
}

function toEnded(id: string): Deleted<'session'> {
  return { id, object: 'session', deleted: true }
}
