import type { OverTexts, ReceiptMailTexts, ReceiptTexts, RefundTexts, TestPanelTexts, TillTexts } from '../en/pages.ts'

export const refundTexts: RefundTexts = {
  addressPage: {
    title: 'Votre remboursement',
    amountLabel: 'Vous est rendu',
    ask: ({ coin, network }) =>
      `Indiquez l’adresse ${network} qui doit recevoir ${coin} : celle d’un portefeuille à vous, ou l’adresse de dépôt que votre plateforme affiche pour ${coin} sur ${network}. L’adresse depuis laquelle une plateforme a payé n’est pas la vôtre.`,
    warning:
      'Vous ne pourrez plus la modifier, et les fonds envoyés à une mauvaise adresse sont perdus. Veuillez vérifier chaque caractère.',
    addressLabel: ({ network }) => `Adresse ${network}`,
    memoLabel: 'Mémo, si votre plateforme en demande un',
    paste: 'Coller',
    useWallet: ({ wallet }) => `Utiliser mon adresse ${wallet}`,
    submit: 'Continuer',
    check: ({ coin, network }) => `Est-ce bien votre adresse pour ${coin} sur ${network} ?`,
    confirm: 'Oui, envoyer à cette adresse',
    correct: 'Non, la corriger',
    invalid: ({ network }) =>
      `Rien ne peut être envoyé à cette adresse sur ${network}. Veuillez vérifier chaque caractère.`,
    cannotReceive: ({ coin, network }) =>
      `Ce compte ne peut pas recevoir ${coin} sur ${network} pour le moment. Veuillez en utiliser un autre.`,
    memoMissing:
      'Ce compte exige un mémo : indiquez celui que votre plateforme affiche avec l’adresse. Sans lui, les fonds ne pourraient pas vous être attribués.',
    addressSaved: ({ merchant }) => `L’adresse est enregistrée. ${merchant} envoie les fonds, qui apparaîtront ici.`,
    submitted: ({ network }) => `Les fonds sont sur ${network} et nous les confirmons.`,
    completed: 'Les fonds ont été envoyés à cette adresse.',
    closed: ({ merchant }) =>
      `Ce remboursement n’est plus ouvert. Veuillez contacter ${merchant} en indiquant la référence ci-dessous.`,
  },
  signingPage: {
    title: 'Signer un remboursement',
    amountLabel: 'À envoyer',
    ask: ({ amount, coin, network }) =>
      `Envoyez exactement ${amount} ${coin} sur ${network} depuis le portefeuille ci-dessous vers l’adresse ci-dessous : le remboursement se termine de lui-même dès que ${network} a confirmé le transfert.`,
    once: 'Signez une seule fois : un second transfert paierait deux fois.',
    unswept:
      'Les fonds de ce paiement sont encore sur son adresse propre : ils arrivent dans ce portefeuille avec le prochain règlement. D’ici là, le portefeuille doit disposer du montant par ailleurs.',
    openWallet: 'Ouvrir dans un portefeuille',
    from: 'Depuis votre portefeuille',
    to: 'Vers',
    contract: 'Contrat de la monnaie',
    closedTitle: 'Aucune signature requise',
    closed: 'N’envoyez rien. Vous pouvez fermer cette page.',
    script: {
      signWith: 'Signer avec',
      browserWallet: 'un portefeuille de ce navigateur',
      none: 'Aucun portefeuille n’a été trouvé dans ce navigateur. Envoyez à la main, exactement comme indiqué ici.',
      account: 'Le portefeuille n’est pas sur le compte qui doit payer : choisissez-le et réessayez.',
      network: 'Le portefeuille est sur un autre réseau. Choisissez-y celui-ci et réessayez :',
      rejected: 'Le portefeuille a refusé. Rien n’a été envoyé.',
      insufficient: 'Le compte n’a pas assez de cette monnaie. Rien n’a été envoyé.',
      failed: 'Cela n’a pas fonctionné et rien n’a été envoyé. Veuillez réessayer.',
      confirm: 'Veuillez confirmer le transfert dans le portefeuille.',
      sent: 'Envoyé :',
      unsure:
        'Un portefeuille a déjà été sollicité. Regardez-y d’abord ; si rien n’a été envoyé, annulez ce remboursement et créez-en un autre.',
    },
  },
}

export const checkText = 'Vérifier si mon paiement est arrivé'

export const overTexts: OverTexts = {
  title: 'Cette page est fermée',
  detail:
    'Ce qu’elle affichait est terminé depuis un certain temps. Pour toute question, veuillez contacter la boutique.',
}

export const testPanelTexts: TestPanelTexts = {
  title: 'Panneau de test pour développeurs',
  detail: 'Les payeurs ne le voient jamais. Ces boutons font de vrais transferts sur le réseau de test local.',
}

export const tillTexts: TillTexts = {
  show: 'Afficher le code',
  paid: 'Payé',
  next: 'Paiement suivant',
  erase: 'Effacer le dernier chiffre',
  closed: ({ merchant }) => `Seules les personnes autorisées à encaisser pour ${merchant} peuvent ouvrir cette caisse.`,
  signIn: 'Se connecter',
}

export const receiptTexts: ReceiptTexts = {
  title: 'Reçu',
  scan: 'Scannez le code pour vérifier ce reçu.',
  check: 'Vérifier ce reçu',
  save: 'Enregistrer le reçu signé',
  note: {
    payment: 'Ce reçu prouve le paiement. Ce n’est pas une facture.',
    refund: 'Ce reçu prouve le remboursement. Ce n’est pas une facture.',
  },
}

export const receiptMailTexts: ReceiptMailTexts = {
  payment: {
    subject: ({ merchant }) => `Votre reçu de ${merchant}`,
    text: ({ amount, merchant }) => `Vous avez payé ${amount} à ${merchant}. L’argent est arrivé.`,
  },
  refund: {
    subject: ({ merchant }) => `Votre remboursement de ${merchant}`,
    text: ({ amount, merchant }) => `${merchant} vous a remboursé ${amount}.`,
  },
  order: ({ reference }) => `Commande : ${reference}`,
  link: 'Votre reçu se trouve ici :',
  attached: 'Le reçu signé est joint. Conservez-le : chacun peut le vérifier, même si cette page n’existe plus.',
  reason: 'Vous recevez cet e-mail parce que cette adresse a été indiquée lors du paiement.',
  sandbox: 'Ceci est un test : aucun argent réel n’a été transféré.',
}
