import type { LinkTexts } from '../en/link.ts'

export const texts: LinkTexts = {
  price: 'お支払い金額',
  amountLabel: ({ currency }) => `金額（${currency}）`,
  bounds: ({ minimum, maximum }) => (maximum === null ? `${minimum} 以上` : `${minimum} から ${maximum} まで`),
  refused: ({ minimum, maximum }) =>
    maximum === null
      ? `${minimum} 以上の金額を入力してください（例：12.50）。`
      : `${minimum} から ${maximum} までの金額を入力してください（例：12.50）。`,
  payIn: ({ coin, network }) => `${network} の ${coin} でお支払いいただきます。`,
  choice: '通貨は次のステップでお選びいただけます。',
  pay: '支払う',
  again: 'もう一度支払う',
  failed: ({ merchant }) =>
    `ただいまお支払いを受け付けられません。後ほどもう一度お試しいただくか、${merchant} にお問い合わせください。`,
  closed: {
    inactive: 'この支払いリンクは無効になっています',
    expired: 'この支払いリンクは期限切れです',
    exhausted: 'この支払いリンクは上限に達しました',
  },
  ask: ({ merchant }) =>
    `お支払いをご希望の場合は、下のお支払い番号を添えて ${merchant} に新しいリンクをお求めください。`,
  notFoundTitle: '支払いリンクが見つかりません',
  notFound: 'アドレスをご確認いただくか、送信者に新しいリンクをお求めください。',
  scan: 'スキャンして支払う',
}
