import { type Asset, extractBaseAddress, xdr } from '@stellar/stellar-sdk'
import { formatAsset, formatStroops, parseAsset, parseStroops } from '../amount.ts'
import { credit, debit, type Refusal } from '../balances.ts'
import { encodeKey } from '../entry-xdr.ts'
import { buy, encodeFills, type Failure, type Fill, listMovements, sell } from '../order-book.ts'
import type { Applying, Handler, OperationByType } from './operation.ts'

const { PathPaymentStrictReceiveResult: Receive, PathPaymentStrictSendResult: Send } = xdr
type StrictReceive = OperationByType<'pathPaymentStrictReceive'>
type StrictSend = OperationByType<'pathPaymentStrictSend'>

/** The cause of a failed path payment: the recipient, the sender, or the market between them */
type Reason = `to ${Refusal}` | `from ${Refusal}` | Failure | 'noDestination' | 'limit'

const RECEIVE: Readonly<Record<Reason, () => xdr.PathPaymentStrictReceiveResult>> = {
  noDestination: Receive.pathPaymentStrictReceiveNoDestination,
  'to noTrust': Receive.pathPaymentStrictReceiveNoTrust,
  'to notAuthorized': Receive.pathPaymentStrictReceiveNotAuthorized,
  'to lineFull': Receive.pathPaymentStrictReceiveLineFull,
  'to underfunded': Receive.pathPaymentStrictReceiveLineFull,
  'from noTrust': Receive.pathPaymentStrictReceiveSrcNoTrust,
  'from notAuthorized': Receive.pathPaymentStrictReceiveSrcNotAuthorized,
  'from lineFull': Receive.pathPaymentStrictReceiveUnderfunded,
  'from underfunded': Receive.pathPaymentStrictReceiveUnderfunded,
  tooFew: Receive.pathPaymentStrictReceiveTooFewOffers,
  crossSelf: Receive.pathPaymentStrictReceiveOfferCrossSelf,
  limit: Receive.pathPaymentStrictReceiveOverSendmax,
}

const SEND: Readonly<Record<Reason, () => xdr.PathPaymentStrictSendResult>> = {
  noDestination: Send.pathPaymentStrictSendNoDestination,
  'to noTrust': Send.pathPaymentStrictSendNoTrust,
  'to notAuthorized': Send.pathPaymentStrictSendNotAuthorized,
  'to lineFull': Send.pathPaymentStrictSendLineFull,
  'to underfunded': Send.pathPaymentStrictSendLineFull,
  'from noTrust': Send.pathPaymentStrictSendSrcNoTrust,
  'from notAuthorized': Send.pathPaymentStrictSendSrcNotAuthorized,
  'from lineFull': Send.pathPaymentStrictSendUnderfunded,
  'from underfunded': Send.pathPaymentStrictSendUnderfunded,
  tooFew: Send.pathPaymentStrictSendTooFewOffers,
  crossSelf: Send.pathPaymentStrictSendOfferCrossSelf,
  limit: Send.pathPaymentStrictSendUnderDestmin,
}

export const pathPaymentStrictReceive: Handler<StrictReceive> = {
  level: () => 'medium',
  malformed({ sendMax, destAmount }) {
    const right = parseStroops(sendMax) > 0n && parseStroops(destAmount) > 0n
    return right ? undefined : receiveResult(Receive.pathPaymentStrictReceiveMalformed())
  },
  apply(operation, applying) {
    const amount = parseStroops(operation.destAmount)
    const traded = receiveExactly(applying, operation, amount)
    if (typeof traded === 'string') return receiveResult(RECEIVE[traded]())
    applying.found({ source_amount: formatStroops(traded.sent) })
    const last = deliver(applying, operation, amount, traded.fills)
    return receiveResult(
      Receive.pathPaymentStrictReceiveSuccess(
        new xdr.PathPaymentStrictReceiveResultSuccess({ offers: encodeFills(traded.fills), last }),
      ),
    )
  },
  concerns: ({ destination }) => [extractBaseAddress(destination)],
}

