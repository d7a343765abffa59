export type GrantOptions = {
  /** Millionths of each coin; default: a thousand coins */
  amount?: bigint | undefined
  /** Default: all */
  coin?: string | undefined
}

/** The gifts: always XLM, and the coins that the account trusts */
export type Grant = { readonly xlm: string; readonly coins: readonly string[]; readonly untrusted: readonly string[] }

/**
 * The faucet of a Stellar network that another process started, by its Horizon. Gives 10,000 XLM, creating the account
 * if there is none, and `amount` of each coin that the account trusts. Only the account can create its trustlines, so
 * it gets coins only afterwards. Resolves when the ledger that contains them is closed, or at once if ledgers close
 * only on request.
 * @throws if the address is invalid, or there is no such coin here
 */
export async function giveStellarCoins(
  horizonUrl: string,
  address: string,
  { amount, coin }: GrantOptions = {},
): Promise<Grant> {
  const query = new URLSearchParams({ addr: address })
  if (amount !== undefined) query.set('amount', String(amount))
  if (coin !== undefined) query.set('coin', coin)
  const response = await fetch(`${horizonUrl}/faucet?${query}`, { method: 'POST' })
  const body = (await response.json()) as Grant & { detail?: string; extras?: { reason?: string } }
  if (!response.ok) throw new Error(body.extras?.reason ?? body.detail ?? `The faucet answered ${response.status}.`)
  return body
}
