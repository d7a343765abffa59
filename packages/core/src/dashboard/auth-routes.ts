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
  defineAuthRoute(
    'POST',
    '/invitation',
    'anyone',
    openInput,
    async (access, { body: { token, email = null }, session }) => ({
      value: await describeInvitation(access, { token, email }, session),
    }),
  ),
  defineAuthRoute('POST', '/invitation/accept', 'anyone', acceptInput, async (access, { body, device, session }) => {
    const { recoveryCodes, ...opened } = await acceptInvitation(access, body, device, session)
    return { opened, value: { recoveryCodes } }
  }),
  defineAuthRoute('POST', '/invitation/passkey/options', 'anyone', openInput, async (access, { body }) => ({
    value: await offerInvitedPasskey(access, body.token, body.email ?? null),
  })),
]

const peopleRoutes = [
  defineAuthRoute('POST', '/resets', 'recent', resetInput, async ({ ctx }, { body, device, session }) => ({
    value: await resetColleague(ctx, session, body.user, device),
  })),
  defineAuthRoute('POST', '/left', 'session', leftInput, async ({ ctx }, { body, session }) => ({
    value: await listLeftBehind(ctx, session, body),
  })),
]

const sessionRoutes = [
  defineAuthRoute('POST', '/sign_in', 'anyone', credentialsInput, async (access, { body, device }) => ({
    opened: await signInWithPassword(access, body, device),
  })),
  defineAuthRoute(
    'POST',
    '/reauthenticate',
    'session',
    reauthenticationInput,
    async (access, { body: { passkey, password = '', code = '' }, session }) => ({
      opened: passkey
        ? await reauthenticateWithPasskey(access, session, passkey)
        : await reauthenticateWithPassword(access, session, { password, code }),
    }),
  ),
  defineAuthRoute('POST', '/reauthenticate/passkey/options', 'session', noInput, async (access, { session }) => ({
    value: await offerReauthentication(access, session),
  })),
  defineAuthRoute('POST', '/sign_out', 'session', noInput, async ({ ctx }, { session }) => {
    await endSession(ctx, session.user_id, session.id)
    return { ended: true, value: toEnded(session.id) }
  }),
  defineAuthRoute('GET', '/session', 'session', noInput, async ({ ctx }, { session }) => ({
    value: await describeSession(ctx, session),
  })),
  defineAuthRoute('GET', '/sessions', 'session', noInput, async ({ ctx }, { session }) => ({
    value: await listViews(ctx, session),
  })),
  defineAuthRoute('DELETE', '/sessions', 'recent', noInput, async ({ ctx }, { session }) => {
    await endOtherSessions(ctx, session)
    return { value: await listViews(ctx, session) }
  }),
  defineAuthRoute('DELETE', '/sessions/{id}', 'recent', noInput, async ({ ctx }, { id, session }) => {
    await endSession(ctx, session.user_id, id)
    return { value: toEnded(id), ...(id === session.id ? { ended: true } : {}) }
  }),
]

const passkeyRoutes = [
  defineAuthRoute('POST', '/sign_in/passkey/options', 'anyone', noInput, async (access) => ({
    value: offerSignIn(access),
  })),
  defineAuthRoute('POST', '/sign_in/passkey', 'anyone', passkeySignIn, async (access, { body, device }) => ({
    opened: await signInWithPasskey(access, body.passkey, device),
  })),
  defineAuthRoute('POST', '/passkeys/options', 'recent', noInput, async (access, { session }) => ({
    value: await offerPasskey(access, session),
  })),
  defineAuthRoute('POST', '/passkeys', 'recent', passkeyInput, async (access, { body, device, session }) => {
    const passkey = { response: body.passkey, name: body.name }
    return { value: await addPasskey(access, session, passkey, device) }
  }),
  defineAuthRoute('GET', '/passkeys', 'session', noInput, async ({ ctx }, { session }) => ({
    value: toList(await listPasskeys(ctx.db, session.user_id)),
  })),
  defineAuthRoute('DELETE', '/passkeys/{id}', 'recent', noInput, async (access, { id, device, session }) => {
    await removePasskey(access, session, id, device)
    return { value: { id, object: 'passkey', deleted: true } }
  }),
]

const credentialRoutes = [
  defineAuthRoute('POST', '/totp', 'recent', noInput, async (access, { session }) => ({
    value: await offerTotp(access, session),
  })),
  defineAuthRoute('POST', '/password', 'recent', passwordChange, async (access, { body, device, session }) => {
    const { recoveryCodes, ...opened } = await changePassword(access, session, body, device)
    return { opened, value: { recoveryCodes } }
  }),
  defineAuthRoute('DELETE', '/password', 'recent', noInput, async (access, { device, session }) => {
    await removePassword(access, session, device)
    return { value: await describeSession(access.ctx, session) }
  }),
  defineAuthRoute('POST', '/recovery_codes', 'recent', noInput, async (access, { device, session }) => ({
    value: { object: 'recovery_codes', recoveryCodes: await renewRecoveryCodes(access, session, device) },
  })),
]

const notificationRoutes = [
  defineAuthRoute('GET', '/notices/{id}', 'session', noInput, async ({ ctx }, { id, session }) => ({
    value: await listNotices(ctx, session, id),
  })),
  defineAuthRoute('GET', '/notifications', 'session', noInput, async ({ ctx }, { session }) => ({
    value: await listNotifications(ctx, session),
  })),
  defineAuthRoute(
    'POST',
    '/notifications',
    'session',
    notificationChoice,
    async ({ ctx }, { body, device, session }) => {
      await chooseNotifications(ctx, session, body, device)
      return { value: await listNotifications(ctx, session) }
    },
  ),
  defineAuthRoute('POST', '/notifications/code', 'session', codeRequest, async ({ ctx }, { body, device, session }) => {
    await requestCode(ctx, session, body, device)
    return { value: await listNotifications(ctx, session) }
  }),
  defineAuthRoute(
    'POST',
    '/notifications/confirm',
    'session',
    codeInput,
    async ({ ctx }, { body, device, session }) => {
      await confirmAddress(ctx, session, body, device)
      return { value: await listNotifications(ctx, session) }
    },
  ),
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
