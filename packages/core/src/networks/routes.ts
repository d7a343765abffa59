import { noInput } from '../http/fields.ts'
import { defineRoute } from '../http/route.ts'

export const networkRoutes = {
  retrieve: defineRoute({
    name: 'retrieveNetworkStatus',
    method: 'GET',
    path: '/network_status',
    summary: 'Show how the networks are, as the server sees them that answers',
    description: "It names no nodes and no keys. The operator's log and `doctor` say more.",
    scope: 'networks:read',
    query: noInput,
    body: noInput,
    answer: 'NetworkStatuses',
    status: 200,
    handle: async (ctx, { livemode }) => ({
      object: 'network_statuses' as const,
      networks: await ctx.describeNetworks(ctx, livemode),
      livemode,
    }),
  }),
}
