import type { Sum, Texts } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${network} ネットワークで ${amount} ${coin}`

export const texts: Texts = {
  language: 'ja',
  locale: 'ja',
  direction: 'ltr',
  titles: {
    awaiting: 'お支払い待ち',
    remainder: '一部お支払い済み',
    checking: 'ネットワークを確認中',
    sent: '送金済み',
    claimed: '取引を探しています',
    claim_not_found: '取引が見つかりません',
    claimable: 'お店の確認待ちです',
    unavailable: '現在ご利用いただけません',
    network_unread: 'ネットワークの応答がありません',
    dropped: 'もう一度送金が必要です',
    wrong_amount: '金額が違います',
    wrong_coin: '通貨またはネットワークが違います',
    seen: 'お支払いを検出しました',
    completed: 'お支払い完了',
    overpaid: '多くお支払いいただきました',
    twice: '二重にお支払いいただきました',
    expired: 'お支払い期限切れ',
    late: 'お支払い終了後の入金',
    cancelled: 'お支払いはキャンセルされました',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `お支払い期限が過ぎました。今は何も送金しないでください。${network} ネットワークでのお支払いが期限内に届いたかどうかは、ここに表示されます。`,
    seen: ({ network }) =>
      `お支払いは ${network} ネットワークに届き、確認中です。お客様の操作は完了しましたので、このページを閉じても問題ありません。`,
    completed: ({ merchant }) => `${merchant} がお支払いを受け取りました。`,
    expired: () => 'お支払い期限が過ぎました。このお支払いのアドレスには、もう何も送金しないでください。',
    late: ({ merchant }) =>
      `お支払いの終了後に入金がありました。入金は失われていません。受け取るか返金するかは ${merchant} が判断します。下のお支払い番号を添えて ${merchant} にお問い合わせください。`,
    cancelled: ({ merchant }) =>
      `${merchant} がこのお支払いをキャンセルしました。このお支払いのアドレスには何も送金しないでください。`,
  },
  ask: ({ merchant }) =>
    `お支払いをご希望の場合は、下のお支払い番号を添えて ${merchant} に新しいお支払いをご依頼ください。`,
  notices: {
    network_unread: ({ network }) =>
      `${network} ネットワークから 15 分以上応答がありません。すでに送金された分は失われません。ネットワークを再び読み取れるようになると、ここに表示されます。`,
    delayed: ({ network }) =>
      `現在、${network} ネットワークでのお支払いの確認に通常より時間がかかっています。すでに送金された分は失われません。`,
    reported: ({ network }) =>
      `ウォレットからこのお支払いが送信されました。${network} ネットワークに届きしだいここに表示されます。もう一度送金しないでください。`,
    claimed: ({ network }) =>
      `${network} でお客様の取引を探しています。見つかり次第ここに表示されます。もう一度送金しないでください。`,
    claim_not_found: ({ network, merchant }) =>
      `${network} でお客様の取引が見つかりません。取引 ID と、ウォレットまたは取引所で選んだネットワークをご確認ください。どちらも正しい場合は、${merchant} にお問い合わせください。`,
    claim_unrelated: ({ merchant }) =>
      `お客様の取引は見つかりましたが、この注文のお支払いではありません。下のお支払い番号を添えて ${merchant} にお問い合わせください。`,
    dropped: (terms) =>
      `ネットワークが取引を破棄したため、お支払いは届いていません。ウォレットで取引がまだ保留中でなければ、${inWords(terms)} をもう一度正確に送金してください。`,
    underpaid: ({ received, amount, coin, merchant }) =>
      `期限までに届いたのは ${amount} ${coin} のうち ${received} です。入金は失われていません。下のお支払い番号を添えて ${merchant} にお問い合わせください。`,
    overpaid: ({ excess, coin, merchant }) =>
      `${excess} ${coin} 多くお支払いいただきました。入金は失われていません。返金については、下のお支払い番号を添えて ${merchant} にお問い合わせください。`,
    multiple: () => '複数回の送金でお支払いいただきました。',
  },
  misdirected: (found, terms) =>
    `${inWords(found)} が届きましたが、このお支払いは ${inWords(terms)} です。入金は失われていません。下のお支払い番号を添えて ${terms.merchant} にお問い合わせください。`,
  alsoPaid: (found, { merchant }) =>
    `${inWords(found)} もお支払いいただきました。入金は失われていません。返金については、下のお支払い番号を添えて ${merchant} にお問い合わせください。`,
  claimable: (found, { merchant }) =>
    `${inWords(found)} のこの送金は、まだ ${merchant} が受け取る必要があります。それまではお支払い済みになりません。下のお支払い番号を添えて ${merchant} にお問い合わせください。`,
  heading: (terms) => `${terms.merchant} へのお支払い: ${inWords(terms)}`,
  sendLabel: ({ network }, phase) =>
    phase === 'remainder' ? `残りを ${network} で正確に送金` : `${network} で正確に送金`,
  explain: (terms) =>
    ({
      amount: `${inWords(terms)} を正確に送金してください。金額の末尾の桁でお客様のお支払いを識別します。金額を丸めないでください。`,
      memo: `メモ ${terms.memo} を付けて、${inWords(terms)} を正確に送金してください。メモでお客様のお支払いを識別します。メモがないと照合できません。`,
      address: `このアドレスに ${inWords(terms)} を正確に送金してください。このアドレスはお客様の今回のお支払い専用です。`,
    })[terms.recognition],
  fees: '手数料は別途かかります。',
  howToPay: 'お支払い方法',
  payFromExchange: '取引所から支払う',
  claim: {
    title: 'すでに支払いました',
    submit: '支払いを探す',
    failed: '送信できませんでした。接続をご確認のうえ、もう一度お試しください。',
  },
  methods: {
    title: '別の通貨またはネットワークで支払う',
    unavailable: '現在ご利用いただけません',
    failed: '現在ご利用いただけません。別の方法をお選びください。',
  },
  payWithWallet: 'ウォレットで支払う',
  payWith: (wallet) => `${wallet} で支払う`,
  openWalletApp: 'ウォレットアプリを開く',
  showCode: 'QR コードを表示',
  codes: {
    address: 'アドレスのみ',
    request: 'アドレスと金額',
    requestCaption: 'このコードには通貨と金額も含まれます。読み取れないウォレットもあります。',
  },
  walletsFailed: 'ウォレットを読み込めませんでした。接続を確認して、もう一度お試しください。',
  deadline: (time) => `${time} までにお支払いください`,
  rate: (rate, time) => `${rate}（${time} まで固定）`,
  timeLeft: (remaining) => `残り ${remaining}`,
  qrLabel: (terms) =>
    `${inWords(terms)} をアドレス ${terms.address} へ${terms.memo === null ? '' : `メモ ${terms.memo} 付きで`}送金するための QR コード`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `この QR コードには ${network} アドレスが含まれます。金額を入力するか貼り付けてください。`
      : `${network} ウォレット用: QR コードにはアドレス、金額、メモが含まれます。`,
  addressLabel: ({ network }) => `${network} アドレス`,
  memoLabel: 'メモ（テキスト）、必須',
  received: (received, asked, { network }) => `${network} ネットワークで ${asked} のうち ${received} を受領済み`,
  confirmations: (seen, required) => `確認 ${seen.digits} / ${required.digits} 回`,
  finality: {
    expected: (duration) => `あと約 ${duration}`,
    soon: 'まもなくです',
    overdue: '通常より時間がかかっています。お支払いは失われていません。',
  },
  transactionStatus: { seen: '確認中', final: '確認済み', orphaned: '破棄' },
  openTransaction: (hash) => `ブロックエクスプローラーで取引 ${hash} を表示`,
  labels: {
    amount: '金額',
    received: '受領額',
    price: '価格',
    network: 'ネットワーク',
    merchant: 'お支払い先',
    confirmedAt: '確認日時',
    transactions: '取引',
    order: 'ご注文',
    items: '商品',
    reference: 'お支払い番号',
  },
  returnTo: ({ merchant }) => `${merchant} に戻る`,
  openReplacement: '新しいお支払いを開く',
  print: '印刷',
  languageLabel: '言語',
  contact: ({ merchant }) => `${merchant} に問い合わせる`,
  redirect: {
    countdown: (duration, { merchant }) => `${duration}後に ${merchant} に戻ります。`,
    stay: 'このページにとどまる',
  },
  close: '閉じる',
  testMode: { title: 'テストモード。', detail: 'このお支払いのコインに価値はありません。' },
  loading: 'お支払い情報を読み込み中',
  copy: {
    amount: '金額をコピー',
    address: 'アドレスをコピー',
    memo: 'メモをコピー',
    reference: 'お支払い番号をコピー',
  },
  copied: {
    amount: '金額をコピーしました',
    address: 'アドレスをコピーしました',
    memo: 'メモをコピーしました',
    reference: 'お支払い番号をコピーしました',
  },
  copyRefused: 'コピーが許可されませんでした。テキストを選択してコピーしてください。',
  notFoundTitle: 'お支払いが見つかりません',
  failureTitle: 'お支払い情報を表示できません',
  failures: {
    invalid_src:
      'このページでは、どのお支払いかが指定されていません。ショップにお知らせください。何も送金しないでください。',
    not_found:
      'この URL に該当するお支払いはありません。リンクを確認するか、ショップに新しいリンクをご依頼ください。何も送金しないでください。',
    rate_limited: 'お使いのネットワークからのリクエストが多すぎます。再試行しています…',
    server_error: '決済サーバーに問題が発生しています。再試行しています…',
    invalid_response: '決済サーバーから予期しない応答がありました。再試行しています…',
    unreachable: '決済サーバーに接続できません。再試行しています…',
  },
  stale: ({ network }) =>
    `決済サーバーに接続できないため、表示内容が最新でない可能性があります。${network} ネットワークですでに送金された分は失われません。`,
  offline: 'オフラインのため、表示内容が最新でない可能性があります。自動的に再接続します。',
  retry: '再試行',
}
