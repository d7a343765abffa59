/** The dashboard's built files, for servers. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'

export type DashboardAsset = { name: string; contentType: string; body: Buffer; immutable: boolean }

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** In the workspace this module is in `src`, installed it is in `dist/types`. */
const FOLDER = join(dirname(import.meta.filename), import.meta.filename.endsWith('.ts') ? '../dist/site' : '../site')

/**
 * Returns the dashboard's page with its scripts and styles. Names are relative to the dashboard's address.
 * @throws with the code `DASHBOARD_NOT_BUILT` if they are missing.
 */
export function readDashboard(folder = FOLDER): DashboardAsset[] {
  const names = globSync('**/*.*', { cwd: folder }).map((name) => name.replaceAll('\\', '/'))
  if (!names.includes('index.html')) {
    const remedy = 'In the workspace run: npm run build:dashboard. Otherwise install @crypto-checkout/dashboard again.'
    const message = `The dashboard is not built: there is no index.html in ${folder}. ${remedy}`
    throw Object.assign(new Error(message), { code: 'DASHBOARD_NOT_BUILT' })
  }
  return names.flatMap((name) => {
    const contentType = CONTENT_TYPES[extname(name)]
    if (contentType === undefined) return []
    return { name, contentType, body: readFileSync(join(folder, name)), immutable: name.startsWith('assets/') }
  })
}
