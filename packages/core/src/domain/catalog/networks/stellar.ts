import type { NetworkEntry, StellarFacts } from '../network-facts.ts'

const pace = { pollMs: 2_000, finalityStallMs: 5 * 60_000 }

export const stellar: NetworkEntry<StellarFacts> = {
  title: 'Stellar',
  colour: 'currentcolor',
  exchangeName: 'Stellar (XLM)',
  coinType: 148,
  production: {
    networkPassphrase: 'Public Global Stellar Network ; September 2015',
    ...pace,
    explorerTxUrl: 'https://stellar.expert/explorer/public/tx/',
    coins: {
      USDC: { code: 'USDC', issuer: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN' },
      USDT: { code: 'USDT0', issuer: 'GATISXX6BZ6NC7IKQBY37CJD4SOZL3CYZJWXEDG6JVIY4WBS6KXJHN6Q' },
    },
  },
  sandbox: {
    networkPassphrase: 'Test SDF Network ; September 2015',
    ...pace,
    explorerTxUrl: 'https://stellar.expert/explorer/testnet/tx/',
    coins: { USDC: { code: 'USDC', issuer: 'GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5' } },
  },
}
