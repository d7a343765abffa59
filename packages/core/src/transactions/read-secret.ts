import { readFileSync, statSync } from 'node:fs'

/** The place of a secret: never the configuration itself. */
export type SecretSource = { readonly env: string } | { readonly file: string }

/** A key that cannot be used. The message never shows the value. */
export class KeyError extends Error {
  override readonly name = 'KeyError'
}

/** The permission bits of everyone but the owner. */
const OTHERS = 0o077

/** Reads a secret and trims it. `of`: its name in the configuration. Throws KeyError. */
export function readSecret(
  place: SecretSource,
  of: string,
): { readonly secret: string; readonly warning: string | null } {
  if ('env' in place) {
    const secret = process.env[place.env]?.trim() ?? ''
    if (secret === '') throw new KeyError(`${of}: the variable ${place.env} is not set`)
    return { secret, warning: null }
  }
  try {
    const secret = readFileSync(place.file, 'utf8').trim()
    return { secret, warning: findWarning(place.file, of) }
  } catch (error) {
    throw new KeyError(`${of}: ${place.file} cannot be read: ${describeReason(error)}`)
  }
}

function findWarning(file: string, of: string): string | null {
  // Windows has other permissions, and shows all files as open to everyone.
  if (process.platform === 'win32') return null
  const mode = statSync(file).mode & 0o777
  if ((mode & OTHERS) === 0) return null
  return `${of}: ${file} has the permissions ${mode.toString(8)}, others than its owner may use it: chmod 600 it`
}

export function nameSecretSource(place: SecretSource): string {
  return 'env' in place ? `the variable ${place.env}` : place.file
}

function describeReason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'it is no text'
}
