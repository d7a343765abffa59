/** Requests in any 60 seconds. The sandbox has a plan of its own, whatever the merchant's. */
export const planLimits = { sandbox: 100, starter: 500, business: 2_000 } as const
export type Plan = keyof typeof planLimits

/** Payments of one price that a merchant may hold open on one wallet, where amounts tell payments apart. */
export const OPEN_PAYMENTS_PER_PRICE = 1_000
