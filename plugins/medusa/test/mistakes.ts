/** Mistakes planted in the built plug-in, by `node test/stories.ts --planted`. The stories of their plots must find each. */
type Change = readonly [file: string, find: string, replace: string]

type Mistake = { readonly name: string; readonly plots: readonly string[]; readonly changes: readonly Change[] }

const PROVIDER = 'providers/crypto-checkout/provider.js'
const STATES = 'providers/crypto-checkout/states.js'

export const mistakes: readonly Mistake[] = [
  {
    name: 'a part pays the order',
    plots: ['underpaid for ever', 'paid in two parts'],
    changes: [
      [STATES, 'partially_paid: MORE', "partially_paid: { status: 'captured', action: 'captured' }"],
      [PROVIDER, "if (payment.status !== 'completed') {", 'if (false) {'],
    ],
  },
  {
    name: 'a session with money is deleted',
    plots: ['changed after a part', 'changed while paying'],
    changes: [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
      [PROVIDER, 'refuse(`${describe(payment)}: it cannot be cancelled any more. Refund it.`)', 'return payment'],
    ],
  },
  {
    name: 'a changed cart leaves its payment open',
    plots: ['changed before paying', 'changed, and the old one paid'],
    changes: [[PROVIDER, 'return await this.#client.payments.cancel(payment.id)', 'return payment']],
  },
  {
    name: 'a cancelled order leaves its payment open',
    plots: ['cancelled', 'paid after cancelling'],
    changes: [
      ['subscribers/order-canceled.js', '.cancelPayment({ data })', '.getPaymentStatus({ data })'],
      [
        'jobs/reconcile.js',
        'await attempt(stopCancelled(container, { providerId, options }, paidSince, attempt));',
        '',
      ],
    ],
  },
  {
    name: 'a refund that is asked twice is made twice',
    plots: ['checkout dies while it refunds', 'refund asked twice'],
    changes: [
      [
        'providers/crypto-checkout/refunds.js',
        'reference === undefined ? {} : { idempotencyKey: reference }',
        '(delete input.reference, {})',
      ],
    ],
  },
  {
    name: 'every currency has two decimals',
    plots: ['paid exactly', 'overpaid'],
    changes: [['providers/crypto-checkout/amounts.js', 'getDecimals(currency.toUpperCase())', '2']],
  },
  {
    name: 'nothing is reconciled',
    plots: ['changed before paying', 'paid exactly', 'overpaid'],
    changes: [['jobs/reconcile.js', 'of listProviders(container)', 'of []']],
  },
  {
    name: 'webhooks are not verified',
    plots: ['paid exactly', 'overpaid', 'back and again'],
    changes: [
      [
        'providers/crypto-checkout/webhook.js',
        'return verify(readBody(rawData), headers)',
        'return JSON.parse(Buffer.from(readBody(rawData)).toString())',
      ],
    ],
  },
  {
    name: 'requests for a session do not wait',
    plots: ['asked twice at once', 'asked thrice at once after a change'],
    changes: [
      [
        'api/cart-payments.js',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
        'await scope.resolve(Modules.LOCKING).execute(`crypto-checkout:${collection}`, answer, { timeout: PATIENCE_S })',
        'await answer()',
      ],
    ],
  },
]
