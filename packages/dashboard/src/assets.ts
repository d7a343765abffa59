/** The dashboard's built files, for servers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'

export type DashboardAsset = { name: string; contentType: string; body: Buffer; immutable: boolean }

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** In the workspace this module is in `src`, installed it is in `dist/types`. Bundlers leave a module without a name. */
const FOLDER = findFolder(import.meta.filename)

function findFolder(filename: string | undefined): string | null {
  return filename === undefined ? null : join(dirname(filename), filename.endsWith('.ts') ? '../dist/site' : '../site')
}

const BUNDLED =
  'If a bundler has moved @crypto-checkout/dashboard, mark @crypto-checkout/* as external. Otherwise install it again.'

function failure(message: string): Error {
  return Object.assign(new Error(message), { code: 'DASHBOARD_NOT_BUILT' })
}

/**
 * Returns the dashboard's page with its scripts and styles. Names are relative to the dashboard's address.
 * @throws with the code `DASHBOARD_NOT_BUILT` if they are missing, also if a bundler has separated this module from them.
 */
export function readDashboard(folder = FOLDER): DashboardAsset[] {
  if (folder === null) throw failure(BUNDLED)
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  if (!names.includes('index.html')) {
    const remedy = `In the workspace run: npm run build:dashboard. ${BUNDLED}`
    throw failure(`The dashboard is not built: there is no index.html in ${folder}. ${remedy}`)
  }
  return names.flatMap((name) => {
    const contentType = CONTENT_TYPES[extname(name)]
    if (contentType === undefined) return []
    const body = readFileSync(join(folder, name))
    // A folder's separator is a backslash on Windows.
    const path = name.replaceAll('\\', '/')
    return { name: path, contentType, body, immutable: path.startsWith('assets/') }
  })
}
