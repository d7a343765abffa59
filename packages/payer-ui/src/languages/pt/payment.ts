import type { Sum, Texts } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} na rede ${network}`

export const texts: Texts = {
  language: 'pt',
  locale: 'pt',
  direction: 'ltr',
  titles: {
    awaiting: 'Pagamento pendente',
    remainder: 'Pago em parte',
    checking: 'Verificando a rede',
    sent: 'Pagamento enviado',
    claimed: 'Procurando sua transação',
    claim_not_found: 'Transação não encontrada',
    claimable: 'Aguardando a loja',
    unavailable: 'Indisponível neste momento',
    network_unread: 'A rede não responde',
    dropped: 'Por favor, envie novamente',
    wrong_amount: 'Valor incorreto',
    wrong_coin: 'Moeda ou rede errada',
    seen: 'Pagamento detectado',
    completed: 'Pagamento concluído',
    overpaid: 'Você pagou a mais',
    twice: 'Você pagou duas vezes',
    expired: 'Pagamento expirado',
    late: 'O pagamento já tinha terminado',
    cancelled: 'Pagamento cancelado',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `O prazo de pagamento terminou; por favor, não envie nada agora. Será mostrado aqui se algum pagamento na rede ${network} chegou a tempo.`,
    seen: ({ network }) =>
      `O seu pagamento está na rede ${network} e estamos confirmando. Não é preciso fazer mais nada; pode fechar esta página.`,
    completed: ({ merchant }) => `${merchant} recebeu o seu pagamento.`,
    expired: () => 'O prazo de pagamento terminou; por favor, não envie mais nada para o endereço deste pagamento.',
    late: ({ merchant }) =>
      `O seu dinheiro chegou depois do fim deste pagamento. Ele está seguro. ${merchant} decide se o aceita ou devolve: por favor, entre em contato e informe a referência abaixo.`,
    cancelled: ({ merchant }) => `${merchant} cancelou este pagamento. Por favor, não envie nada para o endereço dele.`,
  },
  ask: ({ merchant }) => `Se ainda quiser pagar, peça um novo pagamento a ${merchant} e informe a referência abaixo.`,
  notices: {
    network_unread: ({ network }) =>
      `A rede ${network} não responde há 15 minutos ou mais. O que foi enviado não está perdido: aparecerá aqui assim que a rede puder ser lida novamente.`,
    delayed: ({ network }) =>
      `No momento, a confirmação de pagamentos na rede ${network} está demorando mais do que o normal. O que foi enviado não está perdido.`,
    reported: ({ network }) =>
      `Uma carteira enviou este pagamento. Ele aparecerá aqui assim que estiver na rede ${network}; por favor, não envie nada uma segunda vez.`,
    claimed: ({ network }) =>
      `Estamos procurando sua transação na rede ${network}. Ela aparecerá aqui assim que a encontrarmos; não envie de novo.`,
    claim_not_found: ({ network, merchant }) =>
      `Não encontramos sua transação na rede ${network}. Confira o ID da transação e a rede na sua carteira ou corretora. Se ambos estiverem certos, entre em contato com ${merchant}.`,
    claim_unrelated: ({ merchant }) =>
      `Encontramos sua transação, mas ela não é um pagamento deste pedido. Entre em contato com ${merchant} e informe a referência abaixo.`,
    dropped: (terms) =>
      `A rede descartou a sua transação, portanto o dinheiro não chegou. Por favor, envie novamente exatamente ${inWords(terms)}, a menos que a sua carteira ainda mostre a transação como pendente.`,
    underpaid: ({ received, amount, coin, merchant }) =>
      `Recebemos ${received} de ${amount} ${coin} antes do fim do prazo. O dinheiro está seguro: por favor, entre em contato com ${merchant} e informe a referência abaixo.`,
    overpaid: ({ excess, coin, merchant }) =>
      `Você pagou ${excess} ${coin} a mais. O dinheiro está seguro: para recebê-lo de volta, entre em contato com ${merchant} e informe a referência abaixo.`,
    multiple: () => 'Você pagou em mais de uma transferência.',
  },
  misdirected: (found, terms) =>
    `Chegaram ${inWords(found)}, mas este pagamento é de ${inWords(terms)}. O dinheiro não se perdeu: por favor, entre em contato com ${terms.merchant} e informe a referência abaixo.`,
  alsoPaid: (found, { merchant }) =>
    `Você também pagou ${inWords(found)}. O dinheiro está seguro: para recebê-lo de volta, entre em contato com ${merchant} e informe a referência abaixo.`,
  claimable: (found, { merchant }) =>
    `${merchant} ainda precisa aceitar esta transferência de ${inWords(found)}. Até lá ela não conta como paga. Por favor, entre em contato com ${merchant} e informe a referência abaixo.`,
  heading: (terms) => `${inWords(terms)} para ${terms.merchant}`,
  sendLabel: ({ network }, phase) =>
    phase === 'remainder' ? `Envie o restante na rede ${network}, exatamente` : `Envie na rede ${network} exatamente`,
  explain: (terms) =>
    ({
      amount: `Envie exatamente ${inWords(terms)}. Pelos últimos dígitos sabemos que é seu: não arredonde o valor.`,
      memo: `Envie exatamente ${inWords(terms)} com o memo ${terms.memo}. Pelo memo sabemos que é seu: sem ele não conseguimos localizar o pagamento.`,
      address: `Envie exatamente ${inWords(terms)} para este endereço. Ele serve apenas para o seu pagamento.`,
    })[terms.recognition],
  fees: 'As taxas são à parte.',
  howToPay: 'Como pagar',
  payFromExchange: 'Pagar a partir de uma corretora',
  claim: {
    title: 'Já paguei',
    submit: 'Encontrar meu pagamento',
    failed: 'Não foi possível enviar. Confira sua conexão e tente de novo.',
  },
  methods: {
    title: 'Pagar com outra moeda ou rede',
    unavailable: 'Indisponível neste momento',
    failed: 'Esta opção está indisponível neste momento. Escolha outra.',
  },
  payWithWallet: 'Pagar com uma carteira',
  payWith: (wallet) => `Pagar com ${wallet}`,
  openWalletApp: 'Abrir um aplicativo de carteira',
  showCode: 'Mostrar o código QR',
  codes: {
    address: 'Só o endereço',
    request: 'Endereço e valor',
    requestCaption: 'Este código também contém a moeda e o valor. Algumas carteiras não conseguem lê-lo.',
  },
  walletsFailed: 'Não foi possível carregar as carteiras. Por favor, verifique a conexão e tente novamente.',
  deadline: (time) => `Pague até ${time}`,
  rate: (rate, time) => `${rate}, garantido até ${time}`,
  timeLeft: (remaining) => `ainda ${remaining}`,
  qrLabel: (terms) =>
    `Código QR para enviar ${inWords(terms)} para o endereço ${terms.address}${terms.memo === null ? '' : ` com o memo ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `Este código contém o endereço ${network}. Digite ou cole o valor.`
      : `Para carteiras ${network}: o código contém endereço, valor e memo.`,
  addressLabel: ({ network }) => `Endereço ${network}`,
  memoLabel: 'Memo (texto), obrigatório',
  received: (received, asked, { network }) => `Recebidos ${received} de ${asked} na rede ${network}`,
  confirmations: (seen, required) =>
    `${seen.digits} de ${required.digits} ${required.form === 'one' ? 'confirmação' : 'confirmações'}`,
  finality: {
    expected: (duration) => `Faltam cerca de ${duration}`,
    soon: 'A qualquer momento',
    overdue: 'Está demorando mais do que o normal. O pagamento não está perdido.',
  },
  transactionStatus: { seen: 'Confirmando', final: 'Confirmada', orphaned: 'Descartada' },
  openTransaction: (hash) => `Transação ${hash} em um explorador de blocos`,
  labels: {
    amount: 'Valor',
    received: 'Recebido',
    price: 'Preço',
    network: 'Rede',
    merchant: 'Destinatário',
    confirmedAt: 'Confirmado',
    transactions: 'Transações',
    order: 'Pedido',
    items: 'Itens',
    reference: 'Referência',
  },
  returnTo: ({ merchant }) => `Voltar para ${merchant}`,
  openReplacement: 'Abrir o novo pagamento',
  print: 'Imprimir',
  languageLabel: 'Idioma',
  contact: ({ merchant }) => `Falar com ${merchant}`,
  redirect: {
    countdown: (duration, { merchant }) => `Você voltará para ${merchant} em ${duration}.`,
    stay: 'Ficar nesta página',
  },
  close: 'Fechar',
  testMode: { title: 'Modo de teste.', detail: 'As moedas deste pagamento não têm valor.' },
  loading: 'Carregando o pagamento',
  copy: {
    amount: 'Copiar o valor',
    address: 'Copiar o endereço',
    memo: 'Copiar o memo',
    reference: 'Copiar a referência',
  },
  copied: {
    amount: 'Valor copiado',
    address: 'Endereço copiado',
    memo: 'Memo copiado',
    reference: 'Referência copiada',
  },
  copyRefused: 'A cópia não foi permitida. Por favor, selecione o texto e copie-o.',
  notFoundTitle: 'Pagamento não encontrado',
  failureTitle: 'Não é possível mostrar o pagamento',
  failures: {
    invalid_src: 'Esta página não indica de qual pagamento se trata. Por favor, avise a loja e não envie nada.',
    not_found:
      'Não há nenhum pagamento neste endereço. Por favor, verifique o link ou peça um novo à loja, e não envie nada.',
    rate_limited: 'Houve solicitações demais a partir da sua rede. Tentando novamente…',
    server_error: 'O servidor de pagamentos está com um problema. Tentando novamente…',
    invalid_response: 'O servidor de pagamentos deu uma resposta inesperada. Tentando novamente…',
    unreachable: 'Não conseguimos acessar o servidor de pagamentos. Tentando novamente…',
  },
  stale: ({ network }) =>
    `Não é possível acessar o servidor de pagamentos, por isso estas informações podem estar desatualizadas. O que foi enviado na rede ${network} não está perdido.`,
  offline:
    'Você está sem conexão, por isso estas informações podem estar desatualizadas. Nós nos reconectaremos sozinhos.',
  retry: 'Tentar novamente',
}
