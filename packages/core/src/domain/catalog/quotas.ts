/** The quotas of a merchant in an environment. Each has its name, limit and words here alone. */

const plans = ['sandbox', 'starter', 'business'] as const
/** The sandbox has a plan of its own, whatever the merchant's. */
export type Plan = (typeof plans)[number]

type PlanQuota = {
  /** The limit, unless the configuration has another one. */
  readonly limits: Readonly<Record<Plan, number>>
  /** The bounds of what the configuration may set. */
  readonly from: number
  readonly to: number
  /** Without the limits, which `describeQuota` adds. */
  readonly description: string
  /** The reason of a refusal. */
  readonly reached?: (...numbers: number[]) => string
}

/** Quotas by plan, under their names in the configuration. */
export const planQuotas = {
  requestsPerMinute: {
    limits: { sandbox: 100, starter: 500, business: 2_000 },
    from: 1,
    to: 1_000_000,
    description: 'Requests in any 60 seconds',
  },
  openPaymentsPerPrice: {
    limits: { sandbox: 1_000, starter: 1_000, business: 1_000 },
    from: 1,
    to: 9_000,
    description: 'Payments of one price that a merchant may hold open on one wallet where amounts tell them apart',
    reached: (limit: number) =>
      `There are ${limit} open payments of this price on this wallet, as many as the plan allows`,
  },
  /** At the plan's rate, with half an hour each, less than a third is open at once. Deadlines of days come near it. */
  openPayments: {
    limits: { sandbox: 10_000, starter: 50_000, business: 200_000 },
    from: 1,
    to: 100_000_000,
    description: 'Payments that a merchant may have open in an environment',
    reached: (limit: number) =>
      `There are ${limit} open payments, as many as the plan allows: cancel some, or wait until some end.`,
  },
  /** In 10^6 bytes. At 500 bytes a payment these are 400,000, four million and forty million payments. */
  textMegabytes: {
    limits: { sandbox: 200, starter: 2_000, business: 20_000 },
    from: 0.000_001,
    to: 100_000_000,
    description:
      "Megabytes that metadata, URLs and orders of a merchant's payments and payment links may take in an environment",
    /** All in bytes. */
    reached: (limit: number, taken: number, more: number) =>
      `Metadata, URLs and orders of all payments and links may take ${limit} bytes by the plan, and ` +
      `${taken} are taken: these have ${more}. Send less, or ask the operator for a larger quota.`,
  },
} as const satisfies Readonly<Record<string, PlanQuota>>

export type PlanQuotaName = keyof typeof planQuotas

/** The description of a quota with its limits, for documents. */
export function describeQuota(name: PlanQuotaName): string {
  const { description, limits } = planQuotas[name]
  const { sandbox, starter, business } = limits
  const all = `${sandbox}, ${starter} and ${business} (${plans.join(', ')})`
  return `${description}. Default: ${new Set(Object.values(limits)).size === 1 ? sandbox : all}`
}

/** A limit for each plan: the given one, or the quota's own. */
export function resolveQuota(
  name: PlanQuotaName,
  given: (plan: Plan) => number | undefined,
): Readonly<Record<string, number>> {
  return Object.fromEntries(plans.map((plan) => [plan, given(plan) ?? planQuotas[name].limits[plan]]))
}

/** Quotas that are the same for all plans. */
export const quotas = {
  /** Those that work at the same time. */
  activeKeys: { limit: 100, reached: (limit: number) => `There are ${limit} active keys already: revoke one first.` },
  openInvitations: {
    limit: 100,
    reached: (limit: number) => `There are ${limit} open invitations already: delete one first.`,
  },
  activeLinks: {
    limit: 10_000,
    reached: (limit: number) =>
      `There are ${limit} active payment links, as many as there may be: turn some off first.`,
  },
} as const
