import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const PACKAGE = '@walletconnect/ethereum-provider'
const MODULE = `\0${PACKAGE}`
const NAME = 'checkout-walletconnect'
const LICENCES = `${NAME}-licenses.txt`
/** In these words, says WalletConnect's licence. */
const NOTICE = 'Portions © 2025 Reown, Inc. All Rights Reserved'

const PARTS: Readonly<Record<string, string>> = {
  [MODULE]: `export { EthereumProvider } from '${PACKAGE}'`,
  // Its own window for the code, which is never asked for: the element has one.
  '@reown/appkit/core': 'export {}',
  // Its own store, which fails as a whole where the browser keeps nothing: the element gives it one.
  '@walletconnect/keyvaluestorage': 'export class KeyValueStorage {} export default KeyValueStorage',
}

/**
 * WalletConnect as a script of its own, with the licences of all that is in it beside it. It is built apart and then
 * taken in whole: what it has in common with the element, a helper of the bundler, would otherwise become a third file
 * that the element waits for.
 */
export function walletConnect(): Plugin {
  return {
    name: 'walletconnect',
    enforce: 'pre',
    resolveId: (source) => (source === PACKAGE ? MODULE : null),
    async load(id) {
      if (id !== MODULE) return null
      const { code, modules } = await bundle()
      this.emitFile({ type: 'asset', fileName: LICENCES, source: licences(Object.keys(modules)) })
      return code
    },
    outputOptions(options) {
      const { chunkFileNames: others } = options
      return {
        ...options,
        chunkFileNames(chunk) {
          if (chunk.facadeModuleId === MODULE) return `${NAME}-[hash].js`
          return typeof others === 'function' ? others(chunk) : (others ?? '[name]-[hash].js')
        },
        postBanner: ({ facadeModuleId }) =>
          facadeModuleId === MODULE ? `/*! ${NOTICE}. Licences: ${LICENCES} */` : '',
      }
    },
  }
}

async function bundle(): Promise<Rolldown.OutputChunk> {
  const built = (await build({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    logLevel: 'error',
    publicDir: false,
    plugins: [
      {
        name: 'walletconnect-parts',
        enforce: 'pre',
        resolveId: (source) => (source in PARTS ? source : null),
        load: (id) => PARTS[id],
      },
    ],
    resolve: { conditions: ['browser', 'module', 'production'] },
    build: {
      write: false,
      minify: false,
      lib: { entry: MODULE, formats: ['es'] },
      rolldownOptions: { input: MODULE, output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput[]
  const [chunk, ...others] = built.flatMap(({ output }) => output)
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('WalletConnect is more than one script')
  return chunk
}

/** Writes the licences beside the script: WalletConnect's, then those of the packages that it is made of. */
function licences(modules: readonly string[]): string {
  const folders = new Set(modules.map(folderOf).filter((folder) => folder !== null))
  const packages = [...folders].map(termsOf)
  packages.sort((a, b) => Number(b.name === PACKAGE) - Number(a.name === PACKAGE) || a.name.localeCompare(b.name))
  const groups = Map.groupBy(packages, ({ terms }) => terms)
  const preface = `${NOTICE}\n\nThe script ${NAME}-*.js beside this file is made of these packages,\nbundled and minified and not changed in any other way.`
  const parts = [...groups].map(([terms, group]) => [...group.map(({ title }) => title), '', terms].join('\n'))
  return `${[preface, ...parts].join(`\n\n${'-'.repeat(80)}\n`)}\n`
}

/** The package that a module is of. Null for what the bundler adds itself. */
function folderOf(module: string): string | null {
  const path = module.replace('\0', '').split('?')[0] ?? ''
  for (let folder = dirname(path); folder.includes('node_modules'); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    // Packages have manifests inside, which tell what kind of modules a folder has.
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version !== undefined) return folder
  }
  return null
}

function termsOf(folder: string): { name: string; title: string; terms: string } {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const title = `${name} ${version}`
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (file !== undefined) return { name, title, terms: readFileSync(join(folder, file), 'utf8').trim() }
  if (license === undefined) throw new Error(`${title} is in WalletConnect's script and tells no licence`)
  return { name, title, terms: `License: ${license}\n${author?.name ?? author ?? ''}`.trim() }
}
