import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

/** The element's scripts by their names, built from the sources as they are now and written nowhere. */
export async function builtScripts(): Promise<Map<string, string>> {
  const root = join(import.meta.dirname, '../..')
  const built = (await build({ root, logLevel: 'error', build: { write: false } })) as Rolldown.RolldownOutput[]
  const parts = built.flatMap(({ output }) => output)
  return new Map(parts.map((part) => [part.fileName, 'code' in part ? part.code : '']))
}
