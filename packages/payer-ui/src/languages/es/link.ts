import type { LinkTexts } from '../en/link.ts'

export const texts: LinkTexts = {
  price: 'Paga',
  amountLabel: ({ currency }) => `Importe en ${currency}`,
  bounds: ({ minimum, maximum }) => (maximum === null ? `Como mínimo ${minimum}` : `De ${minimum} a ${maximum}`),
  refused: ({ minimum, maximum }) =>
    maximum === null
      ? `Por favor, indique un importe de al menos ${minimum}, por ejemplo 12,50.`
      : `Por favor, indique un importe de ${minimum} a ${maximum}, por ejemplo 12,50.`,
  payIn: ({ coin, network }) => `Paga con ${coin} en ${network}.`,
  choice: 'Elegirá la moneda en el paso siguiente.',
  pay: 'Pagar',
  again: 'Hacer otro pago',
  failed: ({ merchant }) =>
    `Ahora no se puede pagar. Por favor, inténtelo más tarde o póngase en contacto con ${merchant}.`,
  closed: {
    inactive: 'Este enlace de pago está desactivado',
    expired: 'Este enlace de pago ha caducado',
    exhausted: 'Este enlace de pago está agotado',
  },
  ask: ({ merchant }) => `Si aún desea pagar, pida a ${merchant} un enlace nuevo e indique la referencia de abajo.`,
  notFoundTitle: 'Enlace de pago no encontrado',
  notFound: 'Por favor, compruebe la dirección o pida un enlace nuevo a quien se lo envió.',
  scan: 'Escanee para pagar',
}
