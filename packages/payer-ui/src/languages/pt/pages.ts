import type { OverTexts, ReceiptMailTexts, ReceiptTexts, RefundTexts, TestPanelTexts, TillTexts } from '../en/pages.ts'

export const refundTexts: RefundTexts = {
  addressPage: {
    title: 'Seu reembolso',
    amountLabel: 'Você recebe de volta',
    ask: ({ coin, network }) =>
      `Informe o endereço ${network} que deve receber ${coin}: o de uma carteira sua, ou o endereço de depósito que a sua corretora mostra para ${coin} na ${network}. O endereço do qual uma corretora pagou não é seu.`,
    warning:
      'Não será possível alterá-lo depois, e fundos enviados a um endereço errado são perdidos. Por favor, verifique cada caractere.',
    addressLabel: ({ network }) => `Endereço ${network}`,
    memoLabel: 'Memo, se a sua corretora pedir um',
    paste: 'Colar',
    useWallet: ({ wallet }) => `Usar o meu endereço de ${wallet}`,
    submit: 'Continuar',
    check: ({ coin, network }) => `Este é o seu endereço para ${coin} na ${network}?`,
    confirm: 'Sim, enviar para lá',
    correct: 'Não, corrigir',
    invalid: ({ network }) =>
      `Nada pode ser enviado a este endereço na ${network}. Por favor, verifique cada caractere.`,
    cannotReceive: ({ coin, network }) =>
      `Esta conta não pode receber ${coin} na ${network} agora. Por favor, use outra.`,
    memoMissing:
      'Esta conta exige um memo: informe o que a sua corretora mostra junto com o endereço. Sem ele, não se saberia que os fundos são seus.',
    addressSaved: ({ merchant }) => `O endereço está registrado. ${merchant} envia os fundos, que aparecerão aqui.`,
    submitted: ({ network }) => `Os fundos estão na ${network} e estamos confirmando.`,
    completed: 'Os fundos foram enviados a este endereço.',
    closed: ({ merchant }) =>
      `Este reembolso não está mais aberto. Por favor, entre em contato com ${merchant} e informe a referência abaixo.`,
  },
  signingPage: {
    title: 'Assinar um reembolso',
    amountLabel: 'A enviar',
    ask: ({ amount, coin, network }) =>
      `Envie exatamente ${amount} ${coin} na ${network} da carteira abaixo para o endereço abaixo: o reembolso é concluído sozinho quando a ${network} confirmar a transferência.`,
    once: 'Assine uma única vez: uma segunda transferência pagaria duas vezes.',
    unswept:
      'Os fundos deste pagamento ainda estão no endereço próprio dele: chegam a esta carteira com a próxima liquidação. Até lá a carteira precisa ter o valor de outra origem.',
    openWallet: 'Abrir em uma carteira',
    from: 'Da sua carteira',
    to: 'Para',
    contract: 'Contrato da moeda',
    closedTitle: 'Nenhuma assinatura necessária',
    closed: 'Por favor, não envie nada. Você pode fechar esta página.',
    script: {
      signWith: 'Assinar com',
      browserWallet: 'uma carteira deste navegador',
      none: 'Nenhuma carteira foi encontrada neste navegador. Envie à mão, exatamente como mostrado aqui.',
      account: 'A carteira não está na conta que deve pagar: escolha-a lá e tente de novo.',
      network: 'A carteira está em outra rede. Escolha lá esta e tente de novo:',
      rejected: 'A carteira recusou. Nada foi enviado.',
      insufficient: 'A conta não tem moeda suficiente. Nada foi enviado.',
      failed: 'Não funcionou, e nada foi enviado. Tente de novo.',
      confirm: 'Confirme a transferência na carteira.',
      sent: 'Enviado:',
      unsure:
        'Já foi pedido a uma carteira que enviasse. Veja lá primeiro; se nada foi enviado, cancele este reembolso e crie outro.',
    },
  },
}

export const checkText = 'Ver se o meu pagamento chegou'

export const overTexts: OverTexts = {
  title: 'Esta página está encerrada',
  detail: 'O que ela mostrava terminou há algum tempo. Em caso de dúvida, entre em contato com a loja.',
}

export const testPanelTexts: TestPanelTexts = {
  title: 'Painel de testes para desenvolvedores',
  detail: 'Quem paga nunca o vê. Estes botões fazem transferências reais na rede de teste local.',
}

export const tillTexts: TillTexts = {
  show: 'Mostrar o código',
  paid: 'Pago',
  next: 'Próximo pagamento',
  erase: 'Apagar o último algarismo',
  closed: ({ merchant }) => `Só quem pode receber pagamentos para ${merchant} pode abrir esta caixa.`,
  signIn: 'Iniciar sessão',
}

export const receiptTexts: ReceiptTexts = {
  title: 'Recibo',
  scan: 'Escaneie o código para verificar este recibo.',
  check: 'Verificar este recibo',
  save: 'Salvar o recibo assinado',
  note: {
    payment: 'Este recibo comprova o pagamento. Não é uma fatura.',
    refund: 'Este recibo comprova o reembolso. Não é uma fatura.',
  },
}

export const receiptMailTexts: ReceiptMailTexts = {
  payment: {
    subject: ({ merchant }) => `O seu recibo de ${merchant}`,
    text: ({ amount, merchant }) => `Pagou ${amount} a ${merchant}. O dinheiro chegou.`,
  },
  refund: {
    subject: ({ merchant }) => `O seu reembolso de ${merchant}`,
    text: ({ amount, merchant }) => `${merchant} reembolsou-lhe ${amount}.`,
  },
  order: ({ reference }) => `Encomenda: ${reference}`,
  link: 'O seu recibo está aqui:',
  attached:
    'O recibo assinado vai em anexo. Guarde-o: qualquer pessoa o pode verificar, mesmo que esta página já não exista.',
  reason: 'Recebe este e-mail porque este endereço foi indicado no pagamento.',
  sandbox: 'Isto é um teste: não foi transferido dinheiro real.',
}
