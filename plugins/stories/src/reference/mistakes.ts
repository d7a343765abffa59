/** Mistakes that shops have made, or could, as changes in the text of `shop.ts`. The stories of its plots must find each. */
type Mistake = {
  readonly name: string
  /** The plots that can show it. */
  readonly plots: readonly string[]
  readonly changes: readonly (readonly [find: string, replace: string])[]
}

export const mistakes: readonly Mistake[] = [
  {
    name: 'the last event decides instead of the payment',
    plots: ['other currency', 'changed, and the old one paid'],
    changes: [
      [
        'async #look({ object, id }: { readonly object: string; readonly id: string }): Promise<void> {',
        'async #look(seen: Payment | Refund): Promise<void> {\n const { object, id } = seen',
      ],
      [
        "if (object === 'payment') this.#book(await this.#api.payments.retrieve(id))",
        "if (object === 'payment') this.#book(seen as Payment)",
      ],
      [
        'const owes = ',
        "if (!isCompleted) this.#run('update orders set paid_payment = null where paid_payment = ?', id)\n const owes = ",
      ],
    ],
  },
  {
    name: 'each visit makes a payment',
    plots: ['cancelled while paying', 'asked twice at once'],
    changes: [['reuse: true', 'reuse: false']],
  },
  {
    name: 'a webhook that comes twice is booked twice',
    plots: ['asked twice at once', 'back and again', 'paid in two parts'],
    changes: [
      ['isCompleted && owes && ', 'isCompleted && '],
      [
        'set paid_amount = amount, paid_currency',
        "set paid_amount = format('%.2f', coalesce(paid_amount, 0) + amount), paid_currency",
      ],
      ['where number = ? and paid_payment is null and cancelled = 0`', 'where number = ?`'],
    ],
  },
  {
    name: 'any currency pays',
    plots: ['other currency, and the old one paid and accepted'],
    changes: [[' && order.currency === currency', '']],
  },
  {
    name: 'any amount pays',
    plots: ['changed, and the old one paid and accepted'],
    changes: [[' && Number(order.amount) === amount', '']],
  },
  {
    name: 'what is seen is paid',
    plots: ['late after expiry', 'underpaid for ever'],
    changes: [
      [
        "const isCompleted = status === 'completed'",
        "const isCompleted = status !== 'created' && Number(amountReceived) > 0",
      ],
    ],
  },
  {
    name: 'nobody looks at money of ended payments',
    plots: ['cancelled while paying', 'late after expiry'],
    changes: [['(isLost || (isCompleted', '((isCompleted']],
  },
  {
    name: 'nobody looks at too much money',
    plots: ['paid twice', 'overpaid'],
    changes: [["exceptions.includes('overpaid') || ", '']],
  },
  {
    name: 'nobody looks at a second payment',
    plots: ['changed, and both paid', 'old one paid late after starting again'],
    changes: [['if (!order) return', 'if (!order || order.payment !== id) return']],
  },
  {
    name: 'a changed cart leaves the old payment open',
    plots: ['changed before paying'],
    changes: [['this.#create(changed, old)', 'this.#create(changed)']],
  },
  {
    name: 'a cancelled order leaves its payment open',
    plots: ['cancelled'],
    changes: [['() => this.#api.payments.cancel(payment)', 'async () => {}']],
  },
  {
    name: 'the cart changes while it is paid',
    plots: ['changed while paying', 'changed after a part'],
    changes: [["return now.status === 'expired' || now.status === 'cancelled'", 'return true']],
  },
  {
    name: 'who comes back after paying is asked again',
    plots: ['back after paying'],
    changes: [['if (payment !== null) this.#book(await this.#api.payments.retrieve(payment))', '']],
  },
  {
    name: 'a refund that is asked twice is made twice',
    plots: ['refund asked twice'],
    changes: [['amount, reference })', 'amount })']],
  },
  {
    name: 'a refund counts before it is signed',
    plots: ['refund awaits a signature'],
    changes: [["status === 'completed' ? 'completed' : 'pending'", "'completed'"]],
  },
  {
    name: 'a refund is never completed',
    plots: ['refunded in full', 'refunded in parts'],
    changes: [["if (object === 'refund') ", "if (object === 'refunds') "]],
  },
  {
    name: 'the shop keeps its orders in memory',
    plots: ['shop dies while it is paid'],
    changes: [["join(folder, 'shop.db')", "':memory:'"]],
  },
  {
    name: 'nothing is reconciled',
    plots: ['paid exactly', 'overpaid', 'paid in two parts'],
    changes: [['for (const object of objects.values()) await this.#look(object)', '']],
  },
  {
    name: 'webhooks of unknown orders fail',
    plots: ['paid exactly'],
    changes: [['if (!order) return', "if (!order) throw new Error('unknown order')"]],
  },
  {
    name: 'webhooks are not verified',
    plots: ['paid exactly', 'overpaid', 'paid in two parts'],
    changes: [['verifyWebhook(body, headers, this.#given.webhookSecret).data', 'JSON.parse(body).data']],
  },
  {
    name: 'the idempotency key is made of order and price',
    plots: ['started again after expiry', 'changed and changed back'],
    changes: [
      [
        '...(supersedes === undefined ? {} : { supersedes }),\n    })',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
        '...(supersedes === undefined ? {} : { supersedes }),\n    }, { idempotencyKey: `${number} ${amount} ${currency}` })',
      ],
    ],
  },
  {
    name: 'coins are booked instead of the price',
    plots: ['paid exactly'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
    changes: [['set paid_amount = amount, paid_currency', "set paid_amount = '${amountReceived}', paid_currency"]],
  },
  {
    name: 'every currency has two decimals',
    plots: ['paid exactly', 'overpaid', 'paid in two parts', 'back and again'],
    changes: [
      ['...{ amount, currency, cryptocurrency', '...{ amount: Number(amount).toFixed(2), currency, cryptocurrency'],
    ],
  },
]
