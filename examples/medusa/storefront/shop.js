/** A storefront without a framework: goods, a cart, the payment, the order. It calls Medusa's Store API. */
const { medusaUrl, publishableKey, checkoutUrl } = await (await fetch('/config.json')).json()
const PROVIDER = 'pp_crypto-checkout_shop'

const main = document.querySelector('main')
const select = document.querySelector('#region')
/** The number of times that goods were asked for. */
let asked = 0

await import(`${checkoutUrl}/crypto-checkout.js`)
const { regions } = await store('/regions')
for (const { id, name } of regions) select.add(new Option(name, id))
select.addEventListener('change', showGoods)
await showGoods()

/** Calls the Store API, by POST if there is something to send. */
async function store(path, body) {
  const response = await fetch(`${medusaUrl}/store${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'x-publishable-api-key': publishableKey },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer
}

async function showGoods() {
  const own = ++asked
  show()
  const { products } = await store(`/products?region_id=${select.value}&fields=*variants.calculated_price`)
  // Another region was chosen meanwhile.
  if (own !== asked) return
  show(
    ...products.map(({ title, description, variants: [variant] }) => {
      const { calculated_amount: amount, currency_code: currency } = variant.calculated_price
      return make('article', {}, [
        make('h2', { textContent: title }),
        make('p', { textContent: description }),
        make('button', {
          textContent: `Buy for ${price(amount, currency)}`,
          onclick: () => buy(variant).catch(showError),
        }),
      ])
    }),
  )
}

/** Puts one piece into a cart, starts its payment, and places the order. */
async function buy(variant) {
  const { cart } = await store('/carts', {
    region_id: select.value,
    email: 'reader@example.com',
    items: [{ variant_id: variant.id, quantity: 1 }],
  })
  const { payment_collection: collection } = await store('/payment-collections', { cart_id: cart.id })
  const started = await store(`/payment-collections/${collection.id}/payment-sessions`, { provider_id: PROVIDER })
  const [session] = started.payment_collection.payment_sessions
  // The order waits for its money from now on, even if the buyer closes this page.
  const { order, error } = await store(`/carts/${cart.id}/complete`, {})
  if (error) throw new Error(error.message)
  const checkout = make('crypto-checkout', { src: session.data.url, redirect: 'manual' })
  // The browser only asks again: the checkout has told Medusa, or is about to.
  checkout.addEventListener('checkout-completed', () => void followOrder(order.id).catch(showError))
  const page = make('a', { href: session.data.url, target: '_blank', textContent: 'On the payment page' })
  const hint = make('p', { id: 'hint' }, ['This is the sandbox. ', page, ' a button makes a test payment.'])
  show(describeOrder(order), checkout, hint)
}

/** Asks until Medusa has heard of the money: by default it takes five seconds to look at a webhook. */
async function followOrder(id) {
  const { order } = await store(`/orders/${id}`)
  main.querySelector('article').replaceWith(describeOrder(order))
  if (order.payment_status !== 'captured') setTimeout(() => void followOrder(id).catch(showError), 1_000)
}

function describeOrder({ display_id, items, total, currency_code: currency, payment_status }) {
  const isPaid = payment_status === 'captured'
  return make('article', {}, [
    make('h2', { textContent: `Order ${display_id}` }),
    make('p', { textContent: `${items[0].title}, ${price(total, currency)}` }),
    make('p', { id: 'state', textContent: isPaid ? 'Paid. Thank you!' : 'Waiting for your payment' }),
  ])
}

function showError(error) {
  show(make('p', { textContent: `That did not work: ${error.message}` }))
}

function show(...parts) {
  main.replaceChildren(...parts)
}

function make(name, properties, children = []) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

function price(amount, currency) {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
}
