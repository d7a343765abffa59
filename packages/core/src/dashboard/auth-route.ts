import type { z } from 'zod'
import type { Access } from '../users/access.ts'
import type { MarkedDevice, OpenedSession, SessionRow } from '../users/sessions.ts'

type Schema = z.ZodType<object>

/**
 * A request about signing in is data, as a route of the API is. It takes no keys. `session`: a signed-in user. `recent`: one
 * that has shown a password or passkey in the last ten minutes.
 */
export type AuthRoute<Body extends Schema = Schema, Needs extends 'anyone' | 'session' | 'recent' = AnyNeeds> = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below `/dashboard/auth`. `{id}` is the only parameter. */
  readonly path: string
  readonly needs: Needs
  readonly body: Body
  handle(access: Access, call: AuthCall<Body, Needs>): Promise<AuthAnswer>
}
type AnyNeeds = 'anyone' | 'session' | 'recent'

type AuthCall<Body extends Schema = Schema, Needs = AnyNeeds> = {
  readonly id: string
  readonly body: z.output<Body>
  readonly device: MarkedDevice
  /** Anyone may have one. */
  readonly session: Needs extends 'session' | 'recent' ? SessionRow : SessionRow | null
}

export type AuthAnswer = {
  /** The body; of a session that was opened, its view is added. */
  readonly value?: object
  /** Its token becomes the cookie. */
  readonly opened?: OpenedSession
  /** The cookie is removed. */
  readonly ended?: true
}

/** Keeps the types of body and session within the definition. */
export function defineAuthRoute<Body extends Schema, Needs extends AnyNeeds>(
  method: AuthRoute['method'],
  path: string,
  needs: Needs,
  body: Body,
  handle: AuthRoute<Body, Needs>['handle'],
): AuthRoute {
  return { method, path, needs, body, handle }
}
