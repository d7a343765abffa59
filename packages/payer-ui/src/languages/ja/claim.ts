import type { ClaimTexts, FoundMoney } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: FoundMoney) => `${network} の ${amount} ${coin}`

export const texts: ClaimTexts = {
  language: 'ja',
  ask: ({ network }) =>
    `ウォレットまたは取引所の取引 ID、またはそのリンクを貼り付けてください。${network} で探します。`,
  unnamed: (found, time) =>
    `${time}に${inWords(found)}が届きましたが、どのお支払いか分かりません。お客様の送金ですか？`,
  label: '取引 ID',
  invalid: 'これは取引 ID ではありません。取引 ID は 64 文字の英数字で、0x で始まることもあります。',
  found: (terms) =>
    `${inWords(terms)} が見つかりました。お客様が送金されましたか？送金元のアカウントでメッセージに署名すると、このお支払いに充てられます。署名で資金が動くことはなく、費用もかかりません。`,
  sign: (wallet) => `${wallet} で署名する`,
  browserWallet: 'ブラウザーのウォレット',
  none: ({ account }) =>
    `このブラウザーにはウォレットがありません。アカウント ${account} のあるブラウザーでこのページを開いてください。`,
  exchange: ({ merchant }) =>
    `取引所から送金された場合は、下のお支払い番号を添えて ${merchant} にお問い合わせください。`,
  signing: ({ wallet }) => `${wallet} でメッセージに署名してください。このページは開いたままにしてください。`,
  problems: {
    rejected: () => 'ウォレットで拒否されました。何も変わっていません。もう一度お試しいただけます。',
    account: ({ account }) =>
      `送金元はアカウント ${account} です。ウォレットでそのアカウントを選び、もう一度お試しください。`,
    refused: ({ merchant }) =>
      `署名では解決できません。入金は失われていません。下のお支払い番号を添えて ${merchant} にお問い合わせください。`,
    failed: () => '応答がありませんでした。ウォレットと接続をご確認のうえ、もう一度お試しください。',
  },
}
