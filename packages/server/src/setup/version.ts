import { readFileSync } from 'node:fs'

/** The version of the package. */
export function readVersion(): string {
  const manifest = new URL('../../package.json', import.meta.url)
  const { version }: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'))
  return version
}
