import { CheckoutApiError, type Client, type Payment, type PaymentInput, verifyWebhook } from '@crypto-checkout/client'
import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  BigNumberInput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from '@medusajs/framework/types'
import { AbstractPaymentProvider } from '@medusajs/framework/utils'
import { isSameAmount, toDecimal, toPrice } from './amounts.ts'
import { chooseMethods } from './methods.ts'
import { createCheckoutClient, type Options, validateOptions } from './options.ts'
import { describe, hasMoney, isEnded, isTaken } from './payments.ts'
import { createRefund, isGoingBack, type RefundNote } from './refunds.ts'
import { isUnanswered, refuse, translateErrors } from './refusals.ts'
import { readReference, readSessionData, type SessionData, toOrderCode, toSessionData } from './session-data.ts'
import { mapPayment } from './states.ts'
import { readEvent } from './webhook.ts'

/** A message is only a hint, so an old one does no harm, and one that is refused is lost: Medusa has answered already. */
const ANY_AGE = { toleranceS: Number.POSITIVE_INFINITY }

const NOTHING: WebhookActionResult = { action: 'not_supported' }

type Loaded = { readonly data: SessionData; readonly payment: Payment }

type Logger = Pick<Console, 'info' | 'warn' | 'error'>

/**
 * The payment provider for Medusa. Each session has one payment of the checkout. The checkout knows the money: whatever
 * Medusa was told, the payment is fetched before anything is answered.
 */
export class CryptoCheckoutProvider extends AbstractPaymentProvider<Options> {
  static override identifier = 'crypto-checkout'
  readonly #client: Client
  readonly #options: Options
  readonly #log: Logger

  static override validateOptions(options: Record<string, unknown>): void {
    validateOptions(options)
  }

  constructor(cradle: Record<string, unknown>, options: Options) {
    super(cradle, options)
    this.#options = options
    this.#client = createCheckoutClient(options)
    this.#log = (cradle.logger as Logger | undefined) ?? console
  }

  /**
   * Creates the payment of a session. Asked again for the same session and price, it is the same payment. Refuses a
   * currency that the checkout has no price for.
   */
  override async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const reference = readReference(input)
    const payment = await this.#create(input, reference)
    return { id: payment.id, ...this.#answer(payment, { session_id: reference }) }
  }

  /**
   * Replaces the payment if the price has changed, or the checkout no longer answers the session with it. The one before
   * is cancelled in the same step, and its money still watched. Refuses once money was seen for it: then it stays the
   * payment of the session.
   */
  override async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const { data, payment } = await this.#load(input.data)
    const currency = input.currency_code.toUpperCase()
    const isSame = payment.currency === currency && isSameAmount(data.amount, toDecimal(input.amount))
    if (isSame && !isEnded(payment) && (await this.#holds(payment))) return this.#answer(payment, data)
    if (isTaken(payment)) refuse(`${describe(payment)}: its price cannot change any more.`)
    if (isEnded(payment) && hasMoney(payment)) {
      this.#log.warn(`${describe(payment)}, after its end. Accept or refund it in the checkout.`)
    }
    const supersedes = payment.status === 'created' ? { supersedes: payment.id } : {}
    const made = await this.#create(input, data.session_id, supersedes)
    const previous = [...data.previous, payment.id].filter((id) => id !== made.id)
    return this.#answer(made, { ...data, previous })
  }

  override async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    return this.getPaymentStatus(input)
  }

