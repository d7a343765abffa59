import { endpointNames } from './public-api.ts'
import type { PublicEnd } from './public-end.ts'

/** Every address outside the API that needs no keys, and when it ends. An address that this table lacks is not served. */
export const publicRoutes: Readonly<Record<string, PublicEnd>> = {
  '/pay/{id}': 'payment',
  ...Object.fromEntries(endpointNames.map((name) => [`/pay/{id}/${name}`, 'payment' as const])),
  '/pay/{id}/claim': 'payment',
  '/pay/{id}/test/{scenario}': 'payment',
  '/pay/{id}/receipt': 'never',
  '/pay/{id}/receipt.jwt': 'never',
  '/pay/{id}/receipt/{refund}': 'never',
  '/refund/{token}': 'refund',
  '/refund/sign/{id}': 'refund',
  '/refund/sign/{id}/stellar/{step}': 'refund',
  '/l/{id}': 'link',
  '/l/{id}/qr': 'link',
  '/l/{id}/status': 'link',
  '/l/{id}/payments': 'link',
  '/reports/{id}': 'signature',
  '/logo/{name}': 'never',
  '/receipts/verify': 'never',
  '/.well-known/jwks.json': 'never',
  '/sandbox/.well-known/jwks.json': 'never',
  '/openapi.json': 'never',
  '/docs': 'never',
}

const patterns = Map.groupBy(
  Object.keys(publicRoutes).map((route) => ({ route, pattern: toPattern(route) })),
  ({ route }) => readSite(route),
)

/** The route of a path in the table; null if it has none. */
export function findPublicRoute(path: string): string | null {
  return patterns.get(readSite(path))?.find(({ pattern }) => pattern.test(path))?.route ?? null
}

/** The first part of a path. */
function readSite(path: string): string {
  return path.split('/', 2)[1] ?? ''
}

function toPattern(route: string): RegExp {
  return new RegExp(`^${route.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]*')}$`)
}
