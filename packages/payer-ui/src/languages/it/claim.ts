import type { ClaimTexts, FoundMoney } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: FoundMoney) => `${amount} ${coin} su ${network}`

export const texts: ClaimTexts = {
  language: 'it',
  ask: ({ network }) =>
    `Incolli l’ID della transazione dal wallet o dall’exchange, oppure un link alla transazione. La cercheremo su ${network}.`,
  unnamed: (found, time) =>
    `Alle ${time} sono arrivati ${inWords(found)} senza indicare alcun pagamento. Li ha inviati Lei?`,
  label: 'ID della transazione',
  invalid: 'Questo non è un ID di transazione. Ha 64 lettere e cifre, a volte dopo 0x.',
  found: (terms) =>
    `Abbiamo trovato ${inWords(terms)}. Li ha inviati Lei? Firmi un messaggio con l’account da cui sono partiti e varranno per questo pagamento. La firma non sposta denaro e non costa nulla.`,
  sign: (wallet) => `Firma con ${wallet}`,
  browserWallet: 'Wallet del browser',
  none: ({ account }) =>
    `Questo browser non ha un wallet. Apra questa pagina in un browser che ha l’account ${account}.`,
  exchange: ({ merchant }) =>
    `Li ha inviati un exchange per Lei? Allora contatti ${merchant} e indichi il riferimento qui sotto.`,
  signing: ({ wallet }) => `Firmi il messaggio in ${wallet}. Tenga aperta questa pagina.`,
  problems: {
    rejected: () => 'Ha rifiutato nel wallet. Non è cambiato nulla; può riprovare.',
    account: ({ account }) =>
      `Il denaro è arrivato dall’account ${account}. Scelga quell’account nel wallet e riprovi.`,
    refused: ({ merchant }) =>
      `Una firma non basta a chiarirlo. Il Suo denaro non è perso: contatti ${merchant} e indichi il riferimento qui sotto.`,
    failed: () => 'Non abbiamo ricevuto risposta. Controlli il wallet e la connessione, poi riprovi.',
  },
}
