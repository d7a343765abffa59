import type { Terms, Texts } from '../texts.ts'

const inWords = ({ amount, coin, network }: Terms) => `${amount} ${coin} na rede ${network}`

export const texts: Texts = {
  language: 'pt',
  locale: 'pt',
  direction: 'ltr',
  titles: {
    awaiting: 'Pagamento pendente',
    remainder: 'Pago em parte',
    checking: 'Verificando a rede',
    processing: 'Pagamento detectado',
    completed: 'Pagamento concluído',
    expired: 'Pagamento expirado',
    cancelled: 'Pagamento cancelado',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `O prazo de pagamento terminou; por favor, não envie nada agora. Em breve será mostrado aqui se algum pagamento na rede ${network} chegou a tempo.`,
    processing: ({ network }) =>
      `O pagamento está na rede ${network} e aguarda a confirmação definitiva. Não é preciso fazer mais nada; pode fechar esta página.`,
    completed: ({ merchant }) => `${merchant} recebeu o seu pagamento.`,
    expired: ({ merchant }) =>
      `O prazo de pagamento terminou; por favor, não envie mais nada para o endereço deste pagamento. ${merchant} pode criar um novo.`,
    cancelled: ({ merchant }) => `${merchant} cancelou este pagamento. Por favor, não envie nada para o endereço dele.`,
  },
  notices: {
    network_unread: ({ network }) =>
      `A rede ${network} não responde há 15 minutos ou mais. O que foi enviado não está perdido: aparecerá aqui assim que a rede puder ser lida novamente.`,
    late: ({ merchant }) =>
      `Chegaram fundos depois do fim do pagamento. Eles estão registrados, e ${merchant} decide se os aceita ou devolve. Por favor, entre em contato.`,
    underpaid: ({ merchant }) =>
      `Chegou a tempo menos do que o valor total. O valor recebido está registrado; por favor, entre em contato com ${merchant}.`,
    overpaid: ({ merchant }) =>
      `Chegou mais do que foi pedido. Por favor, entre em contato com ${merchant} para receber o excedente de volta.`,
    multiple: () => 'Este pagamento foi feito em mais de uma transferência.',
  },
  heading: (terms) => `${inWords(terms)} para ${terms.merchant}`,
  sendLabel: ({ coin, network }, phase) =>
    phase === 'remainder'
      ? `Envie o restante em ${coin} na rede ${network}, exatamente`
      : `Envie ${coin} na rede ${network}, exatamente`,
  explain: (terms) =>
    terms.memo === null
      ? `Envie exatamente ${inWords(terms)}. É pelo valor que o seu pagamento é reconhecido: um valor arredondado, outra moeda ou outra rede não podem ser associados a ele.`
      : `Envie exatamente ${inWords(terms)} com o memo ${terms.memo}. É pelo memo que o seu pagamento é reconhecido: sem ele, os fundos não podem ser associados ao pagamento.`,
  fees: 'As taxas da carteira ou da corretora são somadas ao valor.',
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
  retry: 'Tentar novamente',
}
