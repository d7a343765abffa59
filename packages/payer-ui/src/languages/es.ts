import type { Sum, Texts } from '../texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} en la red ${network}`

export const texts: Texts = {
  language: 'es',
  locale: 'es',
  direction: 'ltr',
  titles: {
    awaiting: 'Esperando el pago',
    remainder: 'Pagado en parte',
    checking: 'Comprobando la red',
    seen: 'Pago detectado',
    confirming: 'Confirmando el pago',
    completed: 'Pago completado',
    expired: 'Pago vencido',
    late: 'Pagado demasiado tarde',
    cancelled: 'Pago cancelado',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `El plazo de pago ha terminado; por favor, no envíe nada ahora. Aquí se mostrará si llegó a tiempo algún pago en la red ${network}.`,
    seen: ({ network }) =>
      `El pago está en la red ${network} y espera la confirmación definitiva. No tiene que hacer nada más; puede cerrar esta página.`,
    confirming: ({ network }) =>
      `El pago está en la red ${network} y se vuelve definitivo por sí solo, bloque a bloque. No tiene que hacer nada más; puede cerrar esta página.`,
    completed: ({ merchant }) => `${merchant} ha recibido su pago.`,
    expired: ({ merchant }) =>
      `El plazo de pago ha terminado; por favor, no envíe nada más a la dirección de este pago. ${merchant} puede crearle uno nuevo.`,
    late: ({ merchant }) =>
      `Llegaron fondos cuando el pago ya había terminado. Han quedado registrados, y ${merchant} decide si los acepta o los devuelve. Por favor, póngase en contacto con el comercio.`,
    cancelled: ({ merchant }) => `${merchant} ha cancelado este pago. Por favor, no envíe nada a su dirección.`,
  },
  notices: {
    network_unread: ({ network }) =>
      `La red ${network} no responde desde hace 15 minutos o más. Lo que se haya enviado no se ha perdido: aparecerá aquí cuando la red se pueda volver a leer.`,
    delayed: ({ network }) =>
      `En este momento, la confirmación de pagos en la red ${network} tarda más de lo habitual. Lo que se haya enviado no se ha perdido.`,
    reported: ({ network }) =>
      `Una billetera ha enviado este pago. Aparecerá aquí en cuanto esté en la red ${network}; por favor, no envíe nada por segunda vez.`,
    dropped: (terms) =>
      `La red ha descartado su transacción, así que el dinero no ha llegado. Por favor, envíe de nuevo exactamente ${inWords(terms)}, salvo que su billetera aún muestre la transacción como pendiente.`,
    underpaid: ({ merchant }) =>
      `Llegó a tiempo menos del importe total. Ha quedado registrado; por favor, póngase en contacto con ${merchant}.`,
    overpaid: ({ merchant }) =>
      `Ha llegado más de lo solicitado. Por favor, póngase en contacto con ${merchant} para que le devuelvan el exceso.`,
    multiple: () => 'Este pago se hizo en más de una transferencia.',
  },
  misdirected: (found, terms) =>
    `Han llegado ${inWords(found)} a la dirección de este pago, que es de ${inWords(terms)}. No se puede asignar automáticamente, pero no se ha perdido: póngase en contacto con ${terms.merchant} e indique la referencia de abajo.`,
  claimable: (found, { merchant }) =>
    `${inWords(found)} se enviaron de modo que ${merchant} tiene que reclamarlos; hasta entonces no cuentan como pagados. Por favor, póngase en contacto con ${merchant} e indique la referencia de abajo.`,
  heading: (terms) => `${inWords(terms)} para ${terms.merchant}`,
  sendLabel: ({ coin, network }, phase) =>
    phase === 'remainder'
      ? `Envíe el resto en ${coin} por ${network}, exactamente`
      : `Envíe ${coin} por ${network}, exactamente`,
  explain: (terms) =>
    ({
      amount: `Envíe exactamente ${inWords(terms)}. El importe permite reconocer su pago: si lo redondea o usa otra moneda u otra red, no se le podrá asignar.`,
      memo: `Envíe exactamente ${inWords(terms)} con el memo ${terms.memo}. El memo permite reconocer su pago: sin él, los fondos no se le podrán asignar.`,
      address: `Envíe exactamente ${inWords(terms)} a esta dirección. Es solo para este pago: si usa otra moneda u otra red, no se le podrá asignar.`,
    })[terms.recognition],
  fees: 'Las comisiones de la billetera o de la plataforma de intercambio se suman al importe.',
  exchange: {
    title: 'Pago desde una plataforma de intercambio',
    detail: (terms) =>
      terms.memo === null
        ? `Elija ${terms.network} como red del retiro y fije el importe de modo que, descontada la comisión de la plataforma, lleguen exactamente ${terms.amount} ${terms.coin}.${terms.recognition === 'amount' ? ' Si la plataforma no puede hacerlo hasta la última cifra, utilice una billetera propia.' : ''}`
        : `Elija ${terms.network} como red del retiro, indique el memo ${terms.memo} y fije el importe de modo que, descontada la comisión de la plataforma, lleguen exactamente ${terms.amount} ${terms.coin}.`,
  },
  payWithWallet: ({ coin, network }) => `Pagar ${coin} en ${network} con una billetera`,
  walletsFailed: 'No se han podido cargar las billeteras. Por favor, compruebe su conexión e inténtelo de nuevo.',
  deadline: ({ coin, network }, time) => `Pague en ${coin} por la red ${network} antes del ${time}.`,
  timeLeft: (remaining) => `restante: ${remaining}`,
  qrLabel: (terms) =>
    `Código QR para enviar ${inWords(terms)} a la dirección ${terms.address}${terms.memo === null ? '' : ` con el memo ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `El código contiene solo la dirección de ${network}. Introduzca usted el importe.`
      : `Para billeteras de ${network}: el código contiene la dirección, el importe y el memo.`,
  addressLabel: ({ network }) => `Dirección de ${network}`,
  memoLabel: 'Memo (texto), obligatorio',
  received: (received, asked, { network }) => `Recibidos ${received} de ${asked} en la red ${network}`,
  confirmations: (seen, required) =>
    `${seen.digits} de ${required.digits} ${required.form === 'one' ? 'confirmación' : 'confirmaciones'}`,
  finality: {
    expected: (duration) => `Definitivo en aproximadamente ${duration}`,
    soon: 'Debería ser definitivo en cualquier momento',
    overdue: 'Está tardando más de lo habitual. El pago no se ha perdido.',
  },
  transactionStatus: { seen: 'Confirmándose', final: 'Definitiva', orphaned: 'Descartada por la red' },
  openTransaction: (hash) => `Transacción ${hash} en un explorador de bloques`,
  labels: {
    amount: 'Importe',
    received: 'Recibido',
    price: 'Precio',
    network: 'Red',
    merchant: 'Destinatario',
    confirmedAt: 'Confirmado',
    transactions: 'Transacciones',
    reference: 'Referencia',
  },
  returnTo: ({ merchant }) => `Volver a ${merchant}`,
  redirect: {
    countdown: (duration, { merchant }) => `Volverá a ${merchant} en ${duration}.`,
    stay: 'Permanecer en esta página',
  },
  close: 'Cerrar',
  testMode: { title: 'Modo de prueba.', detail: 'Las monedas de este pago no tienen ningún valor.' },
  loading: 'Cargando el pago',
  copy: { amount: 'Copiar el importe', address: 'Copiar la dirección', memo: 'Copiar el memo' },
  copied: { amount: 'Importe copiado', address: 'Dirección copiada', memo: 'Memo copiado' },
  copyRefused: 'No se ha permitido copiar. Por favor, seleccione el texto y cópielo.',
  notFoundTitle: 'Pago no encontrado',
  failureTitle: 'No se puede mostrar el pago',
  failures: {
    invalid_src: 'Esta página no indica de qué pago se trata. Por favor, avise al comercio y no envíe nada.',
    not_found:
      'No hay ningún pago en esta dirección. Por favor, compruebe el enlace o pida uno nuevo al comercio, y no envíe nada.',
    rate_limited: 'Ha habido demasiadas solicitudes desde su red. Se volverá a intentar en un momento.',
    server_error: 'El servidor de pagos tiene un problema. Se volverá a intentar en un momento.',
    invalid_response: 'El servidor de pagos ha dado una respuesta inesperada. Se volverá a intentar en un momento.',
    unreachable: 'No se puede contactar con el servidor de pagos. Se volverá a intentar en un momento.',
  },
  stale: ({ network }) =>
    `No se puede contactar con el servidor de pagos, así que esta información puede no estar al día. Lo que haya enviado por la red ${network} no se ha perdido.`,
  offline:
    'No tiene conexión, así que esta información puede no estar al día. Continuará por sí sola en cuanto vuelva a conectarse.',
  retry: 'Volver a intentarlo',
}
