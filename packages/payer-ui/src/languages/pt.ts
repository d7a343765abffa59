import type { Sum, Texts } from '../texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} na rede ${network}`

export const texts: Texts = {
  language: 'pt',
  locale: 'pt',
  direction: 'ltr',
  titles: {
    awaiting: 'Pagamento pendente',
    remainder: 'Pago em parte',
    checking: 'Verificando a rede',
    seen: 'Pagamento detectado',
    confirming: 'Confirmando o pagamento',
    completed: 'Pagamento concluído',
    expired: 'Pagamento expirado',
    late: 'Pago tarde demais',
    cancelled: 'Pagamento cancelado',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `O prazo de pagamento terminou; por favor, não envie nada agora. Será mostrado aqui se algum pagamento na rede ${network} chegou a tempo.`,
    seen: ({ network }) =>
      `O pagamento está na rede ${network} e aguarda a confirmação definitiva. Não é preciso fazer mais nada; pode fechar esta página.`,
    confirming: ({ network }) =>
      `O pagamento está na rede ${network} e torna-se definitivo sozinho, bloco a bloco. Não é preciso fazer mais nada; pode fechar esta página.`,
    completed: ({ merchant }) => `${merchant} recebeu o seu pagamento.`,
    expired: ({ merchant }) =>
      `O prazo de pagamento terminou; por favor, não envie mais nada para o endereço deste pagamento. ${merchant} pode criar um novo.`,
    late: ({ merchant }) =>
      `Chegaram fundos depois do fim do pagamento. Eles estão registrados, e ${merchant} decide se os aceita ou devolve. Por favor, entre em contato.`,
    cancelled: ({ merchant }) => `${merchant} cancelou este pagamento. Por favor, não envie nada para o endereço dele.`,
  },
  notices: {
    network_unread: ({ network }) =>
      `A rede ${network} não responde há 15 minutos ou mais. O que foi enviado não está perdido: aparecerá aqui assim que a rede puder ser lida novamente.`,
    delayed: ({ network }) =>
      `No momento, a confirmação de pagamentos na rede ${network} está demorando mais do que o normal. O que foi enviado não está perdido.`,
    reported: ({ network }) =>
      `Uma carteira enviou este pagamento. Ele aparecerá aqui assim que estiver na rede ${network}; por favor, não envie nada uma segunda vez.`,
    dropped: (terms) =>
      `A rede descartou a sua transação, portanto o dinheiro não chegou. Por favor, envie novamente exatamente ${inWords(terms)}, a menos que a sua carteira ainda mostre a transação como pendente.`,
    underpaid: ({ merchant }) =>
      `Chegou a tempo menos do que o valor total. O valor recebido está registrado; por favor, entre em contato com ${merchant}.`,
    overpaid: ({ merchant }) =>
      `Chegou mais do que foi pedido. Por favor, entre em contato com ${merchant} para receber o excedente de volta.`,
    multiple: () => 'Este pagamento foi feito em mais de uma transferência.',
  },
  misdirected: (found, terms) =>
    `Chegaram ${inWords(found)} ao endereço deste pagamento, que é de ${inWords(terms)}. Não é possível fazer a correspondência automaticamente, mas nada se perdeu: por favor, entre em contato com ${terms.merchant} e informe a referência abaixo.`,
  claimable: (found, { merchant }) =>
    `${inWords(found)} foram enviados de forma que ${merchant} precisa resgatá-los; até lá não contam como pagos. Por favor, entre em contato com ${merchant} e informe a referência abaixo.`,
  heading: (terms) => `${inWords(terms)} para ${terms.merchant}`,
  sendLabel: ({ coin, network }, phase) =>
    phase === 'remainder'
      ? `Envie o restante em ${coin} na rede ${network}, exatamente`
      : `Envie ${coin} na rede ${network}, exatamente`,
  explain: (terms) =>
    ({
      amount: `Envie exatamente ${inWords(terms)}. É pelo valor que o seu pagamento é reconhecido: um valor arredondado, outra moeda ou outra rede não podem ser associados a ele.`,
      memo: `Envie exatamente ${inWords(terms)} com o memo ${terms.memo}. É pelo memo que o seu pagamento é reconhecido: sem ele, os fundos não podem ser associados ao pagamento.`,
      address: `Envie exatamente ${inWords(terms)} para este endereço. Ele serve apenas para este pagamento: outra moeda ou outra rede não podem ser associadas a ele.`,
    })[terms.recognition],
  fees: 'As taxas da carteira ou da corretora são somadas ao valor.',
  exchange: {
    title: 'Pagamento a partir de uma corretora',
    detail: (terms) =>
      terms.memo === null
        ? `Escolha ${terms.network} como rede do saque e defina o valor de modo que, descontada a taxa da corretora, cheguem exatamente ${terms.amount} ${terms.coin}.${terms.recognition === 'amount' ? ' Se a corretora não conseguir fazer isso até o último dígito, use uma carteira própria.' : ''}`
        : `Escolha ${terms.network} como rede do saque, informe o memo ${terms.memo} e defina o valor de modo que, descontada a taxa da corretora, cheguem exatamente ${terms.amount} ${terms.coin}.`,
  },
  payWithWallet: ({ coin, network }) => `Pagar ${coin} na ${network} com uma carteira`,
  walletsFailed: 'Não foi possível carregar as carteiras. Por favor, verifique a conexão e tente novamente.',
  deadline: ({ coin, network }, time) => `Pague em ${coin} na rede ${network} até ${time}.`,
  timeLeft: (remaining) => `ainda ${remaining}`,
  qrLabel: (terms) =>
    `Código QR para enviar ${inWords(terms)} para o endereço ${terms.address}${terms.memo === null ? '' : ` com o memo ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `O código contém apenas o endereço ${network}. Digite o valor manualmente.`
      : `Para carteiras ${network}: o código contém endereço, valor e memo.`,
  addressLabel: ({ network }) => `Endereço ${network}`,
  memoLabel: 'Memo (texto), obrigatório',
  received: (received, asked, { network }) => `Recebidos ${received} de ${asked} na rede ${network}`,
  confirmations: (seen, required) =>
    `${seen.digits} de ${required.digits} ${required.form === 'one' ? 'confirmação' : 'confirmações'}`,
  finality: {
    expected: (duration) => `Definitivo em cerca de ${duration}`,
    soon: 'Deve ser definitivo a qualquer momento',
    overdue: 'Está demorando mais do que o normal. O pagamento não está perdido.',
  },
  transactionStatus: { seen: 'Confirmando', final: 'Definitiva', orphaned: 'Descartada pela rede' },
  openTransaction: (hash) => `Transação ${hash} em um explorador de blocos`,
  labels: {
    amount: 'Valor',
    received: 'Recebido',
    price: 'Preço',
    network: 'Rede',
    merchant: 'Destinatário',
    confirmedAt: 'Confirmado',
    transactions: 'Transações',
    reference: 'Referência',
  },
  returnTo: ({ merchant }) => `Voltar para ${merchant}`,
  redirect: {
    countdown: (duration, { merchant }) => `Você voltará para ${merchant} em ${duration}.`,
    stay: 'Ficar nesta página',
  },
  close: 'Fechar',
  testMode: { title: 'Modo de teste.', detail: 'As moedas deste pagamento não têm valor.' },
  loading: 'Carregando o pagamento',
  copy: { amount: 'Copiar o valor', address: 'Copiar o endereço', memo: 'Copiar o memo' },
  copied: { amount: 'Valor copiado', address: 'Endereço copiado', memo: 'Memo copiado' },
  copyRefused: 'A cópia não foi permitida. Por favor, selecione o texto e copie-o.',
  notFoundTitle: 'Pagamento não encontrado',
  failureTitle: 'Não é possível mostrar o pagamento',
  failures: {
    invalid_src: 'Esta página não indica de qual pagamento se trata. Por favor, avise a loja e não envie nada.',
    not_found:
      'Não há nenhum pagamento neste endereço. Por favor, verifique o link ou peça um novo à loja, e não envie nada.',
    rate_limited: 'Houve solicitações demais a partir da sua rede. Haverá uma nova tentativa em instantes.',
    server_error: 'O servidor de pagamentos está com um problema. Haverá uma nova tentativa em instantes.',
    invalid_response: 'O servidor de pagamentos deu uma resposta inesperada. Haverá uma nova tentativa em instantes.',
    unreachable: 'Não é possível acessar o servidor de pagamentos. Haverá uma nova tentativa em instantes.',
  },
  stale: ({ network }) =>
    `Não é possível acessar o servidor de pagamentos, por isso estas informações podem estar desatualizadas. O que foi enviado na rede ${network} não está perdido.`,
  offline:
    'Você está sem conexão, por isso estas informações podem estar desatualizadas. Tudo continua sozinho assim que a conexão voltar.',
  retry: 'Tentar novamente',
}
