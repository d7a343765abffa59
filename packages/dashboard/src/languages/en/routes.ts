import type { ConversionRoute } from '@crypto-checkout/api-types'

/** What becomes of received money when it is settled. */
export const routes = {
  columns: { received: 'Received', outcome: 'At its settlement' },
  converted: { cctp: "Converted by Circle's contracts (CCTP)" } satisfies Record<
    NonNullable<ConversionRoute['by']>,
    string
  >,
  kept: (because: string) => `Kept, because ${because}`,
  reasons: {
    no_network: 'no network is chosen to settle on',
    same_network: 'it is the chosen coin, and on the chosen network already',
    unknown_network: 'the server no longer has one of the two networks',
    other_coin: 'only USDC can move to another network, and only as USDC',
    no_coin: 'the server does not offer the chosen coin on the chosen network',
    not_evm: 'only EVM networks have a route',
    no_cctp: "Circle's contracts are not known on one of the two networks",
    off: 'the server does not convert what arrives on this network',
    direct: 'payments on this network go straight to the wallet',
    no_gas_key: 'the server has no key that pays for gas on one of the two networks',
    wallet_unproven: 'the wallet that would get it is not proven on the chosen network',
    made_before: 'its payment was made before this route was open',
  } satisfies Record<NonNullable<ConversionRoute['reason']>, string>,
}
