import type { GaslessTexts, PanelTerms } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} en la red ${network}`

export const texts: GaslessTexts = {
  messages: {
    ready: (terms) => [
      'Pagar sin comisión de red',
      `Firme ${inWords(terms)} en ${terms.wallet}. Nosotros pagamos la comisión de la red: no necesita ${terms.currency}.`,
    ],
    signing: (terms) => [
      `Firme en ${terms.wallet}`,
      `Firme allí exactamente ${inWords(terms)}. No se añade ninguna comisión. Deje esta página abierta.`,
    ],
    relaying: ({ network }) => [
      `Firmado. Esperando a ${network}`,
      'Por favor, no vuelva a pagar: estamos enviando su pago y aparecerá aquí en un momento.',
    ],
    ungiven: ({ currency }) => [
      'Ahora no se puede pagar la comisión por usted',
      `No se ha enviado nada. Puede pagar de la forma habitual; la comisión de la red se paga entonces en ${currency} desde su cuenta.`,
    ],
    unsignable: ({ coin, network, currency }) => [
      'Esta cuenta tiene que pagar la comisión',
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
  withoutGas: 'Pagar sin comisión de red',
  ownGas: 'Pagar yo la comisión',
}
