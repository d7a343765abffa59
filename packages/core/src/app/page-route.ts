import { isId } from '../domain/id.ts'
import type { Trace } from '../http/exchange.ts'
import { endpointNames } from '../pages/public-api.ts'

const PAY = /^\/pay\/(?:pay_)?([^/]*)(?:\/(.*))?$/
const payRoutes = new Map<string | undefined, string>([
  [undefined, '/pay/{id}'],
  ...endpointNames.map((name) => [name, `/pay/{id}/${name}`] as const),
])

/** The trace of a request to a page, for operators. Of its path it contains only a payment's id. */
export function createPageTrace(path: string): Trace {
  const [, id, rest] = PAY.exec(path) ?? []
  if (id === undefined) return { route: otherRoute(path) }
  const route = payRoutes.get(rest) ?? (rest?.startsWith('test/') ? '/pay/{id}/test/{scenario}' : 'none')
  return isId('pay', `pay_${id}`) ? { route, paymentId: `pay_${id}` } : { route }
}

function otherRoute(path: string): string {
  if (path.startsWith('/refund/sign/')) return '/refund/sign/{id}'
  if (path.startsWith('/refund/')) return '/refund/{token}'
  if (path.startsWith('/logo/')) return '/logo/{name}'
  return path.startsWith('/reports/') ? '/reports/{id}' : 'none'
}
