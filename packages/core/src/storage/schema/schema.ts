import { events } from './events.ts'
import { money } from './money.ts'
import { networks } from './networks.ts'
import { payments } from './payments.ts'
import { sending } from './sending.ts'
import { shops } from './shops.ts'
import { tallies } from './tallies.ts'
import { users } from './users.ts'

/** The tables of `FIRST_VERSION`, each after those that it refers to. Like the steps after it, it never changes. */
export const schema = [shops, users, payments, sending, money, events, networks, tallies].join('')
