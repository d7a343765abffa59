/** Lets time pass for a refund with this note: the job leaves young ones to those that make them. */
export async function POST(request, response) {
  const sql = "update refund set created_at = created_at - interval '2 minutes' where note = ?"
  await request.scope.resolve('__pg_connection__').raw(sql, [request.body.note])
  response.json({})
}
