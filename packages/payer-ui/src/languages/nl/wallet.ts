import type { PanelTerms, WalletTexts } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} via het ${network}-netwerk`

export const texts: WalletTexts = {
  language: 'nl',
  locale: 'nl',
  direction: 'ltr',
  messages: {
    opening: () => ['Wallets worden gezocht', null],
    unreachable: () => [
      'De betaalserver is niet bereikbaar',
      'Er is niets verstuurd. Controleer uw verbinding en probeer het opnieuw.',
    ],
    contradiction: ({ merchant }) => [
      'Betaal alstublieft niet',
      `De gegevens van deze betaling spreken elkaar tegen, daarom is er geen wallet gevraagd. Laat het ${merchant} weten en stuur niets.`,
    ],
    choosing: (terms) => ['Kies een wallet', `Daarin bevestigt u precies ${inWords(terms)}.`],
    apps: ({ coin, network }) => [
      'Openen in een wallet-app',
      `De app opent deze betaling in haar eigen browser en kan daar ${coin} via ${network} versturen.`,
    ],
    handover: (terms) => [
      'Openen in een wallet-app',
      `Op dit apparaat opent een wallet-app, waarin u ${inWords(terms)} bevestigt. Opent er geen, ga dan terug en kopieer de gegevens.`,
    ],
    none: ({ coin, network }) => [
      'Geen wallet gevonden',
      `Deze browser heeft geen wallet die ${coin} via ${network} kan versturen. Scan de code met de wallet op uw telefoon, of open deze pagina in een browser met een wallet.`,
    ],
    pairing: () => [
      'Wallet verbinden',
      'Scan deze code met uw wallet en sta de verbinding toe. De code verbindt alleen de wallet; de betaling bevestigt u daarna.',
    ],
    pairingHere: () => [
      'Wallet verbinden',
      'Open uw wallet hier, of scan deze code met een wallet op een ander apparaat, en sta de verbinding toe. Dit verbindt alleen de wallet; de betaling bevestigt u daarna.',
    ],
    connecting: ({ wallet }) => [
      `Verbinden met ${wallet}`,
      'Open de wallet, ontgrendel haar als ze daarom vraagt en sta de verbinding toe.',
    ],
    switching: ({ wallet, network }) => [
      `Overschakelen naar ${network}`,
      `${wallet} staat op een ander netwerk. Sta het overschakelen naar ${network} toe.`,
    ],
    checking: () => ['De rekening wordt gecontroleerd', null],
    offered: ({ amount, coin, network }) => [
      'Met iets anders betalen',
      `Kies waarmee u betaalt. ${network} wisselt het onderweg om: er komt precies ${amount} ${coin} aan, en er gaat niet meer af dan het dan kost.`,
    ],
    sending: (terms) => [`Bevestig in ${terms.wallet}`, `Bevestig daar ${inWords(terms)}. Houd deze pagina open.`],
    silent: ({ wallet }) => [
      `${wallet} heeft nog niet geantwoord`,
      'Zoek de aanvraag: achter dit venster, bij het pictogram naast de adresbalk of in de app. Hebt u hem al bevestigd, wacht dan hier: uw betaling verschijnt zo.',
    ],
    unknown: (terms) => [
      'Kijk eerst in uw wallet',
      `${terms.wallet} heeft niet gemeld of ${inWords(terms)} is verstuurd. Vindt u de transactie daar, stuur haar dan niet nog eens: ze verschijnt hier zodra ze op het ${terms.network}-netwerk staat.`,
    ],
    sent: ({ network }) => [
      `Verstuurd. Wachten op ${network}`,
      'Betaal niet nog een keer: uw betaling verschijnt hier zo.',
    ],
    rejected: () => ['Geweigerd in de wallet', 'Er is niets verstuurd. U kunt het opnieuw proberen of anders betalen.'],
    pending: ({ wallet }) => [
      'Er staat al een verzoek open',
      `${wallet} wacht nog op uw antwoord op een eerder verzoek. Beantwoord het daar en probeer het dan opnieuw.`,
    ],
    locked: ({ wallet }) => [
      'De wallet is vergrendeld',
      `Ontgrendel ${wallet}, geef deze pagina toegang tot een rekening en probeer het opnieuw. Er is niets verstuurd.`,
    ],
    account: ({ wallet }) => [
      'De rekening is niet beschikbaar',
      `${wallet} laat deze pagina die rekening niet gebruiken. Kies de rekening die moet betalen en probeer het opnieuw. Er is niets verstuurd.`,
    ],
    network: ({ wallet, network }) => [
      `De wallet staat niet op ${network}`,
      `Deze betaling kan alleen via ${network}. Zet ${wallet} op ${network} en probeer het opnieuw. Er is niets verstuurd.`,
    ],
    insufficient: ({ missing, coin, network }) => [
      `Niet genoeg ${coin}`,
      `Deze rekening komt ${missing} ${coin} tekort op het ${network}-netwerk; munten op andere netwerken tellen niet mee. Er is niets verstuurd.`,
    ],
    gas: ({ currency, network }) => [
      'Niet genoeg voor de kosten',
      `De rekening heeft wat ${currency} op ${network} nodig voor de netwerkkosten. Er is niets verstuurd.`,
    ],
    disconnected: ({ wallet }) => [
      `${wallet} antwoordt niet`,
      'Open de wallet, controleer de verbinding en probeer het dan opnieuw. Er is niets verstuurd.',
    ],
    failed: ({ wallet }) => [
      `${wallet} meldt een fout`,
      'Er is niets verstuurd. U kunt het opnieuw proberen of anders betalen.',
    ],
    trustline: ({ coin, network }) => [
      `Geen ${coin} op deze rekening`,
      `Ze is op ${network} niet ingesteld voor ${coin}. Kies een andere rekening. Er is niets verstuurd.`,
    ],
    offers: ({ network }) => [
      'Nu geen aanbod',
      `Er is niets verstuurd. Het aanbod op ${network} verandert voortdurend: kijk nog eens of betaal anders.`,
    ],
    refused: () => [
      'De overboeking is niet aangenomen',
      'Er is niets verstuurd. U kunt het opnieuw proberen of anders betalen.',
    ],
    expired: () => [
      'De code is verlopen',
      'Hij was vijf minuten geldig. Probeer het opnieuw voor een nieuwe. Er is niets verstuurd.',
    ],
    relay: () => [
      'WalletConnect is niet bereikbaar',
      'Controleer uw verbinding en probeer het opnieuw, of betaal anders. Er is niets verstuurd.',
    ],
  },
  browserWallet: 'Browserwallet',
  walletConnectHint: 'Een wallet op een ander apparaat of in een app',
  pairingQr: 'QR-code die een wallet via WalletConnect verbindt',
  openIn: (wallet) => `Openen in ${wallet}`,
  openInWallet: 'Openen in een wallet',
  openInAnyWallet: 'Openen in een andere wallet',
  from: (account) => `Van rekening ${account}`,
  retry: 'Opnieuw proberen',
  otherAccount: 'Andere rekening gebruiken',
  otherAsset: 'Met iets anders betalen',
  atMost: (amount) => `Hoogstens ${amount}`,
  otherWallet: 'Andere wallet kiezen',
  back: 'Anders betalen',
  nothingWasSent: 'Niets verstuurd: opnieuw proberen',
  itFailed: 'Mijn wallet meldt dat het is mislukt',
}
