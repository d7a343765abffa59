/** Answers to the dashboard about its own users, which are no part of the API; types only. */
import type { AuditEntry } from './answers.generated.ts'
import type { Role, Scope } from './lists.ts'

/**
 * The subjects of e-mails to users. `money_to_check`: money that is late, or fits no payment. `monthly_report`: the sums of
 * a month, on the first of the next one.
 */
export type NotificationKind =
  | 'payment_completed'
  | 'money_to_check'
  | 'refund_to_sign'
  | 'webhook_failing'
  | 'monthly_report'

/** A user's choice of e-mails, for all of its merchants. */
export type NotificationSettings = {
  object: 'notification_settings'
  /** True if the server can send e-mails: its operator has configured `smtp`. */
  available: boolean
  /** The user's own. Nothing else is sent there until a code from it was entered. */
  address: { email: string; confirmed: boolean; codeSentAt: string | null }
  choices: { merchant: string; livemode: boolean; kind: NotificationKind; language: 'en' | 'de' }[]
}

/** The zone of a shop's days and the currency that its forms begin with, which every role sees. Null until they are set. */
export type Region = { timeZone: string | null; currency: string | null }

/** The session of this browser. */
export type CurrentSession = {
  id: string
  object: 'current_session'
  user: {
    id: string
    email: string
    hasPassword: boolean
    passkeyCount: number
    recoveryCodesLeft: number
  }
  /** Name one in the header `X-Merchant` if there are several. */
  merchants: {
    id: string
    name: string
    role: Role
    scopes: Scope[]
    region: { sandbox: Region; production: Region }
  }[]
  /** The user's last way of authentication. */
  method: 'password' | 'passkey'
  authenticatedAt: string
  /** From then on sensitive changes are refused with `reauthentication_required`. */
  reauthenticateFrom: string
  createdAt: string
  /** The time of its end, unless it is used before. */
  expiresAt: string
}

/** A place where a user is signed in. */
export type SignInSession = {
  id: string
  object: 'session'
  /** True if it is the one that asks. */
  current: boolean
  method: 'password' | 'passkey'
  address: string
  userAgent: string
  createdAt: string
  /** Known up to a minute late. */
  lastSeenAt: string
  expiresAt: string
}

/** A key in a phone, computer or security key that signs a user in without a password. */
export type Passkey = {
  id: string
  object: 'passkey'
  name: string
  createdAt: string
  lastUsedAt: string | null
}

/** A webhook or payment link that a user made and that is on. `name`: its address or title. */
export type LeftBehind = {
  object: 'webhook' | 'payment_link'
  name: string
  livemode: boolean
}

/** A link by which a user gets new credentials in place of all former ones. It works once. */
export type IssuedReset = {
  user: string
  email: string
  url: string
  expiresAt: string
}

/** An invitation as the holder of its link sees it. */
export type OpenInvitation = {
  object: 'open_invitation'
  /** Null for a link that gives a user new credentials. */
  merchant: { id: string; name: string } | null
  role: Role | null
  /** True if it makes the first account of this checkout. */
  first: boolean
  /** The e-mail address; null if the invited person chooses one. */
  email: string | null
  /** `existing`: its user signs in first. `reset`: new credentials take the place of all former ones. */
  account: 'new' | 'existing' | 'reset'
  /** For an authenticator app: another one each time, so that nobody who has seen the link knows it. Null if no credentials are needed. */
  totp: TotpEnrolment | null
  expiresAt: string
}

/** A secret for an authenticator app: as base 32, as a URI, and the URI as a QR code in a PNG data URI. */
type TotpSecret = { secret: string; uri: string; qrCode: string }

/** A secret that counts once a code of it was sent with its `enrolment`. */
export type TotpEnrolment = TotpSecret & { object: 'totp_enrolment'; enrolment: string }

/** Ten codes that stand in for those of the app, each once. They are shown only once; null if they did not change. */
export type RecoveryCodes = { recoveryCodes: string[] | null }

/** The subject of a change that is told at once. */
export type SecurityMatter = 'wallet' | 'key' | 'connection' | 'owner' | 'credential' | 'sign_in'

/** Changes of the last day that a user is told of. */
export type SecurityNotice = {
  object: 'security_notice'
  matter: SecurityMatter
  /** The number of them. */
  count: number
  /** The last of them. */
  entry: AuditEntry
}
