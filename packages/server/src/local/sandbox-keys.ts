/** The key pair that a sandbox on local networks prints at each start. The database has only its hash. */
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type Checkout, createApiKey, isWorkingPair } from '@crypto-checkout/core'
import { writeVariables } from '../setup/env-file.ts'

export type KeyPair = { readonly publicKey: string; readonly secretKey: string }

/** In the data folder. Shops can read it with `node --env-file`. */
const FILE = 'sandbox-keys.env'

/**
 * The pair of the last start, or a new one if it does not work any more: it was revoked, or is of another database. Keeps
 * it in a file that only its owner can read.
 */
export async function ensureSandboxKeys({ context }: Pick<Checkout, 'context'>, dataDir: string): Promise<KeyPair> {
  const file = join(dataDir, FILE)
  const last = readKeys(file)
  if (last && (await isWorkingPair(context, 'sandbox', last))) {
    chmodSync(file, 0o600)
    return last
  }
  // The label revokes the pair before it, so that no forgotten pair works.
  const made = await createApiKey(context, { environment: 'sandbox', name: 'npm start', label: 'banner' })
  writeKeys(file, made)
  return made
}

/** The same two variables as the client's documents use. */
export function writeKeys(file: string, { publicKey, secretKey }: KeyPair): void {
  writeVariables(file, { CHECKOUT_PUBLIC_KEY: publicKey, CHECKOUT_SECRET_KEY: secretKey })
}

/** Null if there is no file with two keys. */
function readKeys(file: string): KeyPair | null {
  if (!existsSync(file)) return null
  const { CHECKOUT_PUBLIC_KEY: publicKey, CHECKOUT_SECRET_KEY: secretKey } = parseEnv(readFileSync(file, 'utf8'))
  return publicKey && secretKey ? { publicKey, secretKey } : null
}
