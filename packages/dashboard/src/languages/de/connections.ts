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
  refunds: 'Es kann Erstattungen an jede Adresse senden, höchstens so viel, wie eine Zahlung erhalten hat.',
  shop: 'Verbinden mit',
  environments: { sandbox: 'Sandbox: kein echtes Geld', production: 'Produktion: echtes Geld' },
  connect: 'Verbinden',
  cancel: 'Abbrechen',
  refused: 'So lässt sich das Shopsystem nicht verbinden.',
  refusedHint:
    'Gehen Sie zum Shopsystem zurück und beginnen Sie neu. Wenn es wieder geschieht, zeigen Sie diesen Text dem Hersteller.',
  nobody: 'Nur Inhaber eines Shops können ein Shopsystem verbinden. Bitten Sie einen darum.',
  toDashboard: 'Zum Dashboard',
  list: {
    title: 'Verbundene Shopsysteme',
    intro: 'Jedes hat beim Verbinden einen Schlüssel und einen Webhook bekommen.',
    name: 'Shopsystem',
    since: 'Verbunden',
    statuses: { active: 'Aktiv', ended: 'Beendet' },
    end: 'Verbindung beenden',
    endTitle: (name) => `Verbindung beenden: ${name}`,
    endReason:
      'Der Schlüssel wird sofort abgelehnt und der Webhook gelöscht. Vom Shopsystem aus können Sie es neu verbinden.',
    ended: 'Die Verbindung ist beendet.',
  },
}
