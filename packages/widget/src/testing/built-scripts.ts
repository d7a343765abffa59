import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

/** The element for any page, the one for the hosted page, and the scripts of other pages. */
const BUILDS = ['vite.config.ts', 'vite.page.config.ts', 'vite.sign.config.ts'] as const

/** The element's scripts by name, built from the current sources and not written to disk. */
export async function buildScripts(): Promise<Map<string, string>> {
  const parts = await Promise.all(BUILDS.map(buildParts))
  return new Map(parts.flat().map((part) => [part.fileName, 'code' in part ? part.code : '']))
}

/** Scripts and licences, as the bundler describes them. */
export async function buildParts(
  config: (typeof BUILDS)[number],
): Promise<(Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
  const root = join(import.meta.dirname, '../..')
  const options = { root, configFile: join(root, config), logLevel: 'error', build: { write: false } } as const
  const built = (await build(options)) as Rolldown.RolldownOutput[]
  return built.flatMap(({ output }) => output)
}
