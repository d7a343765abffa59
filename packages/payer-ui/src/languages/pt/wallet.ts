import type { PanelTerms, WalletTexts } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} na rede ${network}`

export const texts: WalletTexts = {
  language: 'pt',
  locale: 'pt',
  direction: 'ltr',
  messages: {
    opening: () => ['Procurando carteiras', null],
    unreachable: () => [
      'Não é possível acessar o servidor de pagamentos',
      'Nada foi enviado. Por favor, verifique a conexão e tente novamente.',
    ],
    contradiction: ({ merchant }) => [
      'Por favor, não pague',
      `Os dados deste pagamento se contradizem, por isso nada foi pedido a nenhuma carteira. Por favor, avise ${merchant} e não envie nada.`,
    ],
    choosing: (terms) => ['Escolha uma carteira', `Ela pedirá que você confirme exatamente ${inWords(terms)}.`],
    apps: ({ coin, network }) => [
      'Abrir em um aplicativo de carteira',
      `O aplicativo abre este pagamento no próprio navegador, onde pode enviar ${coin} na ${network}.`,
    ],
    handover: (terms) => [
      'Abrir em um aplicativo de carteira',
      `Um aplicativo de carteira se abre neste dispositivo, onde você confirma ${inWords(terms)}. Se nenhum se abrir, volte e copie os dados.`,
    ],
    none: ({ coin, network }) => [
      'Nenhuma carteira encontrada',
      `Este navegador não tem uma carteira que possa enviar ${coin} na ${network}. Escaneie o código com a carteira do seu celular, ou abra esta página em um navegador que tenha uma.`,
    ],
    pairing: () => [
      'Conectar uma carteira',
      'Escaneie este código com a sua carteira e permita a conexão. O código apenas conecta a carteira; o pagamento é confirmado depois.',
    ],
    pairingHere: () => [
      'Conectar uma carteira',
      'Abra a sua carteira aqui, ou escaneie este código com uma em outro dispositivo, e permita a conexão. Isso apenas conecta a carteira; o pagamento é confirmado depois.',
    ],
    connecting: ({ wallet }) => [
      `Conectando a ${wallet}`,
      'Abra a carteira, desbloqueie-a se ela pedir e permita a conexão.',
    ],
    switching: ({ wallet, network }) => [
      `Mudar para ${network}`,
      `${wallet} está em outra rede. Permita a mudança para ${network}.`,
    ],
    checking: () => ['Verificando a conta', null],
    offered: ({ amount, coin, network }) => [
      'Pagar com outra moeda',
      `Escolha com o que pagar. A ${network} troca no caminho: chegam exatamente ${amount} ${coin}, e só é cobrado o preço daquele momento.`,
    ],
    sending: (terms) => [`Confirme em ${terms.wallet}`, `Confirme lá ${inWords(terms)}. Deixe esta página aberta.`],
    silent: ({ wallet }) => [
      `${wallet} ainda não respondeu`,
      'Procure o pedido: atrás desta janela, no ícone ao lado da barra de endereços ou no aplicativo. Se você já o confirmou, aguarde aqui: o seu pagamento aparecerá em instantes.',
    ],
    unknown: (terms) => [
      'Veja primeiro na sua carteira',
      `${terms.wallet} não informou se enviou ${inWords(terms)}. Se você encontrar a transferência lá, não a envie de novo: ela aparecerá aqui assim que estiver na rede ${terms.network}.`,
    ],
    sent: ({ network }) => [
      `Enviado. Aguardando a ${network}`,
      'Por favor, não pague de novo: o seu pagamento aparecerá aqui em instantes.',
    ],
    rejected: () => ['Recusado na carteira', 'Nada foi enviado. Você pode tentar novamente ou pagar de outra forma.'],
    pending: ({ wallet }) => [
      'Já há uma solicitação aberta',
      `${wallet} ainda espera a sua resposta a uma solicitação anterior. Responda lá e depois tente novamente.`,
    ],
    locked: ({ wallet }) => [
      'A carteira está bloqueada',
      `Desbloqueie ${wallet}, permita que esta página veja uma conta e tente novamente. Nada foi enviado.`,
    ],
    account: ({ wallet }) => [
      'A conta não está disponível',
      `${wallet} não permite que esta página use essa conta. Escolha a conta que deve pagar e tente novamente. Nada foi enviado.`,
    ],
    network: ({ wallet, network }) => [
      `A carteira não está na ${network}`,
      `Este pagamento só é possível na ${network}. Mude ${wallet} para ${network} e tente novamente. Nada foi enviado.`,
    ],
    insufficient: ({ missing, coin, network }) => [
      `${coin} insuficiente`,
      `Faltam ${missing} ${coin} nesta conta na rede ${network}; moedas em outras redes não contam. Nada foi enviado.`,
    ],
    gas: ({ currency, network }) => [
      'Saldo insuficiente para a taxa',
      `A conta precisa de um pouco de ${currency} na ${network} para a taxa da rede. Nada foi enviado.`,
    ],
    disconnected: ({ wallet }) => [
      `${wallet} não responde`,
      'Abra a carteira, verifique a conexão dela e tente novamente. Nada foi enviado.',
    ],
    failed: ({ wallet }) => [
      `${wallet} informa um erro`,
      'Nada foi enviado. Você pode tentar novamente ou pagar de outra forma.',
    ],
    trustline: ({ coin, network }) => [
      `Sem ${coin} nesta conta`,
      `Ela não está configurada para ${coin} na ${network}. Escolha outra conta. Nada foi enviado.`,
    ],
    offers: ({ network }) => [
      'Sem oferta no momento',
      `Nada foi enviado. As ofertas na ${network} mudam o tempo todo: veja de novo ou pague de outra forma.`,
    ],
    refused: () => [
      'A transferência não foi aceita',
      'Nada foi enviado. Você pode tentar novamente ou pagar de outra forma.',
    ],
    expired: () => [
      'O código expirou',
      'Ele era válido por cinco minutos. Tente novamente para receber um novo. Nada foi enviado.',
    ],
    relay: () => [
      'Não é possível acessar o WalletConnect',
      'Por favor, verifique a conexão e tente novamente, ou pague de outra forma. Nada foi enviado.',
    ],
  },
  browserWallet: 'Carteira do navegador',
  walletConnectHint: 'Uma carteira em outro dispositivo ou em um aplicativo',
  pairingQr: 'Código QR que conecta uma carteira pelo WalletConnect',
  openIn: (wallet) => `Abrir em ${wallet}`,
  openInWallet: 'Abrir em uma carteira',
  openInAnyWallet: 'Abrir em outra carteira',
  from: (account) => `Da conta ${account}`,
  retry: 'Tentar novamente',
  otherAccount: 'Usar outra conta',
  otherAsset: 'Pagar com outra moeda',
  atMost: (amount) => `No máximo ${amount}`,
  otherWallet: 'Escolher outra carteira',
  back: 'Pagar de outra forma',
  nothingWasSent: 'Nada foi enviado: tentar novamente',
  itFailed: 'A minha carteira diz que falhou',
}
