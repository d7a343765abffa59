import type { Context } from '../context/context.ts'
import { deriveServerKey } from '../context/secrets/derive-key.ts'
import { type Attempts, createAttempts } from './attempts.ts'
import { createHasher, type Hasher } from './password-hash.ts'

/** What signing in needs besides the context: it limits attempts, hashes passwords, and has keys of its own. */
export type Access = {
  readonly ctx: Context
  readonly attempts: Attempts
  readonly hasher: Hasher
  readonly keys: {
    readonly device: Buffer
    readonly secondFactor: Buffer
    readonly challenge: Buffer
  }
}

export async function createAccess(ctx: Context): Promise<Access> {
  return {
    ctx,
    attempts: createAttempts(ctx.elapsed),
    hasher: createHasher(ctx.settings.passwordCost),
    keys: {
      device: await deriveServerKey(ctx, 'known device'),
      secondFactor: await deriveServerKey(ctx, 'second factor'),
      challenge: await deriveServerKey(ctx, 'passkey challenge'),
    },
  }
}
