/** The shop's pages, as HTML with every value escaped. */
import type { Order } from './orders.ts'

type Good = { readonly title: string; readonly text: string; readonly cents: number }

export const goods: ReadonlyMap<string, Good> = new Map([
  ['beans', { title: 'Coffee beans', text: 'One kilogram, roasted this week.', cents: 24_90 }],
  ['mug', { title: 'Stoneware mug', text: 'Holds 300 ml and keeps warm.', cents: 14_50 }],
  ['grinder', { title: 'Hand grinder', text: 'Steel burrs, folds into a bag.', cents: 89_00 }],
])

export function shopPage(currency: string): string {
  const cards = [...goods].map(
    ([name, good]) => html`<li class="good">
<img src="/${name}.svg" alt="" width="96" height="96">
<h2>${good.title}</h2>
<p>${good.text}</p>
<form method="post" action="/buy/${name}">
<button>Buy for ${price(good.cents, currency)}</button>
</form>
</li>`,
  )
  return page(
    'The Coffee Corner',
    html`<p class="lead">Three good things, paid in stablecoins.</p><ul class="goods">${cards}</ul>`,
  )
}

/** Shows the payment until the order is fulfilled. The shop's own record decides, not the browser. */
export function orderPage(order: Order, paymentUrl: string): string {
  const summary = html`<dl class="order">
<dt>Order</dt><dd>${order.id.slice(0, 8)}</dd>
<dt>Item</dt><dd>${order.title}</dd>
<dt>Price</dt><dd>${price(order.cents, order.currency)}</dd>
<dt>State</dt><dd>${order.fulfilledAt ? 'Paid' : 'Payment not completed'}</dd>
</dl>`
  if (order.fulfilledAt) {
    const thanks = html`<p class="lead">Your order is on its way.</p>${summary}
<p><a href="${paymentUrl}">Receipt</a> · <a href="/">Back to the shop</a></p>`
    return page('Thank you', thanks)
  }
  const pay = html`${summary}
<crypto-checkout src="${paymentUrl}"><a href="${paymentUrl}">Pay</a></crypto-checkout>
<p class="hint">This is the sandbox: <a href="${paymentUrl}">on the payment page</a> a button makes a test payment.</p>
<p><a href="/">Back to the shop</a></p>
<script type="module" src="/order.js"></script>
<script type="module" src="/checkout/crypto-checkout.js"></script>`
  return page('Your order', pay)
}

export function messagePage(title: string, text: string): string {
  return page(title, html`<p>${text}</p><p><a href="/">Back to the shop</a></p>`)
}

function page(title: string, main: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/shop.css">
<link rel="icon" href="/beans.svg">
</head>
<body>
<main>
<h1>${title}</h1>
${main}
</main>
</body>
</html>
`.text
}

function price(cents: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100)
}

class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A template that escapes its values, except nested templates. */
function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  const written = values.map((value) => {
    if (typeof value === 'string') return value.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
    return [value]
      .flat()
      .map((inner) => inner.text)
      .join('')
  })
  return new Html(String.raw({ raw: parts }, ...written))
}
