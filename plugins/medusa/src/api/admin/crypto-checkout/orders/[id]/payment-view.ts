import type { Payment, Refund } from '@crypto-checkout/client'

/** The part of a payment that the panel shows. */
export type PaymentView = Pick<
  Payment,
  'id' | 'status' | 'exceptions' | 'cryptoAmount' | 'amountReceived' | 'cryptocurrency' | 'network' | 'livemode'
> & {
  /** The payment's page in the checkout's dashboard. */
  readonly dashboardUrl: string
  readonly refunds: readonly RefundView[]
}

export type RefundView = Pick<Refund, 'id' | 'status' | 'amount' | 'currency'> & {
  /** The next step; null if there is none. */
  readonly next: 'sign' | 'collect_destination' | null
  /** Its page in the checkout's dashboard, where it is signed too. */
  readonly dashboardUrl: string
}

export function describePayment(payment: Payment, refunds: readonly Refund[], baseUrl: string): PaymentView {
  const { id, status, exceptions, cryptoAmount, amountReceived, cryptocurrency, network, livemode } = payment
  const dashboard = `${baseUrl.replace(/(\/sandbox)?\/v1\/?$/, '')}/dashboard/${livemode ? 'production' : 'sandbox'}`
  return {
    ...{ id, status, exceptions, cryptoAmount, amountReceived, cryptocurrency, network, livemode },
    dashboardUrl: `${dashboard}/payments/${id}`,
    refunds: refunds.map(({ id, status, amount, currency, nextAction }) => ({
      ...{ id, status, amount, currency },
      next: nextAction?.type ?? null,
      dashboardUrl: `${dashboard}/refunds/${id}`,
    })),
  }
}
