import type { PanelTerms, WalletTexts } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} über das ${network}-Netzwerk`

export const texts: WalletTexts = {
  language: 'de',
  locale: 'de',
  direction: 'ltr',
  messages: {
    opening: () => ['Wallets werden gesucht', null],
    unreachable: () => [
      'Der Zahlungsserver ist nicht erreichbar',
      'Es wurde nichts gesendet. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    ],
    contradiction: ({ merchant }) => [
      'Bitte nicht bezahlen',
      `Die Angaben dieser Zahlung widersprechen sich, deshalb wurde keine Wallet angefragt. Bitte informieren Sie ${merchant} und senden Sie nichts.`,
    ],
    choosing: (terms) => ['Wallet auswählen', `Sie bestätigen darin genau ${inWords(terms)}.`],
    apps: ({ coin, network }) => [
      'In einer Wallet-App öffnen',
      `Die App öffnet diese Zahlung in ihrem eigenen Browser und kann dort ${coin} über ${network} senden.`,
    ],
    handover: (terms) => [
      'In einer Wallet-App öffnen',
      `Eine Wallet-App auf diesem Gerät öffnet sich, und Sie bestätigen darin ${inWords(terms)}. Öffnet sich keine, gehen Sie zurück und kopieren Sie die Angaben.`,
    ],
    none: ({ coin, network }) => [
      'Keine Wallet gefunden',
      `In diesem Browser gibt es keine Wallet, die ${coin} über ${network} senden könnte. Scannen Sie den Code mit der Wallet auf Ihrem Telefon, oder öffnen Sie diese Seite in einem Browser mit Wallet.`,
    ],
    pairing: () => [
      'Wallet verbinden',
      'Scannen Sie diesen Code mit Ihrer Wallet und erlauben Sie die Verbindung. Der Code stellt nur die Verbindung her; die Zahlung bestätigen Sie danach.',
    ],
    pairingHere: () => [
      'Wallet verbinden',
      'Öffnen Sie Ihre Wallet hier oder scannen Sie diesen Code mit einer auf einem anderen Gerät, und erlauben Sie die Verbindung. Die Zahlung bestätigen Sie erst danach.',
    ],
    connecting: ({ wallet }) => [
      `Verbindung mit ${wallet}`,
      'Öffnen Sie die Wallet, entsperren Sie sie, falls sie danach fragt, und erlauben Sie die Verbindung.',
    ],
    switching: ({ wallet, network }) => [
      `Zu ${network} wechseln`,
      `${wallet} ist in einem anderen Netzwerk. Erlauben Sie den Wechsel zu ${network}.`,
    ],
    checking: () => ['Das Konto wird geprüft', null],
    offered: ({ amount, coin, network }) => [
      'Mit etwas anderem bezahlen',
      `Wählen Sie, womit Sie bezahlen. ${network} tauscht es unterwegs um: Genau ${amount} ${coin} kommen an, und abgebucht wird nur, was das dann kostet.`,
    ],
    sending: (terms) => [
      `In ${terms.wallet} bestätigen`,
      `Bestätigen Sie dort ${inWords(terms)}. Lassen Sie diese Seite geöffnet.`,
    ],
    silent: ({ wallet }) => [
      `${wallet} hat noch nicht geantwortet`,
      'Suchen Sie die Anfrage: hinter diesem Fenster, beim Symbol neben der Adresszeile oder in der App. Haben Sie sie bestätigt, warten Sie hier: Ihre Zahlung erscheint gleich.',
    ],
    unknown: (terms) => [
      'Sehen Sie zuerst in Ihrer Wallet nach',
      `${terms.wallet} hat nicht gemeldet, ob ${inWords(terms)} gesendet wurden. Finden Sie die Zahlung dort, senden Sie sie nicht noch einmal: Sie erscheint hier, sobald sie im ${terms.network}-Netzwerk ist.`,
    ],
    sent: ({ network }) => [
      `Gesendet. Warten auf ${network}`,
      'Bitte bezahlen Sie nicht noch einmal: Ihre Zahlung erscheint gleich hier.',
    ],
    rejected: () => [
      'In der Wallet abgelehnt',
      'Es wurde nichts gesendet. Sie können es erneut versuchen oder anders bezahlen.',
    ],
    pending: ({ wallet }) => [
      'Eine Anfrage ist noch offen',
      `${wallet} wartet noch auf Ihre Antwort auf eine frühere Anfrage. Beantworten Sie sie dort und versuchen Sie es dann erneut.`,
    ],
    locked: ({ wallet }) => [
      'Die Wallet ist gesperrt',
      `Entsperren Sie ${wallet}, geben Sie für diese Seite ein Konto frei und versuchen Sie es erneut. Es wurde nichts gesendet.`,
    ],
    account: ({ wallet }) => [
      'Das Konto ist nicht verfügbar',
      `${wallet} gibt dieses Konto für diese Seite nicht frei. Wählen Sie das Konto, das bezahlen soll, und versuchen Sie es erneut. Es wurde nichts gesendet.`,
    ],
    network: ({ wallet, network }) => [
      `Die Wallet ist nicht im ${network}-Netzwerk`,
      `Diese Zahlung ist nur über ${network} möglich. Stellen Sie ${wallet} auf ${network} um und versuchen Sie es erneut. Es wurde nichts gesendet.`,
    ],
    insufficient: ({ missing, coin, network }) => [
      `Nicht genug ${coin}`,
      `Auf diesem Konto fehlen ${missing} ${coin} im ${network}-Netzwerk; Coins in anderen Netzwerken zählen nicht. Es wurde nichts gesendet.`,
    ],
    gas: ({ currency, network }) => [
      'Nicht genug für die Gebühr',
      `Das Konto braucht etwas ${currency} im ${network}-Netzwerk für die Netzwerkgebühr. Es wurde nichts gesendet.`,
    ],
    disconnected: ({ wallet }) => [
      `${wallet} antwortet nicht`,
      'Öffnen Sie die Wallet, prüfen Sie ihre Verbindung und versuchen Sie es dann erneut. Es wurde nichts gesendet.',
    ],
    failed: ({ wallet }) => [
      `${wallet} meldet einen Fehler`,
      'Es wurde nichts gesendet. Sie können es erneut versuchen oder anders bezahlen.',
    ],
    trustline: ({ coin, network }) => [
      `Kein ${coin} auf diesem Konto`,
      `Es ist im ${network}-Netzwerk nicht für ${coin} eingerichtet. Wählen Sie ein anderes Konto. Es wurde nichts gesendet.`,
    ],
    offers: ({ network }) => [
      'Derzeit kein Angebot',
      `Es wurde nichts gesendet. Die Angebote auf ${network} ändern sich ständig: Sehen Sie noch einmal nach oder bezahlen Sie anders.`,
    ],
    refused: () => [
      'Die Überweisung wurde nicht angenommen',
      'Es wurde nichts gesendet. Sie können es erneut versuchen oder anders bezahlen.',
    ],
    expired: () => [
      'Der Code ist abgelaufen',
      'Er galt fünf Minuten. Versuchen Sie es erneut, um einen neuen zu erhalten. Es wurde nichts gesendet.',
    ],
    relay: () => [
      'WalletConnect ist nicht erreichbar',
      'Bitte prüfen Sie Ihre Verbindung und versuchen Sie es erneut, oder bezahlen Sie anders. Es wurde nichts gesendet.',
    ],
  },
  browserWallet: 'Browser-Wallet',
  walletConnectHint: 'Eine Wallet auf einem anderen Gerät oder in einer App',
  pairingQr: 'QR-Code, der eine Wallet über WalletConnect verbindet',
  openIn: (wallet) => `In ${wallet} öffnen`,
  openInWallet: 'In einer Wallet öffnen',
  openInAnyWallet: 'In einer anderen Wallet öffnen',
  from: (account) => `Von Konto ${account}`,
  retry: 'Erneut versuchen',
  otherAccount: 'Anderes Konto verwenden',
  otherAsset: 'Mit etwas anderem bezahlen',
  atMost: (amount) => `Höchstens ${amount}`,
  otherWallet: 'Andere Wallet auswählen',
  back: 'Anders bezahlen',
  nothingWasSent: 'Nichts gesendet: erneut versuchen',
  itFailed: 'Meine Wallet meldet einen Fehler',
}
