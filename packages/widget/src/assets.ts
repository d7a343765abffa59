import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

export type WidgetAsset = { name: string; contentType: string; body: Buffer; immutable: boolean }

/** The scripts that pages name. All others have a hash of their content in their name. */
const NAMED_BY_PAGES = ['crypto-checkout.js', 'crypto-checkout-page.js', 'crypto-checkout-sign.js']

/** The built scripts lie beside the sources' folder, and above the compiled modules'. */
const BUILT = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, '../dist')
  : join(import.meta.dirname, '..')

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  // The licences of scripts that want theirs beside them.
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * The element's built scripts, for a server to serve under their names.
 * @throws with the code `WIDGET_NOT_BUILT` when they have not been built.
 */
export function widgetAssets(folder: string = BUILT): WidgetAsset[] {
  const names = namesIn(folder)
  if (!names.includes('crypto-checkout.js')) {
    const problem = `The element is not built: there is no crypto-checkout.js in ${folder}. Run: npm run build:widget`
    throw Object.assign(new Error(problem), { code: 'WIDGET_NOT_BUILT' })
  }
  return names.flatMap((name) => {
    const contentType = CONTENT_TYPES[extname(name)]
    if (contentType === undefined) return []
    const immutable = name.endsWith('.js') && !NAMED_BY_PAGES.includes(name)
    return { name, contentType, body: readFileSync(join(folder, name)), immutable }
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
