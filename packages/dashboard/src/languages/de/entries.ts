import type { Texts } from '../en/index.ts'

export const entries: Texts['entries'] = {
  title: 'In den Büchern',
  columns: { kind: 'Buchung', amount: 'Betrag', value: 'Wert', booked: 'Gebucht', transaction: 'Transaktion' },
  kinds: {
    received: 'Erhalten',
    assigned: 'Zugeordnet',
    refunded: 'Erstattet',
    swept: 'Zur Wallet gebracht',
    network_fee: 'Netzwerkgebühr',
    relayed: 'Netzwerkgebühr für einen Zahler',
    reversed: 'Nicht mehr auf der Chain',
    converted: 'Auf ein anderes Netzwerk gebracht',
    released: 'Nicht umgewandelt, zur Wallet gebracht',
  },
  correction: 'nimmt eine Buchung zurück',
  roles: {
    payment: 'eine bezahlte Zahlung',
    part: 'ein Teil einer Zahlung',
    surplus: 'nachdem die Zahlung bezahlt war',
    late: 'nach Ablauf der Frist',
    unattributed: 'gehört zu keiner Zahlung',
    refund: 'zurück an den Zahler',
    fee: 'für das Netzwerk',
    moved: 'von der eigenen Adresse einer Zahlung',
  },
  reasons: {
    unattributed: 'gehört zu keiner Zahlung',
    own_money: 'Ihr eigenes Geld',
    other_coin: 'nicht in diesem Coin verlangt',
    too_large: 'zu groß',
    no_rate: 'ohne Kurs',
    not_read: 'nicht bekannt',
    not_recorded: 'nicht bekannt',
  },
}
