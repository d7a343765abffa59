import { auditRoutes } from '../audit/routes.ts'
import { connectionRoutes } from '../connections/routes.ts'
import { ledgerRoutes } from '../entries/routes.ts'
import { eventRoutes } from '../events/routes.ts'
import type { Route } from '../http/route.ts'
import { keyRoutes } from '../merchants/keys/routes.ts'
import { merchantRoutes } from '../merchants/routes.ts'
import { walletRoutes } from '../merchants/wallets/routes.ts'
import { networkRoutes } from '../networks/routes.ts'
import { linkRoutes } from '../payments/links/routes.ts'
import { methodRoutes, paymentRoutes } from '../payments/routes.ts'
import { testHelperRoutes } from '../payments/sandbox/routes.ts'
import { transferRoutes } from '../payments/transfers/routes.ts'
import { refundRoutes } from '../refunds/routes.ts'
import { reportRoutes } from '../reports/routes.ts'
import { settlementRoutes } from '../settlements/routes.ts'
import { invitationRoutes, userRoutes } from '../users/routes.ts'
import { deliveryRoutes } from '../webhooks/deliveries/routes.ts'
import { webhookRoutes } from '../webhooks/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { requestRoutes } from './requests/routes.ts'

/** The routes by the names of their operations, such as `payments.create`, in process and in the client. */
export const operations = {
  payments: paymentRoutes,
  paymentMethods: methodRoutes,
  overview: overviewRoutes,
  paymentLinks: linkRoutes,
  transfers: transferRoutes,
  refunds: refundRoutes,
  events: eventRoutes,
  webhooks: webhookRoutes,
  deliveries: deliveryRoutes,
  settlements: settlementRoutes,
  ledger: ledgerRoutes,
  reports: reportRoutes,
  merchant: merchantRoutes,
  wallets: walletRoutes,
  networkStatus: networkRoutes,
  requests: requestRoutes,
  keys: keyRoutes,
  connections: connectionRoutes,
  users: userRoutes,
  invitations: invitationRoutes,
  audit: auditRoutes,
  testHelpers: testHelperRoutes,
} as const

/** The routes of a resource by their names. Streams, and routes without keys, have no method in process or in the client. */
export function listMethods(resource: object): [string, Route][] {
  return Object.entries<Route>({ ...resource }).filter(([, { streams, keyless }]) => !streams && !keyless)
}

/** Routes of one subject, as the API document groups them. */
export type RouteGroup = { readonly name: string; readonly about: string; readonly routes: readonly Route[] }

function group(name: string, about: string, ...resources: (keyof typeof operations)[]): RouteGroup {
  return { name, about, routes: resources.flatMap((resource) => listRoutes(operations[resource])) }
}

function listRoutes(resource: object): Route[] {
  return Object.values(resource)
}

export const routeGroups: readonly RouteGroup[] = [
  group(
    'Payments',
    'A payment is a price, turned into an exact amount of one coin on one network, until a deadline.',
    'payments',
    'paymentMethods',
  ),
  group('Overview', 'How a shop is doing: what came in, and what waits for you.', 'overview'),
  group('Payment links', 'A payment link is a page that makes payments.', 'paymentLinks'),
  group('Transfers', 'A transfer is money that arrived at one of your wallets.', 'transfers'),
  group('Refunds', 'A refund is money of a payment that goes back to the payer.', 'refunds'),
  group('Events', 'An event is a change, with the object as it was then. Events are numbered without gaps.', 'events'),
  group('Webhooks', 'A webhook is a URL of yours that gets events.', 'webhooks'),
  group('Deliveries', 'A delivery is one event on its way to one receiver, with each attempt.', 'deliveries'),
  group('Settlements', 'A settlement says what was paid out to which wallet for which payments.', 'settlements'),
  group('Ledger', 'The ledger has an entry for each fact about money.', 'ledger'),
  group('Reports', 'A report adds up the ledger.', 'reports'),
  group('Merchant', 'What payers see of you, and the rules of your payments.', 'merchant'),
  group('Wallets', 'Proofs that a wallet is yours, where several merchants share a server.', 'wallets'),
  group('Networks', 'How the networks are at present.', 'networkStatus'),
  group('Requests', 'The requests of the last day.', 'requests'),
  group('Keys', 'A key is a pair of a public and a secret half, with what it may do.', 'keys'),
  group('Connections', 'A connection is a shop system that a person let use the shop.', 'connections'),
  group('Users', 'Who may sign in to the dashboard, and invitations.', 'users', 'invitations'),
  group('Audit log', 'Who changed what.', 'audit'),
  group('Test helpers', 'Payments without a wallet, in a sandbox on local networks.', 'testHelpers'),
]

/** Every route of the API. */
export const routes: readonly Route[] = routeGroups.flatMap((one) => one.routes)

export type Match = { readonly route: Route; readonly id: string }

const patterns = routes.map((route) => ({
  route,
  method: route.method,
  pattern: new RegExp(`^${route.path.replace('{id}', '(?<id>[^/]+)')}$`),
}))
const fixed = new Map(routes.filter((one) => !one.path.includes('{')).map((one) => [`${one.method} ${one.path}`, one]))

/** Every route at a path below the version segment, whatever its method. */
export function listRoutesAt(path: string): Route[] {
  return patterns.filter(({ pattern }) => pattern.test(path)).map(({ route }) => route)
}

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
