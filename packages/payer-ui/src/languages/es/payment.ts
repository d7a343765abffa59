import type { Sum, Texts } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} en la red ${network}`

export const texts: Texts = {
  language: 'es',
  locale: 'es',
  direction: 'ltr',
  titles: {
    awaiting: 'Esperando el pago',
    remainder: 'Pagado en parte',
    checking: 'Comprobando la red',
    sent: 'Pago enviado',
    claimed: 'Buscando su transacción',
    claim_not_found: 'Transacción no encontrada',
    claimable: 'A la espera del comercio',
    unavailable: 'No disponible por ahora',
    network_unread: 'La red no responde',
    dropped: 'Por favor, envíelo de nuevo',
    wrong_amount: 'Importe incorrecto',
    wrong_coin: 'Moneda o red equivocada',
    seen: 'Pago detectado',
    completed: 'Pago completado',
    overpaid: 'Ha pagado de más',
    twice: 'Ha pagado dos veces',
    expired: 'Pago vencido',
    late: 'El pago ya había terminado',
    cancelled: 'Pago cancelado',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `El plazo de pago ha terminado; por favor, no envíe nada ahora. Aquí se mostrará si llegó a tiempo algún pago en la red ${network}.`,
    seen: ({ network }) =>
      `Su pago está en la red ${network} y lo estamos confirmando. No tiene que hacer nada más; puede cerrar esta página.`,
    completed: ({ merchant }) => `${merchant} ha recibido su pago.`,
    expired: () => 'El plazo de pago ha terminado; por favor, no envíe nada más a la dirección de este pago.',
    late: ({ merchant }) =>
      `Su dinero llegó cuando el pago ya había terminado. Está a salvo. ${merchant} decide si lo acepta o lo devuelve: por favor, póngase en contacto con el comercio e indique la referencia de abajo.`,
    cancelled: ({ merchant }) => `${merchant} ha cancelado este pago. Por favor, no envíe nada a su dirección.`,
  },
  ask: ({ merchant }) => `Si aún desea pagar, pida a ${merchant} un pago nuevo e indique la referencia de abajo.`,
  notices: {
    network_unread: ({ network }) =>
      `La red ${network} no responde desde hace 15 minutos o más. Lo que se haya enviado no se ha perdido: aparecerá aquí cuando la red se pueda volver a leer.`,
    delayed: ({ network }) =>
      `En este momento, la confirmación de pagos en la red ${network} tarda más de lo habitual. Lo que se haya enviado no se ha perdido.`,
    reported: ({ network }) =>
      `Una billetera ha enviado este pago. Aparecerá aquí en cuanto esté en la red ${network}; por favor, no envíe nada por segunda vez.`,
    claimed: ({ network }) =>
      `Estamos buscando su transacción en ${network}. Aparecerá aquí en cuanto la encontremos; por favor, no envíe nada por segunda vez.`,
    claim_not_found: ({ network, merchant }) =>
      `No encontramos su transacción en ${network}. Por favor, compruebe el ID de la transacción y la red en su billetera o exchange. Si ambos son correctos, póngase en contacto con ${merchant}.`,
    claim_unrelated: ({ merchant }) =>
      `Hemos encontrado su transacción, pero no es un pago de este pedido. Por favor, póngase en contacto con ${merchant} e indique la referencia de abajo.`,
    dropped: (terms) =>
      `La red ha descartado su transacción, así que el dinero no ha llegado. Por favor, envíe de nuevo exactamente ${inWords(terms)}, salvo que su billetera aún muestre la transacción como pendiente.`,
    underpaid: ({ received, amount, coin, merchant }) =>
      `Recibimos ${received} de ${amount} ${coin} antes de que terminara el plazo. El dinero está a salvo: por favor, póngase en contacto con ${merchant} e indique la referencia de abajo.`,
    overpaid: ({ excess, coin, merchant }) =>
      `Ha pagado ${excess} ${coin} de más. El dinero está a salvo: para recuperarlo, póngase en contacto con ${merchant} e indique la referencia de abajo.`,
    multiple: () => 'Ha pagado en más de una transferencia.',
  },
  misdirected: (found, terms) =>
    `Han llegado ${inWords(found)}, pero este pago es de ${inWords(terms)}. El dinero no se ha perdido: por favor, póngase en contacto con ${terms.merchant} e indique la referencia de abajo.`,
  alsoPaid: (found, { merchant }) =>
    `También ha pagado ${inWords(found)}. El dinero está a salvo: para recuperarlo, póngase en contacto con ${merchant} e indique la referencia de abajo.`,
  claimable: (found, { merchant }) =>
    `${merchant} aún tiene que aceptar esta transferencia de ${inWords(found)}. Hasta entonces no cuenta como pagada. Por favor, póngase en contacto con ${merchant} e indique la referencia de abajo.`,
  heading: (terms) => `${inWords(terms)} para ${terms.merchant}`,
  sendLabel: ({ network }, phase) =>
    phase === 'remainder' ? `Envíe el resto por ${network}, exactamente` : `Envíe por ${network} exactamente`,
  explain: (terms) =>
    ({
      amount: `Envíe exactamente ${inWords(terms)}. Por las últimas cifras sabemos que es suyo: no redondee el importe.`,
      memo: `Envíe exactamente ${inWords(terms)} con el memo ${terms.memo}. Por el memo sabemos que es suyo: sin él no podemos asignar su pago.`,
      address: `Envíe exactamente ${inWords(terms)} a esta dirección. Es solo para su pago.`,
    })[terms.recognition],
  fees: 'Las comisiones van aparte.',
  howToPay: 'Cómo pagar',
  payFromExchange: 'Pagar desde una plataforma de intercambio',
  claim: {
    title: 'Ya he pagado',
    submit: 'Buscar mi pago',
    failed: 'No se ha podido enviar. Por favor, compruebe su conexión e inténtelo de nuevo.',
  },
  methods: {
    title: 'Pagar con otra moneda o red',
    unavailable: 'No disponible por ahora',
    failed: 'Esta opción no está disponible por ahora. Elija otra.',
  },
  payWithWallet: 'Pagar con una billetera',
  payWith: (wallet) => `Pagar con ${wallet}`,
  openWalletApp: 'Abrir una aplicación de billetera',
  showCode: 'Mostrar el código QR',
  codes: {
    address: 'Solo la dirección',
    request: 'Dirección e importe',
    requestCaption: 'Este código contiene también la moneda y el importe. Algunas billeteras no pueden leerlo.',
  },
  walletsFailed: 'No se han podido cargar las billeteras. Por favor, compruebe su conexión e inténtelo de nuevo.',
  deadline: (time) => `Pague antes de: ${time}`,
  rate: (rate, time) => `${rate}, válido hasta: ${time}`,
  timeLeft: (remaining) => `restante: ${remaining}`,
  qrLabel: (terms) =>
    `Código QR para enviar ${inWords(terms)} a la dirección ${terms.address}${terms.memo === null ? '' : ` con el memo ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `Este código contiene la dirección de ${network}. Escriba o pegue el importe.`
      : `Para billeteras de ${network}: el código contiene la dirección, el importe y el memo.`,
  addressLabel: ({ network }) => `Dirección de ${network}`,
  memoLabel: 'Memo (texto), obligatorio',
  received: (received, asked, { network }) => `Recibidos ${received} de ${asked} en la red ${network}`,
  confirmations: (seen, required) =>
    `${seen.digits} de ${required.digits} ${required.form === 'one' ? 'confirmación' : 'confirmaciones'}`,
  finality: {
    expected: (duration) => `Queda aproximadamente: ${duration}`,
    soon: 'En cualquier momento',
    overdue: 'Está tardando más de lo habitual. El pago no se ha perdido.',
  },
  transactionStatus: { seen: 'Confirmándose', final: 'Confirmada', orphaned: 'Descartada' },
  openTransaction: (hash) => `Transacción ${hash} en un explorador de bloques`,
  labels: {
    amount: 'Importe',
    received: 'Recibido',
    price: 'Precio',
    network: 'Red',
    merchant: 'Destinatario',
    confirmedAt: 'Confirmado',
    transactions: 'Transacciones',
    order: 'Pedido',
    items: 'Artículos',
    reference: 'Referencia',
  },
  returnTo: ({ merchant }) => `Volver a ${merchant}`,
  openReplacement: 'Abrir el nuevo pago',
  print: 'Imprimir',
  languageLabel: 'Idioma',
  contact: ({ merchant }) => `Contactar con ${merchant}`,
  redirect: {
    countdown: (duration, { merchant }) => `Volverá a ${merchant} en ${duration}.`,
    stay: 'Permanecer en esta página',
  },
  close: 'Cerrar',
  testMode: { title: 'Modo de prueba.', detail: 'Las monedas de este pago no tienen ningún valor.' },
  loading: 'Cargando el pago',
  copy: {
    amount: 'Copiar el importe',
    address: 'Copiar la dirección',
    memo: 'Copiar el memo',
    reference: 'Copiar la referencia',
  },
  copied: {
    amount: 'Importe copiado',
    address: 'Dirección copiada',
    memo: 'Memo copiado',
    reference: 'Referencia copiada',
  },
  copyRefused: 'No se ha permitido copiar. Por favor, seleccione el texto y cópielo.',
  notFoundTitle: 'Pago no encontrado',
  failureTitle: 'No se puede mostrar el pago',
  failures: {
    invalid_src: 'Esta página no indica de qué pago se trata. Por favor, avise al comercio y no envíe nada.',
    not_found:
      'No hay ningún pago en esta dirección. Por favor, compruebe el enlace o pida uno nuevo al comercio, y no envíe nada.',
    rate_limited: 'Ha habido demasiadas solicitudes desde su red. Intentándolo de nuevo…',
    server_error: 'El servidor de pagos tiene un problema. Intentándolo de nuevo…',
    invalid_response: 'El servidor de pagos ha dado una respuesta inesperada. Intentándolo de nuevo…',
    unreachable: 'No podemos contactar con el servidor de pagos. Intentándolo de nuevo…',
  },
  stale: ({ network }) =>
    `No se puede contactar con el servidor de pagos, así que esta información puede no estar al día. Lo que haya enviado por la red ${network} no se ha perdido.`,
  offline: 'No tiene conexión, así que esta información puede no estar al día. Nos volveremos a conectar solos.',
  retry: 'Volver a intentarlo',
}
