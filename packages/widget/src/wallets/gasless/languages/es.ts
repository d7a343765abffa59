import type { GaslessTexts, PanelTerms } from '../../texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} en la red ${network}`

export const texts: GaslessTexts = {
  messages: {
    ready: (terms) => [
      '¿Pagar sin gas?',
      `Firme ${inWords(terms)} en ${terms.wallet} y la comisión de la red se paga por usted: no necesita ${terms.currency}.`,
    ],
    signing: (terms) => [
      `Firme en ${terms.wallet}`,
      `Firme allí exactamente ${inWords(terms)}. No se añade ninguna comisión. Deje esta página abierta.`,
    ],
    relaying: ({ network }) => [
      'Firmado. Por favor, no vuelva a pagar',
      `El pago se está enviando por usted y aparecerá aquí en cuanto esté en la red ${network}.`,
    ],
    ungiven: ({ currency }) => [
      'Ahora no se puede pagar la comisión por usted',
      `No se ha enviado nada. Puede pagar de la forma habitual; la comisión de la red se paga entonces en ${currency} desde su cuenta.`,
    ],
    unsignable: ({ coin, network, currency }) => [
      'Esta cuenta no puede pagar sin gas',
      `Desde esta cuenta no se puede pagar así ${coin} en la red ${network}. No se ha enviado nada. Puede pagar de la forma habitual, con una comisión en ${currency}, o con otra cuenta.`,
    ],
    unrelayed: ({ currency }) => [
      'No se ha podido enviar el pago por usted',
      `Lo que firmó no se ha ejecutado y no se ha cobrado nada de su cuenta. Por favor, pague de la forma habitual, con una comisión en ${currency}.`,
    ],
    unanswered: () => [
      'El servidor de pagos no responde',
      'No se sabe si su firma ha llegado. Inténtelo de nuevo: firmar otra vez no puede pagar dos veces.',
    ],
  },
  withoutGas: 'Pagar sin gas',
  ownGas: 'Pagar yo la comisión',
}
