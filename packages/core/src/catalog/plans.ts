/** Requests in any 60 seconds. The sandbox has a plan of its own, whatever the merchant's. */
export const planLimits = { sandbox: 100, starter: 500, business: 2_000 } as const
export type Plan = keyof typeof planLimits
