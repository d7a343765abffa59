import type { ClaimTexts, FoundMoney } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: FoundMoney) => `${network} 上的 ${amount} ${coin}`

export const texts: ClaimTexts = {
  language: 'zh',
  ask: ({ network }) => `请粘贴钱包或交易所提供的交易 ID 或其链接。我们会在 ${network} 上查找。`,
  unnamed: (found, time) => `${time} 收到${inWords(found)}，但没有注明对应的付款。是您转的吗？`,
  label: '交易 ID',
  invalid: '这不是交易 ID。交易 ID 由 64 个字母和数字组成，有时以 0x 开头。',
  found: (terms) =>
    `我们找到了 ${inWords(terms)}。这是您发送的吗？用发送款项的账户签署一条消息，这笔款项就会计入此付款。签名不会转移资金，也不收费。`,
  sign: (wallet) => `用 ${wallet} 签名`,
  browserWallet: '浏览器钱包',
  none: ({ account }) => `此浏览器没有钱包。请在有账户 ${account} 的浏览器中打开此页面。`,
  exchange: ({ merchant }) => `是交易所代您发送的吗？那么请联系 ${merchant} 并提供下方的编号。`,
  signing: ({ wallet }) => `请在 ${wallet} 中签署消息，并保持此页面打开。`,
  problems: {
    rejected: () => '您已在钱包中拒绝。没有任何变化，您可以重试。',
    account: ({ account }) => `款项来自账户 ${account}。请在钱包中选择该账户，然后重试。`,
    refused: ({ merchant }) => `签名无法解决此问题。您的款项没有丢失：请联系 ${merchant} 并提供下方的编号。`,
    failed: () => '没有收到回应。请检查钱包和网络连接，然后重试。',
  },
}