export const pathPaymentStrictSend: Handler<StrictSend> = {
  level: () => 'medium',
  malformed({ sendAmount, destMin }) {
    const right = parseStroops(sendAmount) > 0n && parseStroops(destMin) > 0n
    return right ? undefined : sendResult(Send.pathPaymentStrictSendMalformed())
  },
  apply(operation, applying) {
    const traded = sendExactly(applying, operation)
    if (typeof traded === 'string') return sendResult(SEND[traded]())
    applying.found({ amount: formatStroops(traded.received) })
    const last = deliver(applying, operation, traded.received, traded.fills)
    return sendResult(
      Send.pathPaymentStrictSendSuccess(
        new xdr.PathPaymentStrictSendResultSuccess({ offers: encodeFills(traded.fills), last }),
      ),
    )
  },
  concerns: ({ destination }) => [extractBaseAddress(destination)],
}

type Route = { readonly sendAsset: Asset; readonly path: readonly Asset[]; readonly destAsset: Asset }

/** The assets from the one sent to the one received; the same asset twice in a row is not a trade. */
function listLegs({ sendAsset, path, destAsset }: Route): { paying: string; getting: string }[] {
  const names = [sendAsset, ...path, destAsset].map(formatAsset)
  return names
    .slice(1)
    .map((getting, index) => ({ paying: names[index] ?? getting, getting }))
    .filter(({ paying, getting }) => paying !== getting)
}

/** From the recipient back to the sender, because the cost of each leg is known only then */
function receiveExactly(
  { state, source }: Applying,
  operation: StrictReceive,
  amount: bigint,
): { sent: bigint; fills: Fill[] } | Reason {
  const to = extractBaseAddress(operation.destination)
  if (!state.get('account', to)) return 'noDestination'
  const full = credit(state, to, formatAsset(operation.destAsset), amount)
  if (full) return `to ${full}`
  let sent = amount
  let fills: Fill[] = []
  for (const leg of listLegs(operation).reverse()) {
    const trade = buy(state, { taker: source, ...leg }, sent)
    if (typeof trade === 'string') return trade
    sent = trade.paid
    fills = [...trade.fills, ...fills]
  }
  if (sent > parseStroops(operation.sendMax)) return 'limit'
  const lacking = debit(state, source, formatAsset(operation.sendAsset), sent)
  return lacking ? `from ${lacking}` : { sent, fills }
}

function sendExactly({ state, source }: Applying, operation: StrictSend): { received: bigint; fills: Fill[] } | Reason {
  const to = extractBaseAddress(operation.destination)
  if (!state.get('account', to)) return 'noDestination'
  let received = parseStroops(operation.sendAmount)
  const lacking = debit(state, source, formatAsset(operation.sendAsset), received)
  if (lacking) return `from ${lacking}`
  const fills: Fill[] = []
  for (const leg of listLegs(operation)) {
    const trade = sell(state, { taker: source, ...leg }, received)
    if (typeof trade === 'string') return trade
    received = trade.sold
    fills.push(...trade.fills)
  }
  if (received < parseStroops(operation.destMin)) return 'limit'
  const full = credit(state, to, formatAsset(operation.destAsset), received)
  return full ? `to ${full}` : { received, fills }
}

/** Reports the movements: the trades, and finally the payment itself, which alone carries the memo. */
function deliver(
  { sender, moved }: Applying,
  { destination, destAsset }: StrictReceive | StrictSend,
  amount: bigint,
  fills: readonly Fill[],
): xdr.SimplePaymentResult {
  const asset = formatAsset(destAsset)
  for (const movement of listMovements(sender, fills)) moved(movement)
  moved({ asset, from: sender, to: destination, amount, tagged: true })
  return new xdr.SimplePaymentResult({
    destination: encodeKey(extractBaseAddress(destination)),
    asset: parseAsset(asset).toXdrObject(),
    amount,
  })
}

function receiveResult(result: xdr.PathPaymentStrictReceiveResult): xdr.OperationResultTr {
  return xdr.OperationResultTr.pathPaymentStrictReceive(result)
}

function sendResult(result: xdr.PathPaymentStrictSendResult): xdr.OperationResultTr {
  return xdr.OperationResultTr.pathPaymentStrictSend(result)
}
