import type { Texts } from '../en/index.ts'

export const transfers: Texts['transfers'] = {
  intro:
    'Geld, das bei Ihren Wallets ankam und zu keiner Zahlung passt: ein anderer Betrag als verlangt, ein fehlendes Memo oder eine Überweisung, die nicht als Zahlung gedacht war.',
  none: 'Alles ist zugeordnet',
  noneHint: 'Geld, das zu keiner Zahlung passt, erscheint hier.',
  columns: { amount: 'Betrag', from: 'Von', hint: 'Hinweis', arrived: 'Angekommen' },
  shown: 'Hinweise',
  onlyNamed: 'Von Zahlern genannt',
  network: 'Netzwerk',
  suggested: 'Vermutlich für eine Zahlung',
  named: (count) => (count === 1 ? 'Ein Zahler hat sie genannt' : `${count} Zahler haben sie genannt`),
  noHint: 'Keiner',
  toList: 'Alles nicht zugeordnete Geld',
  hints: 'Für welche Zahlung es sein kann',
  suggestedHint: 'Die Adresse gehört zu dieser Zahlung.',
  namedHint:
    'Auf den Seiten dieser Zahlungen hat jemand gesagt, es gesendet zu haben. Das kann jeder sagen: Vergleichen Sie, bevor Sie zuordnen.',
  similarHint: 'Zahlungen, die diesen Coin an diese Wallet verlangen. Die nächsten Beträge kommen zuerst.',
  noneFits: 'Keine offene Zahlung verlangt diesen Coin an diese Wallet.',
  notPayable:
    'Sie verlangt einen anderen Coin, ein anderes Netzwerk oder eine andere Wallet. Das Geld kann ihr nicht zugeordnet werden.',
  search: 'Eine andere Zahlung finden',
  searchHint: 'Nach ID, Bestellnummer, Adresse oder Betrag.',
  assign: 'Zuordnen',
  assignTitle: (amount) => `${amount} zuordnen`,
  assignReason: (payment) =>
    `Das Geld zählt ab jetzt für die Zahlung über ${payment}, als wäre es erkannt worden. Reicht es, ist die Zahlung bezahlt, und Ihr Shop erfährt es. Das lässt sich nicht rückgängig machen.`,
  reason: 'Grund',
  reasonHint: 'Für das Protokoll, zum Beispiel „Der Zahler hat uns geschrieben“.',
  assigned: 'Zugeordnet.',
  refundTitle: 'Um es zurückzusenden',
  refundHint:
    'Geld wird für eine Zahlung zurückgesendet. Ordnen Sie es der Zahlung zu, für die es gedacht war, und erstatten Sie es dort. Der Zahler gibt dann auf einer Seite an, wohin.',
  refundSender:
    'Nur ein Absender, der für die Zahlung unterschrieben hat, ist bewiesen und bekommt es ohne Nachfrage zurück. Ein Absender allein beweist nichts: Er kann eine Börse sein, die dem Zahler nichts gutschreibt.',
  from: 'Von',
  to: 'An',
  memo: 'Memo',
  state: 'Zustand',
  arrived: 'Angekommen',
  transaction: 'Transaktion',
  payment: 'Zahlung',
  assignedAlready: 'Diese Überweisung gehört zu einer Zahlung.',
}
