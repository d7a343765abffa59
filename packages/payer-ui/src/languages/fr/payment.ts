import type { Sum, Texts } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} sur le réseau ${network}`

export const texts: Texts = {
  language: 'fr',
  locale: 'fr',
  direction: 'ltr',
  titles: {
    awaiting: 'Paiement attendu',
    remainder: 'Partiellement payé',
    checking: 'Vérification du réseau',
    sent: 'Paiement envoyé',
    claimed: 'Recherche de votre transaction',
    claim_not_found: 'Transaction introuvable',
    claimable: 'En attente du commerçant',
    unavailable: 'Indisponible pour le moment',
    network_unread: 'Le réseau ne répond pas',
    dropped: 'Veuillez l’envoyer de nouveau',
    wrong_amount: 'Montant incorrect',
    wrong_coin: 'Mauvaise monnaie ou mauvais réseau',
    seen: 'Paiement détecté',
    completed: 'Paiement terminé',
    overpaid: 'Vous avez trop payé',
    twice: 'Vous avez payé deux fois',
    expired: 'Paiement expiré',
    late: 'Le paiement était déjà terminé',
    cancelled: 'Paiement annulé',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `Le délai de paiement est écoulé : n’envoyez plus rien pour le moment. Vous saurez ici si un paiement est arrivé à temps sur le réseau ${network}.`,
    seen: ({ network }) =>
      `Votre paiement est sur le réseau ${network} et nous le confirmons. Vous n’avez plus rien à faire et pouvez fermer cette page.`,
    completed: ({ merchant }) => `${merchant} a reçu votre paiement.`,
    expired: () => 'Le délai de paiement est écoulé : n’envoyez plus rien à l’adresse de ce paiement.',
    late: ({ merchant }) =>
      `Votre argent est arrivé après la fin de ce paiement. Il n’est pas perdu. ${merchant} décidera de l’accepter ou de le rembourser : veuillez contacter le commerçant en indiquant la référence ci-dessous.`,
    cancelled: ({ merchant }) => `${merchant} a annulé ce paiement. N’envoyez rien à son adresse.`,
  },
  ask: ({ merchant }) =>
    `Si vous souhaitez encore payer, demandez un nouveau paiement à ${merchant} en indiquant la référence ci-dessous.`,
  notices: {
    network_unread: ({ network }) =>
      `Le réseau ${network} ne répond pas depuis au moins 15 minutes. Ce qui a été envoyé n’est pas perdu : cela apparaîtra ici dès que le réseau pourra de nouveau être lu.`,
    delayed: ({ network }) =>
      `En ce moment, la confirmation des paiements sur le réseau ${network} prend plus de temps que d’habitude. Ce qui a été envoyé n’est pas perdu.`,
    reported: ({ network }) =>
      `Un portefeuille a envoyé ce paiement. Il apparaîtra ici dès qu’il sera sur le réseau ${network} ; n’envoyez rien une seconde fois.`,
    claimed: ({ network }) =>
      `Nous cherchons votre transaction sur ${network}. Elle apparaîtra ici dès que nous l’aurons trouvée ; veuillez ne pas l’envoyer à nouveau.`,
    claim_not_found: ({ network, merchant }) =>
      `Nous ne trouvons pas votre transaction sur ${network}. Veuillez vérifier l’identifiant de la transaction et le réseau dans votre portefeuille ou sur votre plateforme d’échange. Si les deux sont corrects, veuillez contacter ${merchant}.`,
    claim_unrelated: ({ merchant }) =>
      `Nous avons trouvé votre transaction, mais ce n’est pas un paiement pour cette commande. Veuillez contacter ${merchant} en indiquant la référence ci-dessous.`,
    dropped: (terms) =>
      `Le réseau a rejeté votre transaction, l’argent n’est donc pas arrivé. Envoyez de nouveau exactement ${inWords(terms)}, sauf si votre portefeuille affiche encore la transaction comme étant en attente.`,
    underpaid: ({ received, amount, coin, merchant }) =>
      `Nous avons reçu ${received} sur ${amount} ${coin} avant la fin du délai. L’argent n’est pas perdu : veuillez contacter ${merchant} en indiquant la référence ci-dessous.`,
    overpaid: ({ excess, coin, merchant }) =>
      `Vous avez payé ${excess} ${coin} de trop. L’argent n’est pas perdu : pour le récupérer, veuillez contacter ${merchant} en indiquant la référence ci-dessous.`,
    multiple: () => 'Vous avez payé en plusieurs transferts.',
  },
  misdirected: (found, terms) =>
    `${inWords(found)} sont arrivés ici, mais ce paiement est de ${inWords(terms)}. L’argent n’est pas perdu : veuillez contacter ${terms.merchant} en indiquant la référence ci-dessous.`,
  alsoPaid: (found, { merchant }) =>
    `Vous avez aussi payé ${inWords(found)}. L’argent n’est pas perdu : pour le récupérer, veuillez contacter ${merchant} en indiquant la référence ci-dessous.`,
  claimable: (found, { merchant }) =>
    `${merchant} doit encore accepter ce transfert de ${inWords(found)}. D’ici là, il ne compte pas comme payé. Veuillez contacter ${merchant} en indiquant la référence ci-dessous.`,
  heading: (terms) => `${inWords(terms)} à ${terms.merchant}`,
  sendLabel: ({ network }, phase) =>
    phase === 'remainder' ? `Envoyez le reste sur ${network}, exactement` : `Envoyez sur ${network} exactement`,
  explain: (terms) =>
    ({
      amount: `Envoyez exactement ${inWords(terms)}. Les derniers chiffres nous disent que c’est vous : n’arrondissez pas le montant.`,
      memo: `Envoyez exactement ${inWords(terms)} avec le mémo ${terms.memo}. Le mémo nous dit que c’est vous : sans lui, nous ne retrouvons pas votre paiement.`,
      address: `Envoyez exactement ${inWords(terms)} à cette adresse. Elle ne sert qu’à votre paiement.`,
    })[terms.recognition],
  fees: 'Les frais sont en plus.',
  howToPay: 'Comment payer',
  payFromExchange: 'Payer depuis une plateforme d’échange',
  claim: {
    title: 'J’ai déjà payé',
    submit: 'Trouver mon paiement',
    failed: 'L’envoi a échoué. Veuillez vérifier votre connexion et réessayer.',
  },
  methods: {
    title: 'Payer avec une autre monnaie ou un autre réseau',
    unavailable: 'Indisponible pour le moment',
    failed: 'Cette option est indisponible pour le moment. Veuillez en choisir une autre.',
  },
  payWithWallet: 'Payer avec un portefeuille',
  payWith: (wallet) => `Payer avec ${wallet}`,
  openWalletApp: 'Ouvrir une application de portefeuille',
  showCode: 'Afficher le code QR',
  codes: {
    address: 'Adresse seule',
    request: 'Adresse et montant',
    requestCaption: 'Ce code contient aussi le jeton et le montant. Certains portefeuilles ne savent pas le lire.',
  },
  walletsFailed: 'Les portefeuilles n’ont pas pu être chargés. Veuillez vérifier votre connexion et réessayer.',
  deadline: (time) => `Payez avant : ${time}`,
  rate: (rate, time) => `${rate}, garanti jusqu’à : ${time}`,
  timeLeft: (remaining) => `encore ${remaining}`,
  qrLabel: (terms) =>
    `Code QR pour envoyer ${inWords(terms)} à l’adresse ${terms.address}${terms.memo === null ? '' : ` avec le mémo ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `Ce code contient l’adresse ${network}. Saisissez ou collez le montant.`
      : `Pour les portefeuilles ${network} : le code contient l’adresse, le montant et le mémo.`,
  addressLabel: ({ network }) => `Adresse ${network}`,
  memoLabel: 'Mémo (texte), obligatoire',
  received: (received, asked, { network }) => `${received} sur ${asked} reçus sur le réseau ${network}`,
  confirmations: (seen, required) =>
    `${seen.digits} ${seen.form === 'one' ? 'confirmation' : 'confirmations'} sur ${required.digits}`,
  finality: {
    expected: (duration) => `Encore environ ${duration}`,
    soon: 'D’un instant à l’autre',
    overdue: 'Cela prend plus de temps que d’habitude. Le paiement n’est pas perdu.',
  },
  transactionStatus: { seen: 'En cours de confirmation', final: 'Confirmée', orphaned: 'Rejetée' },
  openTransaction: (hash) => `Transaction ${hash} dans un explorateur de blocs`,
  labels: {
    amount: 'Montant',
    received: 'Reçu',
    price: 'Prix',
    network: 'Réseau',
    merchant: 'Bénéficiaire',
    confirmedAt: 'Confirmé',
    transactions: 'Transactions',
    order: 'Commande',
    items: 'Articles',
    reference: 'Référence',
  },
  returnTo: ({ merchant }) => `Revenir chez ${merchant}`,
  openReplacement: 'Ouvrir le nouveau paiement',
  print: 'Imprimer',
  languageLabel: 'Langue',
  contact: ({ merchant }) => `Contacter ${merchant}`,
  redirect: {
    countdown: (duration, { merchant }) => `Vous reviendrez chez ${merchant} dans ${duration}.`,
    stay: 'Rester sur cette page',
  },
  close: 'Fermer',
  testMode: { title: 'Mode test.', detail: 'Les jetons de ce paiement n’ont aucune valeur.' },
  loading: 'Chargement du paiement',
  copy: {
    amount: 'Copier le montant',
    address: 'Copier l’adresse',
    memo: 'Copier le mémo',
    reference: 'Copier la référence',
  },
  copied: { amount: 'Montant copié', address: 'Adresse copiée', memo: 'Mémo copié', reference: 'Référence copiée' },
  copyRefused: 'La copie n’a pas été autorisée. Veuillez sélectionner le texte et le copier.',
  notFoundTitle: 'Paiement introuvable',
  failureTitle: 'Impossible d’afficher le paiement',
  failures: {
    invalid_src:
      'Cette page n’indique pas de quel paiement il s’agit. Veuillez prévenir le commerçant et n’envoyez rien.',
    not_found:
      'Il n’y a aucun paiement à cette adresse. Veuillez vérifier le lien ou en demander un nouveau au commerçant, et n’envoyez rien.',
    rate_limited: 'Trop de requêtes proviennent de votre réseau. Nouvelle tentative…',
    server_error: 'Le serveur de paiement rencontre un problème. Nouvelle tentative…',
    invalid_response: 'Le serveur de paiement a donné une réponse inattendue. Nouvelle tentative…',
    unreachable: 'Nous ne joignons pas le serveur de paiement. Nouvelle tentative…',
  },
  stale: ({ network }) =>
    `Le serveur de paiement est injoignable : ces informations ne sont peut-être plus à jour. Ce que vous avez envoyé sur le réseau ${network} n’est pas perdu.`,
  offline:
    'Vous êtes hors ligne : ces informations ne sont peut-être plus à jour. Nous nous reconnecterons tout seuls.',
  retry: 'Réessayer',
}
