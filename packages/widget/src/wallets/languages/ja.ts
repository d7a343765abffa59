import type { PanelTerms, WalletTexts } from '../texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${network} ネットワークで ${amount} ${coin}`

export const texts: WalletTexts = {
  language: 'ja',
  locale: 'ja',
  direction: 'ltr',
  messages: {
    opening: () => ['ウォレットを探しています', null],
    unreachable: () => [
      '決済サーバーに接続できません',
      '何も送金されていません。接続を確認して、もう一度お試しください。',
    ],
    contradiction: ({ merchant }) => [
      'お支払いにならないでください',
      `このお支払いの内容に矛盾があるため、ウォレットには何も依頼していません。${merchant} にお知らせください。何も送金しないでください。`,
    ],
    choosing: (terms) => [
      'ウォレットを選択してください',
      `ウォレットで、${inWords(terms)} ちょうどの確認を求められます。`,
    ],
    apps: ({ coin, network }) => [
      'ウォレットアプリで開く',
      `アプリがこのお支払いを専用ブラウザーで開き、そこから ${network} で ${coin} を送金できます。`,
    ],
    none: ({ coin, network }) => [
      'ウォレットが見つかりません',
      `このブラウザーには、${network} で ${coin} を送金できるウォレットがありません。戻ってスマートフォンのウォレットでコードを読み取るか、ウォレットのあるブラウザーでこのページを開いてください。`,
    ],
    pairing: () => [
      'ウォレットを接続',
      'このコードをウォレットで読み取り、接続を許可してください。コードは接続のためだけのもので、お支払いはその後に確認します。',
    ],
    pairingHere: () => [
      'ウォレットを接続',
      'ここでウォレットを開くか、別の端末のウォレットでこのコードを読み取り、接続を許可してください。これは接続のみで、お支払いはその後に確認します。',
    ],
    connecting: ({ wallet }) => [
      `${wallet} に接続中`,
      'ウォレットを開き、求められたらロックを解除して、接続を許可してください。',
    ],
    switching: ({ wallet, network }) => [
      `${network} への切り替え`,
      `${wallet} は別のネットワークにあります。${network} への切り替えを許可してください。`,
    ],
    checking: () => ['アカウントを確認中', null],
    sending: (terms) => [
      `${terms.wallet} で確認してください`,
      `${inWords(terms)} の送金をウォレットで確認してください。このページは開いたままにしてください。`,
    ],
    unknown: (terms) => [
      '先にウォレットをご確認ください',
      `${inWords(terms)} が送金されたかどうか、${terms.wallet} から応答がありません。ウォレットに送金が表示されている場合は、もう一度送金しないでください。${terms.network} ネットワークに届きしだいここに表示されます。`,
    ],
    sent: ({ network }) => [
      '送信しました。もう一度お支払いにならないでください',
      `お支払いは送信されました。${network} ネットワークに届きしだいここに表示されます。`,
    ],
    rejected: () => [
      'ウォレットで拒否されました',
      '何も送金されていません。もう一度試すか、別の方法でお支払いいただけます。',
    ],
    pending: ({ wallet }) => [
      '未回答のリクエストがあります',
      `${wallet} は前のリクエストへの回答を待っています。ウォレットで回答してから、もう一度お試しください。`,
    ],
    locked: ({ wallet }) => [
      'ウォレットがロックされています',
      `${wallet} のロックを解除し、このページにアカウントを許可してから、もう一度お試しください。何も送金されていません。`,
    ],
    account: ({ wallet }) => [
      'アカウントを使用できません',
      `${wallet} は、このページにそのアカウントの使用を許可していません。お支払いに使うアカウントを選び、もう一度お試しください。何も送金されていません。`,
    ],
    network: ({ wallet, network }) => [
      `ウォレットが ${network} にありません`,
      `このお支払いは ${network} でのみ可能です。${wallet} を ${network} に切り替えて、もう一度お試しください。何も送金されていません。`,
    ],
    insufficient: ({ missing, coin, network }) => [
      `${coin} が足りません`,
      `このアカウントには ${network} ネットワークで ${missing} ${coin} が不足しています。別のネットワークのコインは使えません。何も送金されていません。`,
    ],
    gas: ({ currency, network }) => [
      '手数料が足りません',
      `ネットワーク手数料として、アカウントに ${network} の ${currency} が少し必要です。何も送金されていません。`,
    ],
    disconnected: ({ wallet }) => [
      `${wallet} が応答しません`,
      'ウォレットを開いて接続を確認し、もう一度お試しください。何も送金されていません。',
    ],
    failed: ({ wallet }) => [
      `${wallet} でエラーが発生しました`,
      '何も送金されていません。もう一度試すか、別の方法でお支払いいただけます。',
    ],
    expired: () => [
      'コードの有効期限が切れました',
      '有効期限は 5 分間です。再試行すると新しいコードが表示されます。何も送金されていません。',
    ],
    relay: () => [
      'WalletConnect に接続できません',
      '接続を確認してもう一度試すか、別の方法でお支払いください。何も送金されていません。',
    ],
  },
  browserWallet: 'ブラウザーのウォレット',
  walletConnectHint: '別の端末またはアプリのウォレット',
  pairingQr: 'WalletConnect でウォレットを接続する QR コード',
  openIn: (wallet) => `${wallet} で開く`,
  openInAnyWallet: '別のウォレットで開く',
  from: (account) => `送金元アカウント: ${account}`,
  retry: '再試行',
  otherAccount: '別のアカウントを使う',
  otherWallet: '別のウォレットを選ぶ',
  back: '別の方法で支払う',
  nothingWasSent: '送金されていないので再試行する',
  itFailed: 'ウォレットで失敗したので支払い直す',
}
