/** Locks a table until this process ends, so that what writes to it waits there. Asked again, it counts those that wait. */
const WAITING = 'select count(*)::int as waiting from pg_locks where relation = ?::regclass and not granted'

let lock

export async function POST(request, response) {
  const { table } = request.body
  const database = request.scope.resolve('__pg_connection__')
  if (!lock) {
    lock = await database.transaction()
    await lock.raw('lock table ?? in exclusive mode', [table])
  }
  const { rows } = await database.raw(WAITING, [table])
  response.json(rows[0])
}
