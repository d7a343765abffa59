/** The shop's own record of orders and of their fulfilment. */
import { DatabaseSync } from 'node:sqlite'

export type Order = {
  /** Unguessable: anyone who has it can see the order. */
  readonly id: string
  readonly title: string
  readonly cents: number
  readonly currency: string
  readonly paymentId: string
  /** Milliseconds; null until paid. */
  readonly fulfilledAt: number | null
}

export type Orders = ReturnType<typeof openOrders>

export function openOrders(file: string) {
  const database = new DatabaseSync(file)
  database.exec(`create table if not exists orders (
    id text primary key, title text not null, cents integer not null, currency text not null,
    paymentId text not null, fulfilledAt integer
  ) strict`)
  const insert = database.prepare('insert into orders values (?, ?, ?, ?, ?, null)')
  const select = database.prepare('select * from orders where id = ?')
  const mark = database.prepare('update orders set fulfilledAt = ? where id = ? and fulfilledAt is null')
  return {
    add({ id, title, cents, currency, paymentId }: Omit<Order, 'fulfilledAt'>): void {
      insert.run(id, title, cents, currency, paymentId)
    },
    find: (id: string) => select.get(id) as Order | undefined,
    /** Marks an order as fulfilled. Returns true the first time, then false. */
    fulfil: (id: string): boolean => mark.run(Date.now(), id).changes === 1,
    close: () => database.close(),
  }
}
