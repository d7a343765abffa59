import { auditRoutes } from '../audit/routes.ts'
import { eventRoutes } from '../events/routes.ts'
import type { Route } from '../http/route.ts'
import { keyRoutes } from '../merchants/keys/routes.ts'
import { merchantRoutes } from '../merchants/routes.ts'
import { walletRoutes } from '../merchants/wallets/routes.ts'
import { networkRoutes } from '../networks/routes.ts'
import { overviewRoutes } from '../overview/routes.ts'
import { linkRoutes } from '../payments/links/routes.ts'
import { methodRoutes, paymentRoutes } from '../payments/routes.ts'
import { transferRoutes } from '../payments/transfers/routes.ts'
import { refundRoutes } from '../refunds/routes.ts'
import { testHelperRoutes } from '../sandbox/routes.ts'
import { settlementRoutes } from '../settlements/routes.ts'
import { invitationRoutes, userRoutes } from '../users/routes.ts'
import { deliveryRoutes } from '../webhooks/deliveries/routes.ts'
import { webhookRoutes } from '../webhooks/routes.ts'
import { requestRoutes } from './requests/routes.ts'

/** Every route of the API. */
export const routes = [
  ...Object.values(paymentRoutes),
  ...Object.values(methodRoutes),
  ...Object.values(overviewRoutes),
  ...Object.values(linkRoutes),
  ...Object.values(transferRoutes),
  ...Object.values(refundRoutes),
  ...Object.values(eventRoutes),
  ...Object.values(webhookRoutes),
  ...Object.values(deliveryRoutes),
  ...Object.values(settlementRoutes),
  ...Object.values(merchantRoutes),
  ...Object.values(walletRoutes),
  ...Object.values(networkRoutes),
  ...Object.values(requestRoutes),
  ...Object.values(keyRoutes),
  ...Object.values(userRoutes),
  ...Object.values(invitationRoutes),
  ...Object.values(auditRoutes),
  ...Object.values(testHelperRoutes),
] as unknown as readonly Route[]

export type Match = { readonly route: Route; readonly id: string }

const patterns = routes.map((route) => ({
  route,
  method: route.method,
  pattern: new RegExp(`^${route.path.replace('{id}', '(?<id>[^/]+)')}$`),
}))
const fixed = new Map(routes.filter((one) => !one.path.includes('{')).map((one) => [`${one.method} ${one.path}`, one]))

/** The route for a method and a path below the version segment. Paths are compared as sent. */
export function matchRoute(method: string, path: string): Match | null {
  const route = fixed.get(`${method} ${path}`)
  if (route) return { route, id: '' }
  for (const candidate of patterns) {
    if (candidate.method !== method) continue
    const match = candidate.pattern.exec(path)
    if (match) return { route: candidate.route, id: match.groups?.id ?? '' }
  }
  return null
}
