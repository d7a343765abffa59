import type { Texts } from '../en/index.ts'

export const networks: Texts['networks'] = {
  intro: 'Der Checkout liest diese Netzwerke selbst. Wer den Server betreibt, kann ein Problem beheben.',
  empty: 'Hier ist kein Netzwerk eingerichtet',
  emptyDetail: 'Wer den Server betreibt, trägt Netzwerke in seine Konfiguration ein.',
  healthy: 'Alles in Ordnung',
  troubled: 'Braucht Aufmerksamkeit',
  lastBlock: 'Zuletzt gelesener Block',
  finalBlock: 'Letzter endgültiger Block',
  lag: 'Rückstand',
  seconds: (count) => (count === 1 ? 'eine Sekunde' : `${count} Sekunden`),
  minutes: (count) => `${count} Minuten`,
  hours: (count) => `${count} Stunden`,
  nodes: 'Knoten, die antworten',
  ofNodes: (some, all) => `${some} von ${all}`,
  witnesses: 'Knoten, die Endgültiges zeigen',
  ofWitnesses: (seen, required) => `${seen}; nötig: ${required}`,
  recognition: 'Zahlungen werden erkannt an',
  recognitions: { amount: 'einem eigenen Betrag', memo: 'einem Memo', address: 'einer eigenen Adresse' },
  coins: 'Coins',
  notOffered: 'zurzeit nicht angeboten',
  gas: 'Konten, die Gebühren zahlen',
  gasLow: 'zu wenig: bitte auffüllen',
  unknownBalance: 'Guthaben unbekannt',
  feeds: 'Kurse',
  stale: 'zu alt, gilt nicht',
  reload: 'Aktualisieren',
  doctor: 'Mehr Einzelheiten, auf dem Server:',
  remedies: {
    not_read: 'Es wurde noch nie gelesen. Bleibt es dabei, prüfen Sie die Adressen seiner Knoten.',
    halted: 'Es steht still, weil seine Knoten Endgültigem widersprechen. Der Betreiber muss zuerst nachsehen.',
    reading:
      'Kein Knoten lässt sich lesen. Zahlungen bleiben so lange offen. Prüfen Sie die Knoten, oder nehmen Sie einen weiteren.',
    witnesses:
      'Zu wenige Knoten antworten, deshalb wird nichts endgültig. Prüfen Sie die Knoten, oder nehmen Sie einen weiteren.',
    clock: 'Die Uhr des Servers geht falsch, oder das Netzwerk macht keine Blöcke. Prüfen Sie zuerst die Uhr.',
    finality:
      'Seit langem wurde nichts endgültig. Zahlungen warten. Sehen Sie nach, ob das Netzwerk selbst Probleme hat.',
    rereading: 'Endgültige Blöcke lassen sich kein zweites Mal lesen. Nehmen Sie Knoten, die mehr aufbewahren.',
    coins:
      'Ein Coin ist angehalten, oder sein Vertrag ist nicht der konfigurierte. Deshalb wird er nicht angeboten. Prüfen Sie die Konfiguration.',
    wallets:
      'Eine Wallet offener Zahlungen kann ihren Coin nicht empfangen. Deren Seiten verlangen deshalb nichts. Nehmen Sie eine andere Wallet.',
    sending:
      'Transaktionen des Checkouts werden nicht gesendet oder nicht aufgenommen. Prüfen Sie das Guthaben für Gebühren.',
    held: 'Ein Schlüssel oder eine Wallet hat vielleicht Rückzahlungen gesendet, die die Datenbank nicht kennt, etwa nach einer älteren Sicherung. Solche Rückzahlungen warten. Sehen Sie sie mit „sends held“ an, bevor jemand von Hand zahlt.',
    lost_coins: 'Coins haben Einzahlungsadressen anders als durch den Checkout verlassen. Sehen Sie bald nach.',
    price_feeds: 'Ein Kurs ist zu alt oder lässt sich nicht lesen. Was von ihm abhängt, wird so lange abgelehnt.',
  },
}
