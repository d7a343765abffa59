import { getBlockLists } from '../../domain/catalog/coins.ts'
import type { Token } from '../network.ts'
import { createReceiveChecks } from '../receive-checks.ts'
import type { RecipientChecks } from '../roles.ts'
import type { EvmEndpoints } from './endpoints.ts'
import { isBlocked } from './erc20.ts'

/** Every account can receive a token, unless the token's issuer blocks it. */
export function createEvmRecipients(
  endpoints: EvmEndpoints,
  tokens: readonly Token[],
  elapsed: () => number,
): RecipientChecks {
  const listsByToken = new Map(tokens.map(({ address, coin }) => [address.toLowerCase(), getBlockLists(coin)]))
  const checks = createReceiveChecks<boolean>({
    async read({ token, address: account }) {
      const lists = listsByToken.get(token.toLowerCase()) ?? []
      return lists.length > 0 && endpoints.use(({ rpc }) => isBlocked(rpc, { token, lists, account }))
    },
    judge: (blocked) => (blocked ? "is blocked by the coin's issuer: it could not send on what it receives" : null),
    isLimited: () => false,
    elapsed,
  })
  return { ...checks, requiresMemo: async () => false }
}
