import type { Texts } from '../en/index.ts'

export const connections: Texts['connections'] = {
  title: 'Shopsystem verbinden',
  asks: (name) => `„${name}“ möchte Ihren Shop benutzen.`,
  warning: (host) =>
    `Jeder kann jeden Namen angeben. Verbinden Sie nur, wenn Sie gerade von ${host} kommen und diese Adresse kennen.`,
  address: 'Adresse',
  rights: 'Es darf',
  events: 'Es erfährt von Ereignissen unter',
  wallets:
    'Das Geld seiner Zahlungen geht an die Wallets Ihrer Einstellungen. Sie können die Verbindung jederzeit beenden.',
  shop: 'Verbinden mit',
  environments: { sandbox: 'Sandbox: kein echtes Geld', production: 'Produktion: echtes Geld' },
  connect: 'Verbinden',
  cancel: 'Abbrechen',
  refused: 'So lässt sich das Shopsystem nicht verbinden.',
  refusedHint:
    'Gehen Sie zurück und beginnen Sie neu. Wenn es wieder geschieht, zeigen Sie diesen Text dem Hersteller.',
  nobody: 'Nur Inhaber eines Shops können ein Shopsystem verbinden. Bitten Sie einen darum.',
  toDashboard: 'Zum Dashboard',
  list: {
    title: 'Verbundene Shopsysteme',
    intro: 'Sie haben ihren Schlüssel und ihren Webhook bekommen, als jemand sie verbunden hat.',
    name: 'Shopsystem',
    since: 'Verbunden',
    statuses: { active: 'Aktiv', ended: 'Beendet' },
    end: 'Verbindung beenden',
    endTitle: (name) => `Verbindung beenden: ${name}`,
    endReason:
      'Sein Schlüssel wird sofort abgelehnt und sein Webhook gelöscht. Vom Shopsystem aus lässt es sich wieder verbinden.',
    ended: 'Die Verbindung ist beendet.',
  },
}
