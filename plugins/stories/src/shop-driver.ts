/** The interface between the bench and a shop. The README describes it as lines of JSON. */

/** The connection to the checkout, as `/dashboard/connect` would give it, and a folder that is the same at every start. */
export type ShopSettings = {
  readonly baseUrl: string
  readonly publicKey: string
  readonly secretKey: string
  readonly webhookSecret: string
  /** For `POST /payments`, with `alternatives: 'all'`. */
  readonly cryptocurrency: 'USDC'
  readonly network: 'ethereum'
  readonly merchantWallet: string
  readonly folder: string
}

export type OrderInput = { readonly order: string; readonly amount: string; readonly currency: string }
export type RefundInput = { readonly order: string; readonly refund: string; readonly amount: string }
export type WebhookInput = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

/** The shop does not do it, and says why. Asked again, it says the same. */
export type Refused = { readonly refused: string }

export type RefundState = {
  /** The name by which the bench asked for it. */
  readonly refund: string
  /** The `reference` of its refund in the checkout, if the shop gives it another id. */
  readonly reference?: string
  readonly amount: string
  /** Null: the shop does not know. */
  readonly status: 'pending' | 'completed' | null
}

export type OrderState = {
  /** The amount booked as paid, and its payment. */
  readonly paid: { readonly amount: string; readonly currency: string; readonly payment: string } | null
  /** True if the merchant is told to look. Null: the shop cannot tell, and the bench does not compare it. */
  readonly attention: boolean | null
  readonly refunds: readonly RefundState[]
}

/** Every operation may be called at any time, also twice at once. What is thrown is tried again. */
export interface ShopDriver {
  start(settings: ShopSettings): Promise<object>
  /** Gives the id of the payment to which the payer goes. The payer may come again. */
  place(input: OrderInput): Promise<{ readonly payment: string } | Refused>
  /** Changes the order's price. */
  amend(input: OrderInput): Promise<object | Refused>
  cancel(input: { readonly order: string }): Promise<object | Refused>
  /** `url`: of the checkout's page that asks the payer for an address, if the shop was told one. */
  refund(input: RefundInput): Promise<{ readonly url: string | null } | Refused>
  webhook(input: WebhookInput): Promise<{ readonly status: number }>
  /** The job that finds what webhooks have missed, for all orders. */
  reconcile(): Promise<object>
  read(input: { readonly order: string }): Promise<OrderState>
}

export const operations = ['start', 'place', 'amend', 'cancel', 'refund', 'webhook', 'reconcile', 'read'] as const
