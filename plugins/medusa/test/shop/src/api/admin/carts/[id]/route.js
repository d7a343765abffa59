/** A cart with its order and its payment sessions: Medusa's dashboard has no carts. */
export async function GET(request, response) {
  const fields = ['id', 'currency_code', 'items.id', 'order.id', 'order.status']
  const sessions = ['id', 'payment_sessions.id', 'payment_sessions.data']
  const { data } = await request.scope.resolve('query').graph({
    entity: 'cart',
    fields: [...fields, ...sessions.map((field) => `payment_collection.${field}`)],
    filters: { id: request.params.id },
  })
  response.json({ cart: data[0] })
}

/** Empties a cart behind the back of its payment, as a shop's own code could. */
export async function DELETE(request, response) {
  const carts = request.scope.resolve('cart')
  const { items } = await carts.retrieveCart(request.params.id, { relations: ['items'] })
  await carts.softDeleteLineItems(items.map(({ id }) => id))
  response.json({})
}
