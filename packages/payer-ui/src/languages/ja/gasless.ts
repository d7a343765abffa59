import type { GaslessTexts, PanelTerms } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${network} ネットワークで ${amount} ${coin}`

export const texts: GaslessTexts = {
  messages: {
    ready: (terms) => [
      'ネットワーク手数料なしで支払う',
      `${terms.wallet} で ${inWords(terms)} に署名してください。ネットワーク手数料はこちらで負担します。${terms.currency} は必要ありません。`,
    ],
    signing: (terms) => [
      `${terms.wallet} で署名してください`,
      `ウォレットで ${inWords(terms)} ちょうどの支払いに署名してください。手数料は加算されません。このページは開いたままにしてください。`,
    ],
    relaying: ({ network }) => [
      `署名しました。${network} を待っています`,
      'もう一度お支払いにならないでください。お支払いを送信しており、まもなくここに表示されます。',
    ],
    ungiven: ({ currency }) => [
      '現在、手数料をこちらで負担できません',
      `何も送金されていません。通常の方法でお支払いいただけます。その場合、ネットワーク手数料はお客様のアカウントから ${currency} で支払われます。`,
    ],
    unsignable: ({ coin, network, currency }) => [
      'このアカウントでは手数料のご負担が必要です',
      `このアカウントの ${network} の ${coin} では、この方法でお支払いいただけません。何も送金されていません。${currency} で手数料を払う通常の方法か、別のアカウントでお支払いいただけます。`,
    ],
    unrelayed: ({ currency }) => [
      'お支払いを代わりに送信できませんでした',
      `署名された内容は実行されず、アカウントからは何も引き落とされていません。${currency} で手数料を払う通常の方法でお支払いください。`,
    ],
    unanswered: () => [
      '決済サーバーが応答しません',
      '署名が届いたかどうか分かりません。もう一度お試しください。再度署名しても二重に支払われることはありません。',
    ],
  },
  withoutGas: 'ネットワーク手数料なしで支払う',
  ownGas: '手数料を自分で払う',
}
