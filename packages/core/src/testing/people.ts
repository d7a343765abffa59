/** People who sign in: browsers with cookies, phones with codes, and accounts. */
import type { Role } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { deriveServerKey } from '../context/secrets/derive-key.ts'
import { computeTotp } from '../domain/totp.ts'
import { formatCookie } from '../http/cookies.ts'
import { findFirstMerchant } from '../merchants/merchant.ts'
import { issueInvitation, type NewInvitation } from '../users/issue-invitation.ts'
import { computeCode } from '../users/notifications/confirm.ts'
import { insertPasskey } from '../users/passkey-store.ts'
import { openSession } from '../users/sessions.ts'
import { insertMembership, insertUser, toEmailKey } from '../users/store.ts'
import type { ApiAnswer, ApiCall, TestCheckout } from './index.ts'

/** The origin of the test checkout's `publicUrl`. */
export const OWN_ORIGIN = 'https://pay.example.com'
const AUTH = '/dashboard/auth'
export const GOOD_PASSWORD = 'wyvern gluten otter quay'

const STEP_MS = 30_000

/** A browser that keeps cookies, and says of each request that a page of the checkout itself made it. */
export function openBrowser(shop: TestCheckout, address = '192.0.2.10') {
  const cookies = new Map<string, string>()

  function store(answer: ApiAnswer): void {
    for (const cookie of answer.cookies ?? []) {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(cookie) ?? []
      if (rest.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
  }

  return {
    cookies,
    address,
    async send(method: string, target: string, body?: unknown, call: ApiCall = {}): Promise<ApiAnswer> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const own = { 'sec-fetch-site': 'same-origin', 'user-agent': 'Test browser', ...(cookie ? { cookie } : {}) }
      const answer = await shop.request(method, target, {
        ...{ key: null, address, ...(body === undefined ? {} : { body }) },
        ...call,
        headers: { ...own, ...call.headers },
      })
      store(answer)
      return answer
    },
    /** The same for a request about signing in. */
    ask(method: string, path: string, body?: unknown, call: ApiCall = {}): Promise<ApiAnswer> {
      return this.send(method, `${AUTH}${path}`, method === 'POST' ? (body ?? {}) : undefined, call)
    },
  }
}

export type Browser = ReturnType<typeof openBrowser>

/** A phone with the secret of an authenticator app. Its next code is one that was not shown yet. */
export function openPhone(
  shop: { readonly clock: Pick<TestCheckout['clock'], 'now' | 'advance'> },
  { secret, enrolment }: { readonly secret: string; readonly enrolment: string },
) {
  const bytes = decodeBase32(secret)
  return {
    /** Begins an enrolment: a server wants to see it before the secret counts. */
    enrol(): { enrolment: string; code: string } {
      return { enrolment, code: this.showCode() }
    },
    showCode: (steps = 0): string => computeTotp(bytes, Math.floor(shop.clock.now() / STEP_MS) + steps),
    /** Waits for the next code: each counts only once. */
    nextCode(): string {
      shop.clock.advance(STEP_MS)
      return this.showCode()
    },
  }
}

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** The token of a new link, for the first merchant unless another is named. */
export async function invite(
  shop: Pick<TestCheckout, 'checkout'>,
  input: Partial<NewInvitation> = {},
): Promise<string> {
  const { context } = shop.checkout
  const first = input.kind === 'reset' ? null : ((await findFirstMerchant(context.db))?.id ?? null)
  const role: Role | null = input.kind === 'reset' ? null : 'owner'
  const nobody = { kind: 'member', merchantId: first, role, email: null, userId: null, by: 'command_line' } as const
  const { url } = await context.transact((tx) => issueInvitation(context, tx, { ...nobody, ...input }))
  return url.split('#')[1] ?? ''
}

type HasContext = { readonly checkout: { readonly context: Context } }

/** A user of the first merchant that has never signed in, made without the dashboard. */
export async function insertPerson(
  { checkout: { context } }: HasContext,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<string> {
  const { db, newId, now, transact } = context
  const merchant_id = (await findFirstMerchant(db))?.id ?? ''
  const [id, created_at] = [newId('usr'), now()]
  await transact(async (tx) => {
    await insertUser(tx, { id, email, email_key: toEmailKey(email), created_at, signed_in_at: null })
    await insertMembership(tx, { user_id: id, merchant_id, role, created_at })
  })
  return id
}

/** The cookie of a new session of a new user, as after signing in by a passkey that no device has. */
export async function openSessionFor(
  shop: HasContext,
  person: { readonly email: string; readonly role: Role },
): Promise<{ readonly name: string; readonly value: string }> {
  const { context } = shop.checkout
  const { newId, now, settings, transact } = context
  const user_id = await insertPerson(shop, person)
  const device = { address: '127.0.0.1', userAgent: 'Mozilla/5.0', requestId: newId('req') }
  const { token } = await transact(async (tx) => {
    const passkey = { public_key: '', counter: 0, transports: '[]', name: 'Passkey', used_at: now() }
    const id = newId('psk')
    await insertPasskey(tx, { id, user_id, credential_id: id, created_at: now(), ...passkey })
    return openSession(context, tx, user_id, 'passkey', device)
  })
  const [pair = ''] = formatCookie(settings.publicUrl, 'session', token).split(';')
  const at = pair.indexOf('=')
  return { name: pair.slice(0, at), value: pair.slice(at + 1) }
}

type Person = Partial<Omit<NewInvitation, 'email'>> & { readonly email?: string; readonly address?: string }

/** A user with a role, by an invitation, signed in in a browser of its own. */
export async function addPerson(
  shop: TestCheckout,
  { email = 'ann@example.com', address = '192.0.2.10', ...input }: Person = {},
) {
  const browser = openBrowser(shop, address)
  const token = await invite(shop, { ...input, email })
  const opened = await browser.ask('POST', '/invitation', { token })
  const phone = openPhone(shop, opened.body.totp)
  const accepted = await browser.ask('POST', '/invitation/accept', {
    ...{ token, password: GOOD_PASSWORD, ...phone.enrol() },
  })
  if (accepted.status !== 200) throw new Error(JSON.stringify(accepted.body))
  return {
    ...{ email, browser, phone, id: String(accepted.body.user.id), session: accepted.body },
    recoveryCodes: accepted.body.recoveryCodes as string[],
    signIn: (from: Browser = browser, changes: { email?: string; password?: string; code?: string | undefined } = {}) =>
      from.ask('POST', '/sign_in', {
        email,
        password: GOOD_PASSWORD,
        ...changes,
        code: changes.code ?? phone.nextCode(),
      }),
  }
}

/** The code that was last sent to an address; empty if there is none. */
export async function readEmailCode({ checkout: { context } }: HasContext, email: string): Promise<string> {
  const key = await deriveServerKey(context, 'e-mail code')
  const codes = context.db.selectFrom('email_codes').selectAll().where('email', '=', email)
  const code = await codes.orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return code ? computeCode(key, code) : ''
}

/** Confirms the addresses of users, as their codes do. */
export async function confirmAddresses({ checkout: { context } }: HasContext): Promise<void> {
  await context.transact((tx) =>
    tx
      .updateTable('users')
      .set((eb) => ({ confirmed_email: eb.ref('email'), claim: eb.ref('email_key') }))
      .execute(),
  )
}
