import type { Texts } from '../en/index.ts'

export const routes: Texts['routes'] = {
  columns: { received: 'Empfangen', outcome: 'Bei der Abrechnung' },
  converted: { cctp: 'Wird durch die Verträge von Circle umgetauscht (CCTP)' },
  kept: (because) => `Bleibt, wie es ist, weil ${because}`,
  reasons: {
    no_network: 'kein Netzwerk für die Abrechnung gewählt ist',
    same_network: 'es schon der gewählte Coin auf dem gewählten Netzwerk ist',
    unknown_network: 'der Server eines der beiden Netzwerke nicht mehr hat',
    other_coin: 'nur USDC auf ein anderes Netzwerk gelangen kann, und nur als USDC',
    no_coin: 'der Server den gewählten Coin auf dem gewählten Netzwerk nicht anbietet',
    not_evm: 'nur EVM-Netzwerke einen Weg haben',
    no_cctp: 'die Verträge von Circle auf einem der beiden Netzwerke nicht bekannt sind',
    off: 'der Server nicht umtauscht, was auf diesem Netzwerk ankommt',
    direct: 'Zahlungen auf diesem Netzwerk direkt an die Wallet gehen',
    no_gas_key: 'der Server auf einem der beiden Netzwerke keinen Schlüssel hat, der Gas bezahlt',
    wallet_unproven: 'die Wallet, die es bekäme, auf dem gewählten Netzwerk nicht bewiesen ist',
    made_before: 'die Zahlung erstellt wurde, bevor es diesen Weg gab',
  },
}
