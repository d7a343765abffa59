'use client'

import type { CheckoutEvents, CryptoCheckout as Element, PublicPayment } from '@crypto-checkout/widget'
import {
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type HTMLAttributes,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'

export type { PaymentStatus, PublicPayment } from '@crypto-checkout/widget'
/** The element that a ref holds: `payment`, `label`, `refresh()`, `open()` and `close()`. */
export type CryptoCheckoutElement = Element

type Handler<Name extends keyof CheckoutEvents> = (detail: CheckoutEvents[Name]) => void

type Handlers = {
  /** The status is known (`from` is null) or has changed. */
  readonly onStatusChange?: Handler<'checkout-status-change'> | undefined
  /** The payment asks for another coin or network than before. */
  readonly onMethodChange?: Handler<'checkout-method-change'> | undefined
  /** The payer has made a payment by `link`. */
  readonly onPaymentCreated?: Handler<'checkout-payment-created'> | undefined
  /** The full amount is final, also if it already was on load. */
  readonly onCompleted?: Handler<'checkout-completed'> | undefined
  /** The deadline passed without the full amount. */
  readonly onExpired?: Handler<'checkout-expired'> | undefined
  /** The dialog of a `modal` element was closed. */
  readonly onClose?: Handler<'checkout-close'> | undefined
  /** The status, or the link, cannot be read. Called once for each series of failures. */
  readonly onError?: Handler<'checkout-error'> | undefined
  /** A wallet has connected. */
  readonly onWalletConnected?: Handler<'checkout-wallet-connected'> | undefined
  /** The wallet has sent the transfer. It counts as paid only once the network has it. */
  readonly onTransactionSent?: Handler<'checkout-transaction-sent'> | undefined
}

type Attributes = {
  /** The payment's page: the field `url` of the payment. */
  readonly src?: string | undefined
  /** The address of a payment link, in place of `src`. */
  readonly link?: string | undefined
  /** The payment's public view as JSON, if the server has it: shown before the first answer. */
  readonly snapshot?: string | undefined
  /** The coin and the network that the page prefers: `USDC polygon`. */
  readonly method?: string | undefined
  /** The way back to the shop: `auto` takes the payer there. Default: auto. */
  readonly redirect?: 'auto' | 'manual' | undefined
  /** Shows the payment in a dialog over the page while it is `opened`. */
  readonly modal?: boolean | undefined
  /** True if the dialog is open. Set it to false in `onClose`. */
  readonly opened?: boolean | undefined
  /** The page's own WalletConnect project. */
  readonly walletConnectProjectId?: string | undefined
}

export type CryptoCheckoutProps = Attributes &
  Handlers &
  Omit<HTMLAttributes<Element>, keyof Attributes | keyof Handlers>

const events: { readonly [Prop in keyof Required<Handlers>]: keyof CheckoutEvents } = {
  onStatusChange: 'checkout-status-change',
  onMethodChange: 'checkout-method-change',
  onPaymentCreated: 'checkout-payment-created',
  onCompleted: 'checkout-completed',
  onExpired: 'checkout-expired',
  onClose: 'checkout-close',
  onError: 'checkout-error',
  onWalletConnected: 'checkout-wallet-connected',
  onTransactionSent: 'checkout-transaction-sent',
}

/**
 * Shows a payment and follows it until it is completed. The handlers are called in pages that a server rendered, too:
 * React itself attaches no listeners of elements to HTML that it hydrates.
 *
 *     <CryptoCheckout src={payment.url} onCompleted={({ payment }) => showThanks(payment.id)} />
 */
export const CryptoCheckout: ForwardRefExoticComponent<CryptoCheckoutProps & RefAttributes<Element>> = forwardRef<
  Element,
  CryptoCheckoutProps
>(function CryptoCheckout(props, forwarded) {
  const element = useRef<Element>(null)
  // The variables of a handler change with each render.
  const handlers = useRef<Handlers>(props)
  const reported = useRef('')
  useImperativeHandle(forwarded, () => element.current as Element, [])
  useEffect(() => {
    handlers.current = props
  })
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const stop = listen(current, handlers, reported)
    // It needs a browser: a server that renders this component does not load it.
    if (customElements.get('crypto-checkout') === undefined) void import('@crypto-checkout/widget')
    return stop
  }, [])
  return createElement('crypto-checkout', { ...listAttributes(props), ref: element })
})

/** Attributes for React 18, which knows no properties of elements, and for React 19. */
function listAttributes(props: CryptoCheckoutProps): Record<string, unknown> {
  const { className, modal, opened, walletConnectProjectId, ...rest } = props
  const attributes = Object.entries({
    ...rest,
    class: className,
    // React 18 writes `modal="false"`, which an element takes for true.
    modal: modal || undefined,
    opened: opened || undefined,
    'walletconnect-project-id': walletConnectProjectId,
  })
  return Object.fromEntries(attributes.filter(([name, value]) => value !== undefined && !(name in events)))
}

type Current<T> = { current: T }

/** Calls the handlers from now on, and reports the state that was reached before. Returns what ends it. */
function listen(element: Element, handlers: Current<Handlers>, reported: Current<string>): () => void {
  const call = (prop: string, detail: unknown) => {
    const handler = handlers.current[prop as keyof Handlers] as ((detail: unknown) => void) | undefined
    handler?.(detail)
  }
  const remember = ({ id, status }: PublicPayment) => {
    const state = `${id} ${status}`
    const isNew = state !== reported.current
    reported.current = state
    return isNew
  }
  const undo = Object.entries(events).map(([prop, name]) => {
    const listener = (event: Event) => {
      const { detail } = event as CustomEvent
      if (prop === 'onStatusChange') remember(detail.payment)
      call(prop, detail)
    }
    element.addEventListener(name, listener)
    return () => element.removeEventListener(name, listener)
  })
  // A script of the page may have shown the payment before React got here.
  const payment = element.payment ?? null
  if (payment !== null && remember(payment)) {
    call('onStatusChange', { from: null, to: payment.status, payment })
    if (payment.status === 'completed') call('onCompleted', { payment })
    if (payment.status === 'expired') call('onExpired', { payment })
  }
  return () => undo.forEach((one) => void one())
}
