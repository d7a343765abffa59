import type { PanelTerms, WalletTexts } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} sur le réseau ${network}`

export const texts: WalletTexts = {
  language: 'fr',
  locale: 'fr',
  direction: 'ltr',
  messages: {
    opening: () => ['Recherche de portefeuilles', null],
    unreachable: () => [
      'Le serveur de paiement est injoignable',
      'Rien n’a été envoyé. Veuillez vérifier votre connexion et réessayer.',
    ],
    contradiction: ({ merchant }) => [
      'Veuillez ne pas payer',
      `Les données de ce paiement se contredisent ; aucun portefeuille n’a donc été sollicité. Veuillez prévenir ${merchant} et n’envoyez rien.`,
    ],
    choosing: (terms) => ['Choisissez un portefeuille', `Il vous demandera de confirmer exactement ${inWords(terms)}.`],
    apps: ({ coin, network }) => [
      'Ouvrir dans une application de portefeuille',
      `L’application ouvre ce paiement dans son propre navigateur, où elle peut envoyer des ${coin} sur ${network}.`,
    ],
    handover: (terms) => [
      'Ouvrir dans une application de portefeuille',
      `Une application de portefeuille s’ouvre sur cet appareil, où vous confirmez ${inWords(terms)}. Si aucune ne s’ouvre, revenez en arrière et copiez les informations.`,
    ],
    none: ({ coin, network }) => [
      'Aucun portefeuille trouvé',
      `Ce navigateur n’a pas de portefeuille capable d’envoyer des ${coin} sur ${network}. Scannez le code avec le portefeuille de votre téléphone, ou ouvrez cette page dans un navigateur qui en a un.`,
    ],
    pairing: () => [
      'Connecter un portefeuille',
      'Scannez ce code avec votre portefeuille et autorisez la connexion. Le code établit seulement la connexion ; vous confirmez le paiement ensuite.',
    ],
    pairingHere: () => [
      'Connecter un portefeuille',
      'Ouvrez ici votre portefeuille ou scannez ce code avec un autre appareil, puis autorisez la connexion. Vous confirmez le paiement ensuite seulement.',
    ],
    connecting: ({ wallet }) => [
      `Connexion à ${wallet}`,
      'Ouvrez le portefeuille, déverrouillez-le s’il le demande et autorisez la connexion.',
    ],
    switching: ({ wallet, network }) => [
      `Passer sur ${network}`,
      `${wallet} est sur un autre réseau. Autorisez le passage sur ${network}.`,
    ],
    checking: () => ['Vérification du compte', null],
    offered: ({ amount, coin, network }) => [
      'Payer avec une autre monnaie',
      `Choisissez avec quoi payer. ${network} l’échange en route : exactement ${amount} ${coin} arrivent, et seul le prix du moment est prélevé.`,
    ],
    sending: (terms) => [`Confirmez dans ${terms.wallet}`, `Confirmez-y ${inWords(terms)}. Gardez cette page ouverte.`],
    silent: ({ wallet }) => [
      `${wallet} n’a pas encore répondu`,
      'Cherchez la demande : derrière cette fenêtre, sous son icône près de la barre d’adresse ou dans son application. Si vous l’avez confirmée, attendez ici : votre paiement va apparaître.',
    ],
    unknown: (terms) => [
      'Regardez d’abord dans votre portefeuille',
      `${terms.wallet} n’a pas indiqué si ${inWords(terms)} ont été envoyés. Si vous y trouvez le transfert, ne l’envoyez pas une seconde fois : il apparaîtra ici dès qu’il sera sur le réseau ${terms.network}.`,
    ],
    sent: ({ network }) => [
      `Envoyé. En attente de ${network}`,
      'Veuillez ne pas payer de nouveau : votre paiement apparaîtra ici dans un instant.',
    ],
    rejected: () => ['Refusé dans le portefeuille', 'Rien n’a été envoyé. Vous pouvez réessayer ou payer autrement.'],
    pending: ({ wallet }) => [
      'Une demande est déjà ouverte',
      `${wallet} attend encore votre réponse à une demande précédente. Répondez-y, puis réessayez.`,
    ],
    locked: ({ wallet }) => [
      'Le portefeuille est verrouillé',
      `Déverrouillez ${wallet}, autorisez cette page à voir un compte et réessayez. Rien n’a été envoyé.`,
    ],
    account: ({ wallet }) => [
      'Le compte n’est pas disponible',
      `${wallet} n’autorise pas cette page à utiliser ce compte. Choisissez le compte qui doit payer et réessayez. Rien n’a été envoyé.`,
    ],
    network: ({ wallet, network }) => [
      `Le portefeuille n’est pas sur ${network}`,
      `Ce paiement n’est possible que sur ${network}. Passez ${wallet} sur ${network} et réessayez. Rien n’a été envoyé.`,
    ],
    insufficient: ({ missing, coin, network }) => [
      `Pas assez de ${coin}`,
      `Il manque ${missing} ${coin} à ce compte sur le réseau ${network} ; les jetons sur d’autres réseaux ne comptent pas. Rien n’a été envoyé.`,
    ],
    gas: ({ currency, network }) => [
      'Pas assez pour les frais',
      `Le compte a besoin d’un peu de ${currency} sur ${network} pour les frais du réseau. Rien n’a été envoyé.`,
    ],
    disconnected: ({ wallet }) => [
      `${wallet} ne répond pas`,
      'Ouvrez-le, vérifiez sa connexion, puis réessayez. Rien n’a été envoyé.',
    ],
    failed: ({ wallet }) => [
      `${wallet} signale une erreur`,
      'Rien n’a été envoyé. Vous pouvez réessayer ou payer autrement.',
    ],
    trustline: ({ coin, network }) => [
      `Pas de ${coin} sur ce compte`,
      `Il n’est pas configuré pour ${coin} sur ${network}. Choisissez un autre compte. Rien n’a été envoyé.`,
    ],
    offers: ({ network }) => [
      'Aucune offre pour le moment',
      `Rien n’a été envoyé. Les offres sur ${network} changent sans cesse : regardez à nouveau ou payez autrement.`,
    ],
    refused: () => [
      'Le transfert n’a pas été accepté',
      'Rien n’a été envoyé. Vous pouvez réessayer ou payer autrement.',
    ],
    expired: () => [
      'Le code a expiré',
      'Il était valable cinq minutes. Réessayez pour en obtenir un nouveau. Rien n’a été envoyé.',
    ],
    relay: () => [
      'WalletConnect est injoignable',
      'Veuillez vérifier votre connexion et réessayer, ou payer autrement. Rien n’a été envoyé.',
    ],
  },
  browserWallet: 'Portefeuille du navigateur',
  walletConnectHint: 'Un portefeuille sur un autre appareil ou dans une application',
  pairingQr: 'Code QR qui connecte un portefeuille par WalletConnect',
  openIn: (wallet) => `Ouvrir dans ${wallet}`,
  openInWallet: 'Ouvrir dans un portefeuille',
  openInAnyWallet: 'Ouvrir dans un autre portefeuille',
  from: (account) => `Depuis le compte ${account}`,
  retry: 'Réessayer',
  otherAccount: 'Utiliser un autre compte',
  otherAsset: 'Payer avec une autre monnaie',
  atMost: (amount) => `Au plus ${amount}`,
  otherWallet: 'Choisir un autre portefeuille',
  back: 'Payer autrement',
  nothingWasSent: 'Rien n’a été envoyé : réessayer',
  itFailed: 'Mon portefeuille signale un échec',
}