  override async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const { data, payment } = await this.#load(input.data)
    return this.#answer(payment, data)
  }

  override async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    const { data, payment } = await this.#load(input.data)
    return { data: toSessionData(payment, data) }
  }

  /** Confirms that the whole money is final. The checkout has no money to capture later, and no parts of it. */
  override async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const { data, payment } = await this.#load(input.data)
    if (payment.status !== 'completed') {
      refuse(`${describe(payment)}. It is captured automatically once its money is final, and never in parts.`)
    }
    return { data: toSessionData(payment, data) }
  }

  /** Stops offering the payment. Refuses once there is money: that is for a refund. */
  override async cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const found = await this.#findOwn(input.data)
    if (!found) return { data: input.data ?? {} }
    return { data: toSessionData(await this.#cancel(found.payment), found.data) }
  }

  /**
   * Stops offering the payment of a session that Medusa removes, because the cart has changed or the payer chose
   * another provider. Refuses while there is money: the session stays, so that the order can be made of it.
   */
  override async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return this.cancelPayment(input)
  }

  /**
   * Asks the checkout for a refund, and does not wait for it: Medusa books it at once. `data.refunds` says what it
   * waits for. Asked again with the same id of Medusa's refund, it is the same refund. So Medusa keeps a refund whose
   * answer is lost, and the job asks again: a refusal would delete it, and the next one would be a second refund.
   */
  override async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const { data, payment } = await this.#load(input.data)
    const reference = input.context?.idempotency_key
    const refund = await this.#refund(payment, input.amount, reference)
    if (!refund) return { data: toSessionData(payment, data) }
    const others = data.refunds.filter(({ id }) => id !== refund.id)
    if (refund.next !== null) {
      this.#log.warn(`Refund ${refund.id} of ${payment.id} waits, though Medusa has booked it: ${refund.next}.`)
    }
    return { data: toSessionData(payment, { ...data, refunds: [...others, refund] }) }
  }

  /**
   * Answers what a webhook means. Its message is only a hint: the payment is fetched, so messages may come late, twice
   * and in any order. Messages about other things and about payments of others mean nothing.
   */
  override async getWebhookActionAndData(payload: ProviderWebhookPayload['payload']): Promise<WebhookActionResult> {
    const event = readEvent(payload, (body, headers) =>
      verifyWebhook(body, headers, this.#options.webhookSecret, ANY_AGE),
    )
    if (!event.type.startsWith('payment.')) return NOTHING
    const payment = await this.#find(event.data.object.id)
    const { session_id, amount } = payment?.metadata ?? {}
    if (!payment || typeof session_id !== 'string' || typeof amount !== 'string') return NOTHING
    return { action: mapPayment(payment, this.#orderWhen).action, data: { session_id, amount } }
  }

  get #orderWhen() {
    return this.#options.orderWhen ?? 'placed'
  }

  #answer(payment: Payment, data: Partial<SessionData>) {
    return { status: mapPayment(payment, this.#orderWhen).status, data: toSessionData(payment, data) }
  }

  async #create(
    { amount, currency_code: currency }: Pick<InitiatePaymentInput, 'amount' | 'currency_code'>,
    session_id: string,
    more: Pick<PaymentInput, 'supersedes'> = {},
  ): Promise<Payment> {
    const { expiresIn, redirectUrl, cancelUrl } = this.#options
    return translateErrors(async () =>
      this.#client.payments.create({
        ...(await chooseMethods(this.#client, this.#options.methods)),
        amount: toPrice(amount, currency),
        currency: currency.toUpperCase(),
        reference: toOrderCode(session_id),
        reuse: true,
        // Exactly Medusa's amount, which may have more decimals than the currency: its books are made of it.
        metadata: { session_id, amount: toDecimal(amount) },
        expiresIn,
        redirectUrl,
        cancelUrl,
        ...more,
      }),
    )
  }

  /**
   * False if the checkout would make another payment, because a wallet has left its settings or the deadline has passed.
   * Asked without a wallet, it only answers, and makes none.
   */
  async #holds({ id, status, amount, currency, cryptocurrency, network, reference }: Payment): Promise<boolean> {
    if (status !== 'created' || reference === null) return true
    const terms = { amount, currency, cryptocurrency, network, reference }
    const answer = await translateErrors(() =>
      this.#client.payments.create({ ...terms, merchantWallet: '', reuse: true }).catch((error: unknown) => {
        if (error instanceof CheckoutApiError && (error.status === 400 || error.status === 403)) return null
        throw error
      }),
    )
    return answer?.id === id
  }

  /** Null if there was no answer, and the job can ask again. */
  async #refund(payment: Payment, amount: BigNumberInput, reference: string | undefined): Promise<RefundNote | null> {
    try {
      return await createRefund(this.#client, payment, { amount, reference })
    } catch (error) {
      if (reference === undefined || !isUnanswered(error)) return translateErrors(() => Promise.reject(error))
      const problem = (error as Error).message
      this.#log.warn(`Refund ${reference} of ${payment.id} is booked, and the job will ask for it again: ${problem}`)
      return null
    }
  }

  async #load(input: Record<string, unknown> | undefined): Promise<Loaded> {
    return (await this.#findOwn(input)) ?? refuse('The session has no payment of the checkout.')
  }

  /** The payment of a session. Null for data that names a payment of another session: payers may send data too. */
  async #findOwn(input: Record<string, unknown> | undefined): Promise<Loaded | null> {
    const data = readSessionData(input)
    const payment = data && (await this.#find(data.id))
    return data && payment?.metadata.session_id === data.session_id ? { data, payment } : null
  }

  /** Null if the checkout has no such payment for these keys. */
  async #find(id: string): Promise<Payment | null> {
    return translateErrors(() =>
      this.#client.payments.retrieve(id).catch((error: unknown) => {
        if (error instanceof CheckoutApiError && error.code === 'resource_missing') return null
        throw error
      }),
    )
  }

  async #cancel(payment: Payment): Promise<Payment> {
    if (isEnded(payment)) return payment
    if (isTaken(payment)) {
      // Medusa refunds the payment of an order that it could not complete, and then makes another session.
      if (await translateErrors(() => isGoingBack(this.#client, payment))) return payment
      refuse(`${describe(payment)}: it cannot be cancelled any more. Refund it.`)
    }
    try {
      return await this.#client.payments.cancel(payment.id)
    } catch (error) {
      // Money came in this moment, or the deadline passed.
      const now = await this.#find(payment.id)
      if (now && now.status !== 'created') return this.#cancel(now)
      return translateErrors(() => Promise.reject(error))
    }
  }
}
