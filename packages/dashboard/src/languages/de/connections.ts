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
  pending: {
    title: 'Noch nicht benutzte Zustimmungen',
    intro:
      'Das Shopsystem hat seinen Schlüssel noch nicht abgeholt. Eine Zustimmung endet nach fünf Minuten von selbst.',
    expires: 'Endet',
    withdrawal: {
      submit: 'Zurückziehen',
      title: (name) => `Zustimmung zurückziehen: ${name}`,
      reason:
        'Der Code wird sofort abgelehnt. Hat das Shopsystem seinen Schlüssel inzwischen abgeholt, endet die Verbindung.',
      notice: 'Die Zustimmung ist zurückgezogen.',
    },
  },
  list: {
    title: 'Verbundene Shopsysteme',
    intro: 'Jedes hat beim Verbinden einen Schlüssel und einen Webhook bekommen.',
    name: 'Shopsystem',
    since: 'Verbunden',
    statuses: { pending: 'Wartet', active: 'Aktiv', ended: 'Beendet' },
    end: {
      submit: 'Verbindung beenden',
      title: (name) => `Verbindung beenden: ${name}`,
      reason:
        'Der Schlüssel wird sofort abgelehnt und der Webhook gelöscht. Vom Shopsystem aus können Sie es neu verbinden.',
      notice: 'Die Verbindung ist beendet.',
    },
  },
}
