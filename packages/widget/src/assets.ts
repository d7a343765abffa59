import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type WidgetAsset = { name: string; contentType: string; body: Buffer }

/** The built scripts lie beside the sources' folder, and above the compiled modules'. */
const BUILT = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, '../dist')
  : join(import.meta.dirname, '..')

/**
 * The element's built scripts, for a server to serve under their names.
 * @throws when they have not been built.
 */
export function widgetAssets(folder: string = BUILT): WidgetAsset[] {
  const names = scripts(folder)
  if (!names.includes('crypto-checkout.js')) {
    throw new Error(`The element is not built: there is no crypto-checkout.js in ${folder}. Run: npm run build:widget`)
  }
  return names.map((name) => ({
    name,
    contentType: 'text/javascript; charset=utf-8',
    body: readFileSync(join(folder, name)),
  }))
}

function scripts(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.js'))
  } catch {
    return []
  }
}
