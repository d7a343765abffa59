import type { ClaimTexts, FoundMoney } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: FoundMoney) => `${amount} ${coin} on ${network}`

export const texts: ClaimTexts = {
  language: 'en',
  ask: ({ network }) =>
    `Paste the transaction ID from your wallet or exchange, or a link to it. We'll look for it on ${network}.`,
  unnamed: (found, time) => `${inWords(found)} arrived at ${time} and names no payment. Did you send it?`,
  label: 'Transaction ID',
  invalid: 'This is not a transaction ID. It has 64 letters and digits, sometimes after 0x.',
  found: (terms) =>
    `We found ${inWords(terms)}. Did you send it? Sign a message with the account that sent it, and it counts for this payment. Signing moves no money and costs nothing.`,
  sign: (wallet) => `Sign with ${wallet}`,
  browserWallet: 'Browser wallet',
  none: ({ account }) => `This browser has no wallet. Open this page in a browser that has the account ${account}.`,
  exchange: ({ merchant }) =>
    `Did an exchange send it for you? Then please contact ${merchant} and give the reference below.`,
  signing: ({ wallet }) => `Sign the message in ${wallet}. Keep this page open.`,
  problems: {
    rejected: () => 'You declined in the wallet. Nothing has changed, and you can try again.',
    account: ({ account }) =>
      `The money came from the account ${account}. Choose that account in your wallet and try again.`,
    refused: ({ merchant }) =>
      `A signature cannot settle this. Your money is not lost: please contact ${merchant} and give the reference below.`,
    failed: () => 'We got no answer. Please check your wallet and your connection, and try again.',
  },
}
