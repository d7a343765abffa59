import type { PanelTerms, WalletTexts } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${network} 网络的 ${amount} ${coin}`

export const texts: WalletTexts = {
  language: 'zh',
  locale: 'zh',
  direction: 'ltr',
  messages: {
    opening: () => ['正在查找钱包', null],
    unreachable: () => ['无法连接支付服务器', '没有发送任何款项。请检查网络连接后重试。'],
    contradiction: ({ merchant }) => [
      '请不要付款',
      `此付款的信息互相矛盾，因此没有向任何钱包发出请求。请告知 ${merchant}，并且不要转账。`,
    ],
    choosing: (terms) => ['请选择钱包', `钱包会请您准确确认 ${inWords(terms)}。`],
    apps: ({ coin, network }) => [
      '在钱包应用中打开',
      `应用会在自带的浏览器中打开此付款，并可在其中通过 ${network} 发送 ${coin}。`,
    ],
    handover: (terms) => [
      '在钱包应用中打开',
      `此设备上的钱包应用会打开，请在其中确认 ${inWords(terms)}。如果没有应用打开，请返回并复制付款信息。`,
    ],
    none: ({ coin, network }) => [
      '未找到钱包',
      `此浏览器中没有可以通过 ${network} 发送 ${coin} 的钱包。请用手机上的钱包扫描二维码，或在装有钱包的浏览器中打开此页面。`,
    ],
    pairing: () => ['连接钱包', '请用您的钱包扫描此二维码并允许连接。二维码仅用于连接，付款在此之后确认。'],
    pairingHere: () => [
      '连接钱包',
      '请在此打开您的钱包，或用其他设备上的钱包扫描此二维码，并允许连接。这只是连接钱包，付款在此之后确认。',
    ],
    connecting: ({ wallet }) => [`正在连接 ${wallet}`, '请打开钱包，按提示解锁，并允许连接。'],
    switching: ({ wallet, network }) => [`切换到 ${network}`, `${wallet} 位于其他网络。请允许切换到 ${network}。`],
    checking: () => ['正在检查账户', null],
    offered: ({ amount, coin, network }) => [
      '用其他币种付款',
      `请选择用什么付款。${network} 会在途中兑换：到账正好 ${amount} ${coin}，只按当时的价格扣款。`,
    ],
    sending: (terms) => [`请在 ${terms.wallet} 中确认`, `请在钱包中确认 ${inWords(terms)}，并保持此页面打开。`],
    silent: ({ wallet }) => [
      `${wallet} 尚未答复`,
      '请查找确认请求：可能在此窗口后面、地址栏旁的图标中，或在其应用里。如果您已确认，请在此等待：您的付款稍后会在此显示。',
    ],
    unknown: (terms) => [
      '请先查看您的钱包',
      `${terms.wallet} 没有告知是否已发送 ${inWords(terms)}。如果钱包中已有这笔转账，请不要再次发送：${terms.network} 网络收到后会在此显示。`,
    ],
    sent: ({ network }) => [`已发送，正在等待 ${network}`, '请不要重复付款：您的付款稍后会在此显示。'],
    rejected: () => ['已在钱包中拒绝', '没有发送任何款项。您可以重试，或以其他方式付款。'],
    pending: ({ wallet }) => [
      '已有一个未处理的请求',
      `${wallet} 仍在等待您回应之前的请求。请先在钱包中处理，然后重试。`,
    ],
    locked: ({ wallet }) => ['钱包已锁定', `请解锁 ${wallet}，允许此页面查看一个账户，然后重试。没有发送任何款项。`],
    account: ({ wallet }) => [
      '该账户不可用',
      `${wallet} 不允许此页面使用该账户。请选择用于付款的账户，然后重试。没有发送任何款项。`,
    ],
    network: ({ wallet, network }) => [
      `钱包不在 ${network} 网络`,
      `此付款只能通过 ${network} 进行。请将 ${wallet} 切换到 ${network}，然后重试。没有发送任何款项。`,
    ],
    insufficient: ({ missing, coin, network }) => [
      `${coin} 余额不足`,
      `此账户在 ${network} 网络上还差 ${missing} ${coin}；其他网络上的代币不计入。没有发送任何款项。`,
    ],
    gas: ({ currency, network }) => [
      '手续费余额不足',
      `账户在 ${network} 上需要少量 ${currency} 用于支付网络手续费。没有发送任何款项。`,
    ],
    disconnected: ({ wallet }) => [`${wallet} 没有响应`, '请打开钱包并检查其连接，然后重试。没有发送任何款项。'],
    failed: ({ wallet }) => [`${wallet} 报告了错误`, '没有发送任何款项。您可以重试，或以其他方式付款。'],
    trustline: ({ coin, network }) => [
      `此账户没有 ${coin}`,
      `此账户未在 ${network} 上启用 ${coin}。请选择其他账户。没有发送任何款项。`,
    ],
    offers: ({ network }) => [
      '目前没有报价',
      `没有发送任何款项。${network} 上的报价一直在变化：请重新查看，或以其他方式付款。`,
    ],
    refused: () => ['转账未被接受', '没有发送任何款项。您可以重试，或以其他方式付款。'],
    expired: () => ['二维码已过期', '其有效期为五分钟。请重试以获取新的二维码。没有发送任何款项。'],
    relay: () => ['无法连接 WalletConnect', '请检查网络连接后重试，或以其他方式付款。没有发送任何款项。'],
  },
  browserWallet: '浏览器钱包',
  walletConnectHint: '其他设备上或应用中的钱包',
  pairingQr: '通过 WalletConnect 连接钱包的二维码',
  openIn: (wallet) => `在 ${wallet} 中打开`,
  openInWallet: '在钱包中打开',
  openInAnyWallet: '在其他钱包中打开',
  from: (account) => `付款账户 ${account}`,
  retry: '重试',
  otherAccount: '使用其他账户',
  otherAsset: '用其他币种付款',
  atMost: (amount) => `最多 ${amount}`,
  otherWallet: '选择其他钱包',
  back: '以其他方式付款',
  nothingWasSent: '没有发送：重试',
  itFailed: '我的钱包显示失败',
}
