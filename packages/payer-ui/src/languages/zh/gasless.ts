import type { GaslessTexts, PanelTerms } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${network} 网络的 ${amount} ${coin}`

export const texts: GaslessTexts = {
  messages: {
    ready: (terms) => [
      '免网络手续费付款',
      `请在 ${terms.wallet} 中签署 ${inWords(terms)}。网络手续费由我们支付：您不需要 ${terms.currency}。`,
    ],
    signing: (terms) => [
      `请在 ${terms.wallet} 中签名`,
      `请在钱包中准确签署 ${inWords(terms)}。不会另收手续费。请保持此页面打开。`,
    ],
    relaying: ({ network }) => [
      `已签名，正在等待 ${network}`,
      '请不要重复付款：我们正在发送您的付款，稍后会在此显示。',
    ],
    ungiven: ({ currency }) => [
      '目前无法代付手续费',
      `没有发送任何款项。您可以按通常方式付款，网络手续费将从您的账户以 ${currency} 支付。`,
    ],
    unsignable: ({ coin, network, currency }) => [
      '此账户需自付手续费',
      `此账户无法以这种方式支付 ${network} 上的 ${coin}。没有发送任何款项。您可以按通常方式付款（手续费以 ${currency} 支付），或使用其他账户。`,
    ],
    unrelayed: ({ currency }) => [
      '未能为您发送付款',
      `您签署的内容没有执行，您的账户没有被扣款。请按通常方式付款，手续费以 ${currency} 支付。`,
    ],
    unanswered: () => ['支付服务器没有响应', '无法确定您的签名是否已送达。请重试：重复签名不会重复付款。'],
  },
  withoutGas: '免网络手续费付款',
  ownGas: '自己支付手续费',
}
