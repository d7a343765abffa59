import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'

export type WidgetAsset = { name: string; contentType: string; body: Buffer; immutable: boolean }

/**
 * The scripts that pages name. All others have a hash of their content in their name. Filter lists block names with "crypto",
 * so only the one that merchants name has it.
 */
const NAMED_BY_PAGES = [
  'crypto-checkout.js',
  ...['copy', 'page', 'refund', 'sign', 'till', 'verify'].map((name) => `checkout-${name}.js`),
]

/** The folder of this package, in the workspace or installed; null if a bundler has moved this module elsewhere. */
const ROOT = findRoot(import.meta.filename)

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  // The licence files of scripts whose licence must accompany them.
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Returns the element's built scripts, which a server serves under their names.
 * @throws with the code `WIDGET_NOT_BUILT` if they are missing, `WIDGET_BUNDLED` if a bundler has separated this module
 * from them.
 */
export function widgetAssets(folder: string | null = ROOT && join(ROOT, 'dist')): WidgetAsset[] {
  if (folder === null) throw failure('WIDGET_BUNDLED', BUNDLED)
  const names = namesIn(folder)
  if (!names.includes('crypto-checkout.js')) {
    const isWorkspace = ROOT !== null && existsSync(join(ROOT, 'vite.config.ts'))
    const remedy = isWorkspace ? 'Run: npm run build:widget' : 'Install @crypto-checkout/widget again.'
    throw failure(
      'WIDGET_NOT_BUILT',
      `The element is not built: there is no crypto-checkout.js in ${folder}. ${remedy}`,
    )
  }
  return names.flatMap((name) => {
    const contentType = CONTENT_TYPES[extname(name)]
    if (contentType === undefined) return []
    const immutable = name.endsWith('.js') && !NAMED_BY_PAGES.includes(name)
    return { name, contentType, body: readFileSync(join(folder, name)), immutable }
  })
}

const BUNDLED =
  "A bundler has separated @crypto-checkout/widget from the element's scripts. Keep the packages out of the bundle. " +
  'esbuild: --external:@crypto-checkout/*. ' +
  "Next.js: serverExternalPackages: ['@crypto-checkout/fetch'], or the name of the package that your code imports. " +
  "Vite: ssr: { external: ['@crypto-checkout/fetch'] }. Other bundlers: mark @crypto-checkout/* as external."

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

/** Bundlers give a module the name of their own output, or no name. */
function findRoot(filename: string | undefined): string | null {
  if (filename === undefined) return null
  const root = join(dirname(filename), filename.endsWith('.ts') ? '..' : '../..')
  try {
    const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return name === '@crypto-checkout/widget' ? root : null
  } catch {
    return null
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
