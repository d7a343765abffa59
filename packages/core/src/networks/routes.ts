import { defineRoute } from '../http/route.ts'

export const networkRoutes = {
  retrieve: defineRoute({
    name: 'retrieveNetworkStatus',
    method: 'GET',
    path: '/network_status',
    summary: 'Show how the networks are, as the server sees them that answers',
    description: "It names no nodes and no keys. The operator's log and `doctor` say more.",
    scope: 'networks:read',
    answer: 'NetworkStatuses',
    handle: async (ctx, { livemode }) => ({
      object: 'network_statuses' as const,
      networks: await ctx.describeNetworks(ctx, livemode),
      livemode,
    }),
  }),
}
