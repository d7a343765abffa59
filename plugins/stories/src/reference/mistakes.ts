/** Mistakes that shops have made, or could, as changes in the text of `shop.ts`. The stories must find each. */
type Mistake = {
  readonly name: string
  readonly changes: readonly (readonly [find: string, replace: string])[]
}

export const mistakes: readonly Mistake[] = [
  {
    name: 'the last event decides instead of the payment',
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
  { name: 'each visit makes a payment', changes: [['reuse: true', 'reuse: false']] },
  {
    name: 'a webhook that comes twice is booked twice',
    changes: [
      ['isCompleted && owes && ', 'isCompleted && '],
      [
        'set paid_amount = amount, paid_currency',
        "set paid_amount = format('%.2f', coalesce(paid_amount, 0) + amount), paid_currency",
      ],
      ['where number = ? and paid_payment is null and cancelled = 0`', 'where number = ?`'],
    ],
  },
  { name: 'any currency pays', changes: [[' && order.currency === currency', '']] },
  { name: 'any amount pays', changes: [[' && Number(order.amount) === amount', '']] },
  {
    name: 'what is seen is paid',
    changes: [
      [
        "const isCompleted = status === 'completed'",
        "const isCompleted = status !== 'created' && Number(amountReceived) > 0",
      ],
    ],
  },
  { name: 'nobody looks at money of ended payments', changes: [['(isLost || (isCompleted', '((isCompleted']] },
  { name: 'nobody looks at too much money', changes: [["exceptions.includes('overpaid') || ", '']] },
  {
    name: 'nobody looks at a second payment',
    changes: [['if (!order) return', 'if (!order || order.payment !== id) return']],
  },
  {
    name: 'a changed cart leaves the old payment open',
    changes: [['this.#create(changed, old)', 'this.#create(changed)']],
  },
  {
    name: 'a cancelled order leaves its payment open',
    changes: [['() => this.#api.payments.cancel(payment)', 'async () => {}']],
  },
  {
    name: 'the cart changes while it is paid',
    changes: [["return now.status === 'expired' || now.status === 'cancelled'", 'return true']],
  },
  {
    name: 'who comes back after paying is asked again',
    changes: [['if (payment !== null) this.#book(await this.#api.payments.retrieve(payment))', '']],
  },
  { name: 'a refund that is asked twice is made twice', changes: [['amount, reference })', 'amount })']] },
  {
    name: 'a refund counts before it is signed',
    changes: [["status === 'completed' ? 'completed' : 'pending'", "'completed'"]],
  },
  { name: 'a refund is never completed', changes: [["if (object === 'refund') ", "if (object === 'refunds') "]] },
  { name: 'the shop keeps its orders in memory', changes: [["join(folder, 'shop.db')", "':memory:'"]] },
  {
    name: 'nothing is reconciled',
    changes: [['for (const object of objects.values()) await this.#look(object)', '']],
  },
  {
    name: 'webhooks of unknown orders fail',
    changes: [['if (!order) return', "if (!order) throw new Error('unknown order')"]],
  },
  {
    name: 'webhooks are not verified',
    changes: [['verifyWebhook(body, headers, this.#given.webhookSecret).data', 'JSON.parse(body).data']],
  },
  {
    name: 'the idempotency key is made of order and price',
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
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
    changes: [['set paid_amount = amount, paid_currency', "set paid_amount = '${amountReceived}', paid_currency"]],
  },
  {
    name: 'every currency has two decimals',
    changes: [
      ['...{ amount, currency, cryptocurrency', '...{ amount: Number(amount).toFixed(2), currency, cryptocurrency'],
    ],
  },
]
