import type { PanelTerms, WalletTexts } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} on ${network}`

export const texts: WalletTexts = {
  language: 'en',
  locale: 'en-US',
  direction: 'ltr',
  messages: {
    opening: () => ['Looking for wallets', null],
    unreachable: () => [
      'We cannot reach the payment server',
      'Nothing was sent. Please check your connection and try again.',
    ],
    contradiction: ({ merchant }) => [
      'Please do not pay',
      `The details of this payment do not fit together, so we asked no wallet for anything. Please tell ${merchant}, and do not send anything.`,
    ],
    choosing: (terms) => ['Choose a wallet', `It will ask you to confirm exactly ${inWords(terms)}.`],
    apps: ({ coin, network }) => [
      'Open in a wallet app',
      `The app opens this payment in its own browser, where it can pay ${coin} on ${network}.`,
    ],
    handover: (terms) => [
      'Open in a wallet app',
      `A wallet app on this device opens with ${inWords(terms)} filled in, for you to confirm. If none opens, go back and copy the details.`,
    ],
    none: ({ coin, network }) => [
      'No wallet found',
      `This browser has no wallet for ${coin} on ${network}. Scan the code with the wallet on your phone, or open this page in a browser that has a wallet.`,
    ],
    pairing: () => [
      'Connect a wallet',
      'Scan this code with your wallet and allow the connection. You confirm the payment after that.',
    ],
    pairingHere: () => [
      'Connect a wallet',
      'Open your wallet here, or scan this code with a wallet on another device, and allow the connection. You confirm the payment after that.',
    ],
    connecting: ({ wallet }) => [
      `Connecting to ${wallet}`,
      'Open the wallet, unlock it if it asks, and allow the connection.',
    ],
    switching: ({ wallet, network }) => [
      `Switch to ${network}`,
      `${wallet} is on another network. Allow it to switch to ${network}.`,
    ],
    checking: () => ['Checking the account', null],
    offered: ({ amount, coin, network }) => [
      'Pay with another currency',
      `Choose what to pay with. ${network} exchanges it on the way: exactly ${amount} ${coin} arrive, and you pay no more than they cost then.`,
    ],
    sending: (terms) => [`Confirm in ${terms.wallet}`, `Confirm ${inWords(terms)} there. Keep this page open.`],
    silent: ({ wallet }) => [
      `${wallet} has not answered yet`,
      'Look for its request: behind this window, under its icon beside the address bar, or in its app. If you have confirmed it, wait here: your payment will show.',
    ],
    unknown: (terms) => [
      'Check your wallet first',
      `${terms.wallet} did not say whether it sent ${inWords(terms)}. If you find the transfer there, do not send it again: it will show here as soon as ${terms.network} has it.`,
    ],
    sent: ({ network }) => [
      `Sent. Waiting for ${network}`,
      'Please do not pay again: your payment will show here in a moment.',
    ],
    rejected: () => ['Declined in the wallet', 'Nothing was sent. You can try again, or pay another way.'],
    pending: ({ wallet }) => [
      'A request is already open',
      `${wallet} is still waiting for your answer to an earlier request. Answer it there, then try again.`,
    ],
    locked: ({ wallet }) => [
      'The wallet is locked',
      `Unlock ${wallet}, let this page see an account, and try again. Nothing was sent.`,
    ],
    account: ({ wallet }) => [
      'The account is not available',
      `${wallet} does not let this page use that account. Choose the account that pays, and try again. Nothing was sent.`,
    ],
    network: ({ wallet, network }) => [
      `The wallet is not on ${network}`,
      `You can make this payment on ${network} only. Switch ${wallet} to ${network} and try again. Nothing was sent.`,
    ],
    insufficient: ({ missing, coin, network }) => [
      `Not enough ${coin}`,
      `This account lacks ${missing} ${coin} on ${network}; coins on other networks do not count. Nothing was sent.`,
    ],
    gas: ({ currency, network }) => [
      'Not enough for the fee',
      `The network fee on ${network} is paid in ${currency}, and this account has too little of it. Nothing was sent.`,
    ],
    disconnected: ({ wallet }) => [
      `${wallet} does not answer`,
      'Open it and check its connection, then try again. Nothing was sent.',
    ],
    failed: ({ wallet }) => [`${wallet} reports an error`, 'Nothing was sent. You can try again, or pay another way.'],
    trustline: ({ coin, network }) => [
      `This account holds no ${coin}`,
      `It is not set up for ${coin} on ${network}. Choose another account. Nothing was sent.`,
    ],
    offers: ({ network }) => [
      'Not on offer now',
      `Nothing was sent. The offers on ${network} change all the time: look again, or pay another way.`,
    ],
    refused: () => ['The transfer was not accepted', 'Nothing was sent. You can try again, or pay another way.'],
    expired: () => ['The code has expired', 'It lasted five minutes. Try again to get a new one. Nothing was sent.'],
    relay: () => [
      'We cannot reach WalletConnect',
      'Please check your connection and try again, or pay another way. Nothing was sent.',
    ],
  },
  browserWallet: 'Browser wallet',
  walletConnectHint: 'A wallet on another device or in an app',
  pairingQr: 'QR code that connects a wallet by WalletConnect',
  openIn: (wallet) => `Open in ${wallet}`,
  openInWallet: 'Open in a wallet',
  openInAnyWallet: 'Open in another wallet',
  from: (account) => `From account ${account}`,
  retry: 'Try again',
  otherAccount: 'Use another account',
  otherAsset: 'Pay with another currency',
  atMost: (amount) => `At most ${amount}`,
  otherWallet: 'Choose another wallet',
  back: 'Pay another way',
  nothingWasSent: 'Nothing was sent: try again',
  itFailed: 'My wallet says it failed',
}
