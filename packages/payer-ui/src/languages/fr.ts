import type { Sum, Texts } from '../texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} sur le réseau ${network}`

export const texts: Texts = {
  language: 'fr',
  locale: 'fr',
  direction: 'ltr',
  titles: {
    awaiting: 'Paiement attendu',
    remainder: 'Partiellement payé',
    checking: 'Vérification du réseau',
    seen: 'Paiement détecté',
    confirming: 'Confirmation du paiement',
    completed: 'Paiement terminé',
    expired: 'Paiement expiré',
    late: 'Payé trop tard',
    cancelled: 'Paiement annulé',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `Le délai de paiement est écoulé : n’envoyez plus rien pour le moment. Vous saurez ici si un paiement est arrivé à temps sur le réseau ${network}.`,
    seen: ({ network }) =>
      `Le paiement est sur le réseau ${network} et attend sa confirmation définitive. Vous n’avez plus rien à faire et pouvez fermer cette page.`,
    confirming: ({ network }) =>
      `Le paiement est sur le réseau ${network} et devient définitif de lui-même, bloc après bloc. Vous n’avez plus rien à faire et pouvez fermer cette page.`,
    completed: ({ merchant }) => `${merchant} a reçu votre paiement.`,
    expired: ({ merchant }) =>
      `Le délai de paiement est écoulé : n’envoyez plus rien à l’adresse de ce paiement. ${merchant} peut vous en créer un nouveau.`,
    late: ({ merchant }) =>
      `Des fonds sont arrivés après la fin du paiement. Ils sont enregistrés, et ${merchant} décidera de les accepter ou de les rembourser. Veuillez contacter le commerçant.`,
    cancelled: ({ merchant }) => `${merchant} a annulé ce paiement. N’envoyez rien à son adresse.`,
  },
  notices: {
    network_unread: ({ network }) =>
      `Le réseau ${network} ne répond pas depuis au moins 15 minutes. Ce qui a été envoyé n’est pas perdu : cela apparaîtra ici dès que le réseau pourra de nouveau être lu.`,
    delayed: ({ network }) =>
      `En ce moment, la confirmation des paiements sur le réseau ${network} prend plus de temps que d’habitude. Ce qui a été envoyé n’est pas perdu.`,
    reported: ({ network }) =>
      `Un portefeuille a envoyé ce paiement. Il apparaîtra ici dès qu’il sera sur le réseau ${network} ; n’envoyez rien une seconde fois.`,
    dropped: (terms) =>
      `Le réseau a rejeté votre transaction, l’argent n’est donc pas arrivé. Envoyez de nouveau exactement ${inWords(terms)}, sauf si votre portefeuille affiche encore la transaction comme étant en attente.`,
    underpaid: ({ merchant }) =>
      `Une partie seulement du montant est arrivée à temps. Elle est enregistrée ; veuillez contacter ${merchant} à ce sujet.`,
    overpaid: ({ merchant }) =>
      `La somme reçue dépasse le montant demandé. Veuillez contacter ${merchant} pour obtenir le remboursement de l’excédent.`,
    multiple: () => 'Ce paiement a été effectué en plusieurs transferts.',
  },
  misdirected: (found, terms) =>
    `${inWords(found)} sont arrivés à l’adresse de ce paiement, qui est de ${inWords(terms)}. L’attribution automatique est impossible, mais rien n’est perdu : veuillez contacter ${terms.merchant} en indiquant la référence ci-dessous.`,
  claimable: (found, { merchant }) =>
    `${inWords(found)} ont été envoyés de telle sorte que ${merchant} doit d’abord les réclamer ; d’ici là, ils ne comptent pas comme payés. Veuillez contacter ${merchant} en indiquant la référence ci-dessous.`,
  heading: (terms) => `${inWords(terms)} à ${terms.merchant}`,
  sendLabel: ({ coin, network }, phase) =>
    phase === 'remainder'
      ? `Envoyez le reste en ${coin} sur ${network}, exactement`
      : `Envoyez des ${coin} sur ${network}, exactement`,
  explain: (terms) =>
    ({
      amount: `Envoyez exactement ${inWords(terms)}. C’est le montant qui permet de reconnaître votre paiement : un montant arrondi, une autre monnaie ou un autre réseau ne pourra pas lui être associé.`,
      memo: `Envoyez exactement ${inWords(terms)} avec le mémo ${terms.memo}. C’est le mémo qui permet de reconnaître votre paiement : sans lui, les fonds ne pourront pas lui être associés.`,
      address: `Envoyez exactement ${inWords(terms)} à cette adresse. Elle ne sert qu’à ce paiement : une autre monnaie ou un autre réseau ne pourra pas lui être associé.`,
    })[terms.recognition],
  fees: 'Les frais d’un portefeuille ou d’une plateforme d’échange s’ajoutent au montant.',
  exchange: {
    title: 'Paiement depuis une plateforme d’échange',
    detail: (terms) =>
      terms.memo === null
        ? `Choisissez ${terms.network} comme réseau du retrait et fixez le montant pour que, frais de la plateforme déduits, exactement ${terms.amount} ${terms.coin} arrivent.${terms.recognition === 'amount' ? ' Si la plateforme ne peut pas le faire au dernier chiffre près, utilisez plutôt votre propre portefeuille.' : ''}`
        : `Choisissez ${terms.network} comme réseau du retrait, indiquez le mémo ${terms.memo} et fixez le montant pour que, frais de la plateforme déduits, exactement ${terms.amount} ${terms.coin} arrivent.`,
  },
  payWithWallet: ({ coin, network }) => `Payer en ${coin} sur ${network} avec un portefeuille`,
  walletsFailed: 'Les portefeuilles n’ont pas pu être chargés. Veuillez vérifier votre connexion et réessayer.',
  deadline: ({ coin, network }, time) => `Payez en ${coin} sur le réseau ${network} avant le ${time}.`,
  timeLeft: (remaining) => `encore ${remaining}`,
  qrLabel: (terms) =>
    `Code QR pour envoyer ${inWords(terms)} à l’adresse ${terms.address}${terms.memo === null ? '' : ` avec le mémo ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `Le code contient uniquement l’adresse ${network}. Saisissez vous-même le montant.`
      : `Pour les portefeuilles ${network} : le code contient l’adresse, le montant et le mémo.`,
  addressLabel: ({ network }) => `Adresse ${network}`,
  memoLabel: 'Mémo (texte), obligatoire',
  received: (received, asked, { network }) => `${received} sur ${asked} reçus sur le réseau ${network}`,
  confirmations: (seen, required) =>
    `${seen.digits} ${seen.form === 'one' ? 'confirmation' : 'confirmations'} sur ${required.digits}`,
  finality: {
    expected: (duration) => `Définitif dans environ ${duration}`,
    soon: 'Le paiement devrait être définitif d’un instant à l’autre',
    overdue: 'Cela prend plus de temps que d’habitude. Le paiement n’est pas perdu.',
  },
  transactionStatus: { seen: 'En cours de confirmation', final: 'Définitive', orphaned: 'Rejetée par le réseau' },
  openTransaction: (hash) => `Transaction ${hash} dans un explorateur de blocs`,
  labels: {
    amount: 'Montant',
    received: 'Reçu',
    price: 'Prix',
    network: 'Réseau',
    merchant: 'Bénéficiaire',
    confirmedAt: 'Confirmé',
    transactions: 'Transactions',
    reference: 'Référence',
  },
  returnTo: ({ merchant }) => `Revenir chez ${merchant}`,
  redirect: {
    countdown: (duration, { merchant }) => `Vous reviendrez chez ${merchant} dans ${duration}.`,
    stay: 'Rester sur cette page',
  },
  close: 'Fermer',
  testMode: { title: 'Mode test.', detail: 'Les jetons de ce paiement n’ont aucune valeur.' },
  loading: 'Chargement du paiement',
  copy: { amount: 'Copier le montant', address: 'Copier l’adresse', memo: 'Copier le mémo' },
  copied: { amount: 'Montant copié', address: 'Adresse copiée', memo: 'Mémo copié' },
  copyRefused: 'La copie n’a pas été autorisée. Veuillez sélectionner le texte et le copier.',
  notFoundTitle: 'Paiement introuvable',
  failureTitle: 'Impossible d’afficher le paiement',
  failures: {
    invalid_src:
      'Cette page n’indique pas de quel paiement il s’agit. Veuillez prévenir le commerçant et n’envoyez rien.',
    not_found:
      'Il n’y a aucun paiement à cette adresse. Veuillez vérifier le lien ou en demander un nouveau au commerçant, et n’envoyez rien.',
    rate_limited: 'Trop de requêtes proviennent de votre réseau. Nouvelle tentative dans un instant.',
    server_error: 'Le serveur de paiement rencontre un problème. Nouvelle tentative dans un instant.',
    invalid_response: 'Le serveur de paiement a donné une réponse inattendue. Nouvelle tentative dans un instant.',
    unreachable: 'Le serveur de paiement est injoignable. Nouvelle tentative dans un instant.',
  },
  stale: ({ network }) =>
    `Le serveur de paiement est injoignable : ces informations ne sont peut-être plus à jour. Ce que vous avez envoyé sur le réseau ${network} n’est pas perdu.`,
  offline:
    'Vous êtes hors ligne : ces informations ne sont peut-être plus à jour. La mise à jour reprendra d’elle-même dès que vous serez reconnecté.',
  retry: 'Réessayer',
}
