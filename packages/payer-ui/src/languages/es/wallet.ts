import type { PanelTerms, WalletTexts } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} en la red ${network}`

export const texts: WalletTexts = {
  language: 'es',
  locale: 'es',
  direction: 'ltr',
  messages: {
    opening: () => ['Buscando billeteras', null],
    unreachable: () => [
      'No se puede contactar con el servidor de pagos',
      'No se ha enviado nada. Por favor, compruebe su conexión e inténtelo de nuevo.',
    ],
    contradiction: ({ merchant }) => [
      'Por favor, no pague',
      `Los datos de este pago se contradicen, así que no se ha pedido nada a ninguna billetera. Por favor, avise a ${merchant} y no envíe nada.`,
    ],
    choosing: (terms) => ['Elija una billetera', `Le pedirá que confirme exactamente ${inWords(terms)}.`],
    apps: ({ coin, network }) => [
      'Abrir en una aplicación de billetera',
      `La aplicación abre este pago en su propio navegador, donde puede enviar ${coin} por ${network}.`,
    ],
    handover: (terms) => [
      'Abrir en una aplicación de billetera',
      `Se abre una aplicación de billetera en este dispositivo, donde usted confirma ${inWords(terms)}. Si no se abre ninguna, vuelva atrás y copie los datos.`,
    ],
    none: ({ coin, network }) => [
      'No se ha encontrado ninguna billetera',
      `En este navegador no hay ninguna billetera que pueda enviar ${coin} por ${network}. Escanee el código con la billetera de su teléfono, o abra esta página en un navegador que tenga una.`,
    ],
    pairing: () => [
      'Conectar una billetera',
      'Escanee este código con su billetera y permita la conexión. El código solo conecta la billetera; el pago lo confirma después.',
    ],
    pairingHere: () => [
      'Conectar una billetera',
      'Abra aquí su billetera o escanee este código con una en otro dispositivo, y permita la conexión. Esto solo conecta la billetera; el pago lo confirma después.',
    ],
    connecting: ({ wallet }) => [
      `Conectando con ${wallet}`,
      'Abra la billetera, desbloquéela si se lo pide y permita la conexión.',
    ],
    switching: ({ wallet, network }) => [
      `Cambiar a ${network}`,
      `${wallet} está en otra red. Permita que cambie a ${network}.`,
    ],
    checking: () => ['Comprobando la cuenta', null],
    offered: ({ amount, coin, network }) => [
      'Pagar con otra moneda',
      `Elija con qué pagar. ${network} lo cambia por el camino: llegan exactamente ${amount} ${coin} y solo se toma lo que cueste en ese momento.`,
    ],
    sending: (terms) => [`Confirme en ${terms.wallet}`, `Confirme allí ${inWords(terms)}. Deje esta página abierta.`],
    silent: ({ wallet }) => [
      `${wallet} aún no ha respondido`,
      'Busque la solicitud: detrás de esta ventana, en su icono junto a la barra de direcciones o en su aplicación. Si ya la ha confirmado, espere aquí: su pago aparecerá en un momento.',
    ],
    unknown: (terms) => [
      'Mire primero en su billetera',
      `${terms.wallet} no ha dicho si ha enviado ${inWords(terms)}. Si encuentra allí la transferencia, no la envíe otra vez: aparecerá aquí en cuanto esté en la red ${terms.network}.`,
    ],
    sent: ({ network }) => [
      `Enviado. Esperando a ${network}`,
      'Por favor, no vuelva a pagar: su pago aparecerá aquí en un momento.',
    ],
    rejected: () => [
      'Rechazado en la billetera',
      'No se ha enviado nada. Puede intentarlo de nuevo o pagar de otra forma.',
    ],
    pending: ({ wallet }) => [
      'Ya hay una solicitud abierta',
      `${wallet} aún espera su respuesta a una solicitud anterior. Respóndala allí e inténtelo de nuevo.`,
    ],
    locked: ({ wallet }) => [
      'La billetera está bloqueada',
      `Desbloquee ${wallet}, permita que esta página vea una cuenta e inténtelo de nuevo. No se ha enviado nada.`,
    ],
    account: ({ wallet }) => [
      'La cuenta no está disponible',
      `${wallet} no permite que esta página use esa cuenta. Elija la cuenta que debe pagar e inténtelo de nuevo. No se ha enviado nada.`,
    ],
    network: ({ wallet, network }) => [
      `La billetera no está en ${network}`,
      `Este pago solo es posible en ${network}. Cambie ${wallet} a ${network} e inténtelo de nuevo. No se ha enviado nada.`,
    ],
    insufficient: ({ missing, coin, network }) => [
      `No hay suficientes ${coin}`,
      `A esta cuenta le faltan ${missing} ${coin} en la red ${network}; las monedas de otras redes no cuentan. No se ha enviado nada.`,
    ],
    gas: ({ currency, network }) => [
      'No alcanza para la comisión',
      `La cuenta necesita algo de ${currency} en ${network} para la comisión de la red. No se ha enviado nada.`,
    ],
    disconnected: ({ wallet }) => [
      `${wallet} no responde`,
      'Ábrala, compruebe su conexión e inténtelo de nuevo. No se ha enviado nada.',
    ],
    failed: ({ wallet }) => [
      `${wallet} informa de un error`,
      'No se ha enviado nada. Puede intentarlo de nuevo o pagar de otra forma.',
    ],
    trustline: ({ coin, network }) => [
      `Esta cuenta no tiene ${coin}`,
      `No está preparada para ${coin} en ${network}. Elija otra cuenta. No se ha enviado nada.`,
    ],
    offers: ({ network }) => [
      'Ahora no hay oferta',
      `No se ha enviado nada. Las ofertas en ${network} cambian continuamente: vuelva a mirar o pague de otra forma.`,
    ],
    refused: () => [
      'La transferencia no se ha aceptado',
      'No se ha enviado nada. Puede intentarlo de nuevo o pagar de otra forma.',
    ],
    expired: () => [
      'El código ha caducado',
      'Era válido durante cinco minutos. Inténtelo de nuevo para obtener otro. No se ha enviado nada.',
    ],
    relay: () => [
      'No se puede contactar con WalletConnect',
      'Por favor, compruebe su conexión e inténtelo de nuevo, o pague de otra forma. No se ha enviado nada.',
    ],
  },
  browserWallet: 'Billetera del navegador',
  walletConnectHint: 'Una billetera en otro dispositivo o en una aplicación',
  pairingQr: 'Código QR que conecta una billetera mediante WalletConnect',
  openIn: (wallet) => `Abrir en ${wallet}`,
  openInWallet: 'Abrir en una billetera',
  openInAnyWallet: 'Abrir en otra billetera',
  from: (account) => `Desde la cuenta ${account}`,
  retry: 'Volver a intentarlo',
  otherAccount: 'Usar otra cuenta',
  otherAsset: 'Pagar con otra moneda',
  atMost: (amount) => `Como máximo ${amount}`,
  otherWallet: 'Elegir otra billetera',
  back: 'Pagar de otra forma',
  nothingWasSent: 'No se envió nada: volver a intentarlo',
  itFailed: 'Mi billetera dice que falló',
}
