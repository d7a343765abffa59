import type { Texts } from '../en/index.ts'

export const keys: Texts['keys'] = {
  intro: {
    sandbox:
      'Mit diesen Schlüsseln rufen Programme die API der Sandbox auf. Für die Produktion gibt es eigene Schlüssel.',
    production:
      'Mit diesen Schlüsseln rufen Programme die API auf und können echtes Geld bewegen. Verwahren Sie die Geheimnisse sicher.',
  },
  create: 'Neuer Schlüssel',
  submit: 'Schlüssel anlegen',
  empty: 'Noch kein Schlüssel',
  emptyDetail: 'Mit einem Schlüssel kann ein Programm, etwa Ihr Shop, Zahlungen anlegen.',
  name: 'Name',
  nameHint: 'Was den Schlüssel verwendet, zum Beispiel „Webshop“.',
  publicKey: 'Öffentlicher Schlüssel',
  secretKey: 'Geheimer Schlüssel',
  rights: 'Berechtigungen',
  everything: 'Alle',
  chosen: 'Nur ausgewählte',
  chooseSome: 'Wählen Sie mindestens eine Berechtigung aus.',
  ownWallets: 'Nur Wallets der Einstellungen',
  ownWalletsHint:
    'Zahlungen und Links mit einer anderen Wallet werden abgelehnt, und der Schlüssel kann die Wallets der Einstellungen nicht ändern.',
  requireSignature: 'Unsignierte Anfragen ablehnen',
  requireSignatureHint:
    'Programme signieren dann jede Anfrage mit dem geheimen Schlüssel. Die Client-Bibliothek macht das von selbst.',
  signed: 'Nur signierte Anfragen',
  created: 'Angelegt',
  lastUsed: 'Zuletzt verwendet',
  neverUsed: 'Nie',
  statuses: { active: 'Aktiv', expired: 'Abgelaufen', revoked: 'Widerrufen' },
  showAll: 'Auch abgelaufene und widerrufene Schlüssel zeigen',
  showActive: 'Nur gültige Schlüssel zeigen',
  rotationDue: 'Älter als 90 Tage: bitte erneuern',
  expires: 'Gilt bis',
  rotate: 'Erneuern',
  rotateTitle: (name) => `${name} erneuern`,
  rotateReason:
    'Sie bekommen ein neues Paar mit denselben Berechtigungen. Tragen Sie es in Ihr Programm ein, bevor das alte endet.',
  expireOldIn: 'Das alte Paar gilt noch',
  expireChoices: {
    '0': 'gar nicht: es endet sofort',
    '3600': 'eine Stunde',
    '86400': '24 Stunden',
    '604800': 'sieben Tage',
    '2592000': '30 Tage',
  },
  revoke: 'Widerrufen',
  revokeTitle: (name) => `${name} widerrufen`,
  revokeReason: 'Programme, die ihn verwenden, werden sofort abgewiesen. Das lässt sich nicht rückgängig machen.',
  revoked: 'Der Schlüssel ist widerrufen.',
  unnamed: 'Schlüssel ohne Namen',
  once: {
    title: 'Ihr neuer Schlüssel',
    reason:
      'Kopieren Sie den geheimen Schlüssel jetzt. Er wird nur dieses eine Mal gezeigt, und niemand kann ihn später nachsehen.',
    try: 'Probieren Sie ihn in einem Terminal aus:',
    copyAll: 'Als Umgebungsvariablen kopieren',
    done: 'Ich habe das Geheimnis verwahrt',
  },
}
