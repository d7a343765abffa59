type Gift = {
  /** Millionths of each coin; a thousand coins where left out */
  amount?: bigint | undefined
  /** Of all where left out */
  coin?: string | undefined
}

/** What was given: XLM always, the coins that the account trusts */
export type Given = { readonly xlm: string; readonly coins: readonly string[]; readonly untrusted: readonly string[] }

/**
 * The faucet of a Stellar network that another process started, by its Horizon: gives 10,000 XLM, making the account
 * where there is none, and `amount` of each coin that the account trusts. A trustline is the account's own to make, so
 * coins come only after it. Resolves when the ledger that holds them is closed, or, where ledgers close only when
 * asked, at once.
 * @throws where the address is none, or there is no such coin here
 */
export async function giveStellarCoins(
  horizonUrl: string,
  address: string,
  { amount, coin }: Gift = {},
): Promise<Given> {
  const query = new URLSearchParams({ addr: address })
  if (amount !== undefined) query.set('amount', String(amount))
  if (coin !== undefined) query.set('coin', coin)
  const response = await fetch(`${horizonUrl}/faucet?${query}`, { method: 'POST' })
  const body = (await response.json()) as Given & { detail?: string; extras?: { reason?: string } }
  if (!response.ok) throw new Error(body.extras?.reason ?? body.detail ?? `The faucet answered ${response.status}.`)
  return body
}
