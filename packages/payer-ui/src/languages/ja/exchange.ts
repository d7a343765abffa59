import type { ExchangeTexts } from '../../exchange.ts'
import type { Sum } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${network} ネットワークで ${amount} ${coin}`

export const texts: ExchangeTexts = {
  language: 'ja',
  switch:
    '取引所の手数料で金額が変わりますが、この方法では正確な金額が必要です。次の方法なら、金額が変わっても確認できます。',
  network: (terms) => `出金のネットワークに ${terms.exchangeNetwork} を選びます`,
  amount: (terms) => `取引所の手数料を差し引いた後に ${inWords(terms)} がちょうど届くように金額を設定します`,
  note: {
    amount: '最後の桁まで正確に設定できない取引所の場合は、ご自身のウォレットをご利用ください。',
    memo: 'メモは必ず入力してください。メモがないとお支払いを確認できません。',
    address: '届いた金額が少ない場合は、このページに残りの金額が表示されます。',
  },
  time: (terms) =>
    `取引所からの出金には 2〜60 分かかります。その後に届いたお金も失われませんが、${terms.merchant} による手動の確認が必要です。`,
}
