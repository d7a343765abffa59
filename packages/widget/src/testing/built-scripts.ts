import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

/** The element's scripts by name, built from the current sources and not written to disk. */
export async function buildScripts(): Promise<Map<string, string>> {
  const parts = await buildParts()
  return new Map(parts.map((part) => [part.fileName, 'code' in part ? part.code : '']))
}

/** Scripts and licences, as the bundler describes them. */
export async function buildParts(): Promise<(Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
  const root = join(import.meta.dirname, '../..')
  const built = (await build({ root, logLevel: 'error', build: { write: false } })) as Rolldown.RolldownOutput[]
  return built.flatMap(({ output }) => output)
}
