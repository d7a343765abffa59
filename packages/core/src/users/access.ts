import type { Context } from '../context/context.ts'
import { deriveServerKey } from '../context/secrets/derive-key.ts'
import { createHasher, type Hasher } from './password-hash.ts'

/** The needs of signing in besides the context: it hashes passwords, and has keys of its own. */
export type Access = {
  readonly ctx: Context
  readonly hasher: Hasher
  readonly keys: {
    readonly device: Buffer
    readonly secondFactor: Buffer
    readonly challenge: Buffer
    readonly failure: Buffer
  }
}

export async function createAccess(ctx: Context): Promise<Access> {
  return {
    ctx,
    hasher: createHasher(ctx.settings.passwordCost),
    keys: {
      device: await deriveServerKey(ctx, 'known device'),
      secondFactor: await deriveServerKey(ctx, 'second factor'),
      challenge: await deriveServerKey(ctx, 'passkey challenge'),
      failure: await deriveServerKey(ctx, 'failed sign-in'),
    },
  }
}
