import type { ClaimTexts, FoundMoney } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: FoundMoney) => `${amount} ${coin} sur ${network}`

export const texts: ClaimTexts = {
  language: 'fr',
  ask: ({ network }) =>
    `Collez l’identifiant de la transaction donné par votre portefeuille ou votre plateforme d’échange, ou un lien vers elle. Nous la chercherons sur ${network}.`,
  unnamed: (found, time) => `${inWords(found)} sont arrivés à ${time} sans indiquer de paiement. Est-ce votre envoi ?`,
  label: 'Identifiant de la transaction',
  invalid: 'Ce n’est pas un identifiant de transaction. Il compte 64 lettres et chiffres, parfois après 0x.',
  found: (terms) =>
    `Nous avons trouvé ${inWords(terms)}. Est-ce vous qui les avez envoyés ? Signez un message avec le compte expéditeur, et ils compteront pour ce paiement. Signer ne déplace pas d’argent et ne coûte rien.`,
  sign: (wallet) => `Signer avec ${wallet}`,
  browserWallet: 'Portefeuille du navigateur',
  none: ({ account }) =>
    `Ce navigateur n’a pas de portefeuille. Ouvrez cette page dans un navigateur qui a le compte ${account}.`,
  exchange: ({ merchant }) =>
    `Une plateforme d’échange les a envoyés pour vous ? Veuillez alors contacter ${merchant} en indiquant la référence ci-dessous.`,
  signing: ({ wallet }) => `Signez le message dans ${wallet}. Gardez cette page ouverte.`,
  problems: {
    rejected: () => 'Vous avez refusé dans le portefeuille. Rien n’a changé ; vous pouvez réessayer.',
    account: ({ account }) =>
      `L’argent est venu du compte ${account}. Choisissez ce compte dans votre portefeuille, puis réessayez.`,
    refused: ({ merchant }) =>
      `Une signature ne peut pas régler cela. Votre argent n’est pas perdu : veuillez contacter ${merchant} en indiquant la référence ci-dessous.`,
    failed: () =>
      'Nous n’avons pas reçu de réponse. Veuillez vérifier votre portefeuille et votre connexion, puis réessayer.',
  },
}
