/** Lets time pass for the refunds of a payment that has one with this note: the job leaves young ones to those that make them. */
const AGE = "created_at = created_at - interval '2 minutes'"
const PAYMENTS = 'select payment_id from refund where note = ?'
const COLLECTIONS = `select payment_collection_id from payment where id in (${PAYMENTS})`
const ORDERS = `select order_id from order_payment_collection where payment_collection_id in (${COLLECTIONS})`

export async function POST(request, response) {
  const database = request.scope.resolve('__pg_connection__')
  const { note } = request.body
  await database.raw(`update refund set ${AGE} where payment_id in (${PAYMENTS})`, [note])
  await database.raw(`update order_change set ${AGE} where status = 'pending' and order_id in (${ORDERS})`, [note])
  response.json({})
}
